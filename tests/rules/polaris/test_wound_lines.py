"""The lines about wounds: each has its own clock and care, and goes with its wound, but for its sequelae."""

import pytest

from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.damage import Wound
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.table import Table, sheet


def critical(place, **more):
    return {"place": place, "severity": "critical", "cause": "blade", **more}


def mortal(place, **more):
    return {"place": place, "severity": "mortal", "cause": "blade", **more}


@pytest.mark.rules("POL-WOUND-16", "POL-WOUND-02")
@pytest.mark.parametrize("line", [critical, mortal])
def test_each_of_two_wounds_of_one_cell_is_stabilised(line):
    severity = line("body")["severity"]
    both = {"w1": line("body"), "w2": line("body")}
    bed = patient(wounds={"body": {severity: 2}}, wound_details=both, healer=18, attributes__CON=20)
    for _wound in both:
        assert bed.offer("stabilise") is not None
        bed.do("stabilise", 9, wound=f"body-{severity}", healer="tom")
    assert [row["stabilized"] for row in bed.sheet()["wound_details"].values()] == [True, True]
    assert bed.offer("stabilise") is None


@pytest.mark.rules("POL-WOUND-16/clock", "POL-WOUND-02")
def test_the_minutes_of_every_open_wound_of_a_cell_pass():
    both = {"w1": mortal("body", stabilized=True), "w2": mortal("body"), "w3": critical("head"), "w4": critical("head")}
    bed = patient(wounds={"body": {"mortal": 2}, "head": {"critical": 2}}, wound_details=both, attributes__CON=20)
    bed.do("minutes", minutes=7)
    assert [row.get("minutes") for row in bed.sheet()["wound_details"].values()] == [None, 13, 33, 33]
    bed.do("minutes", minutes=13)
    assert bed.sheet()["conditions"]["dead"]


@pytest.mark.rules("POL-WOUND-16/then", "POL-WOUND-03")
def test_a_wound_that_the_clock_makes_mortal_climbs_over_a_full_row():
    lines = {"w1": mortal("left_arm", stabilized=True), "w2": critical("left_arm")}
    bed = patient({"shock_rules": False}, wounds={"left_arm": {"critical": 1, "mortal": 1}}, wound_details=lines)
    bed.do("minutes", minutes=22)  # no Constitution is left to hold it
    assert bed.wounds() == {"left_arm": {"fatal": 1}} and "Left arm: critical becomes fatal" in bed.told()
    assert bed.sheet()["wound_details"] == {"w2": {**critical("left_arm"), "severity": "fatal", "minutes": 8}}
    assert bed.undone().sheet("ada") == bed.first.sheet("ada")


@pytest.mark.rules("POL-WOUND-16/then", "POL-WOUND-05")
def test_a_wound_that_the_clock_makes_mortal_kills_where_no_row_is_left():
    lines = {"w1": mortal("head", stabilized=True), "w2": critical("head")}
    bed = patient({"shock_rules": False}, wounds={"head": {"critical": 1, "mortal": 1}}, wound_details=lines)
    bed.do("minutes", minutes=60)
    assert bed.wounds() == {"head": {"fatal": 1}} and bed.offer("minutes") is None


@pytest.mark.rules("POL-WOUND-18", "POL-WOUND-21", "POL-WOUND-03")
def test_sequelae_outlast_the_healing_of_their_wound_and_the_next_one_starts_anew():
    healed = {"place": "left_arm", "severity": "light", "cause": "blade", "sequelae": "stiff"}
    bed = patient(wounds={"left_arm": {"light": 1}}, wound_details={"w1": {**healed, "days": 9}})
    bed.do("days", days=1)
    assert bed.sheet()["wound_details"] == {"w1": {"place": "left_arm", "sequelae": "stiff"}}
    worse = {"w1": {**critical("left_arm"), "sequelae": "stiff"}, "w2": critical("left_arm")}
    bed = patient(wounds={"left_arm": {"critical": 2}}, wound_details=worse)
    bed.do("strain", 1, says={"strain": "yes"})
    assert bed.sheet()["wound_details"]["w1"] == {"place": "left_arm", "sequelae": "stiff"}


@pytest.mark.rules("POL-WOUND-23", "POL-WOUND-16", "POL-WOUND-21")
@pytest.mark.parametrize(("boxes", "by", "left"), [(1, -1, {}), (2, -1, {"w1"}), (2, 1, {}), (1, 1, {"w1"})])
def test_a_box_cleared_or_crossed_by_hand_takes_its_line_with_it(boxes, by, left):
    rested = {"w1": critical("body", stabilized=True, days=21)}
    hurt = sheet("a", wounds={"body": {"critical": boxes}}, wound_details=rested)
    writes = wounds.step(hurt, {}, "wounds.body.critical", by).writes
    assert {"w1"} - {path.removeprefix("wound_details.") for path in writes} == set(left)


@pytest.mark.rules("POL-WOUND-22", "POL-WOUND-15")
def test_a_minor_opponent_keeps_no_line_about_a_wound_that_is_forgotten():
    row = {"w1": critical("body", stabilized=True)}
    hurt = {"minor": True, "wounds": {"body": {"critical": 1}}, "wound_details": row}
    table = Table({"simplified_npc_wounds": True}, a=sheet("a", 14), b=sheet("b", 8, **hurt)).start()
    for place, severity in (("head", "mortal"), ("left_leg", "critical")):
        change = Wound("b", place, severity).land(table.scene)
        table.scene = table.scene.with_changes(change)
    details = table.scene.sheet("b")["wound_details"].values()
    assert [(row["place"], row["severity"]) for row in details] == [("head", "mortal")]


@pytest.mark.rules("POL-SHOCK-04", "POL-SHOCK-05")
@pytest.mark.parametrize(("coma", "sentences"), [(True, []), (None, ["wakes up, and is stunned"])])
def test_nobody_wakes_from_unconsciousness_into_a_coma(coma, sentences):
    out = {"conditions__unconscious": True, "conditions__light_coma": coma}
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **out)).start()
    table.scene = table.scene.with_changes([table.scene.mark("b", "until", {"unconscious": 1})])
    table.declare("a").do("act", "a").do("new_round")
    assert table.told("b") == sentences and ("b" in table.up) is not coma
