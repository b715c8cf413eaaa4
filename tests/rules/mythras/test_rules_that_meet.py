"""Two rules of the text that meet: a charge and its sweep, a crouch and a saddle, a hold and a hand."""

import pytest

from rules.core.paths import put
from rules.core.scene import Scene
from rules.engine.offers import offers
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    Table,
    kinds,
    marked,
    shown_exactly,
    table,
    with_all,
)

LUCKY = put(HOPLITE, "state.luck", 2)
LONG = put(GUNNER, "weapons.carbine.mode", "long_burst")
SWEPT = {"weapon": "spear", "at_orc": True, "at_uruk": True}


def three(mine=QUIET, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", BANDIT), ("uruk", "npc", GUNNER), **more).finish()


def keys(here, actor, kind):
    return [field.key for field in here.offer(actor, kind).fields]


@pytest.mark.rules("MYT-CLOSE-SWEEP/charge", "MYT-CLOSE-CHARGE/engaged")
@pytest.mark.parametrize("state", [{}, {"prone": True}, {"engaged": {"orc": True, "uruk": True}}])
def test_a_sweep_ends_a_charge_only_of_whoever_can_run(state):
    here = marked(three(), "ada", **state)
    assert ("charging" in keys(here, "ada", "sweep")) is (not state)


@pytest.mark.rules("MYT-CLOSE-SWEEP/charge", "MYT-CLOSE-CHARGE")
@pytest.mark.parametrize(("after", "left"), [("stop", {"orc": True, "uruk": True}), ("on", None)])
def test_a_running_sweeper_may_run_on(after, left):
    here = three().do("sweep", "ada", **SWEPT, charging=True).go("sweep").finish_at("after", after)
    assert here.scene.exchanges == {}
    assert here.mark("ada", "engaged") == left


@pytest.mark.rules("MYT-CLOSE-PASSIVE/crouched", "MYT-ACT-MOUNT")
@pytest.mark.parametrize(("state", "able"), [({}, True), ({"prone": True}, False), ({"mounted": True}, False)])
def test_nobody_crouches_on_the_ground_or_in_the_saddle(state, able):
    here = marked(table(HOPLITE), "ada", **state)
    assert ("crouched" in keys(here, "ada", "ward")) is able


@pytest.mark.rules("MYT-CLOSE-PASSIVE/crouched", "MYT-MOVE-01", "MYT-ACT-MOUNT", "MYT-ACT-OUTMANOEUVRE")
@pytest.mark.parametrize("kind", ["mount", "outmanoeuvre"])
def test_a_moving_fighter_no_longer_crouches(kind):
    here = marked(three(), "ada", crouched=True, engaged={"orc": True, "uruk": True})
    here.do(kind, "ada").finish()
    assert here.mark("ada", "crouched") is None


@pytest.mark.rules("MYT-ACT-OUTMANOEUVRE", "MYT-MOVE-01", "MYT-ACT-TAKE-COVER")
def test_outmanoeuvring_leads_out_of_cover():
    here = marked(three(), "ada", cover={"of": "car", "hides": "waist"}, engaged={"orc": True, "uruk": True})
    assert here.do("outmanoeuvre", "ada").finish().mark("ada", "cover") is None


def refusals(here, actor, kind="ready"):
    return {row.key: row.refused and str(row.refused) for row in here.offer(actor, kind).fields[0].choices}


@pytest.mark.rules("MYT-FX-PIN-WEAPON/until-free", "MYT-ACT-READY")
def test_a_pinned_weapon_is_not_put_away_but_may_be_let_go():
    here = marked(table(), "ada", pinned={"spear": "orc"})
    assert refusals(here, "ada")["spear"] == "Pinned by the opponent."
    here.do("drop", "ada", weapon="spear")
    assert here.mark("ada", "pinned") is None and here.mark("ada", "lying.spear") == 2
    for kind, actor in (("ready", "ada"), ("dither", "orc")) * 2:
        here.do(kind, actor, **({"weapon": "spear"} if kind == "ready" else {}))
    rows = {row.key: row.refused for row in here.do("new_round").offer("ada", "attack").fields[1].choices}
    assert rows["spear"] is None


@pytest.mark.rules("MYT-FX-IMPALE", "MYT-ACT-READY")
@pytest.mark.parametrize("in_hand", [True, False])
def test_a_weapon_that_sticks_in_somebody_is_pulled_out_before_it_is_readied(in_hand):
    stuck = {"chest": {"weapon": "spear", "by": "ada", "grade": "hard"}}
    here = marked(table(put(QUIET, "weapons.spear.in_hand", in_hand)), "orc", impaled=stuck)
    assert refusals(here, "ada")["spear"] == "It still sticks in somebody."


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE", "MYT-FX-DISARM", "MYT-REACT-INTERRUPT")
def test_a_fighter_disarmed_by_the_longer_weapon_does_not_strike_back():
    pike = {"pike": {"model": "longspear", "style": "brigand", "in_hand": True}}
    here = table(theirs=with_all(BANDIT, weapons=pike, characteristics__str=18, characteristics__siz=13))
    here.do("charge", "ada", target="orc", weapon="spear").go(20, "counter-pike", 10)
    here.finish_at("back-effect-1", "disarm").finish_at("back-disarm-resist", 95).finish(1)
    assert "can no longer do what was declared" in here.told()
    assert here.hp("orc", "head") == here.whole("orc", "head")


def again(here, actor="ada"):
    """The dice that luck may have thrown again."""
    return {row.key.split("/")[2] for row in here.offer(actor, "luck").fields[0].choices}


def at_two(attacker, kind, **more):
    """The first of the fighters attacks the two others at once."""
    here = Table(("orc", "npc", attacker), ("ada", "pc", LUCKY), ("bob", "pc", QUIET)).finish()
    marked(here, "orc", engaged={"ada": True, "bob": True})
    return here.do(kind, "orc", at_ada=True, at_bob=True, **more)


@pytest.mark.rules("MYT-FREE-LUCK/own", "MYT-CLOSE-SWEEP", "MYT-AUTO-04")
@pytest.mark.parametrize(
    ("way", "answers", "dice"),
    [
        (("sweep", QUIET, {"weapon": "spear"}), ("sweep", 20), {"attack"}),
        (("burst", LONG, {"weapon": "carbine", "rounds": 4}), ("fire", 20), {"ada-attack"}),
    ],
)
def test_luck_makes_whoever_attacks_several_throw_again(way, answers, dice):
    kind, attacker, said = way
    here = at_two(attacker, kind, **said).go(*answers)
    assert again(here) == dice


@pytest.mark.rules("MYT-FREE-LUCK/own", "MYT-MOVE-06")
def test_luck_makes_whoever_strikes_in_passing_throw_again():
    here = (
        Table(("orc", "npc", BANDIT), ("ada", "pc", LUCKY))
        .do("delay", "orc")
        .do("move", "ada")
        .go("on", ["orc"], "strike-axe", 20)
    )
    assert again(here) == {"attack"}


@pytest.mark.rules("MYT-FREE-WARD/before-die", "MYT-AUTO-04", "MYT-MOVE-06")
def test_a_guard_is_set_before_the_die_of_a_burst_or_of_a_blow_in_passing():
    burst = at_two(LONG, "burst", weapon="carbine", rounds=4).go("fire")
    assert "ward" in kinds(burst, "ada") and "ward" in kinds(burst, "bob")
    burst.go(20)
    assert "ward" not in kinds(burst, "ada") and "ward" in kinds(burst, "bob")
    passing = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET)).do("delay", "orc").do("move", "ada").go("on", ["orc"])
    assert "ward" in kinds(passing, "ada")
    assert "ward" not in kinds(passing.go("strike-axe", 20), "ada")


@pytest.mark.rules("MYT-MOVE-SWIM", "MYT-CLOSE-CHARGE", "MYT-MOVE-02")
@pytest.mark.parametrize(("legs", "why"), [(2, "In the water: one swims."), (4, "In the water: one swims."), (0, None)])
def test_nobody_with_legs_runs_in_the_water(legs, why):
    here = marked(table(put(QUIET, "legs", legs)), "ada", swimming=True)
    assert here.why_not("ada", "charge") == why
    ways = next(field for field in here.offer("ada", "move").fields if field.key == "how")
    assert ways.default == ("walk" if legs == 0 else "swim")
    assert {row.key for row in ways.choices if row.refused is None} >= {"swim", "climb"}
    assert [row.refused and str(row.refused) for row in ways.choices if row.key == "run"] == [why]


@pytest.mark.rules("MYT-HEAL-01", "MYT-WOUND-03")
def test_the_dead_are_neither_tended_nor_healed_by_rest():
    dead = with_all(BANDIT, hit_locations__chest__hp=-8, state__dead=True)
    here = shown_exactly(table(theirs=dead), "orc")
    assert "aid" not in kinds(here, "ada")
    assert here.do("rest", fighter="orc", days=60).hp("orc", "chest") == -8


@pytest.mark.rules("MYT-ACT-DELAY", "MYT-ACT-HOLD-MAGIC", "MYT-FX-GRIP", "MYT-FX-PIN-WEAPON/ends", "MYT-CLOSE-LEAP")
def test_a_waking_fighter_has_kept_no_point_spell_or_hold():
    here = marked(table(), "orc", delayed=True, spell="fire", helpless=True, held=True)
    marked(here, "ada", gripped={"orc": True}, pinned={"spear": "orc"}, under="orc", prone=True, held=True)
    here.do("new_round").do("state", fighter="orc", state="helpless", off=True)
    assert [here.mark("orc", key) for key in ("delayed", "spell")] == [None, None]
    assert [here.mark("ada", key) for key in ("gripped", "pinned", "under")] == [None, None, None]


@pytest.mark.rules("MYT-CLOSE-SURPRISE", "MYT-FX-ENTANGLE")
def test_the_surprised_pull_nobody_off_their_feet():
    here = marked(table(), "orc", entangled={"left_leg": {"by": "ada", "weapon": "spear"}})
    marked(here, "ada", snares={"orc": {"die": 20, "level": 2}}, no_offence=True)
    assert here.why_not("ada", "haul") == "Surprised in this round: no attack."


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-FX-WITHDRAW", "MYT-FX-PREPARE-COUNTER")
def test_no_further_limb_reaches_whoever_has_withdrawn():
    here = marked(table(HOPLITE), "orc", counters={"ada": {"trip": 1}}, spent=2)
    here.do("attack", "ada", target="orc", weapon="fist").go(2, "trip", "flurry")
    here.finish_at("sprung-0", "withdraw")
    asked = []
    while here.scene.exchanges:
        asked += here.asked()
        here.finish_at(asked[-1], 1) if asked[-1] != "luck" else here.go("stand")
    assert not [key for key in asked if key.startswith("flurry")] and here.left("ada") == 1


@pytest.mark.rules("MYT-INIT-01", "MYT-WOUND-03")
def test_the_dead_roll_no_initiative_in_a_fight_that_begins_anew():
    dead = put(BANDIT, "state.dead", True)
    here = Table(("ada", "pc", HOPLITE), ("orc", "npc", BANDIT), ("uruk", "npc", dead)).finish().do("end").do("start")
    assert sorted(here.asked()) == ["initiative-ada", "initiative-orc"]
    assert "late" not in kinds(here.finish(), "gm")


NETTER = put(BANDIT, "weapons.net", {"model": "net", "style": "brigand", "in_hand": True})


@pytest.mark.rules("MYT-FX-00i", "MYT-CLOSE-LEAP", "MYT-FX-DAMAGE-WEAPON", "MYT-FX-ENTANGLE")
@pytest.mark.parametrize("answer", ["evade", "brawn"])
def test_a_leap_met_without_a_weapon_brings_no_effect_of_a_parry(answer):
    here = marked(table(theirs=NETTER), "ada", entangled={"left_arm": {"by": "orc", "weapon": "net"}}).do(
        "dither", "ada"
    )
    why = here.do("leap", "orc", target="ada").go(95, answer, 2).options()
    parry = "Needs a parry, with a weapon."
    assert why["damage_weapon"] == "No blow is struck."
    assert [why[key] for key in ("disarm", "pin_weapon")] == ([parry] * 2 if answer == "evade" else [None] * 2)
    assert table().do("leap", "ada", target="orc").go(2, answer, 95).options()["grip"] == "No hand is free."


LAMER = with_all(BANDIT, weapons__axe__model="club", weapons__axe__reach="very_long")
BARE = put(QUIET, "armour", {})


@pytest.mark.rules("MYT-MOVE-06", "MYT-FX-STUN", "MYT-CLOSE-CHARGE", "MYT-REACT-COUNTER-CHARGE")
def test_a_leg_that_is_stunned_on_the_way_leads_no_farther():
    here = (
        table(BARE, LAMER).do("dither", "ada").do("delay", "orc").do("move", "ada").go("on", ["orc"], "strike-axe", 20)
    )
    here.finish_at("effect-1", "stun_location").finish_at("stun_location-resist", 95).finish()
    assert "moves 6 m (walk)" not in here.told()
    here = table(BARE, LAMER).do("charge", "ada", target="orc", weapon="spear").go(95, "counter-axe", 10)
    here.finish_at("back-effect-1", "stun_location").finish_at("back-stun_location-resist", 95)
    assert here.asked() == [None] and here.mark("ada", "engaged") == {"orc": True}


@pytest.mark.rules("MYT-FX-STUN", "MYT-ACT-CHANGE-RANGE/held", "MYT-CLOSE-OUTMANOEUVRE", "MYT-ACT-MOVE")
@pytest.mark.parametrize(("state", "why"), [({}, "Left leg: cannot be used."), ({"mounted": True}, None)])
def test_nobody_on_a_leg_that_does_not_carry_breaks_away_or_manoeuvres(state, why):
    here = marked(three(), "ada", engaged={"orc": True, "uruk": True}, stunned={"left_leg": 2}, **state)
    assert here.why_not("ada", "outmanoeuvre") == why
    assert refusals(here, "ada", "range") == {"orc": why, "uruk": why}


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER", "MYT-FX-SELECT-TARGET", "MYT-FX-ACCIDENT")
@pytest.mark.parametrize(("own", "hurt"), [("select_target", "uruk"), ("accidental_injury", "ada")])
def test_a_blow_that_a_counter_turns_elsewhere_does_not_strike_as_well(own, hurt):
    here = marked(three(BARE), "orc", counters={"ada": {"trip": 1}})
    marked(here, "ada", engaged={"orc": True, "uruk": True})
    here.attack("ada", "orc", "spear", 30, "none", "trip", own).finish(5)
    assert {who for who in here.scene.fighters if "hit_locations" in here.scene.sheet(who)} == {hurt}


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-FX-PREPARE-COUNTER")
def test_pulling_the_entangled_down_is_an_effect_that_a_counter_waits_for():
    here = marked(
        table(), "orc", entangled={"left_leg": {"by": "ada", "weapon": "spear"}}, counters={"ada": {"trip": 1}}
    )
    here = marked(here, "ada", snares={"orc": {"die": 20, "level": 2}}).do("haul", "ada", target="orc")
    here.go("trip")
    assert (here.mark("ada", "prone"), here.mark("orc", "prone")) == (True, None)
    assert here.mark("orc", "counters") is None


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE/round", "MYT-MOVE-06")
def test_the_outmanoeuvred_strike_nobody_in_passing():
    here = marked(table(), "orc", outmanoeuvred={"ada": True}, delayed=True).do("move", "ada").go("on", ["orc"])
    assert here.options() == {
        **dict.fromkeys(("let", "block")),
        **dict.fromkeys(("strike-axe", "strike-shield", "strike-fist"), "Outmanoeuvred in this round."),
    }


@pytest.mark.rules("MYT-FX-FLURRY/point", "MYT-CLOSE-SWEEP", "MYT-AP-01")
def test_a_sweep_does_not_strike_on_with_one_point_at_each_target():
    here = at_two(put(BEAR, "skills.unarmed", 80), "sweep", weapon="claws").go("sweep", 20)
    here.finish_at("ada-reaction", "none").go("flurry").finish_at("bob-reaction", "none")
    assert here.options()["flurry"] == "No action point is left."
    assert here.finish().left("orc") == 0


@pytest.mark.rules("MYT-FX-FLURRY", "MYT-FX-ACCIDENT", "MYT-WOUND-02", "MYT-FX-PREPARE-COUNTER")
def test_a_fighter_shaken_by_their_own_blow_does_not_strike_on():
    here = marked(table(with_all(BARE, hit_locations__chest__hp=1)), "orc", counters={"ada": {"trip": 1}})
    here.attack("ada", "orc", "fist", 2, "none", "trip", "flurry", "accidental_injury").finish_at("own-location", 10)
    asked = []
    while here.scene.exchanges:
        asked += here.asked()
        here.finish_at(asked[-1], 4 if asked[-1].endswith("wound") else 1)
    assert "flurry1-attack" not in asked and here.mark("ada", "shaken") and here.left("ada") == 1


@pytest.mark.rules("MYT-LUCK-01", "MYT-FX-OVERPENETRATE", "MYT-FX-IMPALE")
def test_luck_lessens_the_wound_of_a_shot_that_goes_through_or_of_a_weapon_pulled_out():
    frail = with_all(LUCKY, armour={}, hit_locations__chest__hp=-4)
    stuck = {"chest": {"weapon": "axe", "by": "orc", "grade": "hard"}}
    here = marked(Table(("orc", "npc", BANDIT), ("ada", "pc", frail)), "ada", impaled=stuck, engaged={"orc": True})
    here = marked(here, "orc", engaged={"ada": True}).do("pull", "orc", which="ada-chest").go(2, "let", 6)
    assert here.asked() == ["pull-luck"]
    assert here.go("lessen").finish().hp("ada", "chest") == 1 - here.whole("ada", "chest")
    gun = put(GUNNER, "weapons.carbine.damage", "2d20")
    here = Table(("gun", "npc", gun), ("orc", "pc", put(BANDIT, "armour", {})), ("ada", "pc", frail)).finish()
    here.do("shoot", "gun", target="orc", weapon="carbine", metres=20).go(2, "overpenetration", "none").finish_at(
        "behind-location", 10
    )
    assert here.asked() == ["behind-luck"]


@pytest.mark.rules("MYT-FX-ARISE", "MYT-WOUND-02", "MYT-ACT-REGAIN-FOOTING")
def test_nobody_arises_without_a_leg_that_carries():
    here = marked(table(), "ada", prone=True, stunned={"left_leg": 2, "right_leg": 2}).do("dither", "ada")
    assert here.attack("orc", "ada", "axe", 95, "parry-aspis", 20).options()["arise"] == "No leg carries."


@pytest.mark.rules("MYT-FX-DUCK-BACK", "MYT-FX-ENTANGLE", "MYT-FX-PIN-DOWN", "MYT-FX-GRIP")
def test_a_held_fighter_does_not_dive_into_cover():
    gun = put(GUNNER, "weapons.carbine.loaded", 9)
    here = marked(table(gun), "ada", entangled={"left_leg": {"by": "orc", "weapon": "net"}}, shelter="car")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=5).go(20)
    assert here.options()["duck_back"] == "A leg is held."
    here = marked(table(gun), "ada", mounted=True, shelter="car")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=5).go(20)
    assert here.options()["duck_back"] == "Not from the saddle."
    here = marked(table(gun), "orc", gripped={"ada": True}, shelter="car")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=5).go(20, "pin_down")
    assert here.finish_at("pin_down-resist", 95).finish().mark("orc", "cover") is None


@pytest.mark.rules("MYT-FX-SCAR", "MYT-RANGED-PARRY")
def test_nobody_marks_a_shooter_from_afar():
    archer = put(BANDIT, "weapons.bow", {"model": "bow", "style": "brigand", "in_hand": True})
    here = table(theirs=archer).do("dither", "ada").do("shoot", "orc", target="ada", weapon="bow", metres=20)
    assert here.go(95, "parry-aspis", 20).options()["scar"] == "In close combat alone."


@pytest.mark.rules("MYT-FX-00c", "MYT-FX-SLIP-FREE", "MYT-FX-WITHDRAW", "MYT-FX-GRIP")
def test_a_fighter_slipping_free_may_withdraw_at_once():
    here = marked(table(), "ada", gripped={"orc": True}, engaged={"orc": True}).do("dither", "ada")
    here.attack("orc", "ada", "axe", 95, "parry-aspis", 2)
    assert here.options()["withdraw"] == "Is gripped."
    assert here.go("slip_free").options()["withdraw"] is None
    here.go("withdraw").finish()
    assert here.mark("ada", "gripped") is here.mark("ada", "engaged") is None


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-ACT-READY", "MYT-STYLE-THROW")
def test_a_net_that_is_picked_up_again_holds_nobody_any_more():
    here = marked(table(put(NETTER, "weapons.net.in_hand", False)), "ada", lying={"net": 1})
    here = marked(here, "orc", entangled={"left_leg": {"by": "ada", "weapon": "net"}}).do("drop", "ada", weapon="axe")
    assert here.do("ready", "ada", weapon="net").mark("orc", "entangled") is None


@pytest.mark.rules("MYT-FX-DISARM", "MYT-RANGED-LOAD")
def test_a_bow_that_is_taken_is_as_empty_as_it_was():
    archer = put(BANDIT, "weapons", {"bow": {"model": "bow", "style": "brigand", "in_hand": True}})
    bare = put(QUIET, "weapons", {"fist": {"model": "fist"}})
    here = marked(table(bare, archer), "orc", empty={"bow": True})
    here.attack("ada", "orc", "fist", 20, "none", "disarm").finish_at("disarm-resist", 95).finish()
    assert (here.mark("ada", "empty"), here.mark("orc", "empty")) == ({"bow": True}, None)


@pytest.mark.rules("MYT-FX-GRIP", "MYT-ACT-READY/hands")
def test_a_hand_that_grips_draws_no_weapon_and_grips_nobody_else():
    here = marked(three(put(QUIET, "weapons.spear.in_hand", False)), "orc", gripped={"ada": True})
    assert refusals(here, "ada")["sword"] == "Both hands are full."
    here.do("attack", "ada", target="uruk", weapon="fist").finish_at("attack", 2)
    while "effect-1" not in here.asked():
        here.go("none")
    assert here.options()["grip"] == "No hand is free."


@pytest.mark.rules("MYT-FX-BLEED/reopens", "MYT-RANGED-01")
def test_a_shot_reopens_a_wound_like_any_attack():
    archer = put(QUIET, "weapons.bow", {"model": "bow", "style": "phalanx", "in_hand": True})
    here = marked(table(archer), "ada", tended=True).do("shoot", "ada", target="orc", weapon="bow", metres=5)
    assert here.scene.sheet("ada")["state"]["bleeding"] is True


@pytest.mark.rules("MYT-FX-SUNDER", "MYT-FX-BYPASS-ARMOUR/layer")
@pytest.mark.parametrize(("layer", "left"), [("worn", (3, 0)), ("natural", (0, 4))])
def test_a_blow_that_bypasses_a_layer_ruins_the_other(layer, left):
    scaly = with_all(BANDIT, armour={"hide": {"points": 3, "chest": True}}, hit_locations__chest__natural=4)
    here = table(put(QUIET, "weapons.spear.model", "great_axe"), scaly)
    here.attack("ada", "orc", "spear", 2, "none", "bypass_armour", "sunder").finish_at("location", 10).go(layer).finish(
        6
    )
    sheet = here.scene.sheet("orc")
    worn = 3 - int(sheet["armour"]["hide"].get("sundered", 0))
    assert (worn, sheet["hit_locations"]["chest"].get("natural", 0)) == left


@pytest.mark.rules("MYT-FX-BASH/obstacle", "MYT-SIT-C07")
def test_a_prone_fighter_is_pushed_without_a_test_to_stay_standing():
    here = marked(table(put(QUIET, "weapons.spear.model", "club")), "orc", prone=True)
    here.attack("ada", "orc", "spear", 20, "none", "bash", 10, 6).finish_at("bash-ground", "obstacle")
    assert not [key for key in here.asked() if key and key.startswith("bash")]


@pytest.mark.rules("MYT-ACT-MOUNT", "MYT-MOVE-01")
def test_a_fighter_moving_away_begins_mounting_anew():
    here = marked(table(), "ada", mounting=2)
    assert here.do("move", "ada").finish().mark("ada", "mounting") is None


@pytest.mark.rules("MYT-AUTO-04/arc", "MYT-FREE-LUCK/own", "MYT-FREE-WARD/before-die")
def test_a_bystander_in_the_arc_has_luck_and_a_guard_like_the_named():
    here = Table(
        ("gun", "npc", LONG), ("ada", "pc", QUIET), ("eve", "pc", put(LUCKY, "characteristics.dex", 8))
    ).finish()
    at, ways = {"gun": "gate", "ada": "yard", "eve": "yard"}, {"door": {"a": "gate", "b": "yard", "metres": 15}}
    ground = {"level": "places", "places": {key: {"name": key} for key in ("gate", "yard")}, "ways": ways, "at": at}
    here.scene = here.scene.with_changes((here.scene.change("ground", ground),))
    here.do("burst", "gun", weapon="carbine", rounds=8, at_ada=True).go("fire", 95)
    assert here.asked() == ["eve-attack"] and "ward" in kinds(here, "eve")
    here.go(20)
    assert again(here, "eve") == {"eve-attack"} and "ward" not in kinds(here, "eve")


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-FX-SELECT-TARGET", "MYT-FX-DAMAGE-WEAPON")
def test_a_leap_that_fumbles_strikes_nobody_else():
    here = three().do("dither", "ada").do("leap", "orc", target="ada").go(100, "brawn", 2)
    assert here.options()["select_target"] == "No blow is struck."


@pytest.mark.rules("MYT-FX-PIN-WEAPON", "MYT-FX-DISARM")
@pytest.mark.parametrize("first", ["pin_weapon", "disarm"])
def test_a_weapon_knocked_out_of_the_hand_is_not_pinned_besides(first):
    other = {"pin_weapon": "disarm", "disarm": "pin_weapon"}[first]
    here = table(theirs=put(BANDIT, "weapons.shield.in_hand", False)).attack(
        "ada", "orc", "spear", 2, "none", first, other
    )
    here.finish_at("disarm-resist", 95).finish()
    assert here.mark("orc", "lying") and here.mark("orc", "pinned") is None


@pytest.mark.rules("MYT-ACT-BRACE", "MYT-CLOSE-EVADE")
def test_a_prone_fighter_takes_no_firm_stance():
    assert marked(table(), "ada", prone=True).why_not("ada", "brace") == "Lies on the ground."


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-SIT-C01")
@pytest.mark.parametrize(("state", "stopped"), [({}, True), ({"helpless": True}, False)])
def test_a_helpless_fighter_guards_nothing(state, stopped):
    here = marked(table(theirs=put(BANDIT, "armour", {})), "orc", wards={"shield": ["chest"]}, **state)
    here.attack("ada", "orc", "spear", *(() if state else (20, "none")), "none", 10, 5).finish()
    assert (here.hp("orc", "chest") == here.whole("orc", "chest")) is stopped


@pytest.mark.rules("MYT-WOUND-03", "MYT-ACT-READY")
def test_a_limb_that_is_lost_drops_its_weapon():
    frail = with_all(BANDIT, armour={}, hit_locations__right_arm__hp=-3)
    here = (
        table(theirs=frail).attack("ada", "orc", "spear", 20, "none", "choose_location").finish_at("where", "right_arm")
    )
    here.finish(6)
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["axe"]


@pytest.mark.rules("MYT-FX-GRIP", "MYT-FX-STUN", "MYT-FX-ENTANGLE")
def test_a_fighter_without_an_arm_to_use_holds_nobody():
    arms = {"left_arm": 2, "right_arm": 2}
    here = marked(marked(table(), "ada", gripped={"orc": True}, engaged={"orc": True}), "orc", engaged={"ada": True})
    assert refusals(here, "ada", "range")["orc"] == "Is gripped."
    assert refusals(marked(here, "orc", stunned=arms), "ada", "range")["orc"] is None
    here = marked(table(NETTER), "orc", entangled={"left_leg": {"by": "ada", "weapon": "net"}})
    marked(here, "ada", snares={"orc": {"die": 20, "level": 2}}, stunned=arms)
    assert refusals(here, "ada", "haul")["orc"] == "Left arm: cannot be used."


@pytest.mark.rules("MYT-RANGED-AIM", "MYT-ACT-READY", "MYT-ACT-ATTACK")
@pytest.mark.parametrize(
    ("kind", "said", "aims"),
    [
        ("attack", {"weapon": "fist", "target": "orc"}, None),
        ("ready", {"weapon": "pistol"}, None),
        ("drop", {"weapon": "carbine"}, None),
        ("dither", {}, "orc"),
    ],
)
def test_an_aim_is_that_of_the_weapon_it_was_taken_with(kind, said, aims):
    gunner = put(GUNNER, "weapons.carbine.two_handed", False)
    here = marked(table(gunner), "ada", aim="orc")
    assert here.do(kind, "ada", **said).mark("ada", "aim") == aims


@pytest.mark.rules("MYT-ACT-CAST", "MYT-FX-STUN/head")
@pytest.mark.parametrize("place", ["head", "chest"])
def test_a_stunned_magician_releases_no_spell(place):
    mage = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
    here = marked(table(mage), "ada", spell="fire", stunned={place: 2})
    assert here.why_not("ada", "unleash") == "Stunned: one only defends oneself."


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-STYLE-THROW")
def test_a_net_that_is_thrown_at_somebody_else_lets_go():
    here = marked(three(NETTER), "orc", entangled={"left_leg": {"by": "ada", "weapon": "net"}})
    here.do("shoot", "ada", target="uruk", weapon="net", metres=3)
    assert here.mark("orc", "entangled") is None


@pytest.mark.rules("MYT-CLOSE-SURPRISE/first", "MYT-AP-01")
@pytest.mark.parametrize(("spent", "effects"), [(2, "1 of 2"), (0, "1 of 1")])
def test_a_surprise_that_lasts_into_the_next_round_still_brings_its_effect(spent, effects):
    """Orc is surprised with no turn left in the round, or with one that he takes."""
    here = marked(table(), "orc", spent=spent).do("surprise", fighter="orc").do("hold", "ada")
    here = here if spent else here.do("hold", "orc")
    here.do("new_round").do("attack", "ada", target="orc", weapon="spear").finish_at("attack", 20)
    here = here if spent else here.go("none")
    assert str(here.question()).startswith(f"Special effect {effects}")


@pytest.mark.rules("MYT-MOVE-04/foes", "MYT-ACT-CHANGE-RANGE", "MYT-CLOSE-ENGAGE")
@pytest.mark.parametrize(("other", "engaged"), [("uruk", {"uruk": True}), ("eve", None)])
def test_moving_up_to_somebody_engages_foes_alone(other, engaged):
    here = Table(("ada", "pc", QUIET), ("eve", "pc", BANDIT), ("uruk", "npc", BANDIT)).finish()
    assert [row.key for row in here.offer("ada", "range").fields[0].choices] == ["uruk"]
    assert here.do("move", "ada", how="walk", other=other).mark("ada", "engaged") == engaged
    away = marked(Table(("ada", "pc", QUIET), ("uruk", "npc", BANDIT)).finish(), "uruk", fled=True)
    assert "uruk" not in {row.key for field in away.offer("ada", "move").fields for row in field.choices or ()}


@pytest.mark.rules("MYT-FX-IMPALE")
def test_nothing_is_pulled_out_of_somebody_who_has_fled():
    here = marked(table(), "orc", impaled={"chest": {"weapon": "spear", "by": "ada", "grade": "hard"}}, fled=True)
    assert here.why_not("ada", "pull", "which", "orc-chest") == "orc is out of the fight."


@pytest.mark.rules("MYT-ACT-STEADY/weapon", "MYT-FREE-DROP")
@pytest.mark.parametrize(("kind", "weapon", "steady"), [("drop", "carbine", None), ("drop", "knife", True)])
def test_a_weapon_out_of_the_hand_is_steadied_no_more(kind, weapon, steady):
    knife = {"model": "dagger", "name": "Knife", "style": "infantry", "in_hand": True}
    here = marked(table(put(GUNNER, "weapons.knife", knife)), "ada", steadied=True).do(kind, "ada", weapon=weapon)
    assert here.mark("ada", "steadied") is steady


@pytest.mark.rules("MYT-ACT-BRACE", "MYT-ACT-MOUNT", "MYT-MOVE-SWIM")
@pytest.mark.parametrize("state", ["mounted", "swimming"])
def test_only_somebody_on_their_feet_is_braced(state):
    assert marked(table(), "ada", **{state: True}).why_not("ada", "brace") == "Stands on no ground."


@pytest.mark.rules("MYT-ACT-MOUNT/cover", "MYT-CLOSE-COVER")
def test_nobody_rides_behind_the_cover_they_stood_at():
    here = marked(table(), "ada", cover={"of": "tree", "hides": "all"}).do("mount", "ada", turns=1)
    assert here.mark("ada", "mounted") and here.mark("ada", "cover") is None


@pytest.mark.rules("MYT-WOUND-02/wakes", "MYT-HEAL-01")
@pytest.mark.parametrize(("hp", "treated", "awake"), [(-1, False, True), (-9, False, None), (-9, True, True)])
def test_rest_wakes_an_unconscious_fighter_without_a_major_wound(hp, treated, awake):
    body = {"hit_locations__chest__hp": hp, "hit_locations__chest__treated": treated}
    here = table(with_all(QUIET, state__unconscious=True, **body)).do("rest", fighter="ada", days=60)
    assert here.scene.sheet("ada")["state"].get("unconscious") is (None if awake else True)


@pytest.mark.rules("MYT-WOUND-05/rest", "MYT-HEAL-01")
def test_nobody_rests_for_days_while_they_bleed():
    sheet = with_all(QUIET, state__bleeding=True)
    assert [row.key for row in table(sheet).offer("gm", "rest").fields[0].choices] == ["orc"]
    alone = Scene(
        "t", "test", {}, {"fighters": {"ada": {"character": "c", "side": "pc"}}}, {"c": {**sheet, "name": "A"}}
    )
    (offer,) = [row for row in offers(MYTHRAS, alone, "ada") if row.kind == "days"]
    assert str(offer.refused) == "Bleeds: that has to be stopped first."


@pytest.mark.rules("MYT-LUCK-01", "MYT-FREE-LUCK", "MYT-AP-01", "MYT-PARRY-03")
def test_a_last_effort_gives_the_point_for_an_answer_until_the_blow_is_resolved():
    here = marked(table(LUCKY), "ada", spent=2).attack("orc", "ada", "axe", 20)
    assert here.asked() == ["effect-1"] and "effort" in kinds(here, "ada") and "effort" not in kinds(here, "orc")
    late = marked(table(LUCKY), "ada", spent=2).attack("orc", "ada", "axe", 20, "none")
    assert "effort" not in kinds(late, "ada")
    assert here.do("effort", "ada").asked() == ["reaction"]
    assert here.go("parry-aspis", 20).finish().left("ada") == 0
