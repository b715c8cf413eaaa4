"""The laws every game obeys, on the toy one, whatever anybody does."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.errors import Refused, RulesError, Unreadable
from rules.core.scene import Action, apply, scene_to_json
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.testing import laws
from tests.rules.play import at, moves, play
from tests.rules.toy import TOY, scene

SIDES = st.sampled_from(["pc", "npc"])
SHEETS = st.fixed_dictionaries(
    {"speed": st.integers(2, 4), "skill": st.integers(2, 6), "life": st.integers(1, 9), "charm": st.booleans()}
)
CONFIRM = st.sampled_from(["never", "pc_hurt", "always"])


@st.composite
def fights(draw):
    names = ["ada", "bob", "orc", "elf"][: draw(st.integers(2, 4))]
    rows = [(name, "pc" if name in ("ada",) else draw(SIDES), {"hidden": draw(st.booleans())}) for name in names]
    rows[-1] = (names[-1], "npc", {})
    return scene(*rows, settings={"confirm": draw(CONFIRM)}, **{name: draw(SHEETS) for name in names})


def picker(data):
    return lambda things: data.draw(st.sampled_from(list(things)))


def last(fight, steps):
    """The scene after the last of some steps."""
    return [fight, *(after for _before, _event, after in steps)][-1]


@pytest.mark.slow("a random fight for each example, there and back")
@settings(max_examples=100, deadline=None)
@given(fights(), st.data())
def test_a_fight_is_stored_resumed_at_every_step_and_undone(fight, data):
    laws.obeyed(TOY, fight, picker(data), 25)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
WORDS = st.sampled_from(
    ["exchange", "key", "values", "character", "path", "value", "target", "bonus", "effects", "shown"]
)
KINDS = st.sampled_from(
    ["attack", "rest", "fly", "shout", "new_round", "dance", "answer", "take_back", "confirm", "adjust", "next", ""]
)
ACTORS = st.sampled_from(["ada", "orc", "gm", "ghost", ""])
ARGS = st.dictionaries(WORDS, JSON | st.sampled_from(["x0", "x1", "attack", "c-ada", "life", "orc"]), max_size=4)


@pytest.mark.slow("a random fight for each example, and anything at all asked in it")
@settings(max_examples=150, deadline=None)
@given(fights(), st.data(), KINDS, ACTORS, ARGS, st.booleans())
def test_whatever_is_asked_is_done_or_refused_with_a_sentence(fight, data, kind, actor, args, gm):
    now = last(fight, play(TOY, fight, picker(data), 4))
    try:
        events = decide(TOY, now, Action(kind, actor, args, by="seat", gm=gm, id="fresh"))
    except RulesError as refusal:
        assert str(refusal)
    else:
        for event in events:
            now = apply(now, event)
        assert waiting_on(TOY, now)


@settings(max_examples=60, deadline=None)
@given(fights(), st.data(), KINDS, ACTORS)
def test_an_act_that_is_not_offered_is_refused(fight, data, kind, actor):
    now = last(fight, play(TOY, fight, picker(data), 6))
    engine_kinds = ("answer", "take_back", "confirm", "adjust", "next")
    known = actor == "gm" or actor in now.fighters
    if (
        known
        and kind not in engine_kinds
        and kind not in {offer.kind for offer in moves(TOY, now) if offer.actor == actor}
    ):
        try:
            decide(TOY, now, Action(kind, actor, {}, by="seat", gm=True, id="fresh"))
        except Refused:
            return
        raise AssertionError("done although it was not offered")


def test_nothing_decided_changes_the_scene_it_was_decided_on():
    fight = scene(("ada", "pc"), ("orc", "npc"))
    before = json.dumps(scene_to_json(fight))
    decide(TOY, fight, Action("attack", "ada", {"target": "orc"}, by="seat", id="x1"))
    with contextlib.suppress(Unreadable):
        decide(TOY, fight, Action("attack", "ada", {"target": "moon"}, by="seat", id="x1"))
    assert json.dumps(scene_to_json(fight)) == before
    assert at(fight, "exchanges") is None
