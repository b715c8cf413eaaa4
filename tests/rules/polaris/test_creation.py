"""Character creation of Polaris: the stages, the places of skills, and the prices in points."""

import pytest

from rules.core.paths import put
from rules.games.polaris.character.skills import CATALOGUE, CATEGORIES
from tests.rules.polaris.play import POLARIS

STAGES = {stage.key: stage for stage in POLARIS.creation({}, {})}


def spent(**values):
    data = {}
    for path, value in values.items():
        data = put(data, path.replace("__", "."), value)
    return {one.key: one.spent for one in POLARIS.budgets(data, {})}


def test_each_stage_shows_the_points_it_spends():
    assert {key: stage.budgets for key, stage in STAGES.items()} == {
        "concept": (),
        "attributes": ("attributes",),
        "skills": ("skills",),
        "specialties": ("skills",),
        "arms": (),
    }
    assert [one.key for one in POLARIS.budgets({}, {})] == ["attributes", "skills"]


def test_every_plain_skill_stands_once_in_its_category():
    found = [(str(group.label), [field.key for field in group.fields]) for group in STAGES["skills"].groups]
    expected = {}
    for one in CATALOGUE.values():
        if not one.specialised:
            expected.setdefault(str(CATEGORIES[one.category]), []).append(f"skills.{one.key}.mastery")
    assert found == list(expected.items())


def test_a_specialty_is_of_a_skill_that_needs_one():
    ((specialties,),) = [group.fields for group in STAGES["specialties"].groups]
    of = next(field for field in specialties.row if field.key == "of")
    named = {key for key, skill in CATALOGUE.items() if skill.specialised}
    assert {choice.key for choice in of.choices} == {"", *named}


def test_arms_protections_gear_and_savings_come_last():
    keys = [[field.key for field in group.fields] for group in STAGES["arms"].groups]
    assert keys == [["weapons", "protections", "gear"], ["money_sols"]]


@pytest.mark.rules("POL-SHEET-11", "POL-SHEET-12")
@pytest.mark.parametrize(
    ("skill", "mastery", "levels"),
    [
        ("rifles", 4, 4),
        ("rifles", -3, 0),
        ("athletics", "X", 0),
        ("traps", -3, 0),
        ("traps", 0, 3),
        ("hacking", "X", 0),
        ("hacking", -3, 1),
        ("hacking", 2, 6),
    ],
)
def test_bought_levels_start_at_the_catalogue_value_and_x_becomes_minus_three(skill, mastery, levels):
    assert spent(**{f"skills__{skill}__mastery": mastery})["skills"] == levels


@pytest.mark.rules("POL-SHEET-10")
def test_a_skill_of_ones_own_starts_at_nothing():
    assert [spent(skills__own={"mastery": mastery})["skills"] for mastery in (2, -3)] == [2, 0]


@pytest.mark.rules("POL-SHEET-11/typed", "POL-SHEET-10")
@pytest.mark.parametrize(("skill", "level", "levels"), [("hacking", 9, 11), ("hacking", 0, 2), ("athletics", 9, 7)])
def test_a_typed_level_is_bought_as_its_mastery(skill, level, levels):
    assert spent(**{f"skills__{skill}": {"mastery": "Spé", "level": level}})["skills"] == levels


@pytest.mark.rules("POL-SHEET-15")
def test_a_mother_tongue_and_attributes_below_ten_cost_no_levels():
    tongue = {"of": "mother_tongue", "mastery": "Spé", "level": 9}
    assert spent(skills__tongue=tongue, attributes__FOR=12, attributes__PRE=9) == {"attributes": 1, "skills": 0}
