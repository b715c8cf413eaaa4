"""The values every field of Mythras may hold, line by line."""

from rules.testing import laws
from tests.rules.mythras.play import HOPLITE, MYTHRAS
from tests.rules.ranges import listed, ranges, said


def test_every_field_keeps_its_range():
    assert ranges("mythras") == listed("mythras")


def test_the_forms_of_a_fight_offer_and_refuse_the_recorded_values():
    assert said("mythras") == listed("mythras", "forms")


def test_the_game_names_its_parts():
    laws.names_exist(MYTHRAS, HOPLITE)
