"""The procedure of a test, its criticals and its oppositions; then the same tests asked for through the engine."""

import re
from dataclasses import replace

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.check import Level
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Action, Scene
from rules.core.script import Pending, replay
from rules.engine import decide, exchanges
from rules.games.polaris.tables import degree
from rules.games.polaris.trials import catastrophes, checks, resolution
from tests.rules.polaris.play import MERCENARY, POLARIS, at, check, examples, throw

CRITICAL, SUCCESS, FAILURE, FUMBLE = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


def result(tested, *faces, settings=None):
    return throw(lambda: POLARIS.resolve(tested, settings or {}), *faces)


def measured(tested, *faces, settings=None):
    found = result(tested, *faces, settings=settings)
    return found.level, found.margin


@pytest.mark.rules("POL-TEST-13/at-most", "POL-TEST-15", "POL-TEST-16")
@pytest.mark.parametrize(
    ("die", "level", "margin"), [(1, SUCCESS, 1), (9, SUCCESS, 9), (11, FAILURE, 1), (19, FAILURE, 9)]
)
def test_a_success_has_the_die_as_margin_and_a_failure_the_excess(die, level, margin):
    assert measured(at(10), die) == (level, margin)


@pytest.mark.rules("POL-TEST-14", "POL-CRIT-05/twenty")
@pytest.mark.parametrize("chances", [20, 21, 23])
def test_a_die_is_thrown_even_when_failing_is_impossible(chances):
    assert measured(at(chances, 4), 19) == (SUCCESS, 19)
    assert measured(at(chances, 4), 20) == (CRITICAL, 24)


@pytest.mark.rules("POL-CRIT-01/mastery", "POL-CRIT-03")
def test_the_die_equal_to_the_final_chances_adds_the_mastery_beyond_the_chances():
    assert measured(at(10, 11), 10) == (CRITICAL, 21)
    assert measured(at(10, 0), 10) == (CRITICAL, 10)


@pytest.mark.rules("POL-CRIT-01/negative")
@pytest.mark.parametrize(("least_zero", "die", "margin"), [(True, 5, 5), (False, 5, 2), (False, 2, 1)])
def test_a_negative_mastery_adds_nothing_unless_set_otherwise(least_zero, die, margin):
    assert measured(at(die, -3), die, settings={"crit_bonus_min_zero": least_zero}) == (CRITICAL, margin)


@pytest.mark.rules("POL-CRIT-02/difficulty")
def test_an_attribute_adds_half_of_its_level_whatever_the_difficulty():
    tested = checks.adjusted(check("COO"), {"difficulty": "hard"}, {})
    assert measured(tested, 11) == (CRITICAL, 19)


@pytest.mark.rules("POL-CRIT-04/never-success")
def test_a_twenty_fails_critically_and_a_second_die_adds_to_the_margin():
    assert measured(at(19), 20, 1) == (FUMBLE, 2)
    assert measured(at(2), 20, 9) == (FUMBLE, 27)
    assert measured(at(2), 20, 20) == (FUMBLE, 38)


@pytest.mark.rules("POL-CRIT-04/chain")
def test_critical_failures_chain_once_by_house_setting():
    assert measured(at(2), 20, 20, 7, settings={"critical_failure_chains": True}) == (FUMBLE, 45)
    assert measured(at(2), 20, 6, settings={"critical_failure_chains": True}) == (FUMBLE, 24)


@pytest.mark.rules("POL-CRIT-06")
@pytest.mark.parametrize(
    ("chances", "faces", "flagged"), [(4, (19,), True), (5, (19,), False), (19, (20, 13), False), (19, (20, 14), True)]
)
def test_a_failure_by_fifteen_or_more_may_be_a_catastrophe(chances, faces, flagged):
    found = result(at(chances), *faces)
    assert ("catastrophe" in found.flags) == flagged
    assert any("catastrophe" in str(note) for note in found.notes) == flagged
    assert "catastrophe" not in result(at(chances), *faces, settings={"use_catastrophes": False}).flags


@pytest.mark.rules("POL-CRIT-07")
def test_a_chance_of_one_succeeds_only_on_a_one_and_critically():
    assert measured(at(1, 3), 1) == (CRITICAL, 4)
    assert measured(at(1, 3), 2) == (FAILURE, 1)


@pytest.mark.rules("POL-TEST-21/no-die")
@pytest.mark.parametrize("chances", [0, -1, -4])
def test_an_impossible_action_fails_without_a_die_when_everybody_knows(chances):
    found = result(at(chances))
    assert (found.level, found.margin, found.faces, found.flags) == (FAILURE, 0, (), ("impossible",))


@pytest.mark.rules("POL-TEST-21/die-alone", "POL-TEST-10")
@pytest.mark.parametrize("chances", [0, -1, -4])
def test_an_impossible_action_in_secret_throws_a_die_that_is_the_margin(chances):
    found = result(at(chances, secret=True), 16)
    assert (found.level, found.margin) == (FAILURE, 16)
    assert set(found.flags) == {"impossible", "catastrophe"}


@pytest.mark.rules("POL-CRIT-08/unless")
@pytest.mark.parametrize("chances", [0, -1, -4])
def test_a_twenty_on_an_impossible_action_is_a_critical_failure_unless_set_otherwise(chances):
    assert measured(at(chances, secret=True), 20, 5) == (FUMBLE, 25)
    plain = {"impossible_20_is_critical": False}
    assert measured(at(chances, secret=True), 20, settings=plain) == (FAILURE, 20)
    assert measured(at(1), 20, 4, settings=plain) == (FUMBLE, 23)  # chances of 1 are possible ones


@pytest.mark.rules("POL-TEST-05/no-die")
def test_a_reserved_skill_fails_without_a_die_whatever_the_modifier():
    tested = checks.adjusted(check("surgery"), {"difficulty": "extremely_easy", "modifier": 30}, {})
    found = result(tested)
    assert (found.level, found.faces, found.flags) == (FAILURE, (), ("refused",))
    assert str(found.label) == "Reserved skill, not learnt: automatic failure."


@pytest.mark.rules("POL-TEST-05/not-zero")
def test_a_global_level_of_zero_is_tested_when_an_easy_modifier_allows_it():
    assert result(check("foreign_language")).flags == ("impossible",)
    easy = checks.adjusted(check("foreign_language"), {"difficulty": "easy"}, {})
    assert measured(easy, 4) == (SUCCESS, 4)


@pytest.mark.rules("POL-TEST-25/twenty-first")
def test_twenty_comes_before_equality():
    assert measured(at(19, 5), 19) == (CRITICAL, 24)
    assert measured(at(19, 5), 20, 3) == (FUMBLE, 4)
    assert measured(at(20, 5), 20) == (CRITICAL, 25)


@pytest.mark.rules("POL-TEST-18")
def test_the_modifier_of_the_margin_goes_on_to_whatever_rule_asks_for_it():
    assert result(at(10), 9).modifier == 3
    assert result(at(10), 19).modifier == -3


@pytest.mark.rules("POL-TEST-17")
def test_the_result_is_a_full_sentence():
    assert str(result(at(10), 9).label) == "Success, margin 9: good, +3"
    assert str(result(at(10, 11), 10).label) == "Critical success, margin 21: extraordinary, +7"
    assert str(result(at(2), 20, 9).label) == "Critical failure, margin 27: catastrophic, −8"


@pytest.mark.rules("POL-TEST-10")
def test_the_public_result_never_gives_the_chances_away():
    assert str(result(at(10), 9).public) == "Success: good"
    for faces in ((10,), (11,), (20, 7)):
        assert not re.search(r"\d|:", str(result(at(10), *faces).public))
    assert str(result(at(10, secret=True), 9).public) == "The game master knows the result."


@pytest.mark.rules("POL-TEST-19")
def test_a_bare_success_tells_of_a_side_effect_and_stays_a_success():
    found = result(at(10), 1)
    assert found.level is SUCCESS
    assert "side effect" in str(found.notes[0])


def slow_odds(chances, bonus, secret):
    """Every pair of dice read by the rulebook, one sentence after the other."""
    weights = {}
    for first in range(1, 21):
        for second in range(1, 21):
            if chances < 1 and not secret:
                key = (FAILURE, 0)
            elif first == 20 and chances < 1:
                key = (FUMBLE, 20 + second)
            elif first == 20 and chances <= 19:
                key = (FUMBLE, 20 - chances + second)
            elif first == 20:
                key = (CRITICAL, 20 + max(0, bonus))
            elif chances < 1:
                key = (FAILURE, first)
            elif first == chances:
                key = (CRITICAL, first + max(0, bonus))
            elif first < chances:
                key = (SUCCESS, first)
            else:
                key = (FAILURE, first - chances)
            weights[key] = weights.get(key, 0) + 1
    return weights


@given(st.integers(-6, 26), st.integers(-3, 15), st.booleans())
def test_the_odds_of_a_test_are_those_of_every_pair_of_dice(chances, bonus, secret):
    odds = decide.check_odds(POLARIS, at(chances, bonus, secret=secret), {})
    found = odds.map(lambda outcome: (outcome.level, outcome.margin))
    slow = slow_odds(chances, bonus, secret)
    assert {key: weight * 400 // found.total for key, weight in found.weights.items()} == slow
    assert sum(slow.values()) == 400


@pytest.mark.parametrize("chances", [1, 5, 10, 19, 20, 23])
def test_the_odds_agree_with_an_independent_library(chances):
    d20 = icepool.d(20)

    def margin(first):
        if first == 20 and chances < 20:
            return d20.map(lambda second: -(20 - chances + second))
        if first in (chances, 20):
            return first + 4
        return first if first < chances else chances - first

    independent = d20.map(margin)
    odds = decide.check_odds(POLARIS, at(chances, 4), {})
    signed_margin = odds.map(lambda outcome: outcome.margin * (1 if outcome.level.succeeded else -1))
    assert signed_margin.total == independent.denominator()
    assert signed_margin.weights == dict(independent.items())


@pytest.mark.rules("POL-TEST-17")
@given(st.booleans(), st.integers(1, 80))
def test_a_higher_margin_is_never_worth_less(succeeded, margin):
    worth = abs(degree(succeeded, margin).modifier)
    assert worth <= abs(degree(succeeded, margin + 1).modifier) <= worth + 1


@pytest.mark.parametrize("one", examples("test"))
def test_worked_example(one):
    asked = one["given"]["test"]
    tested = checks.adjusted(check(asked["check"], MERCENARY | one["given"].get("sheet", {})), asked, {})
    found, expect = result(tested, *one["dice"]), one["expect"]
    assert tested.target.total == expect["chances"]
    assert (found.level.name.lower(), found.margin, found.modifier) == (
        expect["level"],
        expect["margin"],
        expect["modifier"],
    )
    assert ("catastrophe" in found.flags) == expect.get("catastrophe", False)


# Oppositions.


def opposed(first, second, *faces, settings=None):
    found = throw(lambda: resolution.oppose(first, second, settings or {}), *faces)
    return None if found.winner is None else "first" if found.winner is found.first else "second"


@pytest.mark.rules("POL-OPP-01/margin")
@pytest.mark.parametrize(
    ("dice", "winner"),
    [((5, 15), "first"), ((15, 5), "second"), ((4, 7), "second"), ((7, 4), "first"), ((15, 16), None)],
)
def test_a_success_beats_a_failure_and_the_higher_margin_beats_the_lower(dice, winner):
    assert opposed(at(10), at(10), *dice) == winner


@pytest.mark.rules("POL-OPP-01")
def test_a_critical_success_counts_by_its_raised_margin():
    assert opposed(at(6, 5), at(10), 6, 9) == "first"


@pytest.mark.rules("POL-OPP-02/tie")
@pytest.mark.parametrize(("tie", "winner"), [("nothing", None), ("first", "first"), ("second", "second")])
def test_equal_margins_bring_nothing_unless_set_otherwise(tie, winner):
    assert opposed(at(10), at(11), 6, 6, settings={"opposed_tie": tie}) == winner


@pytest.mark.rules("POL-OPP-01/margin")
def test_the_smaller_of_two_failures_wins_only_if_set_so():
    smaller = {"opposed_both_fail": "smaller_margin"}
    assert opposed(at(10), at(10), 12, 15, settings=smaller) == "first"
    assert opposed(at(10), at(10), 15, 15, settings=smaller) is None
    assert opposed(at(0), at(10), 15, settings=smaller) == "second"
    assert opposed(at(0), at(0), settings=smaller) is None


@pytest.mark.rules("POL-OPP-03", "POL-TEST-10")
def test_both_dice_are_asked_at_once_and_either_side_may_be_secret():
    hidden = at(10, secret=True)
    state = replay(lambda: resolution.oppose(hidden, at(10), {}), {})
    assert isinstance(state, Pending)
    assert [request.key for request in state.requests] == ["first-die", "second-die"]
    found = throw(lambda: resolution.oppose(hidden, at(10), {}), 5, 4)
    assert (found.winner is found.first, str(found.first.public)) == (True, "The game master knows the result.")


@pytest.mark.rules("POL-OPP-01")
def test_the_second_dice_of_two_critical_failures_are_asked_together_too():
    given_faces = {"first-die": (20,), "second-die": (20,)}
    state = replay(lambda: resolution.oppose(at(10), at(10), {}), given_faces)
    assert [request.key for request in state.requests] == ["first-reroll", "second-reroll"]


# Through the engine.


def scene(hidden=False, settings=None):
    fighters = {"f": {"character": "c", **({"hidden": True} if hidden else {})}}
    return Scene("t", "test", settings or {}, {"fighters": fighters}, {"c": MERCENARY})


def ask(on, gm=False, **args):
    return decide.decide(POLARIS, on, Action("test", "f", args, by="s", gm=gm, id="x"))


def after(on, events):
    for event in events:
        on = on.with_changes(event.changes)
    return on


def answer(on, key, values, gm=False):
    action = Action("answer", "f", {"exchange": "x", "key": key, "values": values}, by="s", gm=gm)
    return decide.decide(POLARIS, on, action)


@pytest.mark.rules("POL-TEST-13", "POL-GEN-03")
def test_a_typed_die_ends_a_test():
    start = scene()
    opened = after(start, ask(start, check="rifles", difficulty="hard"))
    (due,) = exchanges.rolls_due(POLARIS, opened)
    assert (due[1].key, str(due[1].label)) == ("f-rifles-die", "Rifles and shoulder arms (Hard)")
    closed = answer(opened, "f-rifles-die", [7])
    assert closed[-1].payload["outcomes"][0]["margin"] == 7
    assert after(opened, closed).exchanges == {}


@pytest.mark.rules("POL-GEN-03")
def test_a_die_of_twenty_one_is_no_die():
    start = scene()
    opened = after(start, ask(start, check="rifles"))
    with pytest.raises(Unreadable, match="1d20 is needed"):
        answer(opened, "f-rifles-die", [21])


@pytest.mark.rules("POL-TEST-05")
def test_a_reserved_skill_is_refused_before_anything_changes():
    with pytest.raises(Unreadable, match="Reserved skill, not learnt"):
        ask(scene(), check="surgery")


@pytest.mark.rules("POL-TEST-10/gm-alone")
@pytest.mark.parametrize("args", [{"secret": True}, {"hint": "rather hard"}, {"ruling": "success"}])
def test_only_the_game_master_hides_a_difficulty_or_rules(args):
    with pytest.raises(Refused, match="Only the game master"):
        ask(scene(), check="rifles", **args)
    assert ask(scene(), gm=True, check="rifles", **args)


@pytest.mark.rules("POL-TEST-01", "POL-TEST-02")
@pytest.mark.parametrize("ruling", ["success", "failure"])
def test_the_game_master_may_rule_without_a_test(ruling):
    last = ask(scene(), gm=True, check="rifles", ruling=ruling)[-1]
    outcome = last.payload["outcomes"][0]
    assert outcome["level"]["n"] == (SUCCESS if ruling == "success" else FAILURE)
    assert (outcome["faces"], outcome["margin"]) == ([], 0)


@pytest.mark.rules("POL-TEST-01", "POL-GEN-01/reason")
def test_a_ruling_changes_no_chances_and_its_reason_is_for_the_game_master_alone():
    said = {"check": "rifles", "ruling": "failure", "secret": True, "reason": "The rifle is jammed"}
    found = throw(lambda: resolution.test(MERCENARY, {}, "f", said)).check
    *_own, why = found.target.modifiers
    assert (str(why.label), why.value, str(why.ignored), why.secret) == ("Ruling", 0, "The rifle is jammed", True)
    assert (found.target.total, found.secret) == (check("rifles").target.total, False)


@pytest.mark.rules("POL-TEST-13")
@pytest.mark.parametrize(("actor", "thrower"), [("", "gm"), ("f", "f")])
def test_a_test_is_thrown_by_its_actor_or_else_by_the_game_master(actor, thrower):
    assert next(POLARIS.resolve(replace(at(10), actor=actor), {})).by == thrower


@pytest.mark.rules("POL-TEST-24")
@pytest.mark.parametrize(("secret", "announces"), [(True, False), (False, True), (False, False)])
def test_open_tests_and_tables_without_the_setting_announce_nothing(secret, announces):
    settings, said = {"gm_announces_secret_tests": announces}, {"check": "rifles", "secret": secret}
    assert throw(lambda: resolution.test(MERCENARY, settings, "f", said), 11).faces == (11,)


@pytest.mark.rules("POL-TEST-12")
def test_a_test_rolled_for_a_hidden_one_is_told_to_the_game_master_alone():
    start = scene(hidden=True)
    opened = ask(start, gm=True, check="observation")
    closed = answer(after(start, opened), "f-observation-die", [4], gm=True)
    assert {event.audience for event in (*opened, *closed)} == {"gm"}


@pytest.mark.rules("POL-TEST-24", "POL-TEST-10")
@pytest.mark.parametrize(("said", "level", "label"), [("success", SUCCESS, "Success"), ("failure", FAILURE, "Failure")])
def test_the_game_master_may_bend_a_secret_test_in_announcing_it(said, level, label):
    start = scene(settings={"gm_announces_secret_tests": True})
    opened = after(start, ask(start, gm=True, check="rifles", difficulty="hard", secret=True))
    thrown = after(opened, answer(opened, "f-rifles-die", [13]))
    (prompt,) = exchanges.waiting_on(POLARIS, thrown)
    assert (prompt.of, prompt.request.secret) == ("gm", True)
    assert "Failure, margin 3: mediocre, −1" in str(prompt.request.text)
    found = throw(
        lambda: resolution.test(MERCENARY, start.settings, "f", {"check": "rifles", "secret": True}),
        13,
        announced=(said,),
    )
    assert (found.level, str(found.label), found.check.secret, found.faces) == (level, label, False, (13,))
    assert "margin" not in str(found.label)  # it would say what the dice said


@pytest.mark.rules("POL-TEST-24/announced", "POL-RETRY-05", "POL-CRIT-06")
@pytest.mark.parametrize(("said", "margin", "modifier"), [("failure", 17, -6), ("success", 0, 0)])
def test_a_result_announced_as_thrown_keeps_its_margin(said, margin, modifier):
    args = {"check": "explosives", "difficulty": "fairly_hard", "secret": True}
    settings = {"gm_announces_secret_tests": True}
    found = throw(lambda: resolution.test(MERCENARY, settings, "f", args), 19, announced=(said,))
    assert (found.margin, found.modifier) == (margin, modifier)
    assert catastrophes.is_possible(found) is (said == "failure")


@pytest.mark.rules("POL-TEST-24")
def test_a_secret_test_may_stay_secret():
    settings = {"gm_announces_secret_tests": True}
    args = {"check": "rifles", "secret": True}
    found = throw(lambda: resolution.test(MERCENARY, settings, "f", args), 13, announced=("nothing",))
    assert (found.check.secret, found.margin) == (True, 13)


@pytest.mark.rules("POL-SHEET-14")
def test_a_limit_is_part_of_a_requested_test():
    found = throw(lambda: resolution.test(MERCENARY, {}, "f", {"check": "rifles", "limited_by": "automatic_fire"}), 11)
    assert (found.level, found.margin) == (CRITICAL, 19)


def test_a_skill_that_left_the_sheet_meanwhile_ends_its_test():
    start = scene()
    opened = after(start, ask(start, check="organisation"))
    skills = {key: row for key, row in MERCENARY["skills"].items() if key != "organisation"}
    gone = Scene("t", "test", {}, opened.state, {"c": {**MERCENARY, "skills": skills}})
    assert exchanges.proposal(POLARIS, gone, gone.exchanges["x"]) == ()
