"""The list of arms and protections, what they do on a sheet, and what they ask of who bears them."""

import pytest

from rules.character.sheet import problems
from rules.core.dice import parse
from rules.core.paths import put
from rules.games.polaris.character import equipment
from rules.games.polaris.character.schema import SCHEMA
from rules.games.polaris.harm import damage
from rules.games.polaris.shooting import weapons
from rules.registry import samples
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet

ARMS = {one.key: one.row for one in equipment.WEAPONS}
WORN = {one.key: one.row for one in equipment.PROTECTIONS}
PRINTED = [  # key, damage, shock, reach, initiative, magazine, strength
    ("knife", "1d10+1", "", 0, 0, 0, 5),
    ("dagger", "1d10+2", "", 0, 0, 0, 0),
    ("knuckles", "1d6+2", "", 0, 0, 0, 0),
    ("truncheon", "1d6+1", "", 1, 0, 0, 5),
    ("club", "1d10+1", "1d10", 1, -2, 0, 7),
    ("cane", "1d10", "1d6", 1, 0, 0, 5),
    ("staff", "1d10+5", "1d6", 2, 0, 0, 11),
    ("sword", "2d10+2", "", 2, -2, 0, 10),
    ("axe", "2d10+3", "1d6", 1, -2, 0, 9),
    ("mace", "2d10", "1d10", 1, -3, 0, 9),
    ("spear", "3d10", "", 3, 0, 0, 11),
    ("neuman", "2d10+3", "", 0, 0, 25, 10),
    ("glenn", "2d10+5", "", 0, 0, 16, 12),
    ("faucheur", "3d10+1", "", 0, 0, 8, 15),
    ("mk56", "3d10+2", "", 0, 0, 8, 14),
    ("paloma", "3d10+1", "", 0, 0, 35, 0),
    ("ax56", "4d10", "", 0, -1, 30, 12),
    ("mass64", "4d10", "", 0, -3, 30, 12),
    ("fav76", "4d10+3", "", 0, -3, 30, 13),
    ("klauss", "3d10", "", 0, 0, 10, 13),
    ("stunner", "", "2d10", 0, 0, 6, 0),
]
RANGES = {
    "neuman": (2, 10, 20, 40, 60),
    "glenn": (3, 15, 30, 60, 90),
    "faucheur": (4, 20, 40, 80, 120),
    "mk56": (7, 35, 70, 140, 210),
    "paloma": (6, 30, 60, 120, 180),
    "ax56": (10, 50, 100, 200, 300),
    "mass64": (10, 50, 100, 200, 300),
    "fav76": (20, 100, 200, 400, 600),
    "klauss": (2, 7, 14, 28, 35),
    "stunner": (3, 7, 15, 30, 40),
}
LIMBS = {"right_arm", "left_arm", "right_leg", "left_leg"}


@pytest.mark.rules("POL-DMG-09")
@pytest.mark.parametrize("printed", PRINTED, ids=[row[0] for row in PRINTED])
def test_each_weapon_is_as_listed(printed):
    key, *expected = printed
    row = ARMS[key]
    keys = ("damage", "shock", "reach", "init", "magazine", "min_strength")
    assert [row.get(one, "" if one in ("damage", "shock") else 0) for one in keys] == expected
    assert tuple(row.get(band, 0) for band in weapons.BANDS) == RANGES.get(key, (0,) * 5)
    assert row.get("modes", "") == (
        "CC/RC/RL" if key in ("paloma", "ax56", "mass64", "fav76") else "CC" if key in RANGES else ""
    )


@pytest.mark.rules("POL-DMG-09")
def test_nothing_is_listed_twice_and_all_of_the_digest_is_there():
    assert [one.key for one in equipment.WEAPONS] == [row[0] for row in PRINTED]
    found = {
        key: (row["value"], {place for place in (*LIMBS, "head", "body") if row.get(place)})
        for key, row in WORN.items()
    }
    limbs, everywhere = LIMBS | {"body"}, LIMBS | {"body", "head"}
    assert found == {
        "leather": (3, limbs),
        "padded": (5, limbs),
        "kevlar_vest": (10, {"body"}),
        "soles": (14, {"body"}),
        "vasta": (13, limbs),
        "mil_az": (10, everywhere),
        "kevlar": (13, everywhere),
        "security": (15, everywhere),
    }


@pytest.mark.rules("POL-DMG-09")
def test_everything_listed_can_be_put_on_a_sheet_and_used():
    rows = {
        path: {one.key: {"name": str(one.label), **one.row} for one in POLARIS.wares(path)} for path in equipment.WARES
    }
    assert list(problems(SCHEMA, {"name": "Ada", **rows})) == []
    table = Table(ada=sheet("ada", weapons=rows["weapons"]), bo=sheet("bo"))
    for key in ARMS:
        weapon = weapons.find(table.scene.sheet("ada"), key)
        assert weapons.why_unusable(table.scene, "ada", weapon) is None
        assert weapon.damage == (parse(ARMS[key]["damage"]) if ARMS[key]["damage"] else None)
    assert POLARIS.wares("gear") == ()


@pytest.mark.rules("POL-DMG-07")
@pytest.mark.parametrize(("cause", "stops"), [("bullet", -10), ("perforation", -4), ("blade", -10), ("", -10)])
def test_a_protection_may_be_worth_less_against_one_kind_of_damage(cause, stops):
    worn = {"protections": {"vest": {"name": "Vest", **WORN["kevlar_vest"]}}}
    assert [term.value for term in damage.armour(worn, "body", {}, cause)] == [stops]


@pytest.mark.rules("POL-DMG-07/best")
def test_the_best_layer_is_the_best_against_this_kind_of_damage():
    vest, leather = {"name": "Vest", **WORN["kevlar_vest"]}, {"name": "Leather", **WORN["padded"]}
    worn = {"protections": {"vest": vest, "leather": leather}}
    counted = [term for term in damage.armour(worn, "body", {}, "perforation") if term.ignored is None]
    assert [(str(term.label), term.value) for term in counted] == [("Leather", -5)]


@pytest.mark.rules("POL-DMG-07")
def test_the_vest_of_the_mercenary_is_weak_against_piercing():
    data = samples("polaris")["mercenary"]["data"]
    assert [term.value for term in damage.armour(data, "body", {}, "perforation")] == [-4]


@pytest.mark.rules("POL-DMG-09")
@pytest.mark.parametrize(
    ("needed", "armour", "each", "chances"),
    [(10, 0, -1, 10), (12, 0, -1, 8), (12, 13, -1, 5), (12, 0, -2, 6), (12, 13, 0, 10)],
)
def test_too_little_strength_costs_chances(needed, armour, each, chances):
    people = sheet("ada", weapons__dagger__min_strength=needed)
    people = put(people, "protections.suit", {"name": "Suit", "equipped": True, "min_strength": armour})
    table = Table({"min_strength_malus": each}, ada=people, bo=sheet("bo"))
    weapon = weapons.find(people, "dagger")
    assert weapons.check(table.scene, "ada", weapon).target.total == chances
