"""Exact odds: integers until they are shown, equal to a slow enumeration and to another program's."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice import Dice
from rules.core.script import Option, choose, just, roll, run_together
from rules.core.text import _
from rules.odds.distribution import Distribution, certain, distribution, mixture

SMALL = st.builds(Dice, st.integers(1, 3), st.integers(1, 6))


def shares(found):
    return {value: Fraction(weight, found.total) for value, weight in found.weights.items()}


def total_of(dice, reads):
    return (yield from roll("die", "a", dice, _("Die"), reads=reads))


@given(SMALL, st.sampled_from(["faces", "sum"]))
def test_a_roll_has_the_odds_of_every_throw_counted_by_hand(dice, reads):
    found = distribution(lambda: total_of(dice, reads)).map(sum)
    by_hand = Counter(sum(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count))
    assert shares(found) == {total: Fraction(ways, dice.outcomes) for total, ways in by_hand.items()}


@given(SMALL)
def test_a_sum_has_the_odds_icepool_gives(dice):
    found = distribution(lambda: total_of(dice, "sum")).map(sum)
    theirs = dice.count @ icepool.d(dice.sides)
    assert shares(found) == {total: theirs.probability(total) for total in theirs.outcomes()}


def exploding():
    (face,) = yield from roll("die", "a", Dice(1, 6), _("Die"))
    if face < 6:
        return face
    (more,) = yield from roll("more", "a", Dice(1, 6), _("More"))
    return face + more


def test_a_second_roll_asked_only_when_needed_is_weighted_by_the_first():
    theirs = icepool.d6.map(lambda face: 6 + icepool.d6 if face == 6 else face)
    assert shares(distribution(exploding)) == {value: theirs.probability(value) for value in theirs.outcomes()}


def test_procedures_run_together_are_independent():
    found = distribution(lambda: run_together(named("a"), named("b"))).map(lambda pair: pair[0] > pair[1])
    assert found.chance(bool) == (icepool.d6 > icepool.d6).probability(True)


def named(key):
    (face,) = yield from roll(key, key, Dice(1, 6), _("Die"))
    return face


def guarded():
    chosen = yield from choose("guard", "b", _("Guard"), (Option("high", _("High")), Option("low", _("Low"))))
    (face,) = yield from roll("die", "a", Dice(1, 6), _("Die"))
    return face > (4 if chosen == "high" else 2)


def test_a_choice_is_made_by_the_policy_given():
    assert distribution(guarded, lambda ask: ("high",)).chance(bool) == Fraction(1, 3)
    assert distribution(guarded, lambda ask: ("low",)).chance(bool) == Fraction(2, 3)


def test_a_choice_without_a_policy_is_not_guessed():
    with pytest.raises(LookupError):
        distribution(guarded)


def test_a_policy_that_chooses_an_act_not_offered_is_a_fault():
    with pytest.raises(ValueError, match="guard"):
        distribution(guarded, lambda ask: ("middle",))


WEIGHTS = st.dictionaries(st.integers(0, 3), st.integers(1, 5), min_size=1, max_size=4).map(Distribution)


@given(st.lists(st.tuples(st.integers(1, 5), WEIGHTS), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts_whatever_their_totals(parts):
    found = shares(mixture(iter(parts)))
    whole = sum(weight for weight, _part in parts)
    for value in range(4):
        by_hand = sum(Fraction(weight, whole) * shares(part).get(value, 0) for weight, part in parts)
        assert found.get(value, 0) == by_hand
    assert sum(found.values()) == 1


def test_a_mixture_is_counted_in_the_smallest_numbers_there_are():
    coin = Distribution({"a": 2, "b": 2})
    assert mixture([(6, coin), (3, coin)]).weights == {"a": 1, "b": 1}
    assert mixture([(1, certain("a")), (3, Distribution({"a": 1, "b": 1}))]).weights == {"a": 5, "b": 3}
    assert mixture([]).weights == {}


@given(WEIGHTS, WEIGHTS)
def test_two_things_at_once_and_one_after_the_other_agree(first, second):
    beside = shares(first.beside(second).map(sum))
    after = shares(first.then(lambda value: second.map(lambda more: value + more)))
    assert beside == after
    assert sum(beside.values()) == 1


def test_a_certain_result_has_certain_odds():
    assert distribution(lambda: just("done")) == certain("done")
    assert certain("done").chance(lambda value: value == "done") == 1
