"""JSON written to the journal comes back as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.json_codec import from_json, to_json
from rules.core.script import Effect
from rules.core.text import Text, Who

NAMES = st.text(max_size=5)
PARAMS = st.one_of(NAMES, st.integers(), st.builds(Who, NAMES), st.just((Text("one"), Text("two"))))
TEXTS = st.builds(
    Text, NAMES, st.lists(st.tuples(NAMES, PARAMS), max_size=3).map(tuple), NAMES, NAMES, st.integers(0, 9)
)
TERMS = st.builds(Modifier, TEXTS, st.integers(), NAMES, st.none() | TEXTS, st.booleans())
CHECKS = st.builds(Check, NAMES, NAMES, TEXTS, st.builds(Breakdown, TERMS, st.lists(TERMS, max_size=2).map(tuple)))
FACES = st.lists(st.integers(1, 20), max_size=3).map(tuple)
OUTCOMES = st.builds(Outcome, CHECKS, FACES, st.sampled_from(Level), st.integers(), TEXTS, TEXTS)
LEAVES = st.none() | st.booleans() | st.integers() | NAMES | st.sampled_from(Level) | TEXTS
KEYS = NAMES.filter(lambda key: key != "$")
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.one_of(OUTCOMES, CHECKS, st.builds(Effect, NAMES, NAMES, VALUES), VALUES))
def test_a_value_survives_json(value):
    assert from_json(json.loads(json.dumps(to_json(value)))) == value


@given(VALUES)
def test_a_value_written_twice_is_written_alike(value):
    once = to_json(value)
    assert to_json(from_json(once)) == once


def test_fields_at_their_default_are_not_written():
    assert to_json(Effect("hurt", "f1")) == {"$": "Effect", "kind": "hurt", "target": "f1"}


def test_a_class_nobody_made_known_is_not_written():
    class Effect:  # the name of a known class does not help
        pass

    for stranger in (Effect(), {1, 2}, object()):
        with pytest.raises(TypeError):
            to_json(stranger)


def test_a_mapping_that_would_read_as_a_class_is_not_written():
    with pytest.raises(TypeError):
        to_json({"$": "Effect", "kind": "hurt"})


def test_a_name_nobody_made_known_is_not_read():
    for hostile in ({"$": "os"}, {"$": "Effect", "kind": "a"}, {"$": "Effect", "kind": "a", "target": "b", "more": 1}):
        with pytest.raises((KeyError, TypeError)):
            from_json(hostile)
