"""The keys that type what a real die shows: one tap for a small die, two for a percentile die."""

import pytest

from encounters.fight.prompts import roll_row
from rules.core.dice import Dice
from rules.core.script import Roll
from rules.core.text import Text
from sheets.rolls.odds import MOST_FACES


@pytest.mark.parametrize(
    ("dice", "keys", "pad", "tens"),
    [
        (Dice(1, 6), tuple(range(1, 7)), (), False),
        (Dice(1, MOST_FACES), tuple(range(1, MOST_FACES + 1)), (), False),
        (Dice(1, MOST_FACES + 1), (), (), False),
        (Dice(2, 6), (), tuple(range(1, 7)), False),
        (Dice(3, MOST_FACES), (), tuple(range(1, MOST_FACES + 1)), False),
        (Dice(2, MOST_FACES + 1), (), (), False),
        (Dice(1, 100), (), tuple(range(10)), True),
        (Dice(2, 100), (), tuple(range(10)), True),
    ],
    ids=str,
)
def test_the_keys_of_real_dice_are_their_faces_or_ten_digits(dice, keys, pad, tens):
    row = roll_row(Roll("die", "ada", dice, Text("Skill")))
    assert (row["keys"], row["pad"], row["tens"]) == (keys, pad, tens)
    assert [die["most"] for die in row["dice"]] == [dice.sides] * dice.count
