"""Days of rest, care, infection and overexertion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.json_codec import from_json
from rules.games.polaris.harm import healing, wounds
from rules.games.polaris.tables import CAPACITY, PLACES
from tests.rules.polaris.bedside import patient

TREATED = {"w1": {"place": "body", "severity": "serious", "treated": True}}


@pytest.mark.rules("POL-WOUND-21")
def test_every_severity_has_its_step():
    assert tuple(healing.STEPS) == wounds.ORDER
    rows = {key: (one.days, one.modifier, one.to, one.alone) for key, one in healing.STEPS.items()}
    assert rows == {
        "light": (1, 0, "", True),
        "moderate": (3, 5, "light", True),
        "serious": (7, 3, "moderate", True),
        "critical": (21, 0, "serious", False),
        "mortal": (35, 0, "critical", False),
        "fatal": (21, -3, "critical", False),
    }
    assert {key: one.skills for key, one in healing.STEPS.items()} == {
        "light": (),
        "moderate": ("first_aid", "medicine", "surgery"),
        "serious": ("first_aid", "medicine", "surgery"),
        "critical": ("medicine", "surgery"),
        "mortal": ("surgery",),  # and medicine with it
        "fatal": ("medicine", "surgery"),
    }
    mortal = healing.STEPS["mortal"]
    assert [mortal.at(place) for place in PLACES] == [-7, -5, -3, -3, -3, -3]


@pytest.mark.rules("POL-WOUND-21")
def test_a_day_passes_or_up_to_two_weeks():
    days = patient(wounds={"head": {"light": 1}}).field("days", "days")
    assert (days.default, days.least, days.most) == (1, 1, 14)


@pytest.mark.rules("POL-WOUND-17", "POL-WOUND-21")
@pytest.mark.parametrize(
    ("hurt", "offered"),
    [
        ({}, set()),
        ({"wounds": {"body": {"light": 1}}}, {"days", "strain"}),
        ({"wounds": {"body": {"moderate": 1}}}, {"days", "strain", "heal"}),
        ({"wounds": {"body": {"light": 1, "fatal": 1}}}, set()),
        ({"wounds": {"body": {"moderate": 1}}, "conditions": {"dead": True}}, set()),
    ],
)
def test_days_are_for_the_hurt_and_care_for_more_than_a_light_wound(hurt, offered):
    bed = patient(**hurt)
    assert {kind for kind in ("days", "strain", "heal") if bed.offer(kind)} == offered


@pytest.mark.rules("POL-WOUND-21")
@pytest.mark.parametrize(("row", "days"), [(None, 0), ({}, 0), ({"days": 2}, 2)])
def test_a_wound_of_which_nothing_is_noted_has_not_rested_yet(row, days):
    details = {} if row is None else {"w1": {"place": "body", "severity": "serious", **row}}
    assert healing.days({"wounds": {"body": {"serious": 1}}, "wound_details": details}, "body", "serious") == days


@pytest.mark.rules("POL-WOUND-21")
def test_a_light_wound_heals_with_a_day_one_box_at_a_time():
    bed = patient(wounds={"head": {"light": 2}}).do("days", days=1)
    assert (bed.wounds(), bed.told()) == ({"head": {"light": 1}}, ["1 day passes", "healed: light wound, head"])
    assert bed.do("days", days=1).wounds() == {}
    assert "hurt_days" not in bed.sheet()


@pytest.mark.rules("POL-WOUND-21")
@pytest.mark.parametrize(("severity", "needed"), [("moderate", 3), ("serious", 7)])
def test_care_waits_for_the_days_of_its_step(severity, needed):
    bed = patient(wounds={"left_arm": {severity: 1}}).do("days", days=needed - 1, tended=True)
    assert str(bed.offer("heal").refused) == f"1 more day of rest is needed (Left arm: {severity})."
    choice = bed.field("heal", "wound").choices[0]
    assert str(choice.refused) == "1 day of rest is missing."
    bed.do("days", days=1)
    assert bed.offer("heal").refused is None


@pytest.mark.rules("POL-WOUND-21")
@pytest.mark.parametrize(
    ("severity", "boxes", "skill", "chances"),
    [
        ("moderate", 1, "first_aid", 15),
        ("moderate", 2, "first_aid", 13),
        ("serious", 1, "first_aid", 13),
        ("serious", 2, "surgery", 11),
        ("critical", 1, "surgery", 10),
        ("fatal", 1, "surgery", 7),
    ],
)
def test_care_is_a_test_and_makes_one_wound_one_severity_lighter(severity, boxes, skill, chances):
    row = {"place": "left_arm", "severity": severity, "days": 35}
    bed = patient(wounds={"left_arm": {severity: boxes}}, wound_details={"w1": row})
    says = {"bleeding": "no"} if severity == "fatal" else None
    bed.do("heal", 2, says=says, wound=f"left_arm-{severity}", skill=skill, healer="tom")
    assert bed.outcome().check.target.total == chances
    left = {severity: boxes - 1} if boxes > 1 else {}
    assert bed.wounds() == {"left_arm": {**left, healing.STEPS[severity].to: 1}}
    assert bed.undone().sheet("ada")["wounds"] == {"left_arm": {severity: boxes}}


@pytest.mark.rules("POL-WOUND-21")
def test_a_failure_lets_the_wound_rest_again():
    row = {"place": "body", "severity": "serious", "days": 9}
    bed = patient(wounds={"body": {"serious": 1}}, wound_details={"w1": row})
    bed.do("heal", 19, wound="body-serious", skill="first_aid", healer="tom")
    assert (bed.wounds(), bed.line("body", "serious").get("days", 0)) == ({"body": {"serious": 1}}, 0)
    assert str(bed.offer("heal").refused) == "7 more days of rest are needed (Body: serious)."


@pytest.mark.rules("POL-WOUND-21/both")
@pytest.mark.parametrize(("second", "heals"), [(4, True), (16, False)])
def test_a_mortal_wound_needs_surgery_and_medicine_both(second, heals):
    row = {"place": "body", "severity": "mortal", "days": 35, "stabilized": True}
    bed = patient(healer=12, wounds={"body": {"mortal": 1}}, wound_details={"w1": row})
    bed.do("heal", 3, second, wound="body-mortal", skill="surgery", healer="tom", level=14)
    assert [key for _who, key in bed.asked] == ["heal-0-die", "heal-1-die"]
    assert bed.outcome().check.target.total == 14 - 5
    assert bed.wounds() == ({"body": {"critical": 1}} if heals else {"body": {"mortal": 1}})


@pytest.mark.rules("POL-WOUND-21")
@pytest.mark.parametrize(
    ("severity", "skill", "sentence"),
    [
        ("critical", "first_aid", "Left arm: critical needs: Medicine, Surgery"),
        ("mortal", "medicine", "Left arm: mortal needs: Surgery"),
    ],
)
def test_insufficient_care_names_the_needed_care(severity, skill, sentence):
    row = {"place": "left_arm", "severity": severity, "days": 40}
    bed = patient(wounds={"left_arm": {severity: 1}}, wound_details={"w1": row})
    bed.do("heal", wound=f"left_arm-{severity}", skill=skill, healer="tom")
    assert (bed.told(), bed.wounds()) == ([sentence], {"left_arm": {severity: 1}})


@pytest.mark.rules("POL-WOUND-21/alone")
@pytest.mark.parametrize("heals", [True, False])
def test_the_game_master_decides_if_a_wound_heals_alone(heals):
    row = {"place": "body", "severity": "moderate", "days": 3}
    bed = patient(wounds={"body": {"moderate": 1}}, wound_details={"w1": row})
    bed.do("heal", says={"alone": "yes" if heals else "no"}, wound="body-moderate", skill="alone")
    assert bed.wounds() == ({"body": {"light": 1}} if heals else {"body": {"moderate": 1}})


@pytest.mark.rules("POL-WOUND-21/alone")
def test_a_critical_wound_never_heals_alone():
    row = {"place": "body", "severity": "critical", "days": 30}
    bed = patient(wounds={"body": {"critical": 1}}, wound_details={"w1": row})
    assert bed.do("heal", wound="body-critical", skill="alone").wounds() == {"body": {"critical": 1}}


@pytest.mark.rules("POL-WOUND-21", "POL-GEN-02")
def test_without_the_rule_days_heal_nothing_and_no_care_is_offered():
    bed = patient({"healing_rules": False}, wounds={"head": {"light": 1}, "body": {"moderate": 1}})
    assert bed.offer("heal") is None
    assert bed.do("days", days=1).wounds() == {"head": {"light": 1}, "body": {"moderate": 1}}


@pytest.mark.rules("POL-WOUND-17/untended")
@pytest.mark.parametrize(
    ("severity", "boxes", "chances"),
    [
        ("moderate", 1, 14 + 5 - 3),
        ("moderate", 2, 14 + 5 - 3 - 2),
        ("serious", 1, 14 - 5),
        ("critical", 2, 14 - 5 - 10 - 2),
        ("mortal", 1, 14 - 10 - 10),
    ],
)
def test_every_second_day_an_untended_place_may_infect(severity, boxes, chances):
    held = {"w1": {"place": "left_leg", "severity": severity, "stabilized": True}}
    start = {"attributes__CON": 14, "wounds": {"left_leg": {severity: boxes}}, "wound_details": held}
    assert patient(**start).do("days", days=1).asked == []
    bed = patient(**start)
    bed.do("days", 1, days=2)  # of Constitution, or of the shock where no chance keeps the wound from getting worse
    tests = [from_json(one) for event in bed.events for one in event.payload.get("outcomes", ())]
    assert tests[0].check.target.total == chances


@pytest.mark.rules("POL-WOUND-17")
def test_an_infection_ticks_one_more_box_with_the_cascade():
    bed = patient(wounds={"left_leg": {"serious": 2}}).do(
        "days", 19, 1, says={"infection-2-left_leg-bleeding": "no"}, days=2
    )
    assert bed.wounds() == {"left_leg": {"critical": 1}}
    assert any(one.startswith("the wound gets worse.") for one in bed.told())


@pytest.mark.rules("POL-WOUND-17/untended")
def test_a_tended_wound_does_not_infect():
    assert patient(wounds={"body": {"serious": 1}}, wound_details=TREATED).do("days", days=4).asked == []
    bed = patient(wounds={"body": {"serious": 1}, "head": {"moderate": 1}}).do("days", days=4, tended=True)
    assert bed.asked == [] and bed.line("head", "moderate")["treated"] is True


@pytest.mark.rules("POL-WOUND-17")
def test_a_light_wound_does_not_infect_and_the_days_go_on_counting():
    bed = patient(wounds={"body": {"light": 4, "moderate": 1}}).do("days", days=1)
    assert bed.sheet()["hurt_days"] == 1
    bed.do("days", 5, days=1)
    assert bed.asked == [("ada", "infection-2-body-die")]


@pytest.mark.rules("POL-WOUND-17/serious-always")
def test_a_serious_wound_always_gets_worse_by_overexertion():
    bed = patient(wounds={"body": {"serious": 1}, "head": {"light": 1}}).do("strain", 1)
    assert (bed.asked, bed.wounds()["body"]) == ([("ada", "shock")], {"serious": 2})


@pytest.mark.rules("POL-WOUND-17/serious-always")
@pytest.mark.parametrize(
    ("severity", "risk"),
    [
        ("light", "A very small risk."),
        ("moderate", "A small risk."),
        ("critical", "Without care it gets worse for certain."),
    ],
)
@pytest.mark.parametrize("much", [True, False])
def test_the_effort_of_any_other_wound_is_judged_by_the_game_master(severity, risk, much):
    bed = patient(wounds={"left_arm": {severity: 1}})
    assert risk == str(healing.RISKS[severity])
    worse = much and severity == "critical"
    says = {"strain": "yes" if much else "no"} | ({"bleeding": "no"} if worse else {})
    bed.do("strain", *([1] if worse else []), says=says)
    assert bed.wounds() == {"left_arm": {severity: 2 if much else 1}}


@pytest.mark.rules("POL-WOUND-17")
@pytest.mark.parametrize(("die", "place"), [(1, "head"), (2, "right_arm"), (3, "left_leg")])
def test_a_die_names_the_place_among_equals(die, place):
    hurt = {one: {"serious": 1} for one in ("head", "right_arm", "left_leg")}
    bed = patient(wounds=hurt).do("strain", die, *([1] if place == "head" else []))
    assert bed.wounds() == {**hurt, place: {"serious": 2}}


@pytest.mark.rules("POL-WOUND-17")
@pytest.mark.parametrize(("die", "place"), [(1, "head"), (2, "left_leg")])
def test_a_die_picks_one_of_two_places(die, place):
    hurt = {one: {"serious": 1} for one in ("head", "left_leg")}
    shock = [1] if place == "head" else []
    assert patient(wounds=hurt).do("strain", die, *shock).wounds() == {**hurt, place: {"serious": 2}}


@given(
    st.sampled_from(list(PLACES)).flatmap(
        lambda place: st.sampled_from(list(CAPACITY[place])).map(lambda severity: (place, severity))
    ),
    st.integers(1, 14),
)
def test_days_never_make_a_tended_body_worse(cell, days):
    place, severity = cell
    held = {"w1": {"place": place, "severity": severity, "stabilized": True}}
    bed = patient(wounds={place: {severity: 1}}, wound_details=held)
    if bed.offer("days") is None:
        assert severity == "fatal" and place in ("head", "body")
        return
    bed.do("days", days=days, tended=True)
    assert bed.wounds() in ({place: {severity: 1}}, {})
    assert bed.undone().sheet("ada")["wounds"] == {place: {severity: 1}}


@pytest.mark.rules("POL-WOUND-12", "POL-WOUND-16")
@pytest.mark.parametrize(("severity", "cause"), [("mortal", "blow"), ("critical", "blade")])
def test_no_day_passes_while_a_wound_has_to_be_stabilised(severity, cause):
    row = {"place": "body", "severity": severity, "cause": cause}
    bed = patient(wounds={"body": {severity: 1}}, wound_details={"w1": row})
    assert bed.refused("days", days=14) == "A wound has to be stabilised first: let the minutes pass."
    bed.do("stabilise", 1, wound=f"body-{severity}", healer="tom", kit=True)
    assert bed.offer("days").refused is None


@pytest.mark.rules("POL-WOUND-12", "POL-WOUND-16")
def test_minutes_without_help_are_fatal_for_a_mortal_wound():
    bed = patient(wounds={"body": {"mortal": 1}}).do("minutes", minutes=10)
    assert bed.sheet()["conditions"] == {"dead": True}
