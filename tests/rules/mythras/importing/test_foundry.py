"""Actors of Foundry: names and numbers of both systems, and nothing that is fetched or described."""

from rules import registry
from rules.character.sheet import problems
from rules.importing.reading import Source
from tests.rules.mythras.importing.samples import actor, newer_actor

MYTHRAS = registry.system("mythras")
FOUNDRY = next(known for known in MYTHRAS.importers if known.key == "foundry")


def read(value):
    source = Source("", value)
    assert FOUNDRY.recognises(source)
    (sheet,) = FOUNDRY.read(source, {}, str)
    assert problems(MYTHRAS.schema, sheet.data) == ()
    return sheet, {number.key: number.value.total for number in MYTHRAS.derive(sheet.data, {})}


def test_the_numbers_of_the_older_system():
    sheet, totals = read(actor())
    assert (sheet.kind, sheet.name) == ("pc", "Iole of the Reeds")
    assert (totals["athletics"], totals["evade"], totals["style_marsh_hunter"]) == (41, 38, 58)
    assert (totals["professional_track"], totals["professional_passion_love_the_marsh"]) == (41, 55)
    assert [(place.key, place.points[1], place.armour) for place in MYTHRAS.body(sheet.data, {})][-1] == ("head", 4, 1)
    assert sheet.data.get("body") is None and sheet.data["weapons"]["sling"]["long"] == 300
    assert "example.com" not in repr(sheet.data)


def test_the_numbers_of_the_newer_system():
    sheet, totals = read(newer_actor())
    assert (sheet.kind, sheet.data["culture"], totals["action_points"]) == ("npc", "Marais", 4)
    assert (totals["athletics"], totals["evade"], totals["initiative_bonus"]) == (41, 20, 11)
    assert sheet.data["weapons"]["pique"]["impaling"] and sheet.data["body"] == "own"
    assert any("Haubert" in str(remark) for remark in sheet.remarks)


def test_older_files_call_their_fields_data_and_other_systems_are_not_read():
    whole = actor()
    old = {**whole, "data": whole["system"], "items": [{**row, "data": row["system"]} for row in whole["items"]]}
    for row in (old, *old["items"]):
        del row["system"]
    assert read(old)[1]["athletics"] == 41
    assert not FOUNDRY.recognises(Source("", {**whole, "_stats": {"systemId": "dnd5e"}}))
