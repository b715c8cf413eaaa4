"""Plain data by dotted paths, where what is absent has one spelling, so that an undo is exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Stale
from rules.core.paths import canonical, get, put, tidy
from rules.core.scene import Change

KEYS = st.sampled_from("abc")
LEAVES = st.integers() | st.text(max_size=3) | st.booleans() | st.lists(st.integers(), max_size=2)
DATA = st.dictionaries(KEYS, st.recursive(LEAVES, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8))
VALUES = st.none() | LEAVES | DATA
PATHS = st.lists(KEYS, min_size=1, max_size=4).map(".".join)


def open_at(data, path):
    """True if only mappings, or nothing at all, lie on the way to a path."""
    *parents, _last = path.split(".")
    ways = (".".join(parents[: end + 1]) for end in range(len(parents)))
    return all(isinstance(get(data, way), dict | None.__class__) for way in ways)


@given(DATA.map(canonical), PATHS, VALUES)
def test_a_written_value_is_found_again_in_canonical_form(data, path, value):
    if open_at(data, path):
        after = put(data, path, value)
        assert get(after, path) == tidy(value)
        assert after == canonical(after)


@given(DATA.map(canonical), PATHS, VALUES)
def test_writing_a_path_leaves_the_others(data, path, value):
    if open_at(data, path):
        first = path.split(".")[0]
        after = put(data, path, value)
        assert {key: item for key, item in after.items() if key != first} == {
            key: item for key, item in data.items() if key != first
        }


@given(DATA.map(canonical), PATHS, VALUES)
def test_a_reverted_change_leaves_no_trace(data, path, value):
    if open_at(data, path):
        change = Change("sheet", path, get(data, path), value)
        assert change.inverse.on(change.on(data)) == data


@given(DATA.map(canonical), st.lists(st.tuples(PATHS, VALUES), max_size=6))
def test_many_changes_reverted_in_reverse_leave_no_trace(data, steps):
    now, done = data, []
    for path, value in steps:
        if open_at(now, path):
            done.append(Change("sheet", path, get(now, path), value))
            now = done[-1].on(now)
    for change in reversed(done):
        now = change.inverse.on(now)
    assert now == data


@given(DATA, PATHS)
def test_putting_never_alters_its_argument(data, path):
    before = repr(data)
    if open_at(data, path):
        put(data, path, 1)
    assert repr(data) == before


@given(DATA)
def test_canonical_data_has_one_spelling(data):
    once = canonical(data)
    assert canonical(once) == once
    assert canonical({"a": {"b": None, "c": {}}, "d": 0}) == {"d": 0}


def test_a_scalar_is_not_lost_to_a_value_below_it():
    with pytest.raises(TypeError):
        put({"a": 5}, "a.b", 1)


def test_a_change_with_an_outdated_before_is_stale_and_names_the_present_value():
    with pytest.raises(Stale) as refusal:
        Change("sheet", "a.b", 1, 2).on({"a": {"b": 7}})
    assert (refusal.value.field, refusal.value.present) == ("a.b", 7)
    assert str(refusal.value) == "This value has changed in the meantime."


@pytest.mark.parametrize(
    ("mine", "theirs", "touching"),
    [("a.b", "a.b", True), ("a", "a.b", True), ("a.b.c", "a.b", True), ("a.b", "a.c", False), ("a", "ab", False)],
)
def test_changes_touch_when_one_lies_in_the_other(mine, theirs, touching):
    assert Change("sheet", mine, None, 1).touches(Change("sheet", theirs, None, 1)) is touching
    assert not Change("sheet", mine, None, 1).touches(Change("other", theirs, None, 1))
