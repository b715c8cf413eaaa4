"""The tables of equipment, and of what a weapon left in the body does."""

import pytest

from rules.core.dice import parse
from rules.games.mythras.character.tables import HUMANOID, SIZES, impale_grade_by_siz, resize
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import ARMOUR, MELEE, OBJECTS, RANGED, SHIELDS


def carried(settings=None, **row):
    return arms.weapons({"weapons": {"w": row}}, settings or {})[0]


@pytest.mark.rules("MYT-EQ-MELEE")
@pytest.mark.parametrize(
    ("key", "damage", "size", "armour", "hp"),
    [("dagger", "1d4+1", "small", 6, 8), ("longspear", "1d10+1", "large", 4, 10), ("spear", "1d8+1", "medium", 4, 5)]
    + [("net", "1d4", "small", 2, 20), ("war_hammer", "1d8+1", "medium", 3, 8), ("fist", "1d3", "small", 0, 0)],
)
def test_close_combat_weapons_are_those_of_the_table(key, damage, size, armour, hp):
    row = MELEE[key]
    assert (row.damage, row.size, row.armour, row.hp) == (damage, size, armour, hp)
    assert len(MELEE) == 15 and all(parse(one.damage) for one in MELEE.values())


@pytest.mark.rules("MYT-EQ-MELEE")
def test_the_size_of_the_great_axe_is_a_house_setting():
    assert carried(model="great_axe").size == "huge"
    assert carried({"great_axe_size": "enormous"}, model="great_axe").size == "enormous"


@pytest.mark.rules("MYT-EQ-SHIELDS")
def test_shields_have_the_size_armour_and_passive_cover_of_the_table():
    assert {key: (row.size, row.armour, row.hp, row.passive) for key, row in SHIELDS.items()} == {
        "heater": ("large", 6, 12, 3),
        "kite": ("huge", 4, 15, 4),
        "buckler": ("large", 6, 9, 2),
        "scutum": ("huge", 4, 18, 5),
        "viking": ("large", 4, 12, 4),
    }


@pytest.mark.rules("MYT-EQ-RANGED")
@pytest.mark.parametrize(
    ("key", "damage", "adds", "force", "ranges", "load", "impale"),
    [("bow", "1d8", True, "large", (15, 100, 200), 1, "small"), ("stone", "1d3", True, "small", (5, 10, 20), None, "")]
    + [("carbine", "2d6", False, "huge", (100, 300, 2000), 2, "")]
    + [("laser", "1d10+2", False, "", (40, 120, 480), 3, "")]
    + [("javelin", "1d8+1", True, "huge", (10, 20, 50), None, "medium")],
)  # fmt: skip
def test_ranged_weapons_are_those_of_the_table(key, damage, adds, force, ranges, load, impale):
    row = RANGED[key]
    assert (row.damage, row.adds_modifier, row.force) == (damage, adds, force)
    assert (row.ranges, row.load, row.impale) == (ranges, load, impale)
    assert len(RANGED) == 12


@pytest.mark.rules("MYT-EQ-ARMOUR")
def test_armour_is_that_of_the_table():
    points = [ARMOUR[key][1] for key in ("furs", "linothorax", "hoplite", "mail", "gothic_plate", "vest_4", "assault")]
    assert points == [1, 3, 5, 6, 8, 10, 12]


@pytest.mark.rules("MYT-EQ-OBJECTS")
def test_objects_have_armour_and_hit_points():
    assert OBJECTS["wooden_wall"][1] == 4 and OBJECTS["tank"][1:] == (15, 100)
    assert all(hp > 0 for _label, _armour, hp in OBJECTS.values())


def test_a_value_written_on_a_row_wins_over_the_table():
    found = carried(model="spear", name="Sarisse", damage="1d10", reach="very_long", hp=2, barbed=True)
    assert (str(found.label), str(found.damage), found.reach, found.hp) == ("Sarisse", "1d10", "very_long", 2)
    assert found.flags == {"impaling", "barbed"} and not found.broken
    assert carried(model="spear", hp=0).broken and carried(damage="two").damage is None


@pytest.mark.rules("MYT-PARRY-07")
def test_sizes_go_up_and_down_by_steps_and_end_at_both_ends():
    assert [resize("medium", by) for by in (-2, -1, 0, 1, 3, 9)] == [
        "small", "small", "medium", "large", "enormous", "enormous"
    ]  # fmt: skip


@pytest.mark.rules("MYT-FX-IMPALE-TABLE/incapacitated")
@pytest.mark.parametrize(
    ("siz", "grades"),
    [(1, "formidable herculean incapacitated incapacitated incapacitated")]
    + [(10, "formidable herculean incapacitated incapacitated incapacitated")]
    + [(11, "hard formidable herculean incapacitated incapacitated"), (21, "- hard formidable herculean incapacitated")]
    + [(40, "- - hard formidable herculean"), (50, "- - - hard formidable"), (51, "- - - - hard"), (61, "- - - - -")],
)
def test_a_weapon_left_in_hampers_by_its_size_and_that_of_the_victim(siz, grades):
    assert [impale_grade_by_siz(siz, size) or "-" for size in SIZES] == grades.split()


@pytest.mark.rules("MYT-DMG-02")
def test_the_human_table_covers_the_d20_and_its_neighbours_know_each_other():
    assert [die for one in HUMANOID for die in range(one.low, one.high + 1)] == list(range(1, 21))
    known = {one.key: one.adjacent for one in HUMANOID}
    assert all(key in known[near] for key, adjacent in known.items() for near in adjacent)
