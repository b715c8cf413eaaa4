"""Worked examples of the text, one for each rule that was once played otherwise."""

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put
from rules.core.scene import Action
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import blows, threat
from rules.games.mythras.equipment import limbs, ranged, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rounds import initiative
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    CLUB,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    Table,
    kinds,
    marked,
    table,
    with_all,
)

MAGE = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
WHIP = put(QUIET, "weapons.spear", {"model": "whip", "style": "phalanx", "in_hand": True})
BARE = put(BANDIT, "armour", {})


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("uruk", "npc", third), **more).finish()


# The helpless, and what the game master says.


@pytest.mark.rules("MYT-SIT-C01/no-roll")
def test_a_blow_at_the_helpless_succeeds_without_a_roll():
    here = marked(table(), "orc", dropped=True)
    assert here.attack("ada", "orc", "spear").asked() == ["effect-1"]
    dead = table(theirs=put(BANDIT, "state.dead", True))
    assert dead.why_not("ada", "attack") is not None


@pytest.mark.rules("MYT-SIT-C01", "MYT-SIT-GM/alone")
def test_no_player_calls_a_foe_helpless_or_a_target_still():
    here = table(GUNNER)
    assert {"situation", "theirs"} <= here.offer("ada", "attack").gm_only
    assert {"still", "cover_near", "own_cover"} <= here.offer("ada", "shoot").gm_only


@pytest.mark.rules("MYT-SIT-GM")
def test_where_the_game_master_puts_everybody_weighs_on_attack_and_defence():
    here = table().do("around", fighter="all", what="close-dark").do("attack", "ada", target="orc", weapon="spear")
    assert here.request().check.target.total == 14
    here.go(5)
    assert str(next(one.hint for one in here.request().options if one.key == "parry-axe")).startswith("11:")
    clear = table().do("around", fighter="ada", what="close-dark").do("around", fighter="ada", what="close-none")
    assert clear.do("attack", "ada", target="orc", weapon="spear").request().check.target.total == 68


@pytest.mark.rules("MYT-SIT-GM", "MYT-SIT-R05")
def test_who_runs_is_harder_to_hit_whoever_shoots():
    here = table(GUNNER).do("around", fighter="orc", what="shot-running")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    assert here.request().check.target.total == 44


@pytest.mark.rules("MYT-SIT-CAP-SWIM", "MYT-SIT-CAP-RIDE", "MYT-STYLE-MOUNTED")
def test_water_and_saddle_limit_parries_too():
    wet = table(BANDIT, QUIET).do("state", fighter="orc", state="swimming")
    wet.do("attack", "ada", target="orc", weapon="axe").go(5, "parry-spear")
    assert wet.request().check.target.total == sheets.skill(QUIET, "swim").total


@pytest.mark.rules("MYT-SIT-C06")
def test_to_defend_against_a_rider_is_hard():
    here = table().do("state", fighter="ada", state="mounted").do("attack", "ada", target="orc", weapon="spear")
    here.go(5, "parry-axe")
    assert here.request().check.target.total == 36


# Time: delays, interruptions, what lasts a turn.


@pytest.mark.rules("MYT-ACT-DELAY/next-round")
def test_a_point_kept_in_the_last_turn_is_there_in_the_next_round():
    here = table().do("dither", "ada").do("hold", "orc").do("delay", "ada").do("new_round")
    assert here.mark("ada", "delayed") and here.left("ada") == 3 and initiative.for_turns(here.scene, "ada") == 2
    here.do("dither", "ada")
    assert here.mark("ada", "delayed") is None and here.left("ada") == 1


@pytest.mark.rules("MYT-ACT-DELAY")
@pytest.mark.parametrize(("point", "kept"), [("kept", None), ("turn", True)])
def test_whoever_kept_a_point_says_which_one_a_parry_costs(point, kept):
    here = table().do("delay", "ada").attack("orc", "ada", "axe", 90, "parry-aspis", point, 90)
    assert here.mark("ada", "delayed") is kept and here.left("ada") == 1


@pytest.mark.rules("MYT-FX-PRESS", "MYT-ACT-DELAY")
def test_a_pressed_turn_that_is_delayed_brings_no_attack_later():
    here = marked(table(), "ada", cannot_attack=1).do("delay", "ada")
    here.do("attack", "orc", target="ada", weapon="axe")
    assert here.why_not("ada", "attack") == "Delayed a turn without attack."


@pytest.mark.rules("MYT-FX-PRESS", "MYT-REACT-INTERRUPT")
def test_whoever_is_pressed_in_the_middle_of_a_blow_strikes_it_and_loses_the_next():
    here = table().do("delay", "ada").do("attack", "orc", target="ada", weapon="axe")
    here.do("attack", "ada", target="orc", weapon="spear")
    inner = max(here.scene.exchanges.values(), key=lambda row: row.level)
    here.settle(inner.id, attack=5, reaction="none", **{"effect-1": "press_advantage", "effect-2": "none"})
    assert here.mark("orc", "cannot_attack") == 1 and here.asked() == ["attack"]


@pytest.mark.rules("MYT-AP-03/breaking-in")
@pytest.mark.parametrize(("rule", "asked"), [("counts", False), ("besides", True)])
def test_breaking_into_an_attack_on_oneself_is_the_reaction_to_it(rule, asked):
    here = table(settings={"one_reaction": rule}).do("delay", "ada").do("attack", "orc", target="ada", weapon="axe")
    here.do("brace", "ada")
    here.go(30)
    assert (here.asked() == ["reaction"]) == asked


@pytest.mark.rules("MYT-REACT-INTERRUPT")
def test_what_throws_nothing_is_broken_into_as_well():
    here = table().do("delay", "ada").do("ready", "orc", weapon="axe")
    assert here.asked() == ["go-on"] and "attack" in kinds(here, "ada")
    here.go("on")
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["axe"] and here.left("orc") == 1
    quiet = table().do("dither", "ada").do("ready", "orc", weapon="axe")
    assert quiet.scene.exchanges == {}


@pytest.mark.rules("MYT-REACT-INTERRUPT/lost", "MYT-CLOSE-ENGAGE")
def test_a_blow_at_somebody_who_got_away_is_lost():
    here = table().do("delay", "ada").do("attack", "orc", target="ada", weapon="axe")
    here.do("range", "ada", other="orc")
    inner = max(here.scene.exchanges.values(), key=lambda row: row.level)
    here.settle(inner.id, contest="let")
    assert here.scene.exchanges == {} and "can no longer do what was declared" in here.told()


@pytest.mark.rules("MYT-MOVE-06", "MYT-REACT-INTERRUPT")
def test_a_blow_in_passing_is_an_offence_and_ends_a_guard():
    here = table().do("ward", "ada", weapon="spear", place1="head").do("delay", "ada")
    here.do("move", "orc", how="run").go("on", "ada", "strike-spear", 95, "none")
    assert here.mark("ada", "offence") and here.mark("ada", "wards") is None
    shaken = marked(table(), "ada", no_offence=True).do("delay", "ada").do("move", "orc", how="run").go("on", "ada")
    assert shaken.options()["strike-spear"] == "Surprised in this round: no attack."


@pytest.mark.rules("MYT-MOVE-06")
def test_everybody_who_waits_on_the_way_may_answer():
    here = three(BANDIT, QUIET, QUIET)
    here.do("around", fighter="all", what="close-none")
    marked(marked(here, "orc", delayed=True), "uruk", delayed=True)
    here.do("move", "ada", how="run").go("on", ["orc", "uruk"], "let", "let")
    assert "Run: 18 m" in here.told()


@pytest.mark.rules("MYT-FREE-LUCK", "MYT-LUCK-01")
def test_luck_throws_a_parry_again_that_cost_the_last_point():
    lucky = put(BANDIT, "state.luck", 1)
    here = marked(table(theirs=lucky), "orc", spent=1)
    here.do("attack", "ada", target="orc", weapon="spear").go(31, "parry-axe", 90)
    assert here.left("orc") == 1
    rows = [one.key for one in here.offer("orc", "luck").fields[0].choices]
    assert any(one.startswith("again/") and one.endswith("/defence") for one in rows)


@pytest.mark.rules("MYT-FX-STUN/head")
def test_a_stunned_head_keeps_from_acting():
    here = marked(table(), "ada", stunned={"head": 2})
    assert kinds(here, "ada") >= {"dither", "hold"} and not kinds(here, "ada") & {"range", "cover", "ready", "delay"}


@pytest.mark.rules("MYT-INIT-01", "MYT-INIT-02")
def test_initiative_is_rolled_again_and_equals_throw_a_die():
    here = three(BANDIT).do("again", fighter="uruk")
    here.go(10)
    equal = [one for one in ("ada", "orc") if initiative.rank(here.scene, one)[:2] == (20, 11)]
    assert here.asked() == [f"tie1-{one}" for one in ("uruk", *equal)] or not equal


@pytest.mark.rules("MYT-CLOSE-SURPRISE")
@pytest.mark.parametrize(("rule", "back"), [("fight", 0), ("round", 10)])
def test_what_surprise_takes_of_initiative_lasts_as_the_table_likes(rule, back):
    here = table(surprised=("orc",), settings={"surprise_lasts": rule})
    before = initiative.score(here.scene, "orc")
    here.do("hold", "ada").do("hold", "orc").do("new_round")
    assert initiative.score(here.scene, "orc") == before + back


# Effects.


@pytest.mark.rules("MYT-FX-DISARM", "MYT-FX-PIN-WEAPON")
def test_whoever_does_not_parry_is_disarmed_of_weapon_or_shield():
    here = table().attack("ada", "orc", "spear", 31, "none", "disarm", 10, 1, 1, "shield", 90, 1)
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["shield"]
    pinned = table().attack("ada", "orc", "spear", 5, "evade", 90, "pin_weapon", "none", 10, 1, 1, "axe")
    assert pinned.mark("orc", "pinned") == {"axe": "ada"}


@pytest.mark.rules("MYT-FX-ENTANGLE/next-turn", "MYT-FX-TRIP")
def test_whoever_entangled_trips_in_the_next_turn_without_an_attack():
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
def test_whoever_is_away_holds_nobody_and_lies_on_nobody():
    here = marked(table().do("contact", fighter="ada", other="orc"), "orc", under="ada", prone=True)
    marked(here, "orc", gripped={"ada": True}).do("contact", fighter="ada", other="orc", apart=True)
    assert here.mark("orc", "gripped") is None and here.mark("orc", "under") is None


@pytest.mark.rules("MYT-FX-GRIP")
def test_a_grip_can_be_let_go_and_ends_with_the_one_who_grips():
    here = marked(table(), "orc", gripped={"ada": True}).do("let_go", "ada", what="gripped-orc-ada")
    assert here.mark("orc", "gripped") is None
    out = marked(marked(three(), "orc", gripped={"uruk": True}), "uruk", dropped=True)
    assert limbs.rooted(out.scene, "orc") is None


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
def test_sundering_ruins_what_is_worn_and_then_the_hide():
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
def test_the_game_master_says_who_is_in_the_way():
    here = three(BANDIT, HOPLITE)
    here.attack("ada", "orc", "axe", 100, "parry-aspis", 30, "select_target", "none", "uruk", "far")
    assert here.hp("uruk", "chest") == here.whole("uruk", "chest")


@pytest.mark.rules("MYT-FX-BLEED/reopens")
def test_a_wound_whose_bleeding_was_stopped_reopens_with_violence():
    here = marked(table(), "ada", tended=True).attack("ada", "orc", "spear", 95, "none")
    assert here.scene.sheet("ada")["state"]["bleeding"] is True and here.mark("ada", "tended") is None


@pytest.mark.rules("MYT-FX-PIN-DOWN/crawls")
def test_whoever_is_pinned_down_crawls_and_loads_but_exposes_nothing():
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
def test_to_evade_a_bullet_is_to_dive_into_cover():
    here = table(GUNNER).do("shelter", fighter="orc", of="car")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(95, "evade", 90)
    assert here.mark("orc", "cover") == {"of": "car", "hides": "all"} and here.mark("orc", "prone") is True


# Closing in, and leaving.


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-CLOSE-SURPRISE")
def test_a_leap_at_somebody_surprised_brings_one_more_effect():
    here = table(surprised=("orc",)).do("leap", "ada", target="orc").go(31)
    assert "of 2" in str(here.request().text)
    here.go("none").finish()
    assert here.mark("orc", "gift") is None


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("rule", "prone"), [(True, True), (False, False)])
def test_whoever_evades_a_leap_ends_prone_as_the_table_likes(rule, prone):
    here = table(settings={"leap_evade_prone": rule}).do("leap", "ada", target="orc").go(30, "evade", 35)
    assert bool(here.mark("orc", "prone")) == prone and here.mark("orc", "under") is None


@pytest.mark.rules("MYT-CLOSE-CHARGE")
def test_whoever_was_felled_by_the_answer_does_not_run_on():
    here = table().do("charge", "ada", target="orc", weapon="spear").go(95, "none")
    assert here.asked() == ["after"]
    down = marked(table(), "ada", prone=True)
    assert down.why_not("ada", "charge") == "Lies on the ground."


@pytest.mark.rules("MYT-CLOSE-CHARGE")
def test_a_set_spear_takes_the_better_modifier():
    weak = put(put(BANDIT, "characteristics.str", 5), "characteristics.siz", 8)
    strong = with_all(BANDIT, characteristics__str=18, characteristics__siz=18,
        weapons={"pike": {"model": "longspear", "style": "brigand", "in_hand": True}})  # fmt: skip
    here = table(weak, strong).do("charge", "ada", target="orc", weapon="axe").go(95, "counter-pike", 30)
    here.go("none", 10, 5)
    assert here.request().by == "orc" and str(here.request().dice) == "1d6"


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE")
def test_striking_back_at_a_charge_is_as_hard_as_parrying():
    here = table(theirs=BANDIT).do("charge", "ada", target="orc", weapon="spear", theirs="dark").go(31, "counter-axe")
    assert here.request().check.target.total == 11


@pytest.mark.rules("MYT-CLOSE-SWEEP", "MYT-CLOSE-CHARGE")
def test_a_charge_may_end_in_a_sweep():
    here = three()
    here.do("sweep", "ada", weapon="spear", at_orc=True, at_uruk=True, charging=True).go("sweep")
    assert here.request().check.target.total == 46


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE/failed")
def test_whoever_fails_outmanoeuvres_nobody():
    here = three()
    for foe in ("orc", "uruk"):
        here.do("contact", fighter="ada", other=foe)
    marked(marked(here, "orc", spent=2), "uruk", spent=2).do("outmanoeuvre", "ada").go(90)
    assert here.scene.exchanges == {} and here.mark("orc", "outmanoeuvred") is None
    assert here.do("state", fighter="ada", state="cornered").why_not("ada", "outmanoeuvre") in (
        "Cannot move freely.", None
    )  # fmt: skip


@pytest.mark.rules("MYT-CLOSE-ENGAGE")
def test_a_table_may_count_every_step_into_contact():
    here = table(settings={"contact": "engaged"})
    assert here.why_not("ada", "attack") == "Out of reach: close in first."
    assert here.do("contact", fighter="ada", other="orc").why_not("ada", "attack") is None


@pytest.mark.rules("MYT-ACT-BRACE/until-moved", "MYT-ACT-STEADY", "MYT-RANGED-AIM")
@pytest.mark.parametrize("kind", ["evade", "leap", "cover"])
def test_bracing_steadying_and_aiming_end_with_any_move(kind):
    here = marked(table(BANDIT, QUIET), "orc", braced=True, steadied=True, aim="ada")
    if kind == "evade":
        here.attack("ada", "orc", "axe", 95, "evade", 90)
    else:
        args = {"target": "ada"} if kind == "leap" else {"of": "car", "hides": "waist"}
        here.do("dither", "ada").do(kind, "orc", **args)
    assert not any(here.mark("orc", key) for key in ("braced", "steadied", "aim"))


@pytest.mark.rules("MYT-ACT-STEADY/partly-exposed", "MYT-RANGED-AIM", "MYT-CLOSE-COVER")
def test_nothing_is_steadied_behind_total_cover_and_nobody_aims_at_it():
    hidden = {"of": "car", "hides": "all"}
    assert marked(table(GUNNER), "ada", cover=hidden).why_not("ada", "steady") == "Wholly behind cover."
    assert marked(table(GUNNER), "orc", cover=hidden).why_not("ada", "aim") == "The target cannot be seen."


@pytest.mark.rules("MYT-ACT-TAKE-COVER", "MYT-CLOSE-COVER")
def test_the_game_master_knows_what_there_is_to_hide_behind():
    here = table().do("cover", "ada", of="tank", hides="all").go("nothing")
    assert here.mark("ada", "cover") is None and here.left("ada") == 1
    corner = marked(table(), "ada", cover={"of": "impenetrable", "hides": "left"})
    places = {one.key: one for one in sheets.locations(corner.scene.sheet("ada"))}
    stopped = {key for key, one in places.items() if cover.points(corner.scene, "ada", one)}
    assert stopped == {"left_leg", "left_arm"}


@pytest.mark.rules("MYT-CLOSE-COVER/known")
def test_whoever_hides_wholly_is_struck_at_only_where_the_place_is_known():
    here = marked(table(), "orc", cover={"of": "wooden_wall", "hides": "all"})
    here.do("attack", "ada", target="orc", weapon="spear").go("unknown")
    assert here.scene.exchanges == {} and here.left("ada") == 1


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-ACT-CHANGE-RANGE/held")
def test_whose_leg_is_held_goes_nowhere():
    here = marked(table(), "ada", entangled={"left_leg": "orc"})
    assert here.why_not("ada", "range") == here.why_not("ada", "leap") == "A leg is held."
    assert table(settings={"entangled_leg_evade": "allowed"}).why_not("ada", "leap") is None


# Weapons and styles.


@pytest.mark.rules("MYT-EQ-MELEE", "MYT-STYLE-THROW", "MYT-RANGED-BANDS")
def test_a_dagger_flies_and_what_was_not_made_for_it_does_half_and_half_again_far_away():
    dagger = put(QUIET, "weapons.spear", {"model": "dagger", "style": "phalanx", "in_hand": True})
    here = table(dagger)
    thrown = arms.find(dagger, "spear", {})
    assert ranged.throwable(here.scene, "ada", thrown) and str(ranged.thrown(thrown).damage) == "1d4"
    assert threat.shot(here.scene, "ada", "orc", thrown, {"metres": 5}).halves == 0
    spear = put(QUIET, "styles.phalanx.throw_weapons", True)
    far = threat.shot(table(spear).scene, "ada", "orc", arms.find(spear, "spear", {}), {"metres": 15})
    assert far.halves == 2 and ranged.thrown(arms.find(spear, "spear", {})).impale == "medium"


@pytest.mark.rules("MYT-RANGED-DM", "MYT-FX-STUN")
def test_a_row_may_switch_off_what_the_table_gives():
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
    assert "Chest: stunned for 1 minute" in here.told()


@pytest.mark.rules("MYT-ARM-01", "MYT-INIT-03/natural")
def test_magical_protection_adds_up_and_weighs_nothing():
    warded = put(
        BANDIT, "armour", {"w": {"points": 4, "chest": True, "magical": True}, "f": {"points": 2, "chest": True}}
    )
    assert sheets.worn(warded, "chest", {}) == 6 and sheets.armour_penalty(warded) == 2


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


# Magic.


@pytest.mark.rules("MYT-ACT-CAST/any-time", "MYT-ACT-HOLD-MAGIC")
def test_a_spell_that_is_ready_is_released_at_any_time():
    here = table(MAGE).do("prepare", "ada", note="Nuée").do("attack", "orc", target="ada", weapon="axe")
    assert "unleash" in kinds(here, "ada") and here.left("ada") == 1
    assert "unleash" not in kinds(table(MAGE), "ada")


@pytest.mark.rules("MYT-REACT-COUNTERSPELL/held")
def test_a_spell_that_is_held_counters_only_what_it_suits():
    here = marked(Table(("ada", "pc", MAGE), ("eve", "npc", MAGE)).finish(), "eve", spell="Bouclier")
    here.do("cast", "ada", note="Nuée").go("counter", "unfit", 30)
    assert "the spell works: Nuée" in here.told()


@pytest.mark.rules("MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("die", "works"), [(35, False), (90, True)])
def test_a_spell_aimed_at_somebody_is_evaded(die, works):
    here = table(MAGE).do("cast", "ada", note="Trait", target="orc").go(30, "evade", die)
    assert ("the spell works: Trait" in here.told()) == works and here.mark("orc", "prone") is True


# What the game master may change.


@pytest.mark.rules("MYT-ACT-MOUNT", "MYT-ACT-MOVE", "MYT-MOVE-CLIMB")
def test_a_huge_mount_takes_turns_and_metres_are_as_the_game_master_says():
    here = table().do("mount", "ada", turns=2)
    assert here.mark("ada", "mounted") is None and here.mark("ada", "mounting") == 1
    here.do("dither", "orc").do("mount", "ada")
    assert here.mark("ada", "mounted") is True and here.mark("ada", "mounting") is None
    assert "Climb: 3 m" in table().do("move", "ada", how="climb", metres=3).told()


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING/several")
@pytest.mark.parametrize(("rule", "count"), [("one", 1), ("all", 2)])
def test_standing_up_among_several_is_opposed_as_the_table_likes(rule, count):
    here = three(settings={"footing_against": rule})
    for foe in ("orc", "uruk"):
        here.do("contact", fighter="ada", other=foe)
    marked(here, "ada", prone=True).do("stand", "ada")
    here.go("brawn", "brawn").answer("mine1", 20).answer("theirs1", 90)
    assert (here.mark("ada", "prone") is None) == (count == 1)


@pytest.mark.rules("MYT-FREE-WARD/parries")
@pytest.mark.parametrize(("rule", "parries"), [("refused", False), ("ends", True)])
def test_what_guards_may_parry_as_the_table_likes(rule, parries):
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
def test_what_goes_on_was_not_raised_by_other_effects(rule, asked):
    here = Table(
        ("ada", "pc", GUNNER), ("orc", "npc", BARE), ("bob", "npc", BARE), settings={"overpenetrate_raised": rule}
    )
    here.finish().do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(5, "overpenetration", "maximise_damage", 10, 3)
    here.finish_at("behind-other-target", "bob")
    keys = [here.asked()[0]]
    here.answer(keys[0], 10 if "location" in keys[0] else 3)
    assert asked in (keys[0], here.asked()[0] if here.scene.exchanges else "")


@pytest.mark.rules("MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("die", "hit"), [(35, False), (90, True)])
def test_a_chariot_is_evaded_as_a_blow_is(die, hit):
    here = table().do("hazard", fighter="orc", note="Char", skill=60).go(30, "evade", die)
    assert ("is hit by it" in here.told()) == hit and here.mark("orc", "prone") is True and here.left("orc") == 1


@pytest.mark.rules("MYT-SIT-R10")
def test_what_is_invisible_and_somewhere_cannot_be_shot_at():
    here = table(GUNNER).do("around", fighter="orc", what="shot-invisible")
    assert "Hopeless" in here.refused(RulesError, "shoot", "ada", target="orc", weapon="carbine", metres=20)


@pytest.mark.rules("MYT-MOVE-CRAWL")
def test_a_snake_moves_as_others_walk():
    here = table(put(BANDIT, "legs", 0)).do("state", fighter="ada", state="prone").do("move", "ada", how="run")
    assert "Run: 18 m" in here.told()


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
