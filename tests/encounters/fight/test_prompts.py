"""Prompts for real dice: a field for each die, and buttons for its faces."""

import pytest
from django.utils import translation

from encounters.fight import prompts
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
