"""Dice know every throw they can make, and read no notation but their own."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice import Dice, Formula, parse
from rules.core.errors import Unreadable

SMALL = st.builds(Dice, st.integers(1, 4), st.integers(1, 6))


def throws_by_hand(dice):
    return Counter(tuple(sorted(faces)) for faces in product(range(1, dice.sides + 1), repeat=dice.count))


@given(SMALL)
def test_every_throw_comes_once_with_the_ways_it_can_fall(dice):
    assert dict(dice.throws()) == throws_by_hand(dice)


@given(SMALL)
def test_the_ways_of_all_throws_add_up_to_all_outcomes(dice):
    assert sum(ways for _faces, ways in dice.throws()) == dice.outcomes
    assert sum(ways for _faces, ways in dice.sums()) == dice.outcomes


@given(SMALL)
def test_sums_equal_a_slow_obvious_count(dice):
    by_hand = Counter()
    for faces, ways in throws_by_hand(dice).items():
        by_hand[sum(faces)] += ways
    assert {sum(faces): ways for faces, ways in dice.sums()} == by_hand


@given(SMALL)
def test_the_throw_given_for_a_sum_is_a_throw_of_these_dice(dice):
    assert all(dice.fits(faces) for faces, _ways in dice.sums())


@pytest.mark.parametrize("faces", [(1, 2), (6, 6)])
def test_a_throw_within_bounds_fits(faces):
    assert Dice(2, 6).fits(faces)


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (7, 1), (1.0, 2), ("1", "2"), (True, 2), (None, 2)])
def test_anything_else_does_not_fit(faces):
    assert not Dice(2, 6).fits(faces)


@pytest.mark.parametrize(
    ("notation", "count", "sides", "plus"),
    [
        ("1d20", 1, 20, 0),
        (" 2D10+3 ", 2, 10, 3),
        ("3d6-2", 3, 6, -2),
        ("3d6\u22122", 3, 6, -2),
        ("100d1000", 100, 1000, 0),
    ],
)
def test_a_formula_is_read(notation, count, sides, plus):
    assert parse(notation) == Formula(Dice(count, sides), plus)


@pytest.mark.parametrize(
    "notation",
    ["", "d20", "20", "1d", "0d6", "1d0", "101d6", "1d1001", "99999d6", "1d6+", "1d6*2", "1d6+1d6", "1d6 +1", "-1d6"]
    + ["1d6\n1d6", "١d٦", "1d6+²", "__import__('os')", "1d" + "9" * 5000, "9" * 5000, "1d6" + " " * 300],
    ids=lambda notation: ascii(notation[:12]),
)
def test_a_hostile_notation_is_refused_with_a_sentence(notation):
    with pytest.raises(Unreadable) as refusal:
        parse(notation)
    assert len(str(refusal.value)) < 120


def test_a_formula_shows_itself_as_it_is_written():
    assert [str(parse(text)) for text in ("2d10+3", "1d6-1", "1d20")] == ["2d10+3", "1d6-1", "1d20"]


def test_a_formula_adds_its_constant():
    assert parse("2d10+3").total((4, 9)) == 16
