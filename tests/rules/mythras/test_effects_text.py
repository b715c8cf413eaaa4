"""Special effects and their after-effects: rules that were once implemented wrongly."""

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, BEAR, GUNNER, HOPLITE, QUIET, Table, kinds, marked, table, with_all

WHIP = put(QUIET, "weapons.spear", {"model": "whip", "style": "phalanx", "in_hand": True})
BARE = put(BANDIT, "armour", {})


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("uruk", "npc", third), **more).finish()


@pytest.mark.rules("MYT-FX-DISARM", "MYT-FX-PIN-WEAPON")
def test_a_fighter_without_a_parry_is_disarmed_of_weapon_or_shield():
    here = table().attack("ada", "orc", "spear", 31, "none", "disarm", 10, 1, 1, "shield", 90, 1)
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["shield"]
    pinned = table().attack("ada", "orc", "spear", 5, "evade", 90, "pin_weapon", "none", 10, 1, 1, "axe")
    assert pinned.mark("orc", "pinned") == {"axe": "ada"}


@pytest.mark.rules("MYT-FX-ENTANGLE/next-turn", "MYT-FX-TRIP")
def test_an_entangler_trips_in_the_next_turn_without_an_attack():
    here = table(WHIP).attack("ada", "orc", "spear", 31, "none", "entangle", 10, 1, 1).do("dither", "orc")
    here.do("haul", "ada", target="orc").go("brawn", 90)
    assert here.mark("orc", "prone") is True and here.left("ada") == 0
    late = table(WHIP).attack("ada", "orc", "spear", 31, "none", "entangle", 10, 1, 1).do("dither", "orc")
    late.do("dither", "ada").do("dither", "orc").do("new_round")
    assert "haul" not in kinds(late, "ada")


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-FX-DISARM", "MYT-FX-DAMAGE-WEAPON")
def test_a_whip_out_of_the_hand_holds_nobody():
    here = table(WHIP).attack("ada", "orc", "spear", 31, "none", "entangle", 10, 1, 1)
    assert limbs.snares(here.scene, "orc") == {"chest": {"by": "ada", "weapon": "spear"}}
    here.do("drop", "ada", weapon="spear")
    assert here.mark("orc", "entangled") is None


@pytest.mark.rules("MYT-FX-GRIP/ends", "MYT-CLOSE-LEAP", "MYT-CLOSE-ENGAGE")
def test_an_absent_fighter_holds_nobody_and_lies_on_nobody():
    here = marked(table().do("contact", fighter="ada", other="orc"), "orc", under="ada", prone=True)
    marked(here, "orc", gripped={"ada": True}).do("contact", fighter="ada", other="orc", apart=True)
    assert here.mark("orc", "gripped") is None and here.mark("orc", "under") is None


@pytest.mark.rules("MYT-FX-GRIP")
def test_a_grip_can_be_released_and_ends_with_the_gripper():
    here = marked(table(), "orc", gripped={"ada": True}).do("let_go", "ada", what="gripped-orc-ada")
    assert here.mark("orc", "gripped") is None
    out = marked(marked(three(), "orc", gripped={"uruk": True}), "uruk", dropped=True)
    assert limbs.why_rooted(out.scene, "orc") is None


@pytest.mark.rules("MYT-FX-IMPALE")
def test_two_weapons_in_one_place_are_both_pulled_out():
    here = marked(
        table(theirs=put(BARE, "characteristics.siz", 30)),
        "orc",
        impaled={"chest": {"weapon": "javelin", "by": "ada", "grade": "hard"}},
    )
    here.attack("ada", "orc", "spear", 31, "none", "impale", 10, 2, 2, 1)
    assert set(here.mark("orc", "impaled")) == {"chest", "chest_2"}
    here.do("dither", "orc").do("pull", "ada", which="orc-chest_2").go(20, "let", 1)
    assert set(here.mark("orc", "impaled")) == {"chest"}


@pytest.mark.rules("MYT-FX-SUNDER")
def test_sundering_ruins_worn_armour_and_then_the_hide():
    hide = with_all(BANDIT, armour={"a": {"points": 1, "chest": True}}, hit_locations__chest__natural=4)
    axe = put(QUIET, "weapons.spear.sundering", True)
    here = table(axe, hide).attack("ada", "orc", "spear", 31, "none", "sunder", 10, 8, 2)
    assert here.scene.sheet("orc")["armour"]["a"]["sundered"] == 1
    assert here.scene.sheet("orc")["hit_locations"]["chest"].get("natural", 0) == 0
    assert here.hp("orc", "chest") == here.whole("orc", "chest") - (11 - 5 - 5)


@pytest.mark.rules("MYT-FX-SUNDER", "MYT-FX-DROP-FOE")
def test_a_gun_made_for_it_ruins_armour_and_a_siege_weapon_drops_its_target():
    gun = put(GUNNER, "weapons.carbine.sundering", True)
    here = table(gun).do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(31)
    assert here.options()["sunder"] is None
    bolt = put(GUNNER, "weapons.carbine", {
        "category": "ranged", "kind": "siege", "damage": "2d6", "short": 9, "effective": 50, "long": 90,
        "in_hand": True, "style": "infantry", "force": "huge",
    })  # fmt: skip
    siege = table(bolt).do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(31, "none")
    assert siege.options()["drop_foe"] is None and siege.options()["pin_down"] == "Needs a firearm."


@pytest.mark.rules("MYT-FX-MAXIMISE", "MYT-FX-DAMAGE-WEAPON")
def test_damage_to_a_weapon_may_be_maximised():
    here = table().attack("ada", "orc", "spear", 3, "parry-shield", 90, "damage_weapon", "maximise_damage", 2)
    assert arms.find(here.scene.sheet("orc"), "shield", {}).hp == 12 - (8 + 1 + 2 - 6)


@pytest.mark.rules("MYT-FX-FLURRY")
def test_a_bear_goes_on_with_another_part_of_its_body():
    jaws = put(BEAR, "weapons.jaws", {"name": "Jaws", "damage": "1d8", "unarmed": True})
    here = table(jaws).attack("ada", "orc", "claws", 31, "none", "flurry", 10, 1, 1)
    here.finish_at("flurry1-attack", 95)
    assert here.rolled("flurry1-attack").check.key == "weapon_jaws"


@pytest.mark.rules("MYT-FX-SELECT-TARGET")
def test_the_game_master_names_those_in_the_way():
    here = three(BANDIT, HOPLITE)
    here.attack("ada", "orc", "axe", 100, "parry-aspis", 30, "select_target", "none", "uruk", "far")
    assert here.hp("uruk", "chest") == here.whole("uruk", "chest")


@pytest.mark.rules("MYT-FX-BLEED/reopens")
def test_a_wound_whose_bleeding_was_stopped_reopens_with_violence():
    here = marked(table(), "ada", tended=True).attack("ada", "orc", "spear", 95, "none")
    assert here.scene.sheet("ada")["state"]["bleeding"] is True and here.mark("ada", "tended") is None


@pytest.mark.rules("MYT-FX-PIN-DOWN/crawls")
def test_a_pinned_fighter_crawls_and_loads_but_exposes_nothing():
    here = table(theirs=GUNNER).do("dither", "ada")
    marked(here, "orc", cowed=1, cannot_attack=1)
    assert here.why_not("orc", "steady") == "Pinned down: nothing that exposes one."
    assert here.refused(RulesError, "move", "orc", how="run") == "Pinned down: one crawls."
    here.do("move", "orc", how="crawl")
    assert here.mark("orc", "cowed") is None


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER")
def test_a_counter_may_be_any_effect_that_needs_no_blow():
    here = marked(table(BANDIT, QUIET), "orc", counters={"ada": {"trip": 1}})
    here.do("attack", "ada", target="orc", weapon="axe").go(20, "none", "trip")
    assert here.options()["press_advantage"] is None and here.options()["sunder"] == "Needs a blow of one’s own."
    here.go("press_advantage").finish()
    assert here.mark("ada", "cannot_attack") == 1


@pytest.mark.rules("MYT-RANGED-PARRY", "MYT-CLOSE-COVER")
def test_evading_a_bullet_is_a_dive_into_cover():
    here = table(GUNNER).do("shelter", fighter="orc", of="car")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(95, "evade", 90)
    assert here.mark("orc", "cover") == {"of": "car", "hides": "all"} and here.mark("orc", "prone") is True
