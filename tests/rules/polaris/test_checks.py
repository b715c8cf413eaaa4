"""The tests of a sheet: the printed lines, the penalties, the limits, the modifiers."""

import pytest

from rules.core.errors import Unreadable
from rules.core.paths import put
from rules.games.polaris.trials import checks
from tests.rules.polaris.play import MERCENARY, POLARIS, check

PRINTED = [  # key, base, mastery, level
    ("athletics", 5, 4, 9),
    ("endurance", 5, 5, 10),
    ("martial_wrestling", 6, 0, 6),
    ("martial_defense", 6, 2, 8),
    ("martial_offense", 6, 6, 12),
    ("armed_combat", 5, 5, 10),
    ("unarmed_combat", 5, 5, 10),
    ("handguns", 4, 9, 13),
    ("rifles", 4, 11, 15),
    ("automatic_fire", 3, 8, 11),
    ("intimidation", 3, 5, 8),
    ("organisation", 0, 5, 5),
    ("nation_equinoxe", 0, 3, 3),
    ("nation_union", 0, 5, 5),
    ("tactics_commando", 3, 7, 10),
    ("concealment", 4, 0, 4),
    ("stealth", 4, 5, 9),
    ("foreign_language", 0, 0, 0),
    ("observation", 4, 2, 6),
    ("orientation", 4, 2, 6),
    ("explosives", 3, 2, 5),
    ("traps", 1, 4, 5),
    ("first_aid", 3, 2, 5),
]


@pytest.mark.rules("POL-SHEET-09", "POL-SHEET-10", "POL-TEST-03")
@pytest.mark.parametrize(("key", "base", "mastery", "level"), PRINTED)
def test_each_skill_line_of_the_mercenary_is_as_printed(key, base, mastery, level):
    found = check(key)
    assert ([line.value for line in found.target.lines], found.target.total) == ([base, mastery], level)
    assert (found.extra, found.refused) == (mastery, None)


@pytest.mark.rules("POL-SHEET-15")
def test_the_one_special_line_of_the_mercenary_is_as_printed():
    assert (str(check("mother_tongue").what), check("mother_tongue").target.total) == ("Mother tongue (Néo-azuran)", 7)
    assert len(PRINTED) + 1 == len(MERCENARY["skills"]) == 24


@pytest.mark.rules("POL-SHEET-10")
def test_a_special_line_whose_level_nobody_has_typed_is_at_nothing():
    assert check("k", {"skills": {"k": {"name": "Transe", "mastery": "Spé"}}}).target.total == 0


@pytest.mark.rules("POL-TEST-04", "POL-CRIT-02")
@pytest.mark.parametrize(
    ("key", "chances", "half"), [("COO", 16, 8), ("VOL", 17, 8), ("reaction", 14, 7), ("luck", 13, 6)]
)
def test_attributes_reaction_and_luck_are_tested_on_their_level(key, chances, half):
    assert (check(key).target.total, check(key).extra) == (chances, half)


@pytest.mark.rules("POL-CRIT-02/odd")
def test_half_of_an_odd_level_rounds_as_set():
    assert check("VOL", settings={"attribute_crit_half_rounding": "up"}).extra == 9
    assert check("COO", settings={"attribute_crit_half_rounding": "up"}).extra == 8


@pytest.mark.rules("POL-CRIT-02")
def test_wounds_leave_the_half_level_alone():
    assert check("COO", MERCENARY | {"wounds": {"head": {"critical": 1}}}).extra == 8


@pytest.mark.rules("POL-WOUND-20/once", "POL-TEST-07")
def test_the_worst_wound_lowers_every_test_once():
    hurt = MERCENARY | {"wounds": {"left_arm": {"serious": 1}, "body": {"light": 2}}}
    assert check("rifles", hurt).target.total == 10
    assert check("COO", hurt).target.total == 11
    assert check("reaction", hurt).target.total == 9
    assert check("luck", hurt).target.total == 8
    lines = [(line.value, line.rule, line.ignored and str(line.ignored)) for line in check("rifles", hurt).target.lines]
    assert lines[2:] == [(-5, "POL-WOUND-10", None), (-1, "POL-WOUND-08", "Only the worst wound counts.")]


def test_being_stunned_lowers_every_test_on_top_of_wounds():
    hurt = MERCENARY | {"wounds": {"body": {"moderate": 1}}, "conditions": {"stunned": True}}
    assert check("rifles", hurt).target.total == 7


@pytest.mark.rules("POL-WOUND-12", "POL-WOUND-13")
@pytest.mark.parametrize("severity", ["mortal", "fatal"])
def test_a_mortal_wound_or_a_lost_limb_leaves_no_action_with_a_test(severity):
    hurt = MERCENARY | {"wounds": {"left_leg": {severity: 1}}}
    assert check("rifles", hurt).refused == checks.TOO_HURT
    assert check("CON", hurt).refused is None  # whether the body holds is no action
    assert check("rifles", MERCENARY | {"wounds": {"left_leg": {"critical": 2}}}).refused is None


@pytest.mark.rules("POL-SHEET-14")
def test_a_limiting_skill_caps_the_level_used_and_brings_its_own_mastery():
    data = put(MERCENARY, "skills.armed_combat.mastery", 9)  # 14, over offensive techniques at 12
    found = checks.limit(data, {}, check("armed_combat", data), ("martial_offense",))
    assert (found.target.total, found.extra) == (12, 6)
    kept = checks.limit(data, {"limited_skill_crit_mastery": "main"}, check("armed_combat", data), ("martial_offense",))
    assert kept.extra == 9


@pytest.mark.rules("POL-SHEET-14/lower-only")
@pytest.mark.parametrize("mastery", [5, 7])  # under offensive techniques at 12, and equal to them
def test_a_limiting_skill_that_is_not_lower_changes_nothing_and_says_so(mastery):
    data = put(MERCENARY, "skills.armed_combat.mastery", mastery)
    found = checks.limit(data, {}, check("armed_combat", data), ("martial_offense",))
    assert (found.target.total, found.extra) == (5 + mastery, mastery)
    assert str(found.target.modifiers[0].ignored) == "It is not lower."


@pytest.mark.rules("POL-SHEET-14/several")
@pytest.mark.parametrize(("cascade", "level"), [("min_all", 6), ("first_only", 8)])
def test_the_lowest_of_several_limits_counts_unless_set_otherwise(cascade, level):
    limits = ("martial_defense", "martial_wrestling")
    found = checks.limit(MERCENARY, {"limit_cascade": cascade}, check("unarmed_combat"), limits)
    assert found.target.total == level
    counted = [line for line in found.target.modifiers if line.rule == "POL-SHEET-14" and line.ignored is None]
    assert len(counted) == 1


@pytest.mark.rules("POL-SHEET-14")
def test_each_limit_names_its_malus():
    limits = ("martial_defense", "martial_offense", "martial_wrestling")  # 8, 12 and 6 on a level of 10
    found = checks.limit(MERCENARY, {}, check("unarmed_combat"), limits).target.modifiers[:3]
    assert [(line.value, bool(line.ignored)) for line in found] == [(-2, True), (0, True), (-4, False)]


@pytest.mark.rules("POL-SHEET-14")
def test_two_equal_limits_are_one_limit():
    data = put(MERCENARY, "skills.martial_defense.mastery", 0)
    found = checks.limit(data, {}, check("armed_combat", data), ("martial_defense", "martial_wrestling"))
    assert found.target.total == 6
    assert [(line.value, bool(line.ignored)) for line in found.target.modifiers[:2]] == [(-4, False), (-4, True)]


@pytest.mark.rules("POL-SHEET-14")
def test_a_limit_leaves_wounds_to_be_counted_once():
    hurt = MERCENARY | {"wounds": {"body": {"moderate": 1}}}
    found = checks.limit(hurt, {}, check("rifles", hurt), ("automatic_fire",))
    assert found.target.total == 11 - 3


@pytest.mark.rules("POL-SHEET-14/not-learnt", "POL-SHEET-11")
def test_a_limiting_skill_that_is_not_learnt_refuses_the_test():
    data = {"skills": {"armor_handling_atmospheric": {"mastery": "X"}}}
    found = checks.limit(data, {}, check("rifles", data), ("armor_handling_atmospheric",))
    assert "is not learnt" in str(found.refused)
    assert checks.limit(data, {}, check("rifles", data), ("athletics",)).refused is None


@pytest.mark.rules("POL-SHEET-14", "POL-CRIT-01")
def test_a_limit_whose_level_is_typed_has_no_mastery_to_add():
    data = MERCENARY | {"skills": {**MERCENARY["skills"], "k": {"name": "Transe", "mastery": "Spé", "level": 4}}}
    found = checks.limit(data, {}, check("rifles", data), ("k",))
    assert (found.target.total, found.extra) == (4, 0)


@pytest.mark.rules("POL-SHEET-14")
def test_a_limiting_skill_may_be_tested_alone():
    assert check("martial_offense").target.total == 12


@pytest.mark.rules("POL-TEST-06", "POL-TEST-07", "POL-TEST-08")
def test_difficulty_and_modifier_are_added_whatever_they_are():
    found = checks.adjusted(check("rifles"), {"difficulty": "hard", "modifier": 2}, {})
    assert found.target.total == 12
    assert [(line.value, line.rule) for line in found.target.modifiers[1:]] == [(-5, "POL-TEST-06"), (2, "POL-TEST-08")]
    field = next(one for one in POLARIS.test_fields({}) if one.key == "modifier")
    assert [field.read(value) for value in (-30, 1, 30)] == [-30, 1, 30]
    for value in (-31, 31):
        with pytest.raises(Unreadable, match="at (least|most)"):
            field.read(value)


@pytest.mark.rules("POL-TEST-07/halved", "POL-GEN-04")
@pytest.mark.parametrize(("before", "chances"), [(True, 7 - 3 - 5), (False, (15 - 3 - 5) // 2)])
def test_a_halved_skill_is_halved_before_or_after_its_modifiers(before, chances):
    hurt = MERCENARY | {"wounds": {"body": {"moderate": 1}}}
    args = {"difficulty": "hard", "halved": True}
    found = checks.adjusted(check("rifles", hurt), args, {"halving_before_modifiers": before})
    assert found.target.total == chances


@pytest.mark.rules("POL-TEST-10/hidden")
def test_a_secret_difficulty_hides_its_terms_and_marks_the_check():
    found = checks.adjusted(check("rifles"), {"difficulty": "hard", "modifier": -1, "secret": True}, {})
    assert found.secret
    assert [(line.value, line.secret) for line in found.target.lines] == [
        (4, False),
        (11, False),
        (-5, True),
        (-1, True),
    ]
    assert not checks.adjusted(check("rifles"), {"difficulty": "hard"}, {}).secret


@pytest.mark.rules("POL-TEST-11")
def test_a_vague_hint_is_read_by_everybody_and_adds_nothing():
    found = checks.adjusted(check("rifles"), {"difficulty": "hard", "secret": True, "hint": "rather hard"}, {})
    hint = found.target.modifiers[-1]
    assert (str(hint.label), hint.value, hint.secret) == ("It looks: rather hard", 0, False)


@pytest.mark.rules("POL-TEST-09")
@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({}, "Climbing"),
        ({"difficulty": "hard"}, "Climbing (Hard)"),
        ({"modifier": -7}, "Climbing (−7)"),
        ({"difficulty": "hard", "modifier": 2}, "Climbing (Hard, +2)"),
        ({"difficulty": "hard", "secret": True}, "Climbing"),
    ],
)
def test_a_test_is_asked_for_by_its_degree_or_by_a_number(args, words):
    assert str(checks.notation(check("climbing").what, args)) == words


def test_every_check_has_its_own_key_a_group_and_a_field_to_edit():
    found = POLARIS.checks(MERCENARY, {})
    assert len({one.key for one in found}) == len(found)
    for one in found:
        assert one.group is not None
        assert POLARIS.schema.field(one.path) is not None, one.path
        assert "." not in one.key


def test_only_limiting_skills_that_are_learnt_are_offered_as_a_limit():
    field = POLARIS.test_offer(MERCENARY, {}, "k").fields[-1]
    keys = [choice.key for choice in field.choices]
    assert (field.key, keys[0]) == ("limited_by", "none")
    assert "martial_offense" in keys
    assert not {"rifles", "armor_handling_atmospheric"} & set(keys)
