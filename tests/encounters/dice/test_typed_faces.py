"""Typed faces of a die."""

import pytest

from encounters.dice.policy import read_face
from rules.core.errors import Unreadable


@pytest.mark.parametrize(("typed", "shown"), [("7", 7), (" 12\n", 12), ("0", 0), ("9999", 9999), (3, 3), ("4\x1d", 4)])
def test_a_whole_number_is_read_with_whatever_space_stands_beside_it(typed, shown):
    assert read_face(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", " ", "x", "1.5", "-1", "1 2", "10000", "²", "٣", "1_0", "\x1d", None, 1.0, [1], {}]
)
def test_anything_else_is_refused_with_a_sentence(typed):
    with pytest.raises(Unreadable, match="whole number"):
        read_face(typed)
