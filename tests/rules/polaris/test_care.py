"""First aid and its clock: who needs it, how hard it is, how long it may wait, and what waiting does."""

import pytest

from rules.core.text import Text
from rules.games.polaris.harm import care
from rules.games.polaris.tables import degree
from tests.rules.polaris.bedside import Bedside, patient
from tests.rules.polaris.table import sheet

BLEEDS = {"w1": {"place": "body", "severity": "critical", "cause": "bullet"}}
CRITICAL = {"wounds": {"body": {"critical": 1}}, "wound_details": BLEEDS}
MORTAL = {"wounds": {"left_arm": {"mortal": 1}}}


@pytest.mark.rules("POL-WOUND-16/difficulty")
@pytest.mark.parametrize(
    ("place", "severity", "modifier"),
    [
        ("body", "critical", 0),
        ("left_leg", "critical", 0),
        ("left_leg", "mortal", -3),
        ("right_arm", "fatal", -3),
        ("head", "mortal", -5),
        ("body", "mortal", -5),
    ],
)
def test_the_difficulty_of_stabilising_a_wound(place, severity, modifier):
    assert care.difficulty(place, severity) == modifier


@pytest.mark.rules("POL-WOUND-16/kit")
@pytest.mark.parametrize(
    ("boxes", "kit", "level", "chances"), [(1, True, 10, 10), (2, True, 10, 8), (1, False, 10, 5), (2, False, 12, 5)]
)
def test_a_healer_tests_first_aid_with_the_malus_of_the_wound_and_the_kit(boxes, kit, level, chances):
    bed = patient(healer=level, wounds={"body": {"critical": boxes}}, wound_details=BLEEDS)
    bed.do("stabilise", 2, wound="body-critical", healer="tom", kit=kit)
    assert (bed.outcome().check.actor, bed.outcome().check.target.total) == ("tom", chances)


@pytest.mark.rules("POL-WOUND-16")
def test_a_success_stabilises_in_ten_minutes_less_its_margin():
    bed = patient(**CRITICAL).do("stabilise", 9, wound="body-critical", healer="tom")
    assert bed.line("body", "critical") == {**BLEEDS["w1"], "stabilized": True, "treated": True}
    assert bed.told() == ["it takes 7 minutes", "stabilised: critical wound, body"]
    assert bed.offer("stabilise") is None and bed.offer("minutes") is None
    assert bed.undone().sheet("ada") == patient(**CRITICAL).sheet()


@pytest.mark.rules("POL-WOUND-16")
def test_a_failure_costs_more_minutes_and_the_clock_runs():
    bed = patient(**CRITICAL).do("stabilise", 17, wound="body-critical", healer="tom")
    assert bed.told() == ["it takes 13 minutes", "Body: 7 minutes left to stabilise it"]
    assert bed.line("body", "critical")["minutes"] == 7


@pytest.mark.rules("POL-WOUND-16")
def test_a_healer_outside_the_table_tends_with_a_level_typed():
    bed = patient(**CRITICAL).do("stabilise", 5, wound="body-critical", healer="other", level=6, modifier=-1)
    assert (bed.outcome().check.target.total, bed.outcome().level.succeeded) == (5, True)


@pytest.mark.rules("POL-WOUND-16/clock")
@pytest.mark.parametrize(("con", "minutes"), [(10, 20), (14, 28)])
def test_a_critical_wound_waits_twice_the_constitution_in_minutes(con, minutes):
    bed = patient(attributes__CON=con, **CRITICAL)
    assert str(bed.field("stabilise", "wound").choices[0].hint) == f"{minutes} min left"
    bed.do("minutes", minutes=minutes - 1)
    assert bed.line("body", "critical")["minutes"] == 1


@pytest.mark.rules("POL-WOUND-16/then")
def test_then_a_constitution_holds_it_for_five_minutes_and_more():
    bed = patient(attributes__CON=20, **CRITICAL).do("minutes", 9, minutes=40)
    assert bed.outcome().check.target.total == 10  # the wound takes its ten
    assert bed.line("body", "critical")["minutes"] == 5 + 3


@pytest.mark.rules("POL-WOUND-16/then")
def test_a_constitution_that_fails_makes_it_mortal_with_its_own_clock():
    bed = patient(attributes__CON=14, **CRITICAL).do("minutes", 15, 1, minutes=30)
    assert bed.asked[-1] == ("ada", "clock-body-shock"), "a wound that gets worse shocks like any other"
    assert bed.wounds() == {"body": {"mortal": 1}}
    assert bed.line("body", "mortal")["minutes"] == 12
    assert "Body: critical becomes mortal" in bed.told()


@pytest.mark.rules("POL-WOUND-16")
def test_a_long_wait_asks_for_one_constitution_after_the_other():
    bed = patient(attributes__CON=20, **CRITICAL).do("minutes", 1, 1, 1, minutes=50)
    assert [key for _who, key in bed.asked] == [f"clock-body-{number}-die" for number in (1, 2, 3)]
    assert bed.line("body", "critical")["minutes"] == 5


@pytest.mark.rules("POL-WOUND-16/clock")
@pytest.mark.parametrize(("minutes", "dead"), [(9, False), (10, True)])
def test_a_mortal_wound_nobody_stabilises_is_death_after_the_constitution_in_minutes(minutes, dead):
    bed = patient(**MORTAL).do("minutes", minutes=minutes)
    assert bool(bed.sheet().get("conditions", {}).get("dead")) is dead


@pytest.mark.rules("POL-WOUND-16")
def test_other_open_wounds_go_on_while_one_is_tended():
    bed = patient(wounds={"body": {"critical": 1}, "head": {"mortal": 1}}, wound_details={"w1": BLEEDS["w1"]}).do(
        "stabilise", 9, wound="body-critical", healer="tom"
    )
    assert bed.line("head", "mortal")["minutes"] == 3


@pytest.mark.rules("POL-WOUND-16")
def test_nothing_is_offered_to_a_patient_without_need_of_first_aid():
    bed = patient(wounds={"body": {"serious": 2}})
    assert bed.offer("stabilise") is None and bed.offer("minutes") is None


@pytest.mark.rules("POL-WOUND-16")
def test_the_time_of_a_wound_ends_with_death_once():
    bed = patient(wounds={"head": {"mortal": 1}, "left_arm": {"fatal": 1}}).do("minutes", minutes=60)
    assert bed.told().count("Dead") == 1


@pytest.mark.rules("POL-WOUND-16", "POL-TEST-08")
def test_the_fields_of_first_aid_and_of_waiting():
    bed = patient(**CRITICAL)
    numbers = [("minutes", "minutes"), ("stabilise", "level"), ("stabilise", "modifier")]
    found = [bed.field(kind, key) for kind, key in numbers]
    assert [(one.default, one.least, one.most) for one in found] == [(10, 1, 600), (0, -10, 40), (0, -30, 30)]
    assert [one.gm_only for one in found] == [False, False, True]
    assert (bed.field("stabilise", "healer").default, bed.field("stabilise", "kit").default) == ("tom", True)


def test_a_lone_character_is_tended_by_somebody_who_is_not_at_the_table():
    alone = Bedside(None, ada=sheet("ada", **CRITICAL))
    assert alone.field("stabilise", "healer").default == "other"


@pytest.mark.rules("POL-WOUND-16")
@pytest.mark.parametrize(
    ("said", "chances"),
    [
        ({"healer": "tom"}, 10),
        ({"healer": "tom", "level": 6, "modifier": 2}, 12),
        ({"healer": "other", "level": 6}, 6),
        ({"healer": "gone", "level": 6, "modifier": -2}, 4),
        ({"healer": "other"}, 0),
        ({}, 0),
    ],
)
def test_a_healer_is_at_the_table_or_has_a_level_typed(said, chances):
    found = care.healer_check(patient(**CRITICAL).scene, said, "first_aid", Text("First aid"))
    assert found.target.total == chances


@pytest.mark.rules("POL-WOUND-16")
def test_the_clock_of_a_wound_goes_on_from_where_it_stood():
    bed = patient(**CRITICAL).do("minutes", minutes=5).do("minutes", minutes=5)
    assert bed.line("body", "critical")["minutes"] == 10
    assert care.minutes_left(bed.sheet(), "body", "critical") == 10


@pytest.mark.rules("POL-WOUND-16")
def test_two_open_wounds_run_at_once():
    bed = patient(wounds={"left_arm": {"mortal": 1}, "right_arm": {"mortal": 1}}).do("minutes", minutes=4)
    assert [bed.line(place, "mortal")["minutes"] for place in ("left_arm", "right_arm")] == [6, 6]


def test_the_time_left_is_shown_only_if_it_counts():
    cells = (("body", "critical"),)
    hints = [care.cell_field(patient(**CRITICAL).sheet(), cells, *clock).choices[0].hint for clock in ((), (True,))]
    assert [hint and str(hint) for hint in hints] == [None, "20 min left"]


@pytest.mark.rules("POL-WOUND-16", "POL-TEST-18")
def test_even_the_best_first_aid_takes_a_minute():
    assert max(degree(True, margin).modifier for margin in range(1, 200)) == 9
