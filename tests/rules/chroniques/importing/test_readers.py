"""Characters of Foundry and Roll20: what is taken, what is said of the rest, and that markup stays out."""

import pytest

from rules.games.chroniques.importing.foundry import FOUNDRY
from rules.games.chroniques.importing.roll20 import ROLL20
from rules.importing.reading import Source
from tests.rules.chroniques.importing.samples import actor, character, foe, opponent, resolver


def sheet_of(reader, value):
    source = Source("", value)
    assert reader.recognises(source)
    (sheet,) = reader.read(source, {}, lambda text: text.msgid)
    return sheet


def remarks_of(sheet):
    return " ".join(str(remark) for remark in sheet.remarks)


def weapons_of(sheet):
    return {row["name"]: row for row in sheet.data.get("weapons", {}).values()}


def test_a_character_of_foundry_brings_abilities_hit_points_and_weapons():
    sheet = sheet_of(FOUNDRY, actor())
    assert (sheet.name, sheet.kind) == ("Maëlle Vorn", "pc")
    assert sheet.data["abilities"] == {"for_": 2, "dex": 3, "con": 2, "int_": -1, "per": 1, "cha": 0}
    assert "Constitution: 1 and 1" in remarks_of(sheet), "its bonus is counted, and said"
    assert "Will" in remarks_of(sheet) and "typed" not in sheet.data
    assert (sheet.data["hp"], sheet.data["level"]) == ({"max": 18, "current": 14}, 3)
    assert sheet.data["profile"] == "Éclaireuse"
    assert weapons_of(sheet) == {"Sabre": {"name": "Sabre", "dice": "1d8", "add_for": True}}
    assert sheet.left_out == ("Gourde",) and "script" not in str(sheet.data)


def test_the_scores_of_an_opponent_of_foundry_are_final():
    sheet = sheet_of(FOUNDRY, opponent())
    assert (sheet.kind, sheet.data["notes"]) == ("npc", "NC 2")
    assert sheet.data["typed"] == {"def_": 15, "init": 13, "atc": 4, "atd": 5}
    gun = {"name": "Fusil", "kind": "distance", "dice": "2d6+1", "range_m": 40}
    assert weapons_of(sheet) == {"Fusil": gun, "Poing": {"name": "Poing"}}
    assert "force" in remarks_of(sheet)


@pytest.mark.parametrize(
    ("formula", "dice"),
    [("1d6", "1d6"), ("d8 - 1", "1d8-1"), ("2d4°+3+@for", "2d4+3"), ("0d6", None), ("00d6", None), ("@for", None)],
)
def test_a_formula_is_read_as_far_as_it_is_dice(formula, dice):
    value = {**actor(), "items": [{"name": "X", "type": "attack", "system": resolver(formula)}]}
    assert weapons_of(sheet_of(FOUNDRY, value))["X"].get("dice") == dice


def test_a_character_of_roll20_brings_scores_weapons_and_both_notes():
    sheet = sheet_of(ROLL20, character())
    assert sheet.kind == "pc"
    assert sheet.data["abilities"] == {"for_": 1, "dex": 3, "con": 2, "int_": 0, "per": 2, "cha": -1}
    assert "PER: 14" in remarks_of(sheet), "a score of an older sheet"
    assert (sheet.data["profile"], sheet.data["people"], sheet.data["level"]) == ("Pilote", "Humaine", 4)
    assert (sheet.data["hp"], sheet.data["typed"]) == ({"max": 26, "current": 20}, {"def_": 15, "dep": 12, "init": 16})
    pistol = {"name": "Pistolet laser", "kind": "distance", "dice": "1d8+2", "range_m": 30}
    knife = {"name": "Couteau", "dice": "1d4", "add_for": True}
    assert weapons_of(sheet) == {"Pistolet laser": pistol, "Couteau": knife}
    assert (
        sheet.data["notes"] == "Doit de l’argent.\n\nNée à bord." and sheet.data["secret_notes"] == "Elle ment & vole."
    )
    assert "elsewhere" not in str(sheet.data) and "onerror" not in str(sheet.data)


def test_an_opponent_of_roll20_keeps_its_own_scores():
    sheet = sheet_of(ROLL20, foe())
    assert (sheet.name, sheet.kind) == ("Félin des sables", "npc")
    assert sheet.data["abilities"] == {"for_": 3, "dex": 2, "con": 1}
    assert sheet.data["typed"] == {"def_": 16, "init": 12, "wound_threshold": 9, "atc": 7}
    assert weapons_of(sheet)["Griffes"]["dice"] == "2d6+3" and "l’Ordre" in sheet.data["notes"]


@pytest.mark.parametrize(
    "value",
    [
        {"attribs": []},
        {"attribs": [{"name": "FOR", "current": 3}]},
        {"attribs": [{"name": "strBase", "current": 3}]},
        {**actor(), "_stats": {"systemId": "dnd5e"}},
        {"name": "Nobody"},
    ],
)
def test_a_file_of_another_game_is_left_to_others(value):
    assert not ROLL20.recognises(Source("", value)) and not FOUNDRY.recognises(Source("", value))
