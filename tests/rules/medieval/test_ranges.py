"""What every field of the medieval game may hold, line by line."""

from tests.rules.ranges import listed, ranges


def test_every_field_keeps_its_range():
    assert ranges("medieval") == listed("medieval")
