"""Delays, interruptions, and effects that last a turn: rules that were once implemented wrongly."""

import pytest

from rules.core.paths import put
from rules.games.mythras.rounds import initiative
from tests.rules.mythras.play import BANDIT, QUIET, Table, kinds, marked, table


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("uruk", "npc", third), **more).finish()


@pytest.mark.rules("MYT-ACT-DELAY/next-round")
def test_a_point_kept_in_the_last_turn_is_there_in_the_next_round():
    here = table().do("dither", "ada").do("hold", "orc").do("delay", "ada").do("new_round")
    assert here.mark("ada", "delayed") and here.left("ada") == 3 and initiative.left_for_turns(here.scene, "ada") == 2
    here.do("dither", "ada")
    assert here.mark("ada", "delayed") is None and here.left("ada") == 1


@pytest.mark.rules("MYT-ACT-DELAY")
@pytest.mark.parametrize(("point", "kept"), [("kept", None), ("turn", True)])
def test_a_fighter_with_a_kept_point_chooses_which_one_a_parry_costs(point, kept):
    here = table().do("delay", "ada").attack("orc", "ada", "axe", 90, "parry-aspis", point, 90)
    assert here.mark("ada", "delayed") is kept and here.left("ada") == 1


@pytest.mark.rules("MYT-FX-PRESS", "MYT-ACT-DELAY")
def test_a_pressed_turn_that_is_delayed_brings_no_attack_later():
    here = marked(table(), "ada", cannot_attack=1).do("delay", "ada")
    here.do("attack", "orc", target="ada", weapon="axe")
    assert here.why_not("ada", "attack") == "Delayed a turn without attack."


@pytest.mark.rules("MYT-FX-PRESS", "MYT-REACT-INTERRUPT")
def test_press_advantage_during_a_blow_costs_the_next_one():
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
def test_an_act_without_dice_can_be_interrupted_too():
    here = table().do("delay", "ada").do("ready", "orc", weapon="axe")
    assert here.asked() == ["go-on"] and "attack" in kinds(here, "ada")
    here.go("on")
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["axe"] and here.left("orc") == 1
    quiet = table().do("dither", "ada").do("ready", "orc", weapon="axe")
    assert quiet.scene.exchanges == {}


@pytest.mark.rules("MYT-REACT-INTERRUPT/lost", "MYT-CLOSE-ENGAGE")
def test_a_blow_at_a_target_who_got_away_is_lost():
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
def test_everybody_waiting_on_the_way_may_answer():
    here = three(BANDIT, QUIET, QUIET)
    here.do("around", fighter="all", what="close-none")
    marked(marked(here, "orc", delayed=True), "uruk", delayed=True)
    here.do("move", "ada", how="run").go("on", ["orc", "uruk"], "let", "let")
    assert "moves 18 m (run)" in here.told()


@pytest.mark.rules("MYT-MOVE-06", "MYT-AP-01")
def test_each_blow_in_passing_takes_a_point_of_its_own_to_parry():
    here = three(BANDIT, QUIET, QUIET)
    here.do("around", fighter="all", what="close-none")
    marked(marked(here, "orc", delayed=True), "uruk", delayed=True)
    here.do("move", "ada", how="run").go("on", ["orc", "uruk"], "strike-spear", 20)
    assert here.left("ada") == 1
    here.go("parry-axe", 95, "none", 1, 1, 1, "strike-spear", 20)
    assert here.asked() == ["uruk-effect-1"]  # nothing answers it


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
def test_the_malus_of_surprise_on_initiative_lasts_by_house_setting(rule, back):
    here = table(surprised=("orc",), settings={"surprise_lasts": rule})
    before = initiative.score(here.scene, "orc")
    here.do("hold", "ada").do("hold", "orc").do("new_round")
    assert initiative.score(here.scene, "orc") == before + back


@pytest.mark.rules("MYT-CLOSE-SURPRISE", "MYT-INIT-01")
@pytest.mark.parametrize(
    ("rule", "rounds", "less"), [("fight", 0, 10), ("fight", 1, 10), ("round", 0, 10), ("round", 1, 0)]
)
def test_a_new_roll_is_as_late_as_the_surprise_that_lasts(rule, rounds, less):
    here = table(surprised=("orc",), settings={"surprise_lasts": rule})
    for _round in range(rounds):
        here.do("hold", "ada").do("hold", "orc").do("new_round")
    calm = initiative.score(table().do("again", fighter="orc").go(7).scene, "orc")
    assert initiative.score(here.do("again", fighter="orc").go(7).scene, "orc") == calm - less
    if rule == "round" and not rounds:
        here.do("hold", "ada").do("hold", "orc").do("new_round")
        assert initiative.score(here.scene, "orc") == calm


@pytest.mark.rules("MYT-CLOSE-SURPRISE")
@pytest.mark.parametrize("rule", ["fight", "round"])
def test_a_second_surprise_makes_nobody_later_by_more_than_ten(rule):
    here = table(surprised=("orc",), settings={"surprise_lasts": rule})
    before = initiative.score(here.scene, "orc")
    here.do("hold", "ada").do("hold", "orc").do("new_round").do("surprise", fighter="orc")
    assert initiative.score(here.scene, "orc") == before
