"""Opponents of the encounter generator: its numbers are final, and whatever was changed is said."""

import pytest

from rules import registry
from rules.character.sheet import problems
from rules.importing.reading import Source, bases
from tests.rules.mythras.importing.samples import enemy, ones

MYTHRAS = registry.system("mythras")
GENERATOR = next(known for known in MYTHRAS.importers if known.key == "encounter-generator")


def read(value, settings=None):
    source = Source("", value)
    assert GENERATOR.recognises(source)
    sheets = GENERATOR.read(source, settings or {}, str)
    assert not any(problems(MYTHRAS.schema, sheet.data) for sheet in sheets)
    return sheets


def numbers(data, settings=None):
    return {number.key: number for number in MYTHRAS.derive(data, settings or {})}


def test_every_number_is_as_printed():
    (sheet,) = read(enemy())
    values = numbers(sheet.data)
    totals = {key: values[key].value.total for key in ("athletics", "evade", "native_tongue", "style_marsh_hunter")}
    assert totals == {"athletics": 41, "evade": 20, "native_tongue": 60, "style_marsh_hunter": 58}
    learnt = {str(number.label): number.value.total for key, number in values.items() if key.startswith("professional")}
    assert learnt == {"Lore (Marshes)": 33, "Courtesy": 12, "Passion: Hate Dry Land": 55, "Track": 40}
    body = MYTHRAS.body(sheet.data, {})
    assert [(place.points[1], place.armour) for place in body] == [
        (4, 1),
        (4, 1),
        (5, 2),
        (6, 2),
        (3, 0),
        (3, 0),
        (4, 3),
    ]
    weapons = sheet.data["weapons"]
    assert weapons["sling"] | {"short": 10, "effective": 150, "long": 300, "force": "large"} == weapons["sling"]
    assert weapons["hoplite_shield"]["passive"] == 4 and weapons["shortspear"]["impaling"]
    assert {key for key, row in weapons.items() if row.get("in_hand")} == {"shortspear", "hoplite_shield"}
    for text in ("Dedicated", "Cult of the Reeds", "Bladesharp", "Swims", "Mist (POW 14", "Holds its ground"):
        assert text in sheet.data["notes"]


@pytest.mark.parametrize(
    ("attributes", "key", "total", "shown"),
    [
        ({"action_points": 3}, "action_points", 3, None),
        ({"strike_rank": "14(14-0)"}, "initiative_bonus", 14, None),
        ({"strike_rank": "-2"}, "initiative_bonus", -2, None),
        ({"damage_modifier": "-1d4"}, "damage_modifier", 21, "−1d4"),
        ({"damage_modifier": "1d8+1d6"}, "damage_modifier", 21, "+1d8+1d6"),
    ],
)
def test_a_printed_attribute_counts_and_the_breakdown_shows_both(attributes, key, total, shown):
    (sheet,) = read(enemy(attributes=attributes))
    number = numbers(sheet.data)[key]
    assert number.value.total == total and (shown is None or str(number.shown) == shown)
    labels = {str(line.label): line for line in number.value.lines}
    assert "As printed" in labels and any(line.ignored for line in number.value.lines)
    assert any("as printed" in str(remark) for remark in sheet.remarks)


def test_a_printed_skill_counts_and_the_breakdown_shows_the_computed_one():
    (sheet,) = read(enemy())
    lines = [(str(line.label), line.value, line.ignored is None) for line in numbers(sheet.data)["evade"].value.lines]
    assert lines == [("As printed", 20, True), ("By the rules", 28, False)]


def test_fatigue_still_takes_its_share_of_printed_numbers():
    (sheet,) = read(enemy(attributes={"action_points": 3, "strike_rank": "14"}))
    tired = numbers({**sheet.data, "state": {"fatigue": "exhausted"}})
    assert (tired["action_points"].value.total, tired["initiative_bonus"].value.total) == (2, 10)


@pytest.mark.parametrize(
    ("settings", "printed"), [({"action_points_mode": "core_banding"}, None), ({"action_points_mode": "flat2"}, None)]
)
def test_nothing_is_overridden_if_the_rules_compute_the_printed_number(settings, printed):
    (sheet,) = read(enemy(), settings)
    assert sheet.data.get("printed", {}).get("action_points") == printed


def test_natural_armour_costs_no_initiative():
    (sheet,) = read(enemy(natural_armor=True, attributes={"strike_rank": "11(11-0)"}))
    assert "armour" not in sheet.data and sheet.data["hit_locations"]["head"]["natural"] == 3
    assert "printed" not in sheet.data


def test_another_body_keeps_its_own_locations():
    places = [
        {"name": "Tail", "range": "1-4", "hp": 5, "ap": 2},
        {"name": "Coils", "range": "05-16", "hp": 9, "ap": 2},
        {"name": "Head", "range": "17–20", "hp": 6, "ap": 4},
        {"name": "Mist", "range": "all", "hp": 1, "ap": 0},
    ]
    (sheet,) = read(enemy(hit_locations=places))
    assert sheet.data["body"] == "own" and list(sheet.data["hit_locations"]) == ["tail", "coils", "head"]
    body = {str(place.label): (place.points[1], place.armour) for place in MYTHRAS.body(sheet.data, {})}
    assert body == {"Tail": (5, 2), "Coils": (9, 2), "Head": (6, 4)}
    assert any("Mist" in str(remark) and "all" in str(remark) for remark in sheet.remarks)


def test_a_party_is_imported_as_its_enemies_with_their_common_lines():
    party = {"party_name": "Raiders", "enemies": [enemy(), enemy("Reed Stalker 2")]}
    sheets = read(party | {"additional_features": [{"name": "Boat", "feature": "A rotten punt"}]})
    assert [sheet.name for sheet in sheets] == ["Reed Stalker 1", "Reed Stalker 2"]
    assert all("Boat: A rotten punt" in sheet.data["notes"] for sheet in sheets)


def test_a_spirit_lacks_the_fields_spirits_lack_and_the_import_says_so():
    spirit = {"name": "Mist", "stats": ones(INT=9, POW=15, CHA=8), "skills": ones(Willpower=70), "notes": None}
    (sheet,) = read(spirit | {"attributes": {"strike_rank": "11", "spirit_damage": "1d6"}})
    assert sum("usual value" in str(remark) for remark in sheet.remarks) == 4
    assert "spirit damage 1d6" in sheet.data["notes"]


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"stats": [{"STR": 99}]}, "99 in the file, 60 here"),
        ({"skills": [{"Evade": "a lot"}]}, "a lot"),
        ({"combat_styles": [{"name": "X", "value": 40, "weapons": [{"name": "Log", "size": "C"}]}]}, "Enormous"),
        ({"combat_styles": [{"name": "X", "value": 40, "weapons": [{"name": "Log", "damage": "lots"}]}]}, "lots"),
        ({"attributes": {"damage_modifier": "+6d10"}}, "+6d10"),
        ({"name": "x" * 90}, "80 characters"),
        ({"name": None}, "No name"),
        ({"notes": 7}, "7"),
    ],
)
def test_an_unreadable_value_is_named(more, named):
    (sheet,) = read(enemy(**more))
    assert any(named in str(remark) for remark in sheet.remarks), [str(remark) for remark in sheet.remarks]


def test_an_unknown_key_is_named():
    (sheet,) = read(enemy(mount="Frog"))
    assert sheet.left_out == ("mount",)


def test_numbers_tell_apart_and_a_number_that_is_a_name_stays():
    names = ["Kobold 1", "Kobold 12", "Agent 47", "Vin (Acolyte 1)", "Vin (Acolyte 2)", "7"]
    assert bases(names) == ["Kobold", "Kobold", "Agent 47", "Vin (Acolyte)", "Vin (Acolyte)", "7"]
