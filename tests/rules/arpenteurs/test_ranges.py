"""The values every field of Arpenteurs may hold, line by line."""

from tests.rules.ranges import listed, ranges, said


def test_every_field_keeps_its_range():
    assert ranges("arpenteurs") == listed("arpenteurs")


def test_every_form_of_a_fight_keeps_its_fields_and_its_refusals():
    assert said("arpenteurs") == listed("arpenteurs", "forms")
