"""Luck: its test, its points before a test, for an event, for a wound, and how they come back."""

from dataclasses import replace

import pytest

from rules.core.check import Level
from rules.core.errors import Refused
from rules.engine.decide import check_odds
from rules.games.polaris.trials import boost
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS, at, check, throw
from tests.rules.polaris.table import sheet


def lucky(points, **more):
    return patient(luck__current=points, **more)


@pytest.mark.rules("POL-LUCK-01")
@pytest.mark.parametrize(("points", "die", "level"), [(13, 12, "SUCCESS"), (13, 13, "CRITICAL"), (9, 12, "FAILURE")])
def test_a_test_of_luck_is_against_the_rest_and_costs_nothing(points, die, level):
    bed = lucky(points).do("test", die, check="luck")
    assert (bed.outcome().level, bed.sheet()["luck"]["current"]) == (Level[level], points)


@pytest.mark.rules("POL-LUCK-02/no-margin")
@pytest.mark.parametrize(
    ("chances", "die", "level"),
    [
        (10, 15, Level.SUCCESS),  # would be critical
        (10, 16, Level.FAILURE),
        (10, 20, Level.FAILURE),  # would be a critical failure
        (15, 20, Level.SUCCESS),
        (-4, 1, Level.SUCCESS),
    ],
)
def test_a_boosted_test_has_five_more_but_neither_margin_nor_criticals(chances, die, level):
    found = throw(lambda: POLARIS.resolve(boost.boost(at(chances, 8), {"boost": "yes"}), {}), die)
    assert (found.check.target.total, found.level, found.margin, found.flags) == (chances + 5, level, 0, ())


@pytest.mark.rules("POL-LUCK-02/no-margin", "POL-TEST-17", "POL-TEST-19")
@pytest.mark.parametrize(("die", "words"), [(1, "Success"), (15, "Success"), (16, "Failure")])
def test_a_test_without_a_margin_is_no_narrow_success_either(die, words):
    found = throw(lambda: POLARIS.resolve(boost.boost(at(10), {"boost": "yes"}), {}), die)
    assert (str(found.label), str(found.public), found.notes, found.modifier) == (words, words, (), 0)


@pytest.mark.rules("POL-LUCK-02/no-margin", "POL-TEST-10")
def test_a_secret_test_with_luck_reveals_nothing():
    check = replace(boost.boost(at(10), {"boost": "yes"}), secret=True)
    found = throw(lambda: POLARIS.resolve(check, {}), 3)
    assert str(found.public) == "The game master knows the result."


@pytest.mark.rules("POL-LUCK-02")
def test_its_odds_are_those_of_the_chances_alone():
    odds = check_odds(POLARIS, boost.boost(at(10), {"boost": "yes"}), {})
    assert odds.chance(lambda one: one.level.succeeded).limit_denominator() * 20 == 15
    assert {one.level for one in odds.weights} == {Level.SUCCESS, Level.FAILURE}


@pytest.mark.rules("POL-LUCK-02")
@pytest.mark.parametrize("die", [4, 19])
def test_the_point_is_spent_however_the_test_goes(die):
    bed = lucky(13).do("test", die, check="COO", boost="yes")
    assert bed.sheet()["luck"]["current"] == 12
    assert bed.undone().sheet("ada") == lucky(13).sheet()


@pytest.mark.rules("POL-LUCK-02/no-die")
def test_an_act_without_a_die_costs_no_point():
    bed = lucky(13).do("test", check="COO", boost="yes", ruling="success")
    assert bed.sheet()["luck"]["current"] == 13


@pytest.mark.rules("POL-LUCK-05/floor")
@pytest.mark.parametrize(("points", "spent"), [(20, True), (5, True), (4, True), (3, False), (2, False), (0, False)])
def test_with_three_points_or_less_nothing_is_spent(points, spent):
    hurt = {"wounds": {"body": {"serious": 1}}}
    bed = lucky(points, **hurt)
    offers = [bed.offer("favour").refused, bed.offer("lessen").refused, boost.field(bed.sheet()).choices[1].refused]
    why = f"No luck is spent at 3 or less: {points} left."
    assert offers == [None] * 3 if spent else [str(one) for one in offers] == [why] * 3


@pytest.mark.rules("POL-LUCK-05", "POL-LUCK-04")
@pytest.mark.parametrize(("points", "two"), [(5, True), (4, False)])
def test_two_points_need_five(points, two):
    choice = lucky(points, wounds={"body": {"mortal": 1}}).field("lessen", "points").choices[1]
    assert (choice.refused is None) is two


@pytest.mark.rules("POL-LUCK-03/all-pay")
@pytest.mark.parametrize(
    ("said", "ada", "tom", "told"),
    [
        ("no", 13, 13, ["luck does not help"]),
        ("one", 12, 13, ["luck helps: a door", "luck −1: 12 left"]),
        ("all", 12, 12, ["luck helps: a door", "luck −1: 12 left", "luck −1: 12 left"]),
    ],
)
def test_the_game_master_grants_an_event_to_one_or_to_all_payers(said, ada, tom, told):
    bed = patient().do("favour", gm=False, says={"favour": said}, wish="a door")
    assert bed.asked == [("gm", "favour")]
    left = [bed.sheet(one).get("luck", {}).get("current", 13) for one in ("ada", "tom")]
    assert (left, bed.told()) == ([ada, tom], told)


@pytest.mark.rules("POL-LUCK-03", "POL-LUCK-05")
@pytest.mark.parametrize(
    ("said", "left"), [({"luck": {"current": 3}}, 3), ({"luck": {"current": 9}, "conditions": {"dead": True}}, 9)]
)
def test_a_character_with_too_little_luck_or_life_pays_nothing_for_the_group(said, left):
    bed = patient()
    bed.scene.sheets["tom"] = {**bed.scene.sheets["tom"], **said}
    bed.do("favour", says={"favour": "all"}, wish="a door")
    assert bed.sheet("tom")["luck"]["current"] == left


@pytest.mark.rules("POL-LUCK-04/two")
@pytest.mark.parametrize(
    ("severity", "points", "to"),
    [
        ("serious", 1, "moderate"),
        ("serious", 2, "light"),
        ("critical", 1, "serious"),
        ("mortal", 1, "critical"),
        ("mortal", 2, "serious"),
        ("fatal", 1, "mortal"),
        ("fatal", 2, "critical"),
    ],
)
def test_points_make_a_bad_wound_lighter(severity, points, to):
    bed = lucky(13, wounds={"body": {severity: 1}})
    says = {"bleeding": "yes"} if to == "critical" else None
    bed.do("lessen", says=says, wound=f"body-{severity}", points=str(points))
    assert (bed.wounds(), bed.sheet()["luck"]["current"]) == ({"body": {to: 1}}, 13 - points)


@pytest.mark.rules("POL-LUCK-04")
def test_luck_brings_back_the_dead():
    bed = lucky(13, wounds={"head": {"fatal": 1}}, conditions={"dead": True})
    bed.do("lessen", says={"bleeding": "no"}, wound="head-fatal", points="2")
    assert (POLARIS.health(bed.sheet(), {}).rank, bed.sheet().get("conditions", {})) == (4, {})


@pytest.mark.rules("POL-LUCK-04")
@pytest.mark.parametrize(
    ("wounds", "conditions", "which", "lives"),
    [
        ({"head": {"fatal": 1}}, {}, "head", True),
        ({"left_arm": {"fatal": 1}}, {}, "left_arm", False),
        ({"head": {"fatal": 1}, "left_arm": {"fatal": 1}}, {}, "left_arm", False),
        ({"head": {"fatal": 1}, "body": {"fatal": 1}}, {"dead": True}, "head", False),
    ],
)
def test_life_is_told_to_come_back_only_where_it_does(wounds, conditions, which, lives):
    bed = lucky(13, wounds=wounds, conditions=conditions)
    bed.do("lessen", wound=f"{which}-fatal", points="1")
    assert ("no longer: dead" in bed.told()) == lives
    assert bool(bed.sheet().get("conditions")) == bool(conditions)


@pytest.mark.rules("POL-LUCK-04/serious")
def test_only_a_serious_or_worse_wound_may_be_made_lighter():
    assert lucky(13, wounds={"body": {"light": 3, "moderate": 2}}).offer("lessen") is None


@pytest.mark.rules("POL-LUCK-04/room")
def test_the_lighter_wound_needs_a_free_box():
    bed = lucky(13, wounds={"head": {"moderate": 3, "serious": 1}})
    with pytest.raises(Refused, match="Head: moderate has no box left"):
        bed.do("lessen", wound="head-serious", points="1")
    assert (bed.wounds()["head"], bed.sheet()["luck"]["current"]) == ({"moderate": 3, "serious": 1}, 13)
    assert bed.do("lessen", wound="head-serious", points="2").wounds()["head"] == {"moderate": 3, "light": 1}


@pytest.mark.rules("POL-LUCK-04/room")
def test_a_wound_without_room_for_a_lighter_one_is_not_offered():
    full = {"light": 3, "moderate": 3, "serious": 1}
    assert lucky(13, wounds={"head": full}).offer("lessen") is None
    offered = lucky(13, wounds={"head": full, "body": {"mortal": 1}}).field("lessen", "wound")
    assert [row.key for row in offered.choices] == ["body-mortal"]


@pytest.mark.rules("POL-LUCK-04")
def test_the_line_of_the_wound_goes_down_with_it():
    row = {"place": "body", "severity": "critical", "cause": "bullet", "minutes": 4, "created_turn": 2}
    bed = lucky(13, wounds={"body": {"critical": 1}}, wound_details={"w1": row})
    bed.do("lessen", wound="body-critical", points="1")
    assert bed.sheet()["wound_details"] == {
        "w1": {"place": "body", "severity": "serious", "cause": "bullet", "created_turn": 2}
    }


@pytest.mark.rules("POL-LUCK-06/twenty")
@pytest.mark.parametrize(("points", "by", "left"), [(13, "1", 14), (13, "3", 16), (19, "3", 20), (20, "1", 20)])
def test_luck_comes_back_for_ideas_and_scenarios_up_to_twenty(points, by, left):
    bed = lucky(points).do("gain", points=by, why="A plan")
    assert (bed.sheet()["luck"]["current"], bed.told()[0]) == (left, "A plan")


@pytest.mark.rules("POL-LUCK-06")
def test_only_the_game_master_gives_luck_back():
    bed = lucky(13)
    assert bed.offer("gain").master
    assert bed.refused("gain", points="1") == "Only the game master may say this."


def test_a_point_is_no_part_of_a_check_without_it():
    assert boost.boost(check("COO"), {"boost": "no"}) == check("COO")
    assert boost.may_spend(sheet("ada"))
