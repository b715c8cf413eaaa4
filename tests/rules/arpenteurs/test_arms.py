"""Weapons: what is in hand, magazines, and objects of the scene."""

from cProfile import Profile

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.arpenteurs import GAME, arms
from rules.games.arpenteurs import sheet as sheets
from tests.rules.arpenteurs.play import RAIDER, VETERAN, Table, duel, landed


@pytest.mark.rules("ARP-BURST-06")
@pytest.mark.parametrize(("fired", "left"), [(3, 27), (40, 0)])
def test_a_magazine_never_holds_less_than_zero_nor_says_so(fired, left):
    here, effect = duel(), Effect("ammo", "ada", {"weapon": "rifle", "fired": fired})
    assert str(GAME.describe(here.scene, effect)) == f"{left} cartridges left"
    landed(here, "ammo", "ada", effect.value)
    assert sheets.weapon(here.scene.sheet("ada"), "rifle").ammo == left
    told = GAME.describe(here.scene, Effect("ammo", "ada", {"weapon": "rifle", "reload": True}))
    assert str(told) == "30 cartridges left"
    assert GAME.describe(here.scene, Effect("ammo", "ada", {"weapon": "axe", "fired": 1})) is None


@pytest.mark.rules("ARP-DMG-02")
@pytest.mark.parametrize(
    ("arms", "key"),
    [(None, "object1"), ({"object1": {"name": "Rope"}}, "object2"), ({"object2": {"name": "Rope"}}, "object1")],
)
def test_every_object_of_the_scene_is_a_weapon_of_its_own(arms, key):
    here = Table(("ada", "pc", {"weapons": arms} if arms else {}), ("orc", "foe", RAIDER))
    landed(here, "object", "ada", {"name": "Chair", "damage": 2, "range_m": 6})
    assert set(here.at("ada", "weapons")) == {*(arms or {})}
    assert here.marks("ada")["objects"] == {key: {"name": "Chair", "damage": 2, "range_m": 6}}


@pytest.mark.rules("ARP-BURST-06", "ARP-ACT-02")
@pytest.mark.parametrize(
    ("what", "loaded", "filled"),
    [("reload", "rifle", True), ("reload", "none", False), ("draw", "rifle", False), ("draw", "none", False)],
)
def test_a_magazine_is_filled_by_reloading(what, loaded, filled):
    args = {"what": what, "note": "", "loaded": loaded}
    found = GAME.cost(duel().scene, Action("act", "ada", args))
    assert ("ammo" in [effect.kind for effect in found]) == filled


MISS = (("reaction", "nothing"), ("attack-dice", 6, 6))


@pytest.mark.rules("ARP-ACT-02/drawing")
@pytest.mark.parametrize("tracked", [True, False])
def test_an_item_not_in_hand_is_drawn_first_and_that_is_an_action(tracked):
    here = duel(metres=20, settings={"actions": {"drawing": tracked}}).attack(
        "ada", "orc", "rifle", ("attack-dice", 6, 6)
    )
    here.do("measure", fighter="ada", other="orc", metres=2)
    assert here.why_not("ada", "attack", "weapon", "axe") == (str(arms.NOT_IN_HAND) if tracked else None)
    assert here.why_not("ada", "attack", "weapon", "unarmed") is None
    here.do("act", "ada", what="draw", loaded="axe")
    assert here.why_not("ada", "attack", "weapon", "axe") is None
    assert here.marks("ada")["hands"] == ["axe"]
    assert ("ada", "has in hand: Hache") in here.told()


@pytest.mark.rules("ARP-ACT-02/two-hands", "ARP-ACT-04")
def test_two_hands_hold_two_short_weapons_and_a_third_makes_room():
    knives = {key: {"name": key, "category": "melee", "damage": 1} for key in ("left", "right", "third")}
    here = duel(mine={**VETERAN, "weapons": knives})
    here.attack("ada", "orc", "left", *MISS).attack("ada", "orc", "right", *MISS)
    assert here.why_not("ada", "attack", "weapon", "third") == str(arms.NOT_IN_HAND)
    here.do("act", "ada", what="draw", loaded="third")
    assert here.marks("ada")["hands"] == ["right", "third"]


@pytest.mark.rules("ARP-ACT-02", "ARP-REACT-04")
def test_a_reaction_needs_its_weapon_in_hand_too():
    here = duel(metres=20).do("finish", "ada").attack("orc", "ada", "shotgun", ("attack-dice", 6, 6))
    here.do("finish", "orc").do("new_round").do("measure", fighter="ada", other="orc", metres=2)
    options = here.attack("ada", "orc", "axe").options("reaction")
    assert options["attack-machete"] == str(arms.NOT_IN_HAND)
    assert options["attack-shotgun"] is None


@pytest.mark.rules("ARP-ACT-02")
def test_the_items_in_hand_are_forgotten_with_the_fight():
    here = duel().attack("ada", "orc", "axe", *MISS).do("end")
    assert here.marks("ada") == {}
    here.refused(Refused, "attack", "ada", target="orc", weapon="axe")


def count_calls(weapons):
    """The calls that the form of an attack takes with so many more weapons."""
    more = {f"axe{number}": {"name": f"Axe {number}", "category": "melee"} for number in range(weapons)}
    here = duel(mine={**VETERAN, "weapons": {**VETERAN["weapons"], **more}}, settings={"actions": {"drawing": True}})
    attack = GAME.act("attack")
    profile = Profile()
    profile.runcall(attack.fields, here.scene, "ada")
    return sum(entry.callcount for entry in profile.getstats())


def test_a_weapon_costs_an_attack_no_more_among_many_others():
    few, some, many = count_calls(0), count_calls(60), count_calls(120)
    assert many - some <= 1.2 * (some - few)
