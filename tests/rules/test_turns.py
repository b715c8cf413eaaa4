"""The small parts of turns: who is first, and what a budget still holds."""

from itertools import product

import pytest

from rules.core.turns import Bundles, Distinct, Points, highest, lowest


def test_everything_that_shares_the_best_key_comes_in_the_order_given():
    assert highest("abBA", str.lower) == ("b", "B")
    assert lowest("abBA", str.lower) == ("a", "A")
    assert highest((), str) == lowest((), str) == ()


def test_bundles_hold_what_can_still_become_one_of_them():
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


def test_what_repeats_is_told_apart_from_what_has_no_room():
    budget = Distinct(2, frozenset({"move"}))
    assert budget.repeats(("attack",), "attack")
    assert not budget.repeats(("attack", "draw"), "move")


def test_points_are_paid_until_none_is_left():
    budget = Points(2)
    assert [budget.left(spent) for spent in range(4)] == [2, 1, 0, 0]
    assert budget.fits(1, 1) and budget.fits(2, 0)
    assert not budget.fits(1, 2) and not budget.fits(2, 1)
