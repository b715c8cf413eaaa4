"""The sheet: its fields, its skill lines and its computed numbers."""

import pytest

from rules.character.sheet import problems
from rules.core.errors import Refused
from rules.core.paths import put
from rules.core.text import Text
from rules.games.polaris.character import derived, sheet
from rules.games.polaris.character.skills import CATALOGUE
from tests.rules.polaris.play import MERCENARY, POLARIS, check


def value(key, data, settings=None):
    return {row.key: row for row in POLARIS.derive(data, settings or {})}[key].value


@pytest.mark.rules("POL-SHEET-01")
def test_the_eight_attributes_start_at_ten_and_take_their_adjustments():
    assert [check(code, {}).target.total for code in ("FOR", "CON", "COO", "ADA", "PER", "INT", "VOL", "PRE")] == [
        10
    ] * 8
    adjusted = {"attribute_adjustments": {"a": {"attribute": "PER", "value": -3, "reason": "Blinded"}}}
    line = check("PER", adjusted).target.modifiers[0]
    assert (check("PER", adjusted).target.total, line.value, str(line.label)) == (7, -3, "Blinded")
    assert check("FOR", adjusted).target.total == 10


@pytest.mark.rules("POL-SHEET-02")
def test_the_natural_aptitudes_of_the_mercenary_are_those_printed():
    printed = {"FOR": 2, "CON": 2, "COO": 3, "ADA": 3, "PER": 1, "INT": 0, "VOL": 3, "PRE": 0}
    assert {code: value(f"natural_aptitude_{code}", MERCENARY).total for code in printed} == printed


@pytest.mark.rules("POL-SHEET-02")
def test_the_clamp_of_natural_aptitudes_is_a_house_setting():
    data = {"attributes": {"FOR": 31}}
    assert value("natural_aptitude_FOR", data).total == 6
    assert value("natural_aptitude_FOR", data, {"na_clamp": False}).total == 8


@pytest.mark.rules("POL-SHEET-03/bounds")
def test_luck_starts_at_thirteen_and_stays_within_its_bounds():
    assert POLARIS.schema.value({}, "luck.current") == 13
    assert POLARIS.vitals({}, {}) == ("luck.current",)
    assert POLARIS.step({"luck": {"current": 20}}, {}, "luck.current", 1).writes == {"luck.current": 20}
    assert POLARIS.step({"luck": {"current": 0}}, {}, "luck.current", -1).writes == {"luck.current": 0}


@pytest.mark.rules("POL-SHEET-04", "POL-GEN-04")
@pytest.mark.parametrize(("ada", "per", "reaction"), [(16, 12, 14), (15, 12, 13), (10, 11, 10)])
def test_reaction_is_half_of_adaptation_and_perception_rounded_down(ada, per, reaction):
    data = {"attributes": {"ADA": ada, "PER": per}}
    assert value("reaction", data).total == reaction
    assert value("reaction", data | {"bonuses": {"reaction": 2}}).total == reaction + 2


@pytest.mark.rules("POL-SHEET-04")
def test_wounds_lower_reaction_once_and_the_healthy_one_stays():
    data = MERCENARY | {"wounds": {"left_arm": {"serious": 1}}}
    assert value("reaction", data).total == 14
    assert value("effective_reaction", data).total == 9


@pytest.mark.rules("POL-SHEET-05", "POL-SHEET-06", "POL-SHEET-07")
def test_the_secondary_characteristics_of_the_mercenary_are_those_printed():
    printed = {"melee_damage_modifier": 2, "damage_resistance": -2, "stun_threshold": 15, "unconscious_threshold": 25}
    assert {key: value(key, MERCENARY).total for key in printed} == printed


@pytest.mark.rules("POL-SHEET-05", "POL-SHEET-06")
def test_the_quick_start_pirate_agrees():
    data = {"attributes": {"FOR": 16, "CON": 15}}
    assert value("melee_damage_modifier", data).total == 3
    assert value("damage_resistance", data).total == -3


@pytest.mark.rules("POL-SHEET-07", "POL-GEN-04")
def test_a_bonus_of_the_stun_threshold_raises_both_and_thirds_round_as_set():
    data = {"attributes": {"FOR": 14, "CON": 15, "VOL": 15}, "bonuses": {"stun_threshold": 1}}
    assert (value("stun_threshold", data).total, value("unconscious_threshold", data).total) == (15, 25)
    assert value("stun_threshold", data, {"rounding_mode": "nearest"}).total == 16


@pytest.mark.rules("POL-SHEET-09", "POL-SHEET-10")
def test_a_skill_is_two_natural_aptitudes_and_its_mastery():
    target = check("rifles").target
    assert [(line.value, line.rule) for line in target.lines] == [(4, "POL-SHEET-09"), (11, "POL-SHEET-10")]
    assert check("rifles").extra == 11
    assert check("general_culture", {"attributes": {"INT": 3}}).target.total == -11


@pytest.mark.rules("POL-SHEET-09")
def test_a_skill_of_ones_own_has_free_attributes():
    data = {"skills": {"k1": {"name": "Force Polaris", "attr1": "VOL", "attr2": "PRE", "mastery": 4}}}
    found = check("k1", data | {"attributes": {"VOL": 17, "PRE": 8}})
    assert (str(found.what), found.target.total, str(found.group)) == ("Force Polaris", 7, "Special")


@pytest.mark.rules("POL-SHEET-09")
def test_a_catalogue_line_may_be_given_other_attributes_and_a_specialty():
    data = {"skills": {"k1": {"of": "special_melee", "specialty": "Fouet", "attr1": "COO"}}}
    found = check("k1", data | {"attributes": {"COO": 16}})
    assert (str(found.what), found.target.total) == ("Special weapons (melee) (Fouet)", 6)


@pytest.mark.rules("POL-SHEET-11", "POL-TEST-05")
def test_a_reserved_skill_is_refused_until_one_level_is_bought():
    assert "Reserved" in str(check("surgery").refused)
    assert check("surgery", put({}, "skills.surgery.mastery", -3)).refused is None
    assert check("foreign_language").refused is None  # mastery 0 is not X


@pytest.mark.rules("POL-SHEET-11/first-level")
def test_stepping_a_reserved_skill_goes_from_x_to_minus_three_and_back():
    path = "skills.surgery.mastery"
    assert POLARIS.step({}, {}, path, 1).writes == {path: -3}
    assert POLARIS.step(put({}, path, -3), {}, path, 1).writes == {path: -2}
    assert POLARIS.step(put({}, path, -3), {}, path, -1).writes == {path: "X"}
    assert POLARIS.step({}, {}, path, -1).writes == {path: "X"}


def test_a_hard_skill_stops_at_minus_three_and_any_skill_at_twenty_five():
    hard, usual = "skills.traps.mastery", "skills.rifles.mastery"
    assert POLARIS.step({}, {}, hard, 1).writes == {hard: -2}
    assert POLARIS.step({}, {}, hard, -1).writes == {hard: -3}
    assert POLARIS.step(put({}, usual, 25), {}, usual, 1).writes == {usual: 25}


def test_typed_levels_and_marks_of_skills_are_stepped_like_numbers():
    data = {"skills": {"k": {"name": "Transe", "mastery": "Spé", "level": 4}}}
    assert POLARIS.step(data, {}, "skills.k.level", 1).writes == {"skills.k.level": 5}
    assert POLARIS.step(data, {}, "skills.k.lived", 1).writes == {"skills.k.lived": 1}


def test_a_skill_without_mastery_is_not_stepped():
    with pytest.raises(Refused, match="its level is typed"):
        POLARIS.step(MERCENARY, {}, "skills.mother_tongue.mastery", 1)
    with pytest.raises(Refused, match="not on the sheet"):
        POLARIS.step(MERCENARY, {}, "skills.nowhere.mastery", 1)
    with pytest.raises(Refused, match="cannot be stepped"):
        POLARIS.step(MERCENARY, {}, "wounds.tail.light", 1)


@pytest.mark.rules("POL-SHEET-15/typed")
def test_the_mother_tongue_follows_general_culture_unless_its_level_is_typed():
    assert check("mother_tongue").target.total == 7
    assert check("mother_tongue", put(MERCENARY, "skills.general_culture.mastery", 4)).target.total == 14
    typed = put(MERCENARY, "skills.mother_tongue.level", 12)
    assert check("mother_tongue", typed).target.total == 12
    assert check("mother_tongue", typed).path == "skills.mother_tongue.level"


@pytest.mark.rules("POL-SHEET-16")
def test_every_sheet_has_the_wound_counter():
    assert POLARIS.schema.field("wounds.body.light").most == 4
    assert POLARIS.schema.field("wounds.left_leg.fatal").most == 1
    assert [place.key for place in POLARIS.body({}, {})] == [
        "head",
        "body",
        "right_arm",
        "left_arm",
        "right_leg",
        "left_leg",
    ]


@pytest.mark.rules("POL-SHEET-17")
def test_the_marker_of_initiative_starts_at_the_reaction_and_its_bonuses():
    data = MERCENARY | {"wounds": {"body": {"moderate": 1}}, "bonuses": {"base_initiative": 2}}
    assert value("base_initiative", MERCENARY).total == 14
    assert value("base_initiative", data).total == 13


@pytest.mark.rules("POL-SHEET-18")
def test_savings_gear_and_debt_are_kept_and_nothing_is_computed_from_them():
    assert MERCENARY["money_sols"] == 6800
    assert {row.get("kind", "personal") for row in MERCENARY["gear"].values()} == {"personal", "accessible"}
    assert (MERCENARY["debt"]["yearly_pct_min"], MERCENARY["debt"]["yearly_pct_max"]) == (1, 5)


@pytest.mark.rules("POL-SHEET-20")
def test_an_opponent_needs_a_name_an_initiative_and_one_skill():
    data = {
        "name": "Pieuvre",
        "overrides": {"reaction": {"value": 11}},
        "skills": {"k1": {"name": "Tentacules", "mastery": "Spé", "level": 9}},
    }
    assert problems(POLARIS.schema, data) == ()
    assert value("base_initiative", data).total == 11
    assert check("k1", data).target.total == 9


def test_a_value_set_by_the_game_master_shows_the_computed_one_and_the_reason():
    data = MERCENARY | {"overrides": {"reaction": {"value": 18, "reason": "Drugged"}, "stealth": {"value": 3}}}
    found = value("reaction", data)
    assert (found.total, found.base.value, found.modifiers[-1].value) == (18, 14, 4)
    assert str(found.modifiers[-1].label) == "Set by the game master: Drugged"
    assert check("stealth", data).target.total == 3


def test_lines_stand_in_the_order_of_the_printed_sheet():
    keys = [one.key for one in sheet.lines(MERCENARY)]
    assert (
        keys.index("bureaucracy") < keys.index("organisation") < keys.index("nation_union") < keys.index("tactics_land")
    )
    assert [key for key in keys if key in CATALOGUE] == [key for key in CATALOGUE if key in keys]
    groups = [one.category for one in sheet.lines(MERCENARY)]
    assert len(dict.fromkeys(groups)) == sum(a != b for a, b in zip(groups, groups[1:], strict=False)) + 1


def test_only_the_lines_marked_so_are_favourites():
    assert {one.key for one in sheet.lines(MERCENARY) if one.favourite} == {
        key for key, row in MERCENARY["skills"].items() if row.get("favourite")
    }


def test_a_specialised_skill_has_no_line_before_a_specialty_is_named():
    assert "science" not in {one.key for one in sheet.lines({})}
    assert check("science", {"skills": {"science": {"specialty": "Biologie"}}}).refused is not None


def test_every_number_names_its_rule():
    wounded = MERCENARY | {"wounds": {"head": {"light": 1}, "body": {"serious": 1}}}
    for row in POLARIS.derive(wounded, {}):
        assert all(line.rule.startswith("POL-") for line in row.value.lines), row.key


@pytest.mark.parametrize(
    ("data", "path", "sentence"),
    [
        ({"name": "x", "attributes": {"FOR": 41}}, "attributes.FOR", "Strength: 40 at most."),
        ({"name": "x", "luck": {"current": 21}}, "luck.current", "Luck: 20 at most."),
        ({"name": "x", "skills": {"a": {"mastery": -4}}}, "skills.a.mastery", "Mastery: -3 at least."),
        (
            {"name": "x", "skills": {"a": {"mastery": "Y"}}},
            "skills.a.mastery",
            "Mastery: a whole number is needed, or X, Spé.",
        ),
        ({"name": "x", "wounds": {"body": {"light": 5}}}, "wounds.body.light", "Wound counter: 4 at most."),
        ({}, "name", "Name is missing."),
    ],
)
def test_bad_values_are_reported_with_their_field(data, path, sentence):
    assert [(one.path, str(one.text)) for one in problems(POLARIS.schema, data)] == [(path, sentence)]


def test_the_natural_aptitude_set_by_the_game_master_reaches_the_skills():
    data = MERCENARY | {"overrides": {"natural_aptitude_COO": {"value": 5}}}
    assert derived.natural_aptitude(data, {}, "COO") == 5
    assert check("rifles", data).target.total == 17


def test_a_field_that_holds_the_key_of_a_test_is_chosen_by_its_name():
    fields = [(field.key, one) for section in POLARIS.schema.sections for field in section.fields for one in field.row]
    assert {(key, one.key) for key, one in fields if one.names_test} == {("weapons", "skill"), ("protections", "skill")}


def test_every_choice_of_the_sheet_reads_as_words():
    fields = [one for section in POLARIS.schema.sections for field in section.fields for one in (field, *field.row)]
    choices = [choice for field in fields if field.kind == "choice" for choice in field.choices]
    assert choices and all(isinstance(choice.label, Text) for choice in choices)


def test_a_new_sheet_is_empty_and_all_its_numbers_stand_at_their_defaults():
    assert POLARIS.blank({}) == {}
    assert POLARIS.schema.value({}, "attributes.FOR") == 10
