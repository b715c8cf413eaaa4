"""What every field of Chroniques Oubliées may hold, line by line."""

from tests.rules.ranges import listed, ranges


def test_every_field_keeps_its_range():
    assert ranges("chroniques") == listed("chroniques")
