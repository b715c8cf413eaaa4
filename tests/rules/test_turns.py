"""The small parts of turns: the first to act, and budgets."""

from itertools import product

import pytest

from rules.core.scene import Action, apply, revert
from rules.core.turns import Bundles, Distinct, Points, highest, lowest
from rules.engine.decide import decide
from rules.engine.offers import is_one_side_left, offers
from rules.registry import system
from tests.rules.routes import FOE, WHO, moments


def test_everything_that_shares_the_best_key_comes_in_the_order_given():
    assert highest("abBA", str.lower) == ("b", "B")
    assert lowest("abBA", str.lower) == ("a", "A")
    assert highest((), str) == lowest((), str) == ()


def test_a_further_key_is_read_of_those_alone_that_the_first_leaves_equal():
    read: list[str] = []
    assert highest("abBA", str.lower, lambda item: read.append(item) or item.isupper()) == ("B",)
    assert read == ["b", "B"]


def test_bundles_hold_the_acts_that_can_still_complete_one():
    budget = Bundles(("L", "MA", "MM"))
    legal = {"", "L", "M", "A", "MA", "AM", "MM"}
    words = ["".join(word) for length in range(3) for word in product("LMA", repeat=length)]
    for word in words:
        for letter in "LMA":
            assert budget.fits(word, letter) == (word + letter in legal), (word, letter)


@pytest.mark.parametrize(
    ("spent", "cost", "fits"),
    [
        ((), "attack", True),
        (("attack",), "attack", False),
        (("attack",), "draw", True),
        (("move",), "move", True),
        (("attack", "draw"), "move", False),
    ],
)
def test_distinct_things_are_done_once_but_for_the_repeatable(spent, cost, fits):
    assert Distinct(2, frozenset({"move"})).fits(spent, cost) == fits


def test_a_repetition_is_told_apart_from_an_act_without_room():
    budget = Distinct(2, frozenset({"move"}))
    assert budget.repeats(("attack",), "attack")
    assert not budget.repeats(("attack", "draw"), "move")


def test_points_are_paid_until_none_is_left():
    budget = Points(2)
    assert [budget.left(spent) for spent in range(4)] == [2, 1, 0, 0]
    assert budget.fits(1, 1) and budget.fits(2, 0)
    assert not budget.fits(1, 2) and not budget.fits(2, 1)


def by_hand(rules, scene, kind, fighter):
    action = Action(kind, "gm", {"fighter": fighter}, by="gm-seat", gm=True, id=kind)
    events = decide(rules, scene, action)
    for event in events:
        scene = apply(scene, event)
    return scene, events


@pytest.mark.parametrize("game", ["arpenteurs", "chroniques", "medieval"])
def test_a_fighter_who_leaves_is_out_until_they_come_back(game):
    rules = system(game)
    before = next(scene for scene in moments(game) if scene.round and not scene.exchanges)
    scene, events = by_hand(rules, before, "leave", FOE)
    assert rules.is_out(scene, FOE) and not rules.is_out(scene, WHO)
    (slot,) = (slot for slot in rules.order(scene) if slot.fighter == FOE)
    assert (slot.state, str(slot.note)) == ("out", "has left the fight")
    (event,) = events
    assert [row["target"] for row in event.payload["fallen"]] == [FOE]
    if is_one_side_left(rules, scene):
        assert offers(rules, scene, "gm")[0].kind == rules.ending
    assert revert(scene, event) == before
    scene, _events = by_hand(rules, scene, "come_back", FOE)
    assert not rules.is_out(scene, FOE)
