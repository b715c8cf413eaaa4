"""The one procedure of a test, its settings, its exact odds; then the same asked for through the engine."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.errors import Unreadable
from rules.core.scene import Action, Scene
from rules.core.text import _
from rules.engine import decide, exchanges
from rules.games.medieval import checks
from tests.rules.medieval.play import MEDIEVAL, check, sheet, throw

CRITICAL, SUCCESS, FAILURE, FUMBLE = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


def against(bonus, difficulty=10, **more):
    return Check("", "anything", _("Anything"), Breakdown(Modifier(_("Bonus"), bonus)), difficulty, adds=True, **more)


def level(found, *faces, settings=None):
    return throw(lambda: MEDIEVAL.resolve(found, settings or {}), *faces).level


@pytest.mark.rules("MED-TEST-01", "MED-TEST-02/greater")
@pytest.mark.parametrize(("faces", "expected"), [((4, 4), FAILURE), ((4, 3), FAILURE), ((4, 5), SUCCESS)])
def test_a_total_must_be_greater_than_the_difficulty(faces, expected):
    assert level(against(2), *faces) == expected


@pytest.mark.rules("MED-TEST-02", "MED-ATT-05")
@pytest.mark.parametrize(("difficulty", "percent"), [(0, 100), (5, 90), (10, 55), (15, 15), (20, 1), (25, 1)])
def test_the_published_odds_of_a_common_human(difficulty, percent):
    odds = decide.check_odds(MEDIEVAL, against(0, difficulty), {})
    assert odds.chance(lambda one: one.level.succeeded) == Fraction(percent, 100)


@pytest.mark.rules("MED-ATT-05/two-tens")
def test_two_tens_succeed_critically_and_two_ones_need_not_fail():
    assert level(against(0, 60), 10, 10) is CRITICAL
    assert level(against(9, 10), 1, 1) is SUCCESS
    assert level(against(9, 10), 1, 1, settings={"fumble": "double_one"}) is FUMBLE


@pytest.mark.rules("MED-ATT-05/house")
@pytest.mark.parametrize(
    ("definition", "number", "faces", "expected"),
    [
        ("margin", 8, (9, 9), CRITICAL),
        ("margin", 9, (9, 9), SUCCESS),
        ("margin", 30, (10, 10), SUCCESS),
        ("total", 18, (9, 9), CRITICAL),
        ("total", 19, (9, 9), SUCCESS),
        ("total", 4, (2, 2), FAILURE),
    ],
)
def test_the_house_may_define_a_critical_success(definition, number, faces, expected):
    assert level(against(0), *faces, settings={"critical": {"definition": definition, "number": number}}) is expected


@pytest.mark.rules("MED-TEST-03/tie")
@pytest.mark.parametrize(
    ("mine", "theirs", "tie", "wins"),
    [
        ((5, 6), (5, 5), "resister_wins", True),
        ((5, 5), (5, 5), "resister_wins", False),
        ((5, 5), (5, 5), "initiator_wins", True),
        ((5, 4), (5, 5), "initiator_wins", False),
    ],
)
def test_the_opposed_initiator_needs_the_greater_total(mine, theirs, tie, wins):
    sides = [checks.total(against(3), faces) for faces in (mine, theirs)]
    assert checks.opposed(*sides, {"opposed": {"tie": tie}}) is wins


@pytest.mark.rules("MED-FAT-01/every-roll")
@pytest.mark.parametrize(("each", "malus"), [(None, -3), (0, 0), (2, -6)])
def test_fatigue_lowers_every_roll_of_two_dice(each, malus):
    settings = {} if each is None else {"fatigue": {"malus_per_point": each}}
    found = MEDIEVAL.checks(sheet(fatigue=3), settings)
    assert {one.target.total for one in found} == {malus}


@given(st.integers(-5, 25), st.integers(0, 60))
def test_the_odds_of_a_test_are_those_of_its_hundred_throws(bonus, difficulty):
    odds = decide.check_odds(MEDIEVAL, against(bonus, difficulty), {}).map(lambda one: one.level)
    counted = dict.fromkeys(odds.weights, 0)
    for one, two in product(range(1, 11), repeat=2):
        named = CRITICAL if (one, two) == (10, 10) else SUCCESS if one + two + bonus > difficulty else FAILURE
        counted[named] += 1
    assert {key: Fraction(weight, odds.total) for key, weight in odds.weights.items()} == {
        key: Fraction(count, 100) for key, count in counted.items()
    }


def alone(data):
    rows = {"f": {"character": "c", "side": "pc", "order": 0}}
    return Scene("t", "test", {}, {"fighters": rows}, {"c": data})


@pytest.mark.rules("MED-TEST-01", "MED-ATT-04")
def test_a_test_from_the_sheet_takes_a_difficulty_and_a_modifier():
    scene = alone(sheet({"force": 3}))
    action = Action("test", "f", {"check": "force", "difficulty": 15, "modifier": 2}, id="x")
    (event,) = decide.decide(MEDIEVAL, scene, action)
    scene = decide.apply(scene, event)
    asked = exchanges.rolls_due(MEDIEVAL, scene)[0][1]
    assert (asked.check.target.total, asked.check.extra) == (5, 0)
    args = {"exchange": "x", "key": asked.key, "values": [5, 6]}
    (_answered, closed) = decide.decide(MEDIEVAL, scene, Action("answer", "f", args))
    (outcome,) = closed.payload["outcomes"]
    assert (outcome["margin"], outcome["level"]["n"]) == (1, int(SUCCESS))


def test_a_difficulty_out_of_bounds_is_refused_by_name():
    with pytest.raises(Unreadable, match="Difficulty"):
        args = {"check": "force", "difficulty": 101}
        decide.decide(MEDIEVAL, alone(sheet()), Action("test", "f", args, id="x"))


def test_everything_on_a_sheet_can_be_rolled():
    rows = {"r": {"name": "Équitation", "level": 4}}
    found = {one.key: one.target.total for one in MEDIEVAL.checks(sheet({"vitesse": 2}, others=rows), {})}
    assert found["other_r"] == 4
    assert {"sagesse", "furtivite", "attack_sword", "attack_bow", "attack_pugilat", "attack_lutte"} <= found.keys()
    assert (found["attack_sword"], found["attack_bow"]) == (2, 0)
    assert check(sheet(), "force").path == "traits.force"


@pytest.mark.parametrize(("said", "secret"), [({}, False), ({"secret": True}, True)])
def test_a_difficulty_is_secret_if_the_game_master_says_so(said, secret):
    assert MEDIEVAL.adjusted(against(0), said, {}).secret is secret
