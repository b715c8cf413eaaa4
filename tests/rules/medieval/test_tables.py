"""The tables of the rulebook as they are printed: difficulties, families of weapons, and where each manoeuvre goes."""

import pytest

from rules.games.medieval import declarations
from rules.games.medieval.attacks import throws
from rules.games.medieval.tables import FAMILIES, MANOEUVRES, MOST_HOLDERS, SCALE
from rules.registry import samples
from rules.testing import laws
from tests.rules.medieval.play import MEDIEVAL

SHEETS = samples("medieval")


@pytest.mark.rules("MED-TEST-01")
def test_the_difficulties_are_called_so():
    assert {number: str(word) for number, word in SCALE.items()} == {
        0: "Trivial", 5: "Easy", 10: "Feasible", 15: "Hard", 20: "Heroic",
        25: "Exploit", 30: "Prowess", 40: "Legendary", 60: "Prodigy",
    }  # fmt: skip


@pytest.mark.rules("MED-FAM-01", "MED-PUG-01", "MED-LUTTE-01")
def test_each_family_of_weapons_has_its_use():
    assert {key: engagement for key, (_label, engagement) in FAMILIES.items()} == {
        "arcs": "ranged", "armes_jet": "thrown",
        **dict.fromkeys(("armes_hast", "haches", "lames", "masses", "petites_lames", "pugilat", "lutte"), "melee"),
    }  # fmt: skip


@pytest.mark.rules("MED-MANOEUVRE-ATTAQUE-FORCE", "MED-MANOEUVRE-ATTAQUE-HABILE")
def test_two_manoeuvres_alone_are_bound_to_a_kind_of_attack():
    every = ("melee", "thrown", "ranged")
    found = {key: row.engagements for key, row in MANOEUVRES.items() if row.engagements != every}
    assert found == {"attaque_force": ("melee", "thrown"), "attaque_habile": ("melee",)}


@pytest.mark.rules("MED-MANOEUVRE-DESTABILISATION", "MED-LUTTE-CLE-02")
def test_the_small_numbers_of_manoeuvres_and_holds():
    assert str(declarations.Destabilise.die) == "1d10"
    assert (MOST_HOLDERS, throws.ROLLS_TO_JOIN, throws.HELPER) == (4, 1, -3)


@pytest.mark.parametrize("key", SHEETS)
def test_values_that_change_in_a_fight_are_at_hand_on_the_sheet(key):
    laws.names_exist(MEDIEVAL, SHEETS[key]["data"])
