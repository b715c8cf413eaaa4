"""Character creation in every game: stages that fill the sheet, and points that follow from it."""

import pytest

from rules.character.creation import Budget, above, by_section, fields, overspent, rows_apart, shortened
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.paths import put
from rules.core.text import Text
from rules.registry import GAMES, samples, system
from tests.rules.toy import TOY

NAME = Text("Points")
SCHEMA = SheetSchema(
    (
        Section("", Text("Who"), (Field("name", NAME, "text"), Field("marks", NAME, "grid", grid={}))),
        Section("traits", Text("Traits"), (Field("wit", NAME, default=3), Field("luck", NAME))),
        Section("", Text("Wounds"), (Field("wounds", NAME, "grid", grid={}),)),
    )
)
# The values written, and the points they spend from each budget.
SPENT = [
    ("polaris", {"attributes.FOR": 12, "attributes.PRE": 9}, {"attributes": 1}),
    ("polaris", {"skills.rifles.mastery": 4, "skills.thrown.mastery": 1}, {"skills": 8}),
    ("polaris", {"skills.hacking.mastery": -3}, {"skills": 1}),  # the first level makes X −3
    ("polaris", {"skills.hacking.mastery": "X", "skills.thrown.mastery": -3}, {}),
    ("polaris", {"skills.new": {"of": "foreign_language", "mastery": 0, "lived": 5}}, {"skills": 4}),
    ("polaris", {"skills.new": {"of": "mother_tongue", "mastery": "Spé", "level": 9}}, {}),
    ("polaris", {"skills.new": {"name": "Patience", "mastery": 2}}, {"skills": 2}),
    ("polaris", {"skills.new": {"name": "Patience", "mastery": "Spé", "level": 5}}, {"skills": 3}),
    ("mythras", {"characteristics.str": 12, "characteristics.siz": 12}, {"characteristics": 1}),
    ("mythras", {"skills.athletics": 20, "professional.a.trained": 15, "styles.b.trained": 40}, {"skills": 75}),
    ("chroniques", {"abilities.dex": 3, "abilities.cha": -1}, {"abilities": 2}),
    ("chroniques", {"atc_base": 2, "stealth_bonus": 1, "level": 4}, {"attack": 3}),
    ("chroniques", {"abilities_list.a.name": "Revers", "abilities_list.b.name": "Charge"}, {"special": 2}),
    ("arpenteurs", {"characteristics.force": 5, "characteristics.adresse": 2}, {"characteristics": 1}),
    ("arpenteurs", {"skills.esquive.level": 2, "skills.own": {"name": "Cuisine", "level": 1}}, {"skills": 3}),
    ("arpenteurs", {"talents.a": {"name": "Vif", "extra_actions": 1}}, {"talents": 1}),
    ("medieval", {"traits.vitesse": 2, "traits.sagesse": -1}, {"points": 5}),
    ("medieval", {"skills.furtivite": 3, "others.a.level": 2}, {"points": 5}),
    ("medieval", {"mastery.lames": 3, "exotics.a.level": 1}, {"points": 14}),  # 2 × (1 + 2 + 3) and 2 × 1
    ("medieval", {"manoeuvres.feinte": 1, "hp.max": 23, "pc.max": 4}, {"points": 6}),  # 2, half of 3, 2
    ("medieval", {"hp.max": 10, "pc.max": 1}, {}),
    ("medieval", {"pp.available": 7}, {"points": 7}),
]


def written(values):
    sheet = {}
    for path, value in values.items():
        sheet = put(sheet, path, value)
    return sheet


@pytest.mark.parametrize(("game", "values", "spent"), SPENT)
def test_points_are_counted_from_the_sheet(game, values, spent):
    found = {one.key: one.spent for one in system(game).budgets(written(values), {})}
    assert found == dict.fromkeys(found, 0) | spent


@pytest.mark.parametrize("game", GAMES)
def test_a_blank_sheet_has_spent_nothing(game):
    budgets = system(game).budgets(system(game).blank({}), {})
    assert budgets and [one.spent for one in budgets] == [0] * len(budgets)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in samples(game)])
def test_a_ready_made_character_keeps_to_the_points_of_its_game(game, name):
    row = samples(game)[name]
    if row["kind"] == "pc":
        assert overspent(system(game).budgets(row["data"], {})) == ()


@pytest.mark.parametrize("game", GAMES)
def test_raising_a_number_never_refunds_points_and_costs_only_where_shown(game):
    one = system(game)
    for stage in one.creation({}, {}):
        for field in stage.fields:
            value = one.value({}, field.key) if field.kind == "number" else None
            if isinstance(value, int):
                spent = {b.key: b.spent for b in one.budgets(written({field.key: value + 1}), {}) if b.spent}
                assert all(points > 0 for points in spent.values()) and set(spent) <= set(stage.budgets), field.key


@pytest.mark.parametrize("game", GAMES)
def test_stages_begin_with_the_name_and_ask_for_fields_of_the_sheet_once(game):
    one = system(game)
    stages = one.creation({}, {})
    assert next(stages[0].fields).key == "name" and len({stage.key for stage in stages}) == len(stages) >= 4
    budgets = {budget.key for budget in one.budgets({}, {})}
    assert {key for stage in stages for key in stage.budgets} == budgets
    asked = [field.key for stage in stages for field in stage.fields if field.kind != "list"]
    assert len(set(asked)) == len(asked)
    for stage in stages:
        for field in stage.fields:
            known = one.schema.field(field.key)
            assert known is not None and known.kind == field.kind
            assert {leaf.key for leaf in field.row} <= {leaf.key for leaf in known.row}
            assert {leaf.key for leaf in known.row if leaf.required} <= {leaf.key for leaf in field.row}


@pytest.mark.parametrize("game", GAMES)
def test_every_house_may_lift_the_limits_of_its_points(game):
    one = system(game)
    keys = [path for path in one.settings().defaults() if path.startswith(("creation.", "creation_"))]
    lifted = written(dict.fromkeys(keys, 0))
    assert len(keys) == len(one.budgets({}, {}))
    assert [budget.total for budget in one.budgets({}, lifted)] == [0] * len(keys)


def test_each_level_brings_its_points():
    one = system("medieval")
    assert [one.budgets({"niveau": level}, {})[0].total for level in (1, 2, 4)] == [140, 160, 200]
    assert one.budgets({"niveau": 4}, {"creation": {"points": 0}})[0].left is None


@pytest.mark.parametrize(
    ("spent", "total", "left", "over"), [(3, 5, 2, 0), (5, 5, 0, 0), (7, 5, -2, 2), (9, 0, None, 0)]
)
def test_the_points_left_and_the_points_too_many(spent, total, left, over):
    budget = Budget("a", NAME, spent, total)
    assert (budget.left, budget.over) == (left, over)
    assert [str(text) for text in overspent([budget])] == (["Points: 2 too many."] if over else [])


def test_points_that_nothing_limits_are_counted_alone():
    budget = Budget("a", NAME, 3)
    assert (budget.left, budget.over, budget.reminder) == (None, 0, None)


def test_by_default_creation_has_a_stage_for_each_section():
    stages = by_section(SCHEMA)
    assert [[field.key for field in stage.fields] for stage in stages] == [["name"], ["traits.wit", "traits.luck"]]
    assert TOY.creation({}, {}) == by_section(TOY.schema) and TOY.budgets({}, {}) == ()


def test_a_value_below_the_usual_gives_points_back():
    assert above(SCHEMA, {"traits": {"wit": 1, "luck": 3}}, ("traits.wit", "traits.luck")) == 1


def test_a_field_of_no_sheet_is_an_error():
    with pytest.raises(KeyError):
        fields(SCHEMA, "traits.strength")
    with pytest.raises(KeyError):
        shortened(Field("things", NAME, "list", row=(Field("name", NAME, "text"),)), "colour")


def test_rows_that_have_a_field_of_their_own_are_no_rows_of_a_list():
    assert "skills.rifles" in rows_apart(system("polaris").creation({}, {}))
    assert rows_apart(system("mythras").creation({}, {})) == frozenset()


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_ready_made_character_fits_every_form(game):
    one = system(game)
    for row in samples(game).values():
        sheet = row["data"]
        stages = one.creation(sheet, {})
        asked = [field for stage in stages for field in stage.fields]
        plain = [(field, one.value(sheet, field.key)) for field in asked if field.kind != "list"]
        rows = [
            (leaf, held[leaf.key])
            for field in asked
            if field.kind == "list"
            for key, held in sheet.get(field.key, {}).items()
            if f"{field.key}.{key}" not in rows_apart(stages)
            for leaf in field.row
            if leaf.key in held
        ]
        assert [field.key for field, value in plain + rows if field.read(value) != value] == []


@pytest.mark.parametrize(("spent", "total", "words"), [(1, 3, "Points: 2 left."), (3, 3, ""), (4, 3, ""), (4, 0, "")])
def test_points_left_are_reported_and_no_others(spent, total, words):
    assert str(Budget("points", NAME, spent, total).reminder or "") == words
