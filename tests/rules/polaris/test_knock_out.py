"""Shock beyond the wound: knock-out dice, the longest times, minor opponents, and the fatigue at the end of a turn."""

import pytest

from rules.core.check import Modifier
from rules.core.text import Text
from rules.games.polaris.harm import damage, shock
from rules.games.polaris.harm.wounds import Marked, worst_alone
from tests.rules.polaris.table import DAGGER, Table, sheet

CLUB = {**DAGGER, "name": "Club", "cause": "blow", "shock": "1d10"}
STUNNER = {**DAGGER, "name": "Stunner", "damage": "", "shock": "2d10", "cause": "shock"}


def blow(weapon, place, settings=None, die=2, **more):
    """A hit of Ada on Bo with a weapon that has just met its place; a ``die`` of 9 is worth 3 more."""
    ada = sheet("ada", 12, weapons__dagger=weapon)
    table = Table(settings, {"ada": "pc", "bo": "foe"}, ada=ada, bo=sheet("bo", 8, **more)).start()
    table.declare("bo").declare("ada", "bo")
    return table.do("attack", "ada", place=place).answers(attack_die=die, defence_die=19)


@pytest.mark.rules("POL-SHOCK-06/head")
def test_shock_dice_to_the_head_worsen_the_shock_not_the_wound():
    table = blow(CLUB, "head").answers(damage=6, knock=9)  # 6 alone is light, 15 is felt as serious
    assert table.asked() == [("bo", "shock")]
    table.answer("shock", 6)  # ten less five
    assert table.wounds("bo") == {"head": {"light": 1}}
    assert table.scene.sheet("bo")["conditions"] == {"stunned": True}
    assert table.mark("bo", "until") == {"stunned": 3}


@pytest.mark.rules("POL-SHOCK-06/head")
@pytest.mark.parametrize(("place", "settings"), [("body", {}), ("head", {"knock_out_damage": False})])
def test_elsewhere_and_without_the_rule_they_do_not_count(place, settings):
    table = blow(CLUB, place, settings).answers(damage=6)
    assert table.asked() == [("bo", "act")]


@pytest.mark.rules("POL-SHOCK-06")
@pytest.mark.parametrize("place", ["head", "body", "left_arm"])
def test_a_weapon_that_only_stuns_leaves_no_wound_anywhere(place):
    table = blow(STUNNER, place).answers(knock=[9, 6])
    assert table.wounds("bo") == {}
    asked = [("bo", "shock")] if place != "left_arm" else [("bo", "act")]  # serious: no shock in an arm
    assert table.asked() == asked


@pytest.mark.rules("POL-SHOCK-06", "POL-DMG-02")
@pytest.mark.parametrize(("knock", "shocked"), [([5, 6], False), ([6, 6], True)])
def test_the_success_with_a_stunning_weapon_counts_with_the_shock_dice(knock, shocked):
    table = blow(STUNNER, "body", die=9).answers(knock=knock)  # 3 of the success: 14 is moderate, 15 serious
    assert (("bo", "shock") in table.asked()) == shocked
    if not shocked:
        assert table.told("bo")[-1] == "no wound, body (damage 0)"


@pytest.mark.rules("POL-SHOCK-06")
@pytest.mark.parametrize(("knock", "shocked"), [(6, False), (7, True)])
def test_the_total_includes_the_shock_dice(knock, shocked):
    table = blow({**CLUB, "shock": "1d10+2"}, "head").answers(damage=6, knock=knock)
    assert (("bo", "shock") in table.asked()) == shocked


@pytest.mark.rules("POL-SHOCK-06")
@pytest.mark.parametrize(
    ("severity", "wound", "felt"),
    [
        ("", None, None),
        ("", "light", "light"),
        ("light", None, "light"),
        ("moderate", "light", "moderate"),
        ("moderate", "moderate", "moderate"),
        ("moderate", "serious", "serious"),
        ("fatal", "serious", "mortal"),
        ("fatal", "fatal", "fatal"),
        ("moderate", "", "moderate"),
    ],
)
def test_the_worse_of_a_wound_and_of_the_shock_dice_is_felt(severity, wound, felt):
    marked = None if wound is None else Marked({"head": {}}, "head", wound)
    found = damage.worse_wound("head", severity, marked)
    assert (found and found.ticked) == felt
    assert (found is marked) == (felt == wound)


@pytest.mark.rules("POL-SHOCK-06")
def test_weak_shock_dice_change_nothing_and_a_wound_that_is_worse_stays_so():
    assert blow(CLUB, "head").answers(damage=3, knock=1).asked() == [("bo", "act")]
    table = blow({**CLUB, "damage": "2d10"}, "head").answers(damage=[8, 8], knock=1)
    assert table.answer("shock", 1).wounds("bo") == {"head": {"serious": 1}}


@pytest.mark.rules("POL-SHOCK-06")
def test_nobody_dies_of_a_shock():
    table = blow({**STUNNER, "shock": "4d10"}, "head").answers(knock=[10, 10, 10, 10])
    table.answer("shock", 1)
    assert table.wounds("bo") == {} and "dead" not in table.scene.sheet("bo").get("conditions", {})


@pytest.mark.rules("POL-SHOCK-05/worst")
@pytest.mark.parametrize(
    ("severity", "place", "stunned", "unconscious", "worst"),
    [
        ("serious", "head", ("2", "turns"), ("2", "minutes"), ("1d6", "minutes")),
        ("serious", "body", ("1", "turns"), ("1", "minutes"), ("1", "minutes")),
        ("critical", "head", ("3d6", "turns"), ("3d6", "minutes"), ("light_coma", "coma")),
        ("critical", "body", ("2d6", "turns"), ("2d6", "minutes"), ("3d6", "minutes")),
        ("critical", "left_leg", ("1d6", "turns"), ("1d6", "minutes"), ("2d6", "minutes")),
        ("mortal", "head", ("3d6", "minutes"), ("light_coma", "coma"), ("deep_coma", "coma")),
        ("mortal", "body", ("2d6", "minutes"), ("3d6", "minutes"), None),
        ("mortal", "right_arm", ("1d6", "minutes"), ("2d6", "minutes"), None),
        ("fatal", "right_arm", ("2d6", "minutes"), ("3d6", "minutes"), None),
    ],
)
def test_the_duration_of_each_shock(severity, place, stunned, unconscious, worst):
    marked = Marked({}, place, severity)
    found = [shock.duration(marked, column) for column in ("stunned", "unconscious", "catastrophe")]
    assert found == [stunned, unconscious, worst]


def hurt(place="head", die=18, settings=None):
    """A critical wound to the head, whose shock fails by much: a stun threshold of 10, less ten."""
    table = blow({**DAGGER, "damage": "2d10"}, place, settings).answers(damage=[10, 10], bleeding="no")
    return table.answer("shock", die)


@pytest.mark.rules("POL-SHOCK-05", "POL-CRIT-06")
@pytest.mark.parametrize(("said", "coma"), [("no", None), ("yes", True)])
def test_a_shock_that_fails_by_fifteen_may_be_a_catastrophe(said, coma):
    table = hurt().answer("shock-catastrophe", said)
    if not coma:
        table.answer("duration", 1, 2, 3)
    state = table.scene.sheet("bo")["conditions"]
    assert state == {"unconscious": True, **({"light_coma": True} if coma else {})}
    assert (table.mark("bo", "until") or {}).get("unconscious") == (None if coma else 1 + 6 * 12)


@pytest.mark.rules("POL-CRIT-06/fifteen")
@pytest.mark.parametrize(("die", "worst"), [(14, False), (15, True), (16, True)])
def test_a_failure_of_exactly_fifteen_may_be_the_worst(die, worst):
    assert (("gm", "shock-catastrophe") in hurt(die=die).asked()) == worst


@pytest.mark.rules("POL-SHOCK-01")
def test_a_shock_is_one_die_of_twenty_sides():
    request = next(shock.shock_test(blow(CLUB, "body").scene, "bo"))
    assert (request.by, str(request.dice)) == ("bo", "1d20")


@pytest.mark.rules("POL-MARTIAL-06")
@pytest.mark.parametrize(
    ("place", "severity", "counts"),
    [
        (None, "", True),
        ("head", "light", True),
        ("head", "serious", True),
        ("left_arm", "fatal", True),
        ("head", "fatal", False),
        ("body", "fatal", False),
    ],
)
def test_a_strike_that_stuns_adds_its_malus_unless_its_wound_kills(place, severity, counts):
    marked = None if place is None else Marked({}, place, severity)
    strike = Modifier(Text("Strike"), -5)
    scene = blow(CLUB, "body").scene
    assert (strike in shock.maluses(scene, marked, strike)) == counts
    assert strike not in shock.maluses(scene, marked, None)


@pytest.mark.rules("POL-SHOCK-05", "POL-CRIT-06")
def test_a_smaller_failure_and_a_table_without_catastrophes_ask_nothing():
    assert hurt(die=14).asked() == [("bo", "duration")]
    assert hurt(settings={"use_catastrophes": False}).asked() == [("bo", "duration")]


@pytest.mark.rules("POL-SHOCK-05", "POL-TURN-02")
def test_the_length_of_a_turn_gives_the_turns_of_a_minute():
    table = hurt(die=14, settings={"turn_seconds": 6}).answer("duration", 1, 2, 3)
    assert table.mark("bo", "until")["unconscious"] == 1 + 6 * 10


@pytest.mark.rules("POL-WOUND-22")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ({}, [3, 3], {"body": {"light": 1}}),
        ({"body": {"light": 1}}, [3, 3], {"body": {"light": 1}}),
        ({"left_arm": {"light": 1}}, [6, 6], {"body": {"moderate": 1}}),
        ({"left_arm": {"moderate": 1}}, [3, 3], {"left_arm": {"moderate": 1}}),
    ],
)
def test_only_the_worst_wound_of_a_minor_opponent_is_kept(before, dice, after):
    more = {"minor": True, **({"wounds": before} if before else {})}
    table = blow({**DAGGER, "damage": "2d10"}, "body", {"simplified_npc_wounds": True}, **more).answers(damage=dice)
    assert table.wounds("bo") == after
    assert table.undone() == table.first


@pytest.mark.rules("POL-WOUND-22")
@pytest.mark.parametrize(("minor", "on"), [(False, True), (True, False)])
def test_everybody_else_keeps_every_wound(minor, on):
    more = {"minor": True} if minor else {}
    table = blow(DAGGER, "body", {"simplified_npc_wounds": on}, wounds={"left_arm": {"moderate": 1}}, **more)
    assert table.answers(damage=6).wounds("bo") == {"left_arm": {"moderate": 1}, "body": {"light": 1}}


@pytest.mark.rules("POL-WOUND-22")
@pytest.mark.parametrize(("said", "out"), [("yes", {"cannot_act": True}), ("no", {})])
def test_a_serious_wound_usually_ends_the_fight_of_a_minor_opponent(said, out):
    settings = {"simplified_npc_wounds": True, "shock_rules": False}
    table = blow({**DAGGER, "damage": "2d10"}, "body", settings, minor=True).answers(damage=[8, 8])
    assert table.asked() == [("gm", "out")]
    assert table.answer("out", said).scene.sheet("bo").get("conditions", {}) == out


@pytest.mark.rules("POL-WOUND-22")
def test_a_counter_without_wounds_stays_so():
    assert worst_alone({}) == {}
    assert worst_alone({"head": {"light": 2}, "body": {"critical": 2, "light": 4}}) == {"body": {"critical": 1}}


TIRED = {"fatigue_rules": True, "fatigue_every_turns": 1}


@pytest.mark.rules("POL-FAT-01", "POL-TURN-05")
def test_everybody_in_the_fight_tests_fatigue_at_the_end_of_the_turn():
    table = Table(TIRED, ada=sheet("ada", 12), bo=sheet("bo", 8)).start()
    table.declare("bo").declare("ada").do("act", "ada", check="none").do("act", "bo", check="none")
    assert sorted(table.up) == ["ada", "bo"]
    assert str(table.offer("new_round").refused) == "Not everybody has acted."
    table.do("fatigue", "ada", effort="CON").answer("fatigue-die", 15)
    assert (table.scene.sheet("ada")["fatigue"], table.up) == ({"level": 1}, ["bo"])
    table.do("skip", fighter="bo")
    assert "fatigue" not in table.scene.sheet("bo") and table.offer("new_round").refused is None
    assert table.do("new_round").initiative("ada") == 12 - 3
    assert table.undone() == table.first


@pytest.mark.rules("POL-FAT-01/every")
@pytest.mark.parametrize(("every", "turn"), [(2, 2), (3, 3)])
def test_the_interval_of_tests_of_fatigue_is_a_house_setting(every, turn):
    table = Table({**TIRED, "fatigue_every_turns": every}, ada=sheet("ada", 12), bo=sheet("bo", 8)).start()
    for _turn in range(1, turn):
        table.declare("bo").declare("ada").do("act", "ada", check="none").do("act", "bo", check="none")
        table.do("new_round")
    table.declare("bo").declare("ada").do("act", "ada", check="none").do("act", "bo", check="none")
    assert table.offer("new_round").refused is not None
