"""Between life and death: rolls of each round, character points, care, waking, and new wounds."""

from dataclasses import replace

import pytest

from rules.games.medieval import advancement, dying
from rules.games.medieval import sheet as sheets
from tests.rules.medieval.play import MEDIEVAL, Table, sheet


def table(settings=None, **more):
    """Ada lies at −3 while an orc stands by, in the second round."""
    data = sheet(hp={"max": 20, "current": -3}, **more)
    found = Table(("orc", "npc", sheet()), ("ada", "pc", data), settings=settings)
    return found.do("finish", "orc").do("new_round")


def state(found):
    return sheets.vital(found.scene.sheet("ada"))


@pytest.mark.rules("MED-DEATH-03", "MED-DEATH-04/first")
def test_a_dying_character_rolls_first_in_each_round_and_does_nothing_else():
    found = table()
    assert found.up == ["ada"]
    assert str(MEDIEVAL.headline(found.scene).part) == "Between life and death"
    assert [one.kind for one in MEDIEVAL.offers(found.scene, "ada")] == ["death_roll", "hold_on"]
    assert found.do("death_roll", "ada").answer(death=(6, 5)).up == ["orc"]
    assert (found.at("ada", "hp.current"), found.at("ada", "dying.successes")) == (-3, 1)
    found.do("finish", "orc").do("new_round")
    assert found.up == ["ada"]


@pytest.mark.rules("MED-DEATH-04/or-loses", "MED-FAT-01")
@pytest.mark.parametrize(("robust", "fatigue", "succeeds"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_the_roll_is_robustness_against_ten_and_failing_costs_a_hit_point(robust, fatigue, succeeds):
    found = table(traits={"robustesse": robust}, fatigue=fatigue).do("death_roll", "ada").answer(death=(5, 5))
    assert found.at("ada", "hp.current") == (-3 if succeeds else -4)
    counted = {key: found.at("ada", f"dying.{key}") for key in ("successes", "failures")}
    assert counted == ({"successes": 1, "failures": 0} if succeeds else {"successes": 0, "failures": 1})


@pytest.mark.rules("MED-DEATH-04/or-loses", "MED-DEATH-02")
def test_the_hit_point_of_a_failure_may_cross_the_threshold():
    found = table(niveau=1, traits={"robustesse": -5})
    assert sheets.threshold(found.scene.sheet("ada")).total == -2
    data = sheet(hp={"max": 20, "current": -12}, niveau=1)
    scene = Table(("ada", "pc", data)).scene
    assert dying.Counted("ada", failures=1).writes(scene) == {"dying.failures": 1, "hp.current": -13}
    assert sheets.vital({**data, "hp": {"max": 20, "current": -13}}) == "dead"


@pytest.mark.rules("MED-DEATH-05")
@pytest.mark.parametrize(("shown", "told"), [("words", ["stays in a coma", "dies"]), ("nothing", [None, None])])
def test_a_roll_against_death_tells_nothing_of_whoevers_health_is_not_shown(shown, told):
    words = []
    for failures in (0, 2):
        data = sheet(hp={"max": 20, "current": -3}, dying={"failures": failures})
        found = Table(("orc", "npc", data))
        row = {**found.scene.state["fighters"]["orc"], "health_shown": shown}
        scene = replace(found.scene, state={**found.scene.state, "fighters": {"orc": row}})
        words.append(dying.Counted("orc", failures=1).public(scene))
    assert [text and str(text) for text in words] == told


@pytest.mark.rules("MED-DEATH-05/no-more")
def test_a_stabilised_or_dead_character_rolls_no_more():
    found = table(dying={"successes": 2}).do("death_roll", "ada").answer(death=(9, 9))
    assert (state(found), found.told()[0][1].endswith("is stabilised")) == ("stable_coma", True)
    assert found.round().up == ["orc"]
    found = table(dying={"failures": 2}).do("death_roll", "ada").answer(death=(1, 1))
    assert (state(found), found.told("public")) == ("dead", [("ada", "dies")])
    assert found.round().up == ["orc"]


@pytest.mark.rules("MED-DEATH-06/instead")
@pytest.mark.parametrize(("effect", "successes"), [("one_success", 1), ("stabilise", 3)])
def test_two_character_points_stand_for_the_roll(effect, successes):
    found = table(settings={"dying": {"pp_effect": effect}}, pp={"available": 3}).do("hold_on", "ada")
    assert (found.at("ada", "dying.successes"), found.at("ada", "pp.available")) == (successes, 1)
    assert found.up == ["orc"]


@pytest.mark.rules("MED-DEATH-06/bonus")
def test_the_points_may_be_a_bonus_on_the_roll_instead():
    settings = {"dying": {"pp_effect": "bonus", "pp_bonus": 4}}
    found = table(settings=settings, pp={"available": 2}).do("hold_on", "ada").answer(death=(4, 3))
    assert (found.outcomes[0].margin, found.at("ada", "dying.successes")) == (1, 1)


@pytest.mark.rules("MED-DEATH-06/two")
def test_a_character_with_fewer_than_two_is_refused():
    assert table(pp={"available": 1}).why_not("ada", "hold_on") == "Not enough character points (PP): 2 needed, 1 left."


@pytest.mark.rules("MED-DEATH-01/until-positive", "MED-DEATH-07", "MED-DEATH-08")
@pytest.mark.parametrize(
    ("amount", "hp", "lives", "successes"), [(2, -1, "dying", 1), (3, 0, "dying", 1), (4, 1, "active", 0)]
)
def test_care_gives_hit_points_and_only_positive_ones_wake(amount, hp, lives, successes):
    found = table(settings={"dying": {"passed_over": "nothing"}}, dying={"successes": 1, "failures": 2})
    found.do("skip", fighter="ada").do("care", "orc", patient="ada", amount=amount)
    assert (found.at("ada", "hp.current"), state(found)) == (hp, lives)
    assert found.at("ada", "dying.successes") == successes


@pytest.mark.rules("MED-DEATH-08")
def test_a_character_who_wakes_acts_again_in_the_same_round():
    found = table().do("heal", fighter="ada", amount=8)
    assert found.told() == [("ada", "regains 8 hp and wakes up")]
    assert found.up == ["orc"]
    assert found.do("finish", "orc").up == ["ada"]


@pytest.mark.rules("MED-DEATH-07/at-most")
def test_nobody_is_healed_beyond_the_maximum_nor_out_of_death():
    assert dying.healed(sheet(hp={"max": 20, "current": 15}), 9)["hp.current"] == 20
    assert dying.healed(sheet(hp={"max": 20, "current": -50}), 99) == {}


@pytest.mark.rules("MED-DEATH-05/rewound")
@pytest.mark.parametrize(("resets", "lives"), [(True, "dying"), (False, "stable_coma")])
def test_a_new_wound_may_undo_that_one_was_stabilised(resets, lives):
    found = table(settings={"dying": {"rewound_resets": resets}}, dying={"successes": 3, "failures": 2})
    assert state(found) == "stable_coma"
    found.attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert (state(found), found.at("ada", "hp.current")) == (lives, -5)
    assert found.at("ada", "dying.failures") == (0 if resets else 2)


@pytest.mark.rules("MED-DEATH-05/stopped")
def test_a_blow_that_armour_stops_is_no_new_wound():
    found = table(dying={"successes": 3}, armour={"rd": 9}).attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert state(found) == "stable_coma"


@pytest.mark.rules("MED-DEATH-03/own-coma", "MED-DEATH-05", "MED-DEATH-08")
@pytest.mark.parametrize("counted", [{"successes": 3}, {"failures": 2}])
def test_a_character_struck_down_again_begins_another_coma(counted):
    ada = sheet(hp={"max": 20, "current": 3}, dying=counted)  # woken on the sheet, with the counters of an old coma
    found = Table(("orc", "npc", sheet()), ("ada", "pc", ada)).attack("orc", "ada", attack=(9, 9), damage=(5,))
    assert (state(found), found.at("ada", "hp.current")) == ("dying", -3)
    assert not any("stabilised" in words for _who, words in found.told())
    assert [found.at("ada", f"dying.{key}") for key in ("successes", "failures")] == [0, 0]


@pytest.mark.rules("MED-DEATH-05", "MED-DEATH-08/cleared")
@pytest.mark.parametrize(("hp", "by", "cleared"), [(-1, 1, False), (-1, 2, True), (2, -4, True), (-1, -1, False)])
def test_a_step_of_hit_points_clears_the_counters_where_it_wakes_or_strikes_down(hp, by, cleared):
    data = sheet(hp={"max": 20, "current": hp}, dying={"successes": 1, "failures": 2})
    writes = MEDIEVAL.step(data, {}, "hp.current", by).writes
    assert writes["hp.current"] == hp + by
    assert (writes.keys() >= {"dying.successes", "dying.failures"}) is cleared


@pytest.mark.rules("MED-DEATH-08")
def test_a_new_round_clears_the_counters_of_whoever_stands():
    found = table(dying={"successes": 1, "failures": 2})
    found.scene.sheets["c-ada"] = {**found.scene.sheets["c-ada"], "hp": {"max": 20, "current": 4}}
    found.round()
    assert (state(found), found.at("ada", "dying.failures")) == ("active", 0)


@pytest.mark.rules("MED-DEATH-08", "MED-PROG-01")
def test_hit_points_that_are_bought_may_wake_and_clear_the_counters():
    data = sheet(hp={"max": 20, "current": 0}, pp={"available": 1}, dying={"failures": 2})
    assert advancement.purchase_writes(data, {}, "hp.max")["dying.failures"] is None


@pytest.mark.rules("MED-DEATH-04/no-roll", "MED-DEATH-05")
@pytest.mark.parametrize(("house", "lost", "failures"), [("loses", 1, 0), ("failure", 1, 1), ("nothing", 0, 0)])
def test_no_roll_against_death_is_no_success(house, lost, failures):
    found = table(settings={"dying": {"passed_over": house}})
    before = found.at("ada", "hp.current")
    found.do("skip", fighter="ada")
    assert (before - found.at("ada", "hp.current"), found.at("ada", "dying.failures")) == (lost, failures)
    assert "ada" not in found.up


@pytest.mark.rules("MED-DEATH-04", "MED-DEATH-06", "MED-DEATH-07")
def test_the_dying_go_on_rolling_when_the_fight_is_over():
    found = table(pp={"available": 2}).do("end")
    before = found.at("ada", "hp.current")
    found.do("death_roll", "ada").answer(death=(1, 1))
    assert (found.at("ada", "hp.current"), found.at("ada", "dying.failures")) == (before - 1, 1)
    assert found.do("hold_on", "ada").at("ada", "dying.successes") == 1
    found.do("heal", fighter="ada", amount=-before + 5)
    assert state(found) == "active" and found.offer("ada", "death_roll") is None
    assert found.do("damage", fighter="ada", amount=2).at("ada", "hp.current") == 2


@pytest.mark.rules("MED-DEATH-04", "MED-DEATH-06")
def test_the_dying_roll_from_their_sheet_as_well():
    data = sheet(hp={"max": 20, "current": -2}, pp={"available": 2})
    found = Table(("ada", "pc", data))
    found.scene = replace(found.scene, kind="test", state={"fighters": {"ada": {"character": "c-ada"}}})
    found.do("death_roll", "ada").answer(death=(1, 1))
    assert (found.at("ada", "hp.current"), found.at("ada", "dying.failures")) == (-3, 1)
    found.do("hold_on", "ada")
    assert (found.at("ada", "pp.available"), found.at("ada", "dying.successes")) == (0, 1)
