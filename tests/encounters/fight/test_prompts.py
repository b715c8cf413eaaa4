"""Prompts for real dice: a field for each die, and buttons for its faces."""

import pytest
from django.utils import translation

from encounters.fight import prompts
from rules.core.check import Breakdown, Check, Modifier
from rules.core.dice import Dice
from rules.core.script import Roll
from rules.core.text import Text

FACES = tuple(range(1, 7))


@pytest.mark.parametrize(
    ("count", "sides", "labels", "keys", "pad", "tens"),
    [
        (1, 6, ["1D6"], FACES, (), False),
        (2, 6, ["Die 1", "Die 2"], (), FACES, False),
        (1, 20, ["1D20"], tuple(range(1, 21)), (), False),
        (1, 21, ["1D21"], (), (), False),
        (2, 21, ["Die 1", "Die 2"], (), (), False),
        (1, 100, ["1D100"], (), tuple(range(10)), True),
    ],
)
def test_a_throw_is_asked_die_by_die(count, sides, labels, keys, pad, tens):
    with translation.override("en"):
        row = prompts.roll_row(Roll("die", "ada", Dice(count, sides), Text("Attack")))
    assert [die["label"].upper() for die in row["dice"]] == [label.upper() for label in labels]
    assert {die["most"] for die in row["dice"]} == {sides}
    assert (row["keys"], row["pad"], row["tens"]) == (keys, pad, tens)


@pytest.mark.parametrize(("count", "words"), [(1, "What does your 1D6 show?"), (2, "What do your 2D6 show?")])
def test_a_prompt_asks_for_one_die_or_for_several(count, words):
    with translation.override("en"):
        assert prompts.roll_row(Roll("die", "ada", Dice(count, 6), Text("Attack")))["show"].upper() == words.upper()


@pytest.mark.parametrize(
    ("value", "adds", "shown"), [(12, False, ("12", "Target")), (0, True, ("0", "Bonus")), (3, True, ("+3", "Bonus"))]
)
def test_a_number_to_reach_and_one_that_is_added_are_told_apart(value, adds, shown):
    check = Check("ada", "aim", Text("Aim"), Breakdown(Modifier(Text("Aim"), value)), adds=adds)
    with translation.override("en"):
        row = prompts.target_row(check)
    assert (row["target"], row["target_label"]) == shown
    assert set(prompts.target_row(None).values()) == {""}
