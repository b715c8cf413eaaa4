"""Character creation of Mythras: the stages, their fields, and the points they spend."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import MYTHRAS

CHARACTERISTICS = [f"characteristics.{key}" for key in ("str", "con", "siz", "dex", "int", "pow", "cha")]


def test_a_character_is_made_in_five_stages_of_two_purses():
    stages = {one.key: one for one in MYTHRAS.creation({}, {})}
    assert {key: one.budgets for key, one in stages.items()} == {
        "concept": (),
        "characteristics": ("characteristics",),
        "skills": ("skills",),
        "learnt": ("skills",),
        "arms": (),
    }
    asked = {key: [field.key for field in one.fields] for key, one in stages.items()}
    assert asked["concept"] == ["name", "concept", "culture", "career", "era", "height_cm"]
    assert asked["characteristics"] == CHARACTERISTICS and len(asked["skills"]) == 22
    assert (asked["learnt"], asked["arms"]) == (["styles", "professional"], ["weapons", "armour", "gear"])


@pytest.mark.parametrize(
    ("settings", "stages"),
    [
        ({}, {"skills", "learnt"}),
        ({"creation_characteristics": 20}, {"characteristics", "skills", "learnt"}),
        ({"creation_skills": 0}, set()),
    ],
)
def test_each_stage_names_the_price_of_a_point_if_the_table_counts_points(settings, stages):
    assert set(MYTHRAS.prices(settings)) == stages
    assert all("costs one" in str(text) for text in MYTHRAS.prices(settings).values())


def test_weapons_and_armour_ask_only_for_values_missing_in_the_tables():
    weapons, armour, _gear = MYTHRAS.creation({}, {})[-1].fields
    assert [leaf.key for leaf in weapons.row] == ["model", "name", "style", "damage", "magazine", "reserve", "in_hand"]
    places = ["right_leg", "left_leg", "abdomen", "chest", "right_arm", "left_arm", "head"]
    assert [leaf.key for leaf in armour.row] == ["model", "name", "points", *places, "worn"]


@pytest.mark.rules("MYT-STYLE-COVERAGE/bought")
def test_styles_and_trades_have_no_value_that_costs_nothing():
    styles, professional = MYTHRAS.creation({}, {})[3].fields
    assert {leaf.key for leaf in (*styles.row, *professional.row)} >= {"trained"}
    assert "printed" not in {leaf.key for leaf in (*styles.row, *professional.row)}


@pytest.mark.parametrize(
    ("path", "value", "spent"),
    [
        ("skills.athletics", 20, [0, 20]),
        ("professional", {"a": {"of": "lore", "trained": 15}, "b": {"of": "art"}}, [0, 15]),
        ("styles", {"a": {"name": "Ligue", "trained": 40}}, [0, 40]),
        ("characteristics", {"str": 12, "siz": 12}, [1, 0]),
    ],
)
def test_trained_points_and_raised_characteristics_are_counted(path, value, spent):
    budgets = MYTHRAS.budgets(put({}, path, value), {"creation_characteristics": 75})
    assert [(one.key, one.total) for one in budgets] == [("characteristics", 75), ("skills", 350)]
    assert [one.spent for one in budgets] == spent
