"""Real dice as they are typed: separated as people do, in whole numbers, and not too many at once."""

import pytest

from encounters.forms import MOST_DICE, read_faces
from rules.core.errors import Unreadable


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("17", [17]),
        ("20 4", [20, 4]),
        (" 20,4 ;3+1\n", [20, 4, 3, 1]),
        ("0100", [100]),
        ("9999", [9999]),
        ("", []),
        (" ".join(["6"] * MOST_DICE), [6] * MOST_DICE),
    ],
)
def test_typed_dice_are_read_however_they_are_separated(text, faces):
    assert read_faces(text) == faces


@pytest.mark.parametrize("text", ["six", "-3", "2.5", "4 x", "٣", "²", "10000", " ".join(["6"] * (MOST_DICE + 1))])
def test_anything_but_numbers_of_dice_is_refused_at_its_field(text):
    with pytest.raises(Unreadable) as refusal:
        read_faces(text)
    assert refusal.value.field == "faces"
