"""The numbers always at hand on a sheet: luck, and the rounds left in the weapons that hold some."""

import pytest

from rules.core.paths import put
from tests.rules.polaris.play import POLARIS

PISTOL = {"name": "Pistol", "kind": "ranged", "magazine": 8, "ammo": 5}
RIFLE = {"name": "Rifle", "kind": "ranged", "magazine": 30, "ammo": 30, "drawn": True}
BOW = {"name": "Bow", "kind": "ranged"}
DAGGER = {"name": "Dagger", "kind": "melee", "magazine": 3}


def sheet(**weapons):
    return {"weapons": weapons} if weapons else {}


@pytest.mark.parametrize(
    ("weapons", "expected"),
    [
        ({}, []),
        ({"b": BOW, "d": DAGGER}, []),
        ({"p": PISTOL, "r": RIFLE}, ["weapons.r.ammo", "weapons.p.ammo"]),
        ({f"p{n}": PISTOL for n in range(5)}, ["weapons.p0.ammo", "weapons.p1.ammo", "weapons.p2.ammo"]),
    ],
)
def test_the_weapons_that_hold_rounds_are_at_hand_those_drawn_first(weapons, expected):
    assert list(POLARIS.vitals(sheet(**weapons), {})) == ["luck.current", *expected]


@pytest.mark.parametrize(("by", "left"), [(-1, 4), (-9, 0), (1, 6), (9, 8)])
def test_rounds_are_counted_between_none_and_a_full_magazine(by, left):
    found = POLARIS.step(sheet(p=PISTOL), {}, "weapons.p.ammo", by)
    assert dict(found.writes) == {"weapons.p.ammo": left}


def test_a_weapon_without_a_magazine_has_the_bound_of_its_field():
    found = put(sheet(p=PISTOL), "weapons.p.magazine", None)
    assert POLARIS.most(found, {}, "weapons.p.ammo") == POLARIS.schema.field("weapons.p.ammo").most
