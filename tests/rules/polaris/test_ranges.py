"""The values every field of Polaris may hold, and its offers and refusals with every switch on, line by line."""

from tests.rules.ranges import listed, ranges, said


def test_every_field_keeps_its_range():
    assert ranges("polaris") == listed("polaris")


def test_the_forms_of_a_fight_offer_and_refuse_the_recorded_values():
    assert said("polaris") == listed("polaris", "forms")
