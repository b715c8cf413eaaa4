"""A weapon that leaves the hand between a declaration and its action (POL-CRIT-10, POL-MELEE-01, 12)."""

import pytest

from rules.games.polaris.shooting import weapons
from tests.rules.polaris.table import DAGGER, Table, sheet

GONE = "This weapon is no longer in hand."
SWORD = {**DAGGER, "name": "Sword"}


def armed(weapon="dagger", **more):
    """``a`` has declared an attack on ``b``, who is faster and acts first."""
    people = {"a": sheet(reaction=12, **more.pop("sheet", {})), "b": sheet(reaction=20)}
    return Table(**people).start().declare("a", "b", weapon, **more).declare("b", "a")


def loses(table, key):
    """The table after the weapon has fallen from the hand of ``a``."""
    table.scene = table.scene.with_changes([table.scene.write("a", f"weapons.{key}.drawn", None)])
    return table


@pytest.mark.rules("POL-CRIT-10", "POL-INIT-11")
@pytest.mark.parametrize(("weapon", "act"), [("dagger", "attack"), ("pistol", "shoot")])
def test_nobody_attacks_with_a_weapon_that_has_fallen(weapon, act):
    table = armed(weapon).do("pass", "b")
    assert table.offer(act, "a").refused is None
    assert str(loses(table, weapon).offer(act, "a").refused) == GONE
    assert table.offer("pass", "a").refused is None


@pytest.mark.rules("POL-MELEE-01")
def test_nobody_defends_themselves_with_it_either():
    table = armed()
    assert weapons.in_hand(table.scene, "a").key == "dagger"
    assert weapons.in_hand(loses(table, "dagger").scene, "a").key == "bare_hands"


@pytest.mark.rules("POL-MELEE-12", "POL-MARTIAL-15")
@pytest.mark.parametrize(("technique", "acts", "gains"), [("none", "a", 3), ("two_weapon_defense", "b", 3)])
def test_a_second_weapon_helps_while_it_is_held(technique, acts, gains):
    art = {"weapons__sword": SWORD, "skills__martial_defense": {"mastery": "Spé", "level": 20}}

    def chances(falls):
        table = armed(sheet=art, other_hand="sword", technique=technique)
        if acts == "a":
            table.do("pass", "b")
        (loses(table, "sword") if falls else table).do("attack", acts).answers(attack_die=19, defence_die=19)
        return table.outcome("a").check.target.total

    assert chances(falls=False) == chances(falls=True) + gains


FISTS = {**DAGGER, "skill": "unarmed_combat"}


@pytest.mark.rules("POL-CRIT-10/several")
@pytest.mark.parametrize(
    ("others", "named", "left"),
    [
        ({"sword": SWORD}, "sword", {"dagger"}),
        ({"sword": SWORD}, "dagger", {"sword"}),
        ({"sword": {**SWORD, "drawn": False}}, None, set()),
        ({"fists": FISTS}, None, {"fists"}),
    ],
)
def test_the_game_master_names_which_of_several_weapons_falls(others, named, left):
    table = Table(a=sheet("a", 14, weapons={**others, "dagger": DAGGER}), b=sheet("b", 8)).start().declare("b")
    table.declare("a", "b").do("attack", "a").answers(attack_die=20, defence_die=19, attack_reroll=9)
    table.do("catastrophe", fighter="a", what="2", told="")
    if named:
        table.answers(dropped=named)
    assert {key for key, arm in table.scene.sheet("a")["weapons"].items() if arm.get("drawn")} == left
