"""Wounds that get worse or lighter: shock, bleeding and sequelae as with a blow (POL-WOUND-07, 15, 18)."""

import pytest

from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet


def derived(bed, key):
    return next(str(row.shown or row.value.total) for row in POLARIS.derive(bed.sheet(), {}) if row.key == key)


@pytest.mark.rules("POL-WOUND-07", "POL-WOUND-17", "POL-SHOCK-01")
def test_overexertion_that_makes_a_wound_serious_calls_for_its_shock_test():
    bed = patient(wounds={"body": {"moderate": 3}}).do("strain", 12, says={"strain": "yes"})
    assert (bed.wounds(), bed.asked[-1]) == ({"body": {"serious": 1}}, ("ada", "shock"))
    assert bed.sheet()["conditions"] == {"stunned": True, "stunned_until": "5 s"}


@pytest.mark.rules("POL-WOUND-10", "POL-WOUND-17")
def test_a_serious_wound_gets_worse_beside_a_worse_one_whatever_is_said():
    hurt = {"left_arm": {"critical": 1}, "right_leg": {"serious": 1}}
    bed = patient(wounds=hurt).do("strain", says={"strain": "no"})
    assert bed.wounds() == {"left_arm": {"critical": 1}, "right_leg": {"serious": 2}}
    both = patient(wounds=hurt).do("strain", 1, says={"strain": "yes", "bleeding": "no"})
    assert both.wounds() == {"left_arm": {"critical": 2}, "right_leg": {"serious": 2}}


@pytest.mark.rules("POL-WOUND-15", "POL-LUCK-04")
@pytest.mark.parametrize("bleeds", [True, False])
def test_the_game_master_says_if_a_wound_that_becomes_critical_bleeds(bleeds):
    said = {"bleeding": "yes" if bleeds else "no"}
    bed = patient(wounds={"body": {"mortal": 1}}).do("lessen", says=said, wound="body-mortal", points="1")
    assert bed.line("body", "critical")["bleeding"] is bleeds
    assert (bed.offer("stabilise") is not None) is bleeds


@pytest.mark.rules("POL-WOUND-16", "POL-WOUND-17")
def test_days_stop_where_an_infection_makes_a_wound_bleed():
    bed = patient(wounds={"left_leg": {"serious": 2}}).do(
        "days", 19, 1, says={"infection-2-left_leg-bleeding": "yes"}, days=14
    )
    assert (bed.sheet()["hurt_days"], bed.wounds()) == (2, {"left_leg": {"critical": 1}})


@pytest.mark.rules("POL-WOUND-15")
@pytest.mark.parametrize("bleeds", [True, False])
def test_the_game_master_rules_on_the_bleeding_of_a_wound_ticked_by_hand(bleeds):
    bed = patient(wounds={"body": {"critical": 1}})
    assert derived(bed, "stabilization") == "to be decided (Body: critical)"
    bed.do("bleeding", wound="body-critical", cause="blade", bleeds=bleeds)
    assert bed.offer("bleeding") is None
    assert derived(bed, "stabilization") == ("needed (Body: critical)" if bleeds else "not needed")
    assert bed.undone().sheet("ada").get("wound_details") is None


@pytest.mark.rules("POL-WOUND-15")
def test_the_open_questions_of_a_tick_by_hand_are_answered_with_it():
    told = str(POLARIS.step({}, {}, "wounds.body.critical", 1).text)
    assert "shock test, penalty −5, the game master says whether it bleeds, sequelae to be decided" in told


@pytest.mark.rules("POL-WOUND-10", "POL-WOUND-11", "POL-SHOCK-01")
def test_the_shock_test_of_a_wound_ticked_by_hand_is_rolled_on_the_sheet():
    bed = patient(wounds={"head": {"serious": 1}, "left_arm": {"serious": 1}})
    assert [one.key for one in bed.field("shock", "wound").choices] == ["head-serious"]
    bed.do("shock", 6, wound="head-serious")
    assert bed.outcome().check.target.total == 5
    assert bed.sheet()["conditions"] == {"stunned": True, "stunned_until": "10 s"}
    assert patient({"shock_rules": False}, wounds={"head": {"serious": 1}}).offer("shock") is None


@pytest.mark.rules("POL-WOUND-10", "POL-WOUND-18")
@pytest.mark.parametrize(("place", "noted"), [("head", True), ("body", False), ("left_arm", False)])
def test_a_serious_wound_in_a_fight_leaves_sequelae_on_the_head_alone(place, noted):
    table = Table(a=sheet(reaction=14), b=sheet(bonuses__damage_resistance=5)).start().declare("b").declare("a", "b")
    table.do("attack", "a", place=place).answers(attack_die=10, defence_die=19, damage=10)  # 10, 4 and 5
    if ("b", "shock") in table.asked():
        table.answers(shock=1)
    assert table.wounds("b") == {place: {"serious": 1}}
    assert [row["place"] for row in table.scene.sheet("b").get("wound_details", {}).values()] == [place] * noted
    assert any("sequelae to be decided" in one for one in table.told("b")) is noted


@pytest.mark.rules("POL-WOUND-18", "POL-WOUND-03")
def test_a_wound_names_its_sequelae_and_takes_over_the_lines_it_erases():
    lines = {key: {"place": "left_arm", "severity": "critical", "cause": "blade", "bleeding": True} for key in "ab"}
    bed = patient(wounds={"left_arm": {"critical": 2}}, wound_details=lines)
    bed.do("strain", 1, says={"strain": "yes"})
    assert bed.wounds() == {"left_arm": {"mortal": 1}}
    (row,) = bed.sheet()["wound_details"].values()
    assert (row["severity"], row["cause"]) == ("mortal", "blade")
    assert any("sequelae to be decided" in one for one in bed.told())
