"""Weapons, styles and their traits: rules that were once implemented wrongly."""

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import blows, threat
from rules.games.mythras.equipment import ranged, sizes
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, CLUB, GUNNER, QUIET, table, with_all


@pytest.mark.rules("MYT-EQ-MELEE", "MYT-STYLE-THROW", "MYT-RANGED-BANDS")
def test_a_throwing_weapon_does_full_damage_and_others_half_and_far_away_a_quarter():
    dagger = put(QUIET, "weapons.spear", {"model": "dagger", "style": "phalanx", "in_hand": True})
    here = table(dagger)
    thrown = arms.find(dagger, "spear", {})
    assert ranged.throwable(here.scene, "ada", thrown) and str(ranged.as_thrown(thrown).damage) == "1d4"
    assert threat.shot(here.scene, "ada", "orc", thrown, {"metres": 5}).halves == 0
    spear = put(QUIET, "styles.phalanx.throw_weapons", True)
    far = threat.shot(table(spear).scene, "ada", "orc", arms.find(spear, "spear", {}), {"metres": 15})
    assert far.halves == 2 and ranged.as_thrown(arms.find(spear, "spear", {})).impale == "medium"


@pytest.mark.rules("MYT-RANGED-DM", "MYT-FX-STUN")
def test_a_row_may_switch_off_a_trait_of_the_table():
    plain = put(QUIET, "weapons.spear", {"model": "dagger", "own_flags": True, "cutting": True, "in_hand": True})
    found = arms.find(plain, "spear", {})
    assert found.flags == {"cutting"} and not found.adds_modifier
    assert "bludgeoning" not in arms.find(QUIET, "aspis", {}).flags


@pytest.mark.rules("MYT-AUTO-06", "MYT-RANGED-DUAL")
def test_a_second_gun_spends_every_round_of_its_burst():
    gun = {"model": "carbine", "style": "infantry", "in_hand": True, "mode": "short_burst", "loaded": 10}
    two = with_all(GUNNER, weapons__carbine__mode="semi_auto", weapons__other=gun)
    here = table(two)
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, second="other")
    assert here.scene.sheet("ada")["weapons"]["other"]["loaded"] == 7
    few = table(put(two, "weapons.other.loaded", 2))
    assert few.refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=20, second="other")


@pytest.mark.rules("MYT-STYLE-UNARMED", "MYT-STYLE-COVERAGE/disarmed")
def test_the_disarmed_have_the_traits_of_all_their_styles():
    two = with_all(BANDIT, styles__other={"name": "Ring", "unarmed_prowess": True}, weapons={})
    here = table(theirs=two)
    assert sizes.parrying(here.scene, "orc", arms.find(two, "fist", {})) == "medium"


@pytest.mark.rules("MYT-STYLE-BLIND")
def test_blind_fighting_parries_in_the_dark():
    owl = put(BANDIT, "styles.brigand.blind_fighting", True)
    for sheet, total in ((owl, 54), (BANDIT, 11)):
        here = table(theirs=sheet).do("attack", "ada", target="orc", weapon="spear", theirs="dark").go(5, "parry-axe")
        assert here.request().check.target.total == total


@pytest.mark.rules("MYT-STYLE-KNOCKOUT")
def test_a_knockout_is_told_in_minutes():
    club = put(CLUB, "styles.phalanx.knockout_blow", True)
    here = table(club, surprised=("orc",))
    here.attack("ada", "orc", "spear", 31, "stun_location", "none", 10, 1, 1, 90)
    assert "is stunned for 1 minute (chest)" in here.told()


@pytest.mark.rules("MYT-ARM-01", "MYT-INIT-03/natural")
def test_magical_protection_adds_up_and_weighs_nothing():
    warded = put(
        BANDIT, "armour", {"w": {"points": 4, "chest": True, "magical": True}, "f": {"points": 2, "chest": True}}
    )
    assert sheets.worn(warded, {}, "chest") == 6 and sheets.armour_penalty(warded) == 2


@pytest.mark.rules("MYT-FX-BYPASS-ARMOUR/spread")
def test_piercing_ammunition_passes_a_layer_and_slugs_do_not_spread():
    gun = put(put(GUNNER, "weapons.carbine.model", "shotgun"), "weapons.carbine.slugs", True)
    here = table(gun).do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(5)
    assert here.options()["bypass_armour"] is None
    sharp = table(
        put(GUNNER, "weapons.carbine.piercing", True), put(BANDIT, "armour", {"a": {"points": 9, "chest": True}})
    )
    danger = threat.shot(sharp.scene, "ada", "orc", arms.find(sharp.scene.sheet("ada"), "carbine", {}), {"metres": 20})
    chest = sheets.location(sharp.scene.sheet("orc"), "chest")
    assert blows.armour_left(blows.Blow(danger, "orc"), chest) == 0
