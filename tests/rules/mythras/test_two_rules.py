"""Two rules of the text that meet: a charge and its sweep, a crouch and a saddle, a hold and a hand."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import (
    BANDIT,
    GUNNER,
    HOPLITE,
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
