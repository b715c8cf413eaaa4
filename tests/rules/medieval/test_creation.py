"""The character points of the medieval game: what is on a sheet at the prices of the table, and what levels bring."""

import pytest

from rules.core.paths import put
from tests.rules.medieval.play import MEDIEVAL

# Every price another one, so that none is taken for its neighbour's; half a point would buy a hit point.
PRICES = {"trait": 7, "skill": 2, "mastery": 3, "hp_per_pp": 4, "pp_per_pc": 5, "pp_per_level": 11}


def points(**values):
    sheet = {}
    for path, value in values.items():
        sheet = put(sheet, path.replace("__", "."), value)
    (found,) = MEDIEVAL.budgets(sheet, {"cost": PRICES, "creation": {"points": 100}})
    return found


@pytest.mark.rules("MED-MAN-02", "MED-PROG-01", "MED-FAM-03")
@pytest.mark.parametrize(
    ("written", "spent"),
    [
        ({}, 0),
        ({"traits__vitesse": 2, "traits__sagesse": 1}, 21),
        ({"traits__vitesse": 2, "traits__sagesse": -1}, 7),
        ({"skills__furtivite": 3, "skills__acrobatie": 1}, 8),
        ({"others__a": {"name": "Cuisine", "level": 2}, "others__b": {"name": "Chant"}}, 4),
        ({"mastery__lames": 1}, 3),
        ({"mastery__lames": 3, "mastery__arcs": 2}, 3 * (1 + 2 + 3) + 3 * (1 + 2)),
        ({"exotics__a": {"name": "Fouet", "level": 2}, "exotics__b": {"name": "Fronde"}}, 3 * (1 + 2)),
        ({"manoeuvres__feinte": 1, "manoeuvres__assaut": 3}, 2 + 3 * 10),
        ({"hp__max": 20, "pc__max": 3}, 0),
        ({"hp__max": 21}, 1),
        ({"hp__max": 24}, 1),
        ({"hp__max": 25}, 2),
        ({"hp__max": 10}, 0),
        ({"pc__max": 5}, 10),
        ({"pc__max": 1}, 0),
        ({"pp__available": 6}, 6),
        ({"traits__vitesse": 1, "mastery__lames": 1, "pp__available": 1}, 11),
    ],
)
def test_everything_on_a_sheet_costs_its_price_in_the_table(written, spent):
    assert points(**written).spent == spent


@pytest.mark.rules("MED-PROG-01")
@pytest.mark.parametrize("each", [1, 2, 4])
def test_fewer_hit_points_than_usual_give_nothing_back_whatever_they_cost(each):
    (found,) = MEDIEVAL.budgets({"hp": {"max": 10}}, {"cost": {"hp_per_pp": each}})
    assert found.spent == 0


@pytest.mark.rules("MED-PROG-01")
@pytest.mark.parametrize(("level", "total"), [(1, 100), (2, 111), (5, 144)])
def test_each_level_after_the_first_brings_its_points(level, total):
    assert points(niveau=level).total == total
    assert MEDIEVAL.budgets({"niveau": level}, {"creation": {"points": 0}})[0].total == 0, "counted, not limited"


def test_creation_has_six_stages_one_budget_and_the_game_masters_level():
    stages = MEDIEVAL.creation({}, {})
    assert [(one.key, one.budgets) for one in stages] == [
        ("concept", ()),
        ("traits", ("points",)),
        ("skills", ("points",)),
        ("mastery", ("points",)),
        ("manoeuvres", ("points",)),
        ("arms", ()),
    ]
    shown = [field.key for stage in stages for field in stage.fields]
    assert shown[:5] == ["name", "people", "calling", "height_cm", "niveau"]
    assert {"hp.max", "pc.max", "pp.available", "weapons", "gear", "others", "exotics"} <= set(shown)
    assert [field.key for stage in stages for field in stage.fields if field.gm_only] == ["niveau"]


@pytest.mark.rules("MED-PROG-01", "MED-MAN-02")
def test_each_stage_names_its_prices_by_house_setting():
    said = {key: str(text) for key, text in MEDIEVAL.prices({"cost": PRICES}).items()}
    assert said == {
        "traits": "A point more costs 7 PP.",
        "skills": "A point more costs 2 PP.",
        "mastery": "First 3 PP, then 6, 9 and so on.",
        "manoeuvres": "Hit points: 4 more for 1 PP. Combat points: 5 PP each.",
    }
    (stage,) = (stage for stage in MEDIEVAL.creation({}, {}) if stage.key == "manoeuvres")
    helps = {field.key: str(field.help) for field in stage.fields}
    assert helps["manoeuvres.feinte"].endswith(" Cost: 2 PP.") and helps["manoeuvres.assaut"].endswith(" Cost: 10 PP.")
