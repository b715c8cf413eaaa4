"""The d100: grades, levels, opposed and differential rolls."""

from fractions import Fraction
from itertools import product

import pytest

from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.text import Text
from rules.engine.decide import check_odds
from rules.games.mythras.character.sheet import skill
from rules.games.mythras.rolls.grades import Situation, apply_cap, apply_grade, value, worst
from rules.games.mythras.rolls.resolution import above_hundred, chances, differential, judge, level, opposed, resolve
from tests.rules.mythras.play import HOPLITE, MYTHRAS, check, throw


def skilled(target, actor="ada"):
    return Check(actor, "skill", Text("Skill"), Breakdown(Modifier(Text("Base"), target)), target)


def outcome(target, die, settings=None):
    return judge(skilled(target), (die,), settings or {})


@pytest.mark.rules("MYT-CORE-01/ninety-nine", "MYT-CORE-03", "MYT-CORE-01/always")
@pytest.mark.parametrize(
    ("target", "die", "found"),
    [(68, 7, 3), (68, 8, 2), (68, 68, 2), (68, 69, 1), (68, 99, 0), (68, 100, 0), (99, 96, 1), (99, 95, 2)]
    + [(100, 99, 0), (101, 99, 1)]
    + [(120, 99, 1), (120, 100, 0), (120, 12, 3), (120, 13, 2), (0, 1, 2), (0, 5, 2), (0, 6, 1), (-20, 5, 2)],
)
def test_the_die_gives_the_level(target, die, found):
    assert level(target, die, target) == found


@pytest.mark.rules("MYT-CORE-01/ninety-nine")
def test_the_skill_that_decides_on_a_99_is_a_house_setting():
    check = skilled(120)
    modified = Check("a", "k", check.what, Breakdown(Modifier(Text(""), 80)), 120)
    assert judge(modified, (99,), {}).level is Level.FUMBLE
    assert judge(modified, (99,), {"fumble_threshold_on": "raw"}).level is Level.FAILURE


@pytest.mark.rules("MYT-CORE-01", "MYT-UI-03")
@pytest.mark.parametrize(
    ("target", "raw", "settings", "told"),
    [
        (68, 68, {}, "68: critical 7%, success 61%, fumble 2%"),
        (80, 120, {}, "80: critical 8%, success 72%, fumble 2%"),
        (80, 120, {"fumble_threshold_on": "raw"}, "80: critical 8%, success 72%, fumble 1%"),
        (120, 100, {}, "120: critical 12%, success 83%, fumble 1%"),
        (120, 100, {"fumble_threshold_on": "raw"}, "120: critical 12%, success 83%, fumble 2%"),
    ],
)
def test_the_chances_of_a_roll_are_shown_before_it(target, raw, settings, told):
    found = Check("a", "k", Text(""), Breakdown(Modifier(Text(""), target)), raw)
    assert str(chances(found, settings)) == told


@pytest.mark.rules("MYT-CORE-02")
def test_a_hopeless_difficulty_cannot_be_chosen_for_a_test():
    grade, _secret = MYTHRAS.test_fields({})
    assert [one.key for one in grade.choices if one.refused] == ["hopeless"]


@pytest.mark.rules("MYT-CORE-02/method", "MYT-CORE-03/up")
@pytest.mark.parametrize(
    ("grade", "fractions", "simplified"),
    [("very_easy", 136, 108), ("easy", 102, 88), ("standard", 68, 68), ("hard", 46, 48)]
    + [("formidable", 34, 28), ("herculean", 14, -12), ("hopeless", 0, 0)],
)
def test_a_grade_changes_a_skill_by_the_method_of_the_table(grade, fractions, simplified):
    assert value(68, grade, {}) == fractions
    assert value(68, grade, {"difficulty_method": "simplified"}) == simplified


@pytest.mark.rules("MYT-CORE-02")
@pytest.mark.parametrize(
    ("skill", "grade", "both"),
    [(40, "easy", 60), (40, "very_easy", 80), (60, "hard", 40), (80, "formidable", 40), (100, "herculean", 20)],
)
def test_both_methods_meet(skill, grade, both):
    assert value(skill, grade, {}) == value(skill, grade, {"difficulty_method": "simplified"}) == both


HARD, FORMIDABLE = Situation(Text("hard"), "hard"), Situation(Text("worse"), "formidable")
STEP, EASIER = Situation(Text("step"), steps=1), Situation(Text("scope"), steps=-1)


@pytest.mark.rules("MYT-CORE-04/worst-alone")
@pytest.mark.parametrize(
    ("rows", "grade"),
    [((), "standard"), ((HARD, HARD), "hard"), ((HARD, FORMIDABLE), "formidable"), ((STEP,), "hard")]
    + [((HARD, STEP), "formidable"), ((FORMIDABLE, STEP, STEP, STEP), "hopeless"), ((EASIER,) * 5, "very_easy")],
)
def test_the_worst_situation_counts_alone_and_steps_are_added(rows, grade):
    assert worst(rows) == grade


@pytest.mark.rules("MYT-CORE-04")
def test_an_ignored_modifier_stands_beside_the_number_with_the_reason():
    found = apply_grade(skill(HOPLITE, "evade"), (HARD, FORMIDABLE), {})
    assert found.total == 25
    assert [str(one.label) for one in found.lines if one.ignored] == ["Hard: hard"]


@pytest.mark.rules("MYT-CORE-05/before")
def test_a_cap_lowers_a_skill_before_the_grade_and_never_raises_it():
    style, ride = skilled(68).target, skilled(24).target
    assert apply_cap(style, ride, Text("Ride"), "MYT-SIT-CAP-RIDE").total == 24
    assert apply_cap(ride, style, Text("Ride"), "MYT-SIT-CAP-RIDE").total == 24
    assert apply_grade(apply_cap(style, ride, Text("Ride"), ""), (HARD,), {}).total == 16


@pytest.mark.rules("MYT-CORE-06/higher-die")
@pytest.mark.parametrize(
    ("active", "resister", "winner"),
    [((60, 30), (50, 60), "active"), ((60, 30), (50, 40), "resister"), ((60, 45), (50, 40), "active")]
    + [((60, 5), (50, 40), "active"), ((60, 70), (50, 80), "none"), ((60, 40), (50, 40), "again")],
)
def test_the_better_level_wins_an_opposed_roll_then_the_higher_die(active, resister, winner):
    assert opposed(outcome(*active), outcome(*resister), {}) == winner


@pytest.mark.rules("MYT-CORE-06/ties")
def test_ties_and_double_failures_are_settled_by_house_setting():
    tie, failed = (outcome(60, 40), outcome(50, 40)), (outcome(60, 70), outcome(50, 80))
    assert opposed(*tie, {"opposed_tie": "active_wins"}) == "active"
    assert opposed(*tie, {"opposed_tie": "resister_wins"}) == "resister"
    assert opposed(*failed, {"opposed_both_fail": "reroll"}) == "again"


@pytest.mark.rules("MYT-CORE-08/at-least-success")
def test_the_differential_gives_the_better_side_an_effect_for_each_level_between():
    rows = {(a, d): differential(a, d) for a, d in product(Level, repeat=2)}
    for (a, d), row in rows.items():
        assert row.count == (abs(a - d) if max(a, d).succeeded else 0)
        assert row.winner == ("" if not row.count else "attacker" if a > d else "defender")


@pytest.mark.rules("MYT-CORE-09/everybody")
def test_the_excess_over_100_is_taken_from_everybody_in_the_contest():
    assert above_hundred(skilled(130), skilled(70)) == 30
    assert above_hundred(skilled(90), skilled(70)) == 0
    assert judge(skilled(70), (45,), {}, 30).level is Level.FAILURE


def test_a_test_of_the_sheet_rolls_once_and_shows_its_result():
    found = throw(lambda: resolve(check(HOPLITE, "evade"), {}), 31)
    assert found.margin == 50 - 31
    assert (found.level, str(found.label)) == (Level.SUCCESS, "Success")


@pytest.mark.rules("MYT-CORE-02/worse")
def test_a_difficulty_set_at_the_table_counts_if_it_is_worse_than_fatigue():
    tired = {**HOPLITE, "state": {"fatigue": "wearied"}}
    for grade, total in (("hard", 25), ("herculean", 10), ("standard", 25)):
        assert MYTHRAS.adjusted(check(tired, "evade"), {"grade": grade}, {}).target.total == total
    assert MYTHRAS.adjusted(check(HOPLITE, "evade"), {"grade": "easy"}, {}).target.total == 75


@pytest.mark.rules("MYT-CORE-01")
def test_the_odds_of_a_skill_are_exact():
    found = check_odds(MYTHRAS, check(HOPLITE, "evade"), {}).map(lambda one: one.level)
    chances = [found.chance(lambda one, level=level: one is level) for level in Level]
    assert chances == [Fraction(2, 100), Fraction(48, 100), Fraction(45, 100), Fraction(5, 100)]


def test_a_secret_difficulty_is_no_open_term_of_the_test():
    found = MYTHRAS.adjusted(check(HOPLITE, "evade"), {"grade": "hard", "secret": True}, {})
    open_terms = [term.value for term in found.target.lines if not term.secret]
    plain = check(HOPLITE, "evade").target.total
    assert found.secret and sum(open_terms) == plain > found.target.total
