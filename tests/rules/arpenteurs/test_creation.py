"""Character creation of Arpenteurs: three budgets of points, and the stages that spend them."""

import pytest

from rules.core.paths import put
from rules.games.arpenteurs.sheet import SKILLS
from tests.rules.arpenteurs.play import ARPENTEURS


def purses(settings=None, **values):
    sheet = {}
    for path, value in values.items():
        sheet = put(sheet, path.replace("__", "."), value)
    return {one.key: (one.spent, one.total) for one in ARPENTEURS.budgets(sheet, settings or {})}


@pytest.mark.parametrize(
    ("written", "characteristics", "skills", "talents"),
    [
        ({}, 0, 0, 0),
        ({"characteristics__force": 5, "characteristics__adresse": 4}, 3, 0, 0),
        ({"characteristics__force": 5, "characteristics__volonte": 1}, 0, 0, 0),
        ({"skills__esquive__level": 2, "skills__own": {"name": "Cuisine", "level": 3}}, 0, 5, 0),
        ({"talents__a": {"name": "Vif"}, "talents__b": {"name": "Dur", "extra_actions": 2}}, 0, 0, 2),
    ],
)
def test_each_purse_counts_the_coins_on_the_sheet(written, characteristics, skills, talents):
    found = purses(**written)
    assert {key: spent for key, (spent, _total) in found.items()} == {
        "characteristics": characteristics, "skills": skills, "talents": talents
    }  # fmt: skip


def test_a_setting_gives_the_content_of_each_purse():
    house = {"creation": {"characteristics": 4, "skills": 25, "talents": 3}}
    assert {key: total for key, (_spent, total) in purses(house).items()} == house["creation"]


def test_a_character_is_made_in_five_stages_of_which_three_spend_points():
    stages = ARPENTEURS.creation({}, {})
    assert [(one.key, one.budgets) for one in stages] == [
        ("concept", ()),
        ("characteristics", ("characteristics",)),
        ("skills", ("skills",)),
        ("talents", ("talents",)),
        ("arms", ()),
    ]
    by_stage = {one.key: [field.key for field in one.fields] for one in stages}
    assert by_stage["concept"] == ["name", "concept", "size"]
    assert by_stage["talents"] == ["talents"]
    assert by_stage["arms"][:2] == ["weapons", "gear"]
    levels = {field.key: str(field.label) for one in stages if one.key == "skills" for field in [*one.fields][:-1]}
    assert levels == {f"skills.{key}.level": str(skill.label) for key, skill in SKILLS.items()}
    (own,) = [field for one in stages for field in one.fields if field.key == "skills"]
    assert [leaf.key for leaf in own.row] == ["name", "level", "first", "second"], "one's own is never of the list"
