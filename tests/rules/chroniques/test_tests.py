"""The test of an ability: die, bonus, difficulty; natural dice, margins and odds against a slow enumeration."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.character.sheet import SheetSchema
from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.game import COMMON_SETTINGS
from rules.core.json_codec import from_json
from rules.core.scene import Action, Scene, apply
from rules.core.text import _
from rules.engine.decide import check_odds, decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.chroniques import checks
from rules.games.chroniques.settings import setting
from tests.rules.chroniques.play import CHRONIQUES, SCOUT, check, throw

CRITICAL, SUCCESS, FAILURE, FUMBLE = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


def against(bonus, nd, *flags):
    return Check("", "x", _("Anything"), Breakdown(Modifier(_("Bonus"), bonus)), nd, flags=flags, adds=True)


def level(one, *faces, settings=None):
    return throw(lambda: CHRONIQUES.resolve(one, settings or {}), *faces).level


@pytest.mark.rules("CHO-TEST-01", "CHO-SURPRISE-09")
@pytest.mark.parametrize(("die", "expected"), [(9, FAILURE), (10, SUCCESS), (11, SUCCESS)])
def test_a_die_and_a_bonus_that_reach_the_difficulty_succeed(die, expected):
    assert level(against(3, 13), die) == expected


@pytest.mark.rules("CHO-SURPRISE-09/equal", "CHO-TEST-01", "CHO-ATK-03/equal")
def test_equality_fails_a_test_by_house_setting_but_never_an_attack():
    strict = {"test": {"equal_succeeds": False}}
    assert level(against(3, 13), 10, settings=strict) == FAILURE
    assert level(against(3, 13, "attack"), 10, settings=strict) == SUCCESS


@pytest.mark.rules("CHO-ATK-05")
def test_a_natural_twenty_succeeds_and_a_natural_one_fails_whatever_the_difficulty():
    assert level(against(0, 40), 20) == CRITICAL
    assert level(against(30, 20), 1) == FUMBLE
    assert level(against(0, 40), 20, settings={"natural": {"20_hits": False}}) == FUMBLE
    assert level(against(30, 20), 1, settings={"natural": {"1_misses": False}}) == CRITICAL


@pytest.mark.rules("CHO-ATK-06/margin")
@pytest.mark.parametrize(("die", "expected"), [(3, FAILURE), (2, FUMBLE), (12, SUCCESS), (17, CRITICAL)])
def test_ten_above_or_below_is_critical(die, expected):
    assert level(against(6, 13 if die > 5 else 18), die) == expected


@pytest.mark.rules("CHO-ATK-06/switch")
def test_criticals_by_margin_can_be_switched_off_or_moved():
    assert level(against(6, 12), 17, settings={"critical": {"margin": 0}}) == SUCCESS
    assert level(against(0, 19), 2, settings={"critical": {"margin": 0}}) == FAILURE
    assert level(against(6, 12), 11, settings={"critical": {"margin": 5}}) == CRITICAL


# Path, default, and the bounds of what may be typed.
HOUSE = {
    "creation.abilities": (8, 0, 60),
    "creation.attack": (5, 0, 80),
    "creation.special": (2, 0, 40),
    "surprise.free_actions": (False, None, None),
    "surprise.def_until": ("end_of_round", None, None),
    "surprise.group": ("min", None, None),
    "test.equal_succeeds": (True, None, None),
    "init.delay": (True, None, None),
    "init.npc_ties": ("per", None, None),
    "natural.20_hits": (True, None, None),
    "natural.1_misses": (True, None, None),
    "attack.gm_says": (True, None, None),
    "attack.unarmed": ("1d3", None, None),
    "attack.weapons": ("ready", None, None),
    "critical.margin": (10, 0, 30),
    "critical.factor": (2, 1, 4),
    "critical.advantage": (True, None, None),
    "damage.minimum": (1, 0, 10),
    "damage.severe_wounds": (True, None, None),
    "damage.threshold": (10, 1, 40),
    "dying.rounds": (3, 0, 20),
    "luck.bonus": (0, 0, 20),
    "weakened": ("d12", None, None),
}


def test_the_house_settings_have_these_defaults_and_no_others():
    common = set(SheetSchema((COMMON_SETTINGS,)).defaults())
    fields = {path: field for path, field in CHRONIQUES.settings().walk() if path not in common}
    assert {path: (setting({}, path), field.least, field.most) for path, field in fields.items()} == HOUSE


def slow(bonus, nd, sides, count, wide, equal):
    """Every throw, one by one, in the plainest words."""
    tally = dict.fromkeys(Level, 0)
    throws = [(a,) for a in range(1, sides + 1)]
    if count == 2:
        throws = [(a, b) for a in range(1, sides + 1) for b in range(1, sides + 1)]
    for faces in throws:
        die = min(faces)
        beyond = die + bonus - nd
        if die == 20:
            tally[CRITICAL] += 1
        elif die == 1:
            tally[FUMBLE] += 1
        elif beyond > 0 or (beyond == 0 and equal):
            tally[CRITICAL if wide and beyond >= wide else SUCCESS] += 1
        else:
            tally[FUMBLE if wide and beyond <= -wide else FAILURE] += 1
    return {one: Fraction(ways, len(throws)) for one, ways in tally.items()}


@settings(deadline=None)
@given(
    st.integers(-6, 14),
    st.integers(0, 35),
    st.sampled_from([(20, 1, ()), (12, 1, ("d12",)), (20, 2, ("malus_die",)), (12, 2, ("d12", "malus_die"))]),
    st.integers(0, 15),
    st.booleans(),
)
def test_the_odds_are_those_of_a_slow_enumeration(bonus, nd, die, wide, equal):
    sides, count, flags = die
    settings = {"critical": {"margin": wide}, "test": {"equal_succeeds": equal}}
    odds = check_odds(CHRONIQUES, against(bonus, nd, *flags), settings)
    expected = slow(bonus, nd, sides, count, wide, equal)
    assert {one: odds.chance(lambda found, one=one: found.level is one) for one in Level} == expected


@pytest.mark.rules("CHO-TEST-01")
def test_the_difficulty_and_a_modifier_are_said_with_the_test():
    one = checks.adjusted(check(SCOUT, "per"), {"difficulty": 17, "modifier": -2, "secret": True}, {})
    assert (one.extra, one.target.total, one.secret) == (17, 1, True)
    assert str(throw(lambda: CHRONIQUES.resolve(one, {}), 12).label) == "total 13 against 17: failure"


def test_the_fields_of_a_test_have_these_bounds_and_are_open_by_default():
    fields = {field.key: (field.blank, field.least, field.most) for field in CHRONIQUES.test_fields({})}
    assert fields == {"difficulty": (10, 0, 60), "modifier": (0, -20, 20), "secret": (False, None, None)}
    assert not checks.adjusted(check(SCOUT, "per"), {}, {}).secret
    request = next(CHRONIQUES.resolve(check(SCOUT, "per"), {}))
    assert (request.key, request.by) == ("per-die", "gm")


def alone(settings=None, **more):
    rows = {"ada": {"character": "c", "side": "pc"}}
    return Scene("t", "test", settings or {}, {"fighters": rows}, {"c": {**SCOUT, **more}})


def rolled(scene, *answers, **args):
    action = Action("test", "ada", {"check": "per", **args}, by="seat", gm=True, id="x1")
    events = list(decide(CHRONIQUES, scene, action))
    for values in answers:
        for event in events:
            scene = apply(scene, event)
        (prompt,) = waiting_on(CHRONIQUES, scene)
        given = {"exchange": "x1", "key": prompt.request.key, "values": list(values)}
        events = list(decide(CHRONIQUES, scene, Action("answer", "ada", given, by="seat", gm=True)))
    for event in events:
        scene = apply(scene, event)
    return scene, from_json(events[-1].payload["outcomes"])


def test_a_test_is_rolled_outside_a_fight():
    scene, (outcome,) = rolled(alone(), (14,), difficulty=17)
    assert (outcome.level, outcome.margin) == (SUCCESS, 0)
    assert not scene.exchanges
    (offer,) = offers(CHRONIQUES, alone(), "ada")
    assert [field.key for field in offer.fields] == ["check", "difficulty", "modifier", "secret"]


@pytest.mark.rules("CHO-TEST-01")
def test_a_point_of_luck_may_save_a_failed_test_by_house_setting():
    scene, (outcome,) = rolled(alone({"luck": {"bonus": 10}}), (9,), ("yes",), difficulty=17)
    assert (outcome.level, outcome.margin) == (SUCCESS, 5)
    assert CHRONIQUES.value(scene.sheet("ada"), "luck.current") == 3
    scene, (outcome,) = rolled(alone({"luck": {"bonus": 10}}), (9,), ("no",), difficulty=17)
    assert (outcome.level, CHRONIQUES.value(scene.sheet("ada"), "luck.current")) == (FAILURE, 4)


@pytest.mark.rules("CHO-TEST-01/enough")
@pytest.mark.parametrize(("bonus", "left"), [(0, 0), (10, 0), (4, 4)])
def test_luck_is_not_asked_where_there_is_none_to_spend_or_too_little(bonus, left):
    mine = alone({"luck": {"bonus": bonus}}, luck={"max": 4, "current": left})
    _scene, (outcome,) = rolled(mine, (9,), difficulty=17)
    assert outcome.level is FAILURE


@pytest.mark.rules("CHO-TEST-01/enough")
@pytest.mark.parametrize(("die", "bonus"), [(9, 10), (15, 10), (9, 1)])
def test_the_offer_of_luck_gives_no_secret_result_away(die, bonus):
    scene = alone({"luck": {"bonus": bonus}})
    action = Action("test", "ada", {"check": "per", "difficulty": 17, "secret": True}, by="seat", gm=True, id="x1")
    for kind in ("test", "answer"):
        given = {"exchange": "x1", "key": "ada-per-die", "values": [die]}
        step = action if kind == "test" else Action("answer", "ada", given, by="seat", gm=True)
        for event in decide(CHRONIQUES, scene, step):
            scene = apply(scene, event)
    (prompt,) = waiting_on(CHRONIQUES, scene)
    assert str(prompt.request.text) == "A point of luck on this test?"


def test_no_luck_is_spent_on_a_test_that_is_thrown_unseen():
    scene = alone({"luck": {"bonus": 10}})
    scene.state["fighters"]["ada"]["hidden"] = True
    _scene, (outcome,) = rolled(replace(scene), (9,), difficulty=17)
    assert outcome.level is FAILURE


@pytest.mark.rules("CHO-TEST-01")
def test_a_request_does_not_tell_the_thrower_the_difficulty():
    one = replace(check(SCOUT, "per"), extra=23, actor="ada")
    request = next(CHRONIQUES.resolve(one, {}))
    assert request.check.extra == 0
