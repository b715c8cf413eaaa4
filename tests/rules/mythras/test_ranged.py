"""Thrown and shot weapons: bands, impact, loading, situations, and the effects of firearms."""

import pytest

from rules.core.errors import RulesError
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.engine.offers import offers
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.equipment import ranged
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, SHEETS, Table
from tests.rules.mythras.play import SOLDIER as LUCKY

ARCHER, SOLDIER = SHEETS["archer"], put(LUCKY, "state.luck", 0)


def table(mine=SOLDIER, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def shot(here, *answers, weapon="carbine", metres=50, **more):
    return here.do("shoot", "ada", target="orc", weapon=weapon, metres=metres, **more).go(*answers)


def target(here):
    return from_json(here.events[-1].payload["outcomes"][0]).check.target.total


@pytest.mark.rules("MYT-RANGED-BANDS/nearer")
@pytest.mark.parametrize(
    ("metres", "band"), [(0, "short"), (15, "short"), (16, "effective"), (100, "effective"), (200, "long"), (201, "")]
)
def test_a_boundary_belongs_to_the_nearer_band(metres, band):
    assert ranged.band(arms.find(ARCHER, "bow", {}), metres) == band


@pytest.mark.rules("MYT-RANGED-BANDS/half")
def test_beyond_its_range_nothing_is_shot_and_at_long_range_damage_is_halved():
    assert "2000" in table().refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=2001)
    here = shot(table(), 31, "none", 10, "chest", [3, 4], metres=450)
    assert here.hp("orc", "chest") == 7 - (4 - 1)


@pytest.mark.rules("MYT-RANGED-01", "MYT-RANGED-DM", "MYT-STYLE-MARKSMAN", "MYT-FX-MARKSMAN")
def test_a_shot_is_an_exchange_without_damage_modifier_and_a_marksman_may_move_it():
    here = shot(table(put(SOLDIER, "characteristics.str", 18)), 31, "none", 10)
    assert here.asked() == ["moved"]
    here.go("head", [1, 1])
    assert here.hp("orc", "head") == sheets.location(BANDIT, "head").hp_max - 2
    plain = shot(table(put(SOLDIER, "styles.infantry.ranged_marksman", False)), 31)
    assert plain.go("marksman", 10).asked() == ["moved"]


@pytest.mark.rules("MYT-RANGED-DM/column")
@pytest.mark.parametrize(
    ("mine", "weapon", "adds", "lost"),
    [(ARCHER, "bow", None, 1 + 1), (SOLDIER, "carbine", None, 2), (SOLDIER, "carbine", True, 3)],
)
def test_a_bow_adds_the_damage_modifier_and_a_firearm_does_not(mine, weapon, adds, lost):
    strong = put(put(mine, "characteristics.str", 18), "characteristics.siz", 18)  # 1d2 more
    if mine is ARCHER:
        own = put(put(strong, "weapons.bow.own_flags", True), "weapons.bow.model", "bow")
        assert not arms.find(own, "bow", {}).adds_modifier
    strong = strong if adds is None else put(strong, f"weapons.{weapon}.adds_modifier", adds)
    strong = put(strong, "styles.infantry.ranged_marksman", False) if mine is SOLDIER else strong
    here = shot(table(strong, put(BANDIT, "armour", {})), 31, "none", weapon=weapon, metres=10)
    if mine is ARCHER:
        here.go("none")
    here.go(10).finish()
    assert here.hp("orc", "chest") == sheets.location(BANDIT, "chest").hp_max - lost


@pytest.mark.rules("MYT-RANGED-PARRY/shields", "MYT-CLOSE-EVADE", "MYT-RANGED-PARRY/dive")
def test_only_shields_parry_missiles_nothing_parries_bullets_and_evading_needs_cover():
    here = table(ARCHER, put(HOPLITE, "armour", {}))
    here.do("shoot", "ada", target="orc", weapon="bow", metres=10).go(31)
    why = here.options()
    assert why["parry-aspis"] is None and why["parry-spear"] == "Only a shield parries this."
    guns = table(theirs=HOPLITE)
    assert shot(guns, 31).asked() == ["effect-1"]
    near = shot(table(theirs=HOPLITE), 31, cover_near=True).options()
    assert near["evade"] is None and near["parry-aspis"] == "Nothing parries this."


@pytest.mark.rules("MYT-RANGED-LOAD", "MYT-ACT-RELOAD", "MYT-AP-04", "MYT-AUTO-06")
def test_rounds_are_spent_and_loading_takes_its_turns():
    here = table(put(SOLDIER, "weapons.carbine.loaded", 1))
    shot(here, 90)
    here.do("dither", "orc")
    assert here.refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=5)
    here.do("reload", "ada", weapon="carbine").do("dither", "orc").do("new_round")
    assert arms.find(here.scene.sheet("ada"), "carbine", {}).loaded == 0
    here.do("reload", "ada", weapon="carbine")
    found = arms.find(here.scene.sheet("ada"), "carbine", {})
    assert (found.loaded, found.reserve) == (30, 60)


@pytest.mark.rules("MYT-FX-LOCATION/ranged")
def test_a_shot_chooses_its_location_on_a_critical_or_at_a_still_near_target():
    assert shot(table(), 31).options()["choose_location"]
    assert shot(table(), 31, still=True).options()["choose_location"] is None
    assert shot(table(), 31, still=True, metres=150).options()["choose_location"]
    assert shot(table(), 5).options()["choose_location"] is None


@pytest.mark.rules("MYT-FX-PIN-DOWN", "MYT-FX-DROP-FOE", "MYT-FX-WEAPON-MALFUNCTION")
def test_the_effects_of_firearms():
    here = shot(table(), 31, "pin_down", 10, "chest", [1, 1], 90, "car")
    assert here.mark("orc", "cannot_attack") == 1 and here.mark("orc", "cover") == {"of": "car", "hides": "all"}
    here = shot(table(), 31, "drop_foe", 10, "chest", [1, 1], 90)
    assert here.mark("orc", "dropped") is True and "is out of the fight for 30 minutes" in here.told()
    here = shot(table(), 100, "evade", 20, "weapon_malfunction", "none", "car", cover_near=True)
    assert here.scene.sheet("ada")["weapons"]["carbine"]["malfunction"] is True
    blades = table(HOPLITE).attack("ada", "orc", "spear", 31, "none").options()
    assert blades["pin_down"] == "Needs a firearm."


@pytest.mark.rules(
    "MYT-RANGED-SIT", "MYT-SIT-R01", "MYT-SIT-R02", "MYT-SIT-R03", "MYT-SIT-R05", "MYT-SIT-R06", "MYT-SIT-R07",
    "MYT-SIT-R08", "MYT-SIT-R09", "MYT-SIT-R10", "MYT-SIT-R14",
)  # fmt: skip
@pytest.mark.parametrize(
    ("situation", "number"),
    [("none", 66), ("light_wind", 44), ("moderate_wind", 33), ("strong_wind", 14), ("running", 44), ("zigzag", 33)]
    + [("fog", 44), ("smoke", 33), ("obscured", 14), ("unseen", 14), ("shot_unstable", 44)]
    + [("shot_dim", 44), ("shot_dark", 33), ("shot_black", 14)],
)
def test_the_situation_of_a_shot_gives_the_grade(situation, number):
    assert target(shot(table(), 95, situation=situation)) == number


@pytest.mark.rules("MYT-SIT-R04", "MYT-SIT-R11")
@pytest.mark.parametrize("situation", ["storm", "shot_blind"])
def test_some_shots_cannot_even_be_tried(situation):
    args = {"target": "orc", "weapon": "carbine", "metres": 5, "situation": situation}
    assert table().refused(RulesError, "shoot", "ada", **args) == "Hopeless: this cannot even be tried."


@pytest.mark.rules("MYT-STYLE-BLIND/dark-only", "MYT-SIT-R07", "MYT-SIT-R08", "MYT-SIT-R09", "MYT-SIT-R11")
@pytest.mark.parametrize(
    ("situation", "number"),
    [("shot_dim", 66), ("shot_dark", 66), ("shot_black", 66), ("shot_blind", 66)]
    + [("fog", 44), ("smoke", 33), ("obscured", 14), ("unseen", 14)],
)
def test_blind_shooting_ignores_the_dark_but_neither_fog_nor_smoke(situation, number):
    owl = put(SOLDIER, "styles.infantry.blind_fighting", True)
    assert target(shot(table(owl), 95, situation=situation)) == number


@pytest.mark.rules("MYT-SIT-R12", "MYT-SIT-R13")
def test_a_prone_fighter_is_hard_to_hit_and_shoots_badly():
    assert target(shot(table().do("state", fighter="orc", state="prone"), 95)) == 33
    assert target(shot(table().do("state", fighter="ada", state="prone"), 95)) == 14


def lying(sheet=SOLDIER):
    return table(sheet).do("state", fighter="ada", state="prone")


def asked_of(here, kind="shoot"):
    """The fields of a form of Ada."""
    (offer,) = [one for one in offers(MYTHRAS, here.scene, "ada") if one.kind == kind]
    return {one.key for one in offer.fields}


@pytest.mark.rules("MYT-SIT-R13")
def test_a_prepared_position_on_the_ground_costs_a_gun_nothing():
    assert target(shot(lying(), 95, prepared=True)) == 66
    assert target(shot(lying().do("state", fighter="orc", state="prone"), 95, prepared=True)) == 33
    assert target(shot(lying(), 95, prepared=True, situation="strong_wind")) == 14
    long = lying(put(SOLDIER, "weapons.carbine.mode", "long_burst"))
    long.do("burst", "ada", weapon="carbine", rounds=3, metres=50, at_orc=True, prepared=True).go("fire")
    assert long.request().check.target.total == 33


@pytest.mark.rules("MYT-SIT-R13/prepared")
@pytest.mark.parametrize(
    ("kind", "able"), [("crossbow", True), ("pistol", True), ("gauss", True), ("bow", False), ("sling", False)]
)
def test_only_a_crossbow_or_a_firearm_is_shot_from_a_prepared_position(kind, able):
    both = put(ARCHER, "weapons.gun", {"model": "bow", "style": "archery", "kind": kind, "in_hand": True})
    assert ("prepared" in asked_of(lying(both))) == able and "prepared" not in asked_of(table(both))
    if able:
        why = lying(both).refused(RulesError, "shoot", "ada", target="orc", weapon="bow", metres=10, prepared=True)
        assert why == "Only a crossbow or a firearm is shot so."
        found = shot(lying(both), weapon="gun", metres=10, prepared=True).request()
        assert found.check.target.total == shot(table(both), weapon="gun", metres=10).request().check.target.total == 66


@pytest.mark.rules("MYT-SIT-R13")
def test_a_burst_is_fired_from_a_prepared_position_only_prone():
    gun = put(SOLDIER, "weapons.carbine.mode", "long_burst")
    assert "prepared" in asked_of(lying(gun), "burst") and "prepared" not in asked_of(table(gun), "burst")
    assert "prepared" not in asked_of(lying(put(SOLDIER, "weapons.carbine.in_hand", False)))
