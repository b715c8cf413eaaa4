"""Bursts, aiming, scopes, crowds, two guns, and the effects of shots."""

import pytest

from rules.core.errors import RulesError
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.games.mythras.combat import shots
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, HOPLITE, SHEETS, SOLDIER, Table, kinds, marked, with_all

ARCHER, GUNMAN, CUTTHROAT = SHEETS["archer"], SHEETS["gunman"], SHEETS["cutthroat"]
PLAIN = with_all(SOLDIER, styles__infantry__ranged_marksman=False, state__luck=0)
BURST = put(PLAIN, "weapons.carbine.mode", "short_burst")
LONG = put(PLAIN, "weapons.carbine.mode", "long_burst")
MARKED = put(BANDIT, "characteristics.dex", 9)


def table(mine=PLAIN, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def crowd(mine=PLAIN, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("bob", "npc", MARKED), **more)


def shot(here, *answers, weapon="carbine", metres=50, **more):
    return here.do("shoot", "ada", target="orc", weapon=weapon, metres=metres, **more).go(*answers)


def number(here):
    return from_json(here.events[-1].payload["outcomes"][0]).check.target.total


def rounds(here, weapon="carbine"):
    return arms.find(here.scene.sheet("ada"), weapon, {}).loaded


@pytest.mark.rules("MYT-AUTO-01", "MYT-AUTO-02", "MYT-AUTO-03/first", "MYT-AUTO-06")
def test_a_short_burst_is_hard_and_its_further_bullets_bring_no_effects():
    here = shot(table(BURST), 31, "drop_foe", 10, [1, 1])
    assert here.rolled("attack").check.target.total == 44
    here.finish_at("bullets", 3)
    assert here.asked() == ["bullet2-location"]
    here.go(19, [1, 2], 4, [1, 1]).finish(95)
    assert here.hp("orc", "head") == 5 - 3 and here.hp("orc", "left_leg") == 5 - 1
    assert rounds(here) == 27
    few = table(put(BURST, "weapons.carbine.loaded", 2))
    why = few.refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=5)
    assert why == "Only 2 rounds are left."


@pytest.mark.rules("MYT-AUTO-05", "MYT-ACT-STEADY/until-moved")
def test_a_steadied_weapon_has_a_grade_less_of_recoil_until_one_moves():
    here = table(BURST).do("steady", "ada").do("dither", "orc")
    assert number(shot(here, 95)) == 66
    moved = table(BURST).do("steady", "ada").do("dither", "orc").do("move", "ada").do("dither", "orc").do("new_round")
    assert moved.mark("ada", "steadied") is None and number(shot(moved, 95)) == 44


@pytest.mark.rules("MYT-AUTO-04", "MYT-AUTO-07", "MYT-UI-16")
def test_a_long_burst_is_shared_out_and_each_target_has_its_own_exchange():
    here = crowd(LONG).do("burst", "ada", weapon="carbine", rounds=11, at_orc=True, at_bob=True)
    assert str(here.question()) == "A long burst of 11: 5 for each target, 1 lost"
    here.go("fire", 31, "pin_down", 10, [1, 1], 90, "car", 2, 12, [1, 1])
    assert here.asked() == ["bob-attack"]
    assert here.rolled("orc-attack").check.target.total == 33
    here.go(90)
    assert rounds(here) == 19 and here.mark("orc", "cannot_attack") == 1
    held = crowd(LONG).do("burst", "ada", weapon="carbine", rounds=11, at_orc=True).go("hold")
    assert rounds(held) == 30 and held.left("ada") == 1
    assert [shots.shares(*one) for one in ((15, 6), (11, 3), (2, 3), (4, 0))] == [(2, 3), (3, 2), (0, 2), (0, 4)]


@pytest.mark.rules("MYT-AUTO-04/each", "MYT-AUTO-07")
def test_a_burst_needs_a_round_for_each_target_and_may_bring_effects_once():
    few = crowd(LONG)
    args = {"weapon": "carbine", "at_orc": True, "at_bob": True}
    assert few.refused(RulesError, "burst", "ada", rounds=1, **args) == "One round for each target: 2 are needed."
    assert few.refused(RulesError, "burst", "ada", rounds=5, weapon="carbine")
    house = crowd(LONG, settings={"long_burst_fx": "first_only"}).do("burst", "ada", rounds=10, **args)
    house.go("fire", 90, 20)
    assert house.asked() == ["bob-location"]


@pytest.mark.rules("MYT-AUTO-04/arc")
@pytest.mark.parametrize(
    ("settings", "shared"),
    [({}, "3 for each target, 1 lost"), ({"long_burst_arc": "named"}, "5 for each target, 0 lost")],
)
def test_a_long_burst_meets_whoever_is_seen_beside_those_named_or_these_alone(settings, shared):
    """Ten rounds at two raiders, a friend among them; one more is elsewhere, and one of either side hides there."""
    sides = {"orc": "npc", "bob": "npc", "eve": "pc", "far": "npc", "spy": "npc", "kit": "pc"}
    rows = (
        (who, side, put(BANDIT, "characteristics.dex", 4 + place)) for place, (who, side) in enumerate(sides.items())
    )
    here = Table(("ada", "pc", LONG), *rows, settings=settings)
    at = {"ada": "gate", "far": "gate"} | dict.fromkeys(("orc", "bob", "eve", "spy", "kit"), "yard")
    ways = {"door": {"a": "gate", "b": "yard", "metres": 15}}
    places = {key: {"name": key} for key in ("gate", "yard")}
    ground = {"level": "places", "places": places, "ways": ways, "at": at}
    hides = (here.scene.change(f"fighters.{who}.hidden", True) for who in ("spy", "kit"))
    here.scene = here.scene.with_changes((here.scene.change("ground", ground), *hides))
    here.do("burst", "ada", weapon="carbine", rounds=10, at_orc=True, at_bob=True)
    assert str(here.question()) == f"A long burst of 10: {shared}"


@pytest.mark.rules("MYT-AUTO-08", "MYT-ACT-SWITCH-FIRE/linked")
def test_switching_fire_mode_costs_a_point_or_none_and_beams_have_no_bursts():
    here = table().do("mode", "ada", mode="carbine-short_burst")
    assert arms.find(here.scene.sheet("ada"), "carbine", {}).mode == "short_burst" and here.left("ada") == 1
    gauss = put(PLAIN, "weapons.carbine", {"model": "gauss", "style": "infantry", "in_hand": True, "linked": True})
    assert table(gauss).do("mode", "ada", mode="carbine-long_burst").left("ada") == 2
    hints = {one.key: one.hint and str(one.hint) for one in table(gauss).offer("ada", "mode").fields[0].choices}
    assert hints["carbine-long_burst"] == "free"
    for part, left in (({"model": "carbine"}, 2), ({"linked": False}, 1)):  # a free switch needs a link alone
        half = put(gauss, "weapons.carbine", gauss["weapons"]["carbine"] | part)
        assert table(half).do("mode", "ada", mode="carbine-long_burst").left("ada") == left
    laser = put(gauss, "weapons.carbine.model", "laser")
    assert table(put(laser, "weapons.carbine.short_burst", True)).refused(RulesError, "mode", "ada", mode="carbine-x")


@pytest.mark.rules("MYT-ACT-AIM/whole-round", "MYT-RANGED-AIM", "MYT-RANGED-SCOPE")
def test_aiming_takes_a_round_and_makes_the_worst_situation_a_grade_easier():
    here = table(put(PLAIN, "weapons.carbine.scope", 0)).do("aim", "ada", target="orc")
    assert here.left("ada") == 0
    here.do("dither", "orc").do("dither", "orc").do("new_round")
    assert number(shot(here, 95, situation="smoke")) == 44
    assert here.mark("ada", "aim") is None
    scope = table().do("aim", "ada", target="orc").do("dither", "orc").do("dither", "orc").do("new_round")
    assert number(shot(scope, 95, situation="smoke")) == 66
    other = crowd().do("aim", "ada", target="bob").do("dither", "orc").do("dither", "bob")
    other.do("dither", "orc").do("dither", "bob").do("new_round")
    assert number(shot(other, 95, situation="smoke")) == 33
    begun = table().do("steady", "ada").do("dither", "orc")
    assert begun.refused(RulesError, "aim", "ada", target="orc") == "It takes a whole round."


@pytest.mark.rules("MYT-RANGED-SCOPE")
def test_a_scope_lets_an_aiming_shooter_place_a_shot_from_farther():
    far = put(PLAIN, "weapons.carbine.scope_metres", 250)
    here = table(far).do("aim", "ada", target="orc").do("dither", "orc").do("dither", "orc").do("new_round")
    assert shot(here, 31, metres=200, still=True).options()["choose_location"] is None
    assert shot(table(far), 31, metres=200, still=True).options()["choose_location"]


@pytest.mark.rules("MYT-RANGED-CROWD/alone")
@pytest.mark.parametrize(("where", "target"), [("edge", 44), ("inside", 33)])
def test_a_miss_caused_by_the_crowd_alone_hits_a_bystander(where, target):
    here = shot(crowd(), 60, crowd=where)
    assert here.asked() == ["stray"]
    here.go("bob", 10, [3, 3]).finish()
    assert here.hp("bob", "chest") < here.whole("bob", "chest") and here.hp("orc", "chest") == 7
    assert number(here) == target
    assert "effect-1" not in str(here.events[-1].payload["faces"])
    assert shot(crowd(), 90, crowd=where).scene.exchanges == {}
    assert shot(crowd(), 30, crowd=where).asked() == ["effect-1"]


@pytest.mark.rules("MYT-RANGED-CROWD/alone")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_shot_into_the_crowd_finds_nobody_hidden(hidden):
    here = crowd()
    here.scene = here.scene.with_changes([here.scene.change("fighters.bob.hidden", hidden)])
    assert ("bob" in shot(here, 60, crowd="edge").options()) is not hidden


@pytest.mark.rules("MYT-RANGED-DUAL/both")
@pytest.mark.parametrize("other", ["pistol", "carbine"])
def test_two_guns_make_both_shots_harder_for_one_point(other):
    rows = {"one": {"model": "pistol", "style": "street", "in_hand": True}}
    rows["two"] = {"model": other, "style": "street", "in_hand": True}
    here = shot(table(put(GUNMAN, "weapons", rows)), 95, weapon="one", second="two", metres=10)
    assert here.asked() == ["second-attack"]
    here.go(96, "stand", "stand")
    found = [from_json(one).check.target.total for one in here.events[-1].payload["outcomes"]]
    skill = 30 + 12 + 12
    assert found == [-(-skill * 2 // 3) if other == "pistol" else skill // 2] * 2 and here.left("ada") == 1
    assert (rounds(here, "one"), rounds(here, "two")) == (14, 14 if other == "pistol" else 29)


@pytest.mark.rules("MYT-RANGED-DUAL", "MYT-AP-01")
@pytest.mark.parametrize(("spent", "asked"), [(0, "second-reaction"), (1, "second-effect-1")])
def test_the_bullet_of_the_second_gun_is_evaded_with_the_points_left(spent, asked):
    rows = {key: {"model": "pistol", "style": "street", "in_hand": True} for key in ("one", "two")}
    here = table(put(GUNMAN, "weapons", rows), settings={"evade_firearms": "always"})
    marked(here, "orc", spent=spent)
    shot(here, 5, "evade", 5, 1, 1, weapon="one", second="two", metres=10)
    assert here.asked() == ["second-attack"]
    assert here.go(5).asked() == [asked]


@pytest.mark.rules("MYT-STYLE-SKIRMISH", "MYT-ATTR-06")
def test_a_trained_shooter_shoots_on_the_move():
    args = {"target": "orc", "weapon": "carbine", "metres": 20, "gait": "run"}
    assert table().refused(RulesError, "shoot", "ada", **args) == "Only a skirmisher shoots on the move."
    quick = put(PLAIN, "styles.infantry.skirmishing", True)
    assert number(shot(table(quick), 95, gait="walk")) == 66 and number(shot(table(quick), 95, gait="run")) == 44
    assert number(shot(table(quick, settings={"gaits": "free"}), 95, gait="run")) == 66


@pytest.mark.rules("MYT-STYLE-THROW/half")
def test_a_weapon_of_the_style_is_thrown_for_half_damage():
    thrower = put(HOPLITE, "styles.phalanx.throw_weapons", True)
    here = shot(table(thrower), 31, "none", "none", 10, 8, 1, weapon="spear", metres=5)
    assert here.hp("orc", "chest") == 7 - (5 - 1)
    assert "in_hand" not in here.scene.sheet("ada")["weapons"]["spear"]
    assert table(HOPLITE).refused(RulesError, "shoot", "ada", target="orc", weapon="spear", metres=5)


@pytest.mark.rules("MYT-FX-CIRC-COVER/trick")
def test_a_trick_shot_goes_around_cover_for_half_damage():
    hidden = {"of": "brick_wall", "hides": "chest"}
    here = table().do("dither", "ada").do("cover", "orc", **hidden)
    shot(here, 5, "none", "circumvent_cover", "none", 10, [6, 4]).finish()
    assert here.hp("orc", "chest") == 7 - (5 - 1)
    assert shot(table().do("dither", "ada").do("cover", "orc", **hidden), 31, "none").options()["circumvent_cover"]
    house = table(settings={"trick_shot_damage": "full"}).do("dither", "ada").do("cover", "orc", **hidden)
    assert shot(house, 5, "none", "circumvent_cover", "none", 10, [3, 4]).finish().hp("orc", "chest") == 7 - (7 - 1)
    laser = put(PLAIN, "weapons.carbine.model", "laser")
    beam = shot(table(laser).do("dither", "ada").do("cover", "orc", **hidden), 31, "none")
    assert beam.options()["circumvent_cover"] is None
    assert shot(table(), 5).options()["circumvent_cover"] == "The target is behind nothing."


@pytest.mark.rules("MYT-FX-OVERPENETRATE/half")
def test_a_shot_goes_on_into_somebody_behind_with_half_its_damage():
    here = shot(crowd(), 5, "overpenetration", "none", 10, [4, 3])
    here.finish_at("behind-other-target", "bob").go("near", 20)
    here.finish(95)
    assert here.hp("bob", "head") == here.whole("bob", "head") - 4
    assert shot(crowd(), 31).options()["overpenetration"]


@pytest.mark.rules("MYT-FX-DUCK-BACK", "MYT-FX-RAPID-RELOAD")
def test_the_shooter_is_in_cover_at_once_or_loads_faster():
    here = shot(table(), 31, "duck_back", 10, [1, 1], "car", own_cover=True)
    assert here.mark("ada", "cover.hides") == "all" and here.left("ada") == 1
    assert shot(table(), 31).options()["duck_back"] == "No cover is beside the shooter."
    quick = shot(table(), 31, "rapid_reload", 10, [1, 1])
    quick.do("dither", "orc").do("reload", "ada", weapon="carbine")
    assert rounds(quick) == 30
    bow = table(ARCHER).do("shoot", "ada", target="orc", weapon="bow", metres=10).go(95, "none")
    assert bow.do("dither", "orc").refused(RulesError, "shoot", "ada", target="orc", weapon="bow", metres=10)
    bow.do("reload", "ada", weapon="bow").do("dither", "orc").do("new_round")
    assert bow.mark("ada", "empty") is None


@pytest.mark.rules("MYT-RANGED-FORCE", "MYT-RANGED-SHIELD", "MYT-RANGED-BANDS")
@pytest.mark.parametrize(
    ("force", "metres", "settings", "lost"),
    [("huge", 450, {}, 0), ("huge", 50, {}, 5), ("enormous", 50, {}, 9), ("", 50, {}, 5)]
    + [("", 50, {"force_none_rule": "no_reduction"}, 9), ("", 50, {"force_none_rule": "small"}, 0)],
)
def test_impact_meets_a_shield_that_guards(force, metres, settings, lost):
    bare = put(HOPLITE, "armour", {})
    mine = put(PLAIN, "weapons.carbine", {"damage": "2d6", "kind": "long_gun", "category": "ranged", "in_hand": True,
               "style": "infantry", "short": 100, "effective": 300, "long": 2000, "force": force})  # fmt: skip
    here = table(mine, bare, settings=settings).do("ward", "orc", weapon="aspis", place1="chest")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=metres).go(31, "none", 10, [4, 5]).finish(95)
    assert here.hp("orc", "chest") == 8 - lost


@pytest.mark.rules("MYT-RANGED-IMPALE-SIZE")
def test_an_arrow_stays_by_its_own_size_and_a_bullet_never():
    here = table(ARCHER, put(BANDIT, "armour", {}))
    here.do("shoot", "ada", target="orc", weapon="bow", metres=10).go(20, "none", "impale", 10, 3, 2).finish()
    assert here.mark("orc", "impaled.chest.grade") == "hard"
    here.do("dither", "orc").do("reload", "ada", weapon="bow")
    bullet = shot(table(theirs=put(BANDIT, "armour", {})), 31, "impale", 10, [1, 1], [1, 2]).finish()
    assert bullet.mark("orc", "impaled") is None and bullet.hp("orc", "chest") == 4
    laser = put(PLAIN, "weapons.carbine.model", "laser")
    house = shot(table(laser, settings={"energy_impale": False}), 31)
    assert house.options()["impale"] == "Needs an impaling weapon."
    assert shot(table(laser), 31).options()["impale"] is None


@pytest.mark.rules("MYT-STYLE-MARKSMAN", "MYT-AUTO-03", "MYT-FX-ACCIDENT", "MYT-FX-SELECT-TARGET")
def test_a_marksman_moves_an_aimed_shot_and_none_that_goes_astray():
    trained = put(BURST, "styles.infantry.ranged_marksman", True)
    here = shot(table(trained), 31, "drop_foe", 10, "chest", [1, 1], 1, 3)
    assert here.asked() == ["bullet2-location"]
    assert here.go(19).asked() == ["bullet2-moved"]
    house = shot(table(trained, settings={"marksman_bullets": False}), 31, "drop_foe", 10, "chest", [1, 1], 1, 3, 19)
    assert house.asked() == ["bullet2-damage"]
    fumbled = put(PLAIN, "styles.infantry.ranged_marksman", True)
    own = shot(table(fumbled), 100, "evade", 20, "accidental_injury", "none", 10, cover_near=True)
    assert own.asked() == ["own-damage"]
    other = shot(crowd(fumbled), 100, "evade", 20, "select_target", "none", "bob", "near", 10, cover_near=True)
    assert other.asked() == ["other-damage"]


@pytest.mark.rules("MYT-AUTO-02", "MYT-AUTO-04")
@pytest.mark.parametrize(("fired", "asked"), [(2, []), (4, ["orc-bullets"])])
def test_the_number_of_bullets_that_hit_is_thrown_if_more_than_one_can(fired, asked):
    here = crowd(LONG).do("burst", "ada", weapon="carbine", rounds=fired, at_orc=True, at_bob=True)
    here.go("fire", 31, "none", 10, [1, 1])
    assert here.asked() == (asked or ["bob-attack"])


@pytest.mark.rules("MYT-AUTO-01", "MYT-AUTO-04")
@pytest.mark.parametrize(("sheet", "offered"), [(PLAIN, False), (BURST, False), (LONG, True)])
def test_a_long_burst_is_offered_with_a_gun_that_is_set_to_it(sheet, offered):
    assert ("burst" in kinds(table(sheet), "ada")) == offered


@pytest.mark.rules("MYT-AUTO-04", "MYT-AUTO-06")
@pytest.mark.parametrize(("loaded", "most", "usual"), [(0, 1, 1), (1, 1, 1), (7, 7, 7), (15, 15, 10), (30, 20, 10)])
def test_a_long_burst_is_limited_by_loaded_rounds_and_rate(loaded, most, usual):
    fields = table(put(LONG, "weapons.carbine.loaded", loaded)).offer("ada", "burst").fields
    assert [(one.least, one.most, one.default) for one in fields if one.key == "rounds"] == [(1, most, usual)]
