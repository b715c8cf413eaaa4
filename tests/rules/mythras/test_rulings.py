"""Magic, and rulings of the game master: rules that were once implemented wrongly."""

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put
from rules.core.scene import Action
from tests.rules.mythras.play import BANDIT, GUNNER, MYTHRAS, QUIET, Table, kinds, marked, table

MAGE = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
BARE = put(BANDIT, "armour", {})


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("uruk", "npc", third), **more).finish()


@pytest.mark.rules("MYT-ACT-CAST/any-time", "MYT-ACT-HOLD-MAGIC")
def test_a_spell_that_is_ready_is_released_at_any_time():
    here = table(MAGE).do("prepare", "ada", note="Nuée").do("attack", "orc", target="ada", weapon="axe")
    assert "unleash" in kinds(here, "ada") and here.left("ada") == 1
    assert "unleash" not in kinds(table(MAGE), "ada")


@pytest.mark.rules("MYT-REACT-COUNTERSPELL/held")
def test_a_held_spell_counters_only_suitable_spells():
    here = marked(Table(("ada", "pc", MAGE), ("eve", "npc", MAGE)).finish(), "eve", spell="Bouclier")
    here.do("cast", "ada", note="Nuée").go("counter", "unfit", 30)
    assert "the spell works: Nuée" in here.told()


@pytest.mark.rules("MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("die", "works"), [(35, False), (90, True)])
def test_a_spell_aimed_at_somebody_is_evaded(die, works):
    here = table(MAGE).do("cast", "ada", note="Trait", target="orc").go(30, "evade", die)
    assert ("the spell works: Trait" in here.told()) == works and here.mark("orc", "prone") is True


@pytest.mark.rules("MYT-ACT-MOUNT", "MYT-ACT-MOVE", "MYT-MOVE-CLIMB")
def test_a_huge_mount_takes_turns_and_metres_are_as_the_game_master_says():
    here = table().do("mount", "ada", turns=2)
    assert here.mark("ada", "mounted") is None and here.mark("ada", "mounting") == 1
    here.do("dither", "orc").do("mount", "ada")
    assert here.mark("ada", "mounted") is True and here.mark("ada", "mounting") is None
    assert "moves 3 m (climb)" in table().do("move", "ada", how="climb", metres=3).told()


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING/several")
@pytest.mark.parametrize(("rule", "count"), [("one", 1), ("all", 2)])
def test_standing_up_among_several_is_opposed_by_house_setting(rule, count):
    here = three(settings={"footing_against": rule})
    for foe in ("orc", "uruk"):
        here.do("contact", fighter="ada", other=foe)
    marked(here, "ada", prone=True).do("stand", "ada")
    here.go("brawn", "brawn").answer("mine1", 20).answer("theirs1", 90)
    assert (here.mark("ada", "prone") is None) == (count == 1)


@pytest.mark.rules("MYT-FREE-WARD/parries")
@pytest.mark.parametrize(("rule", "parries"), [("refused", False), ("ends", True)])
def test_a_guarding_item_may_parry_by_house_setting(rule, parries):
    here = table(settings={"ward_parry": rule}).do("ward", "orc", weapon="shield", place1="head")
    here.attack("ada", "orc", "spear", 31)
    assert (here.options()["parry-shield"] is None) == parries
    if parries:
        here.go("parry-shield", 90, "none", 10, 1, 1)
        assert here.mark("orc", "wards") is None


@pytest.mark.rules("MYT-FREE-WARD/before-die")
def test_a_guard_is_set_until_the_die_of_the_attack_is_thrown():
    here = table().do("attack", "ada", target="orc", weapon="spear")
    assert "ward" in kinds(here, "orc")
    here.go(31)
    assert "ward" not in kinds(here, "orc") and "speak" in kinds(here, "orc")


@pytest.mark.rules("MYT-FX-OVERPENETRATE/half")
@pytest.mark.parametrize(("rule", "asked"), [("plain", "behind-damage"), ("raised", "behind-location")])
def test_damage_that_passes_on_was_not_raised_by_other_effects(rule, asked):
    here = Table(
        ("ada", "pc", GUNNER), ("orc", "npc", BARE), ("bob", "npc", BARE), settings={"overpenetrate_raised": rule}
    )
    here.finish().do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(5, "overpenetration", "maximise_damage", 10, 3)
    here.finish_at("behind-other-target", "bob").go("near")
    keys = [here.asked()[0]]
    here.answer(keys[0], 10 if "location" in keys[0] else 3)
    assert asked in (keys[0], here.asked()[0] if here.scene.exchanges else "")


@pytest.mark.rules("MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("die", "hit"), [(35, False), (90, True)])
def test_a_chariot_is_evaded_as_a_blow_is(die, hit):
    here = table().do("hazard", fighter="orc", note="Char", skill=60).go(30, "evade", die)
    assert ("is hit by it" in here.told()) == hit and here.mark("orc", "prone") is True and here.left("orc") == 1


@pytest.mark.rules("MYT-SIT-R10")
def test_an_invisible_target_at_an_unknown_place_cannot_be_shot_at():
    here = table(GUNNER).do("around", fighter="orc", what="shot-invisible")
    assert "Hopeless" in here.refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=20)


@pytest.mark.rules("MYT-MOVE-CRAWL")
def test_a_snake_moves_as_others_walk():
    here = table(put(BANDIT, "legs", 0)).do("state", fighter="ada", state="prone").do("move", "ada", how="run")
    assert "moves 18 m (run)" in here.told()


@pytest.mark.rules("MYT-FX-BYPASS-ARMOUR", "MYT-ATK-01")
def test_the_odds_of_a_blow_know_of_piercing_ammunition_and_of_the_helpless():
    plate = put(BANDIT, "armour", {"a": {"points": 20, "chest": True}})
    shares = []
    for sharp in (False, True):
        here = table(put(GUNNER, "weapons.carbine.piercing", sharp), plate)
        args = {field.key: field.blank for field in here.offer("ada", "shoot").fields}
        action = Action("shoot", "ada", {**args, "target": "orc", "weapon": "carbine", "metres": 20})
        shares.append(MYTHRAS.odds(here.scene, action).chances[-1].value)
    assert shares[0] < shares[1]
    down = marked(table(), "orc", helpless=True)
    assert MYTHRAS.odds(down.scene, Action("attack", "ada", {"target": "orc", "weapon": "spear"})) is None


@pytest.mark.rules("MYT-ACT-DELAY/which-point", "MYT-CLOSE-LEAP", "MYT-ACT-CHANGE-RANGE")
@pytest.mark.parametrize("kind", ["leap", "range"])
def test_every_reaction_asks_which_of_two_points_it_costs(kind):
    here = table().do("delay", "ada")
    here.do("leap", "orc", target="ada").go(30, "evade") if kind == "leap" else here.do("range", "orc", other="ada")
    here.go(*([] if kind == "leap" else ["on", "contest"]))
    assert here.asked() == ["point"]
    assert here.go("turn").left("ada") == 2 or here.finish(90).mark("ada", "delayed")
