"""Characters of Foundry and Roll20: what is taken, what is said of the rest, and that markup stays out."""

import pytest

from rules.core.errors import BadSheet
from rules.core.paths import get
from rules.games.polaris.importing import foundry, roll20
from rules.importing import vttes
from rules.importing.reading import Source
from tests.rules.polaris.importing.samples import actor, character, english_actor


def said(sheet):
    return " ".join(str(remark) for remark in sheet.remarks)


def one(reader, value):
    source = Source("", value)
    assert reader.recognises(source)
    (sheet,) = reader.read(source, {}, lambda text: text.msgid)
    return sheet


def test_an_actor_brings_attributes_luck_and_the_skills_of_every_sheet():
    sheet = one(foundry, actor())
    assert (sheet.name, sheet.kind) == ("Maëlle Vorn", "pc")
    assert sheet.data["attributes"]["FOR"] == 14
    assert sheet.data["attributes"]["COO"] == 13, "with its modifiers, which is said"
    assert "COO" in said(sheet)
    assert sheet.data["luck"] == {"max": 12, "current": 12}
    assert sheet.data["skills"] == {"athletics": {"mastery": 4}}
    assert sheet.left_out == ("chant_des_fosses",)
    assert "Couteau de plongée" in said(sheet)
    assert "script" not in str(sheet.data)


def test_the_other_system_names_its_fields_in_english():
    sheet = one(foundry, english_actor())
    assert (sheet.name, sheet.kind) == ("Ilan", "npc")
    assert sheet.data["attributes"] == {"FOR": 8}
    assert sheet.data["skills"] == {"observation": {"mastery": 6}}


def test_a_character_of_roll20_brings_attributes_luck_and_both_notes():
    sheet = one(roll20, character())
    assert sheet.data["attributes"] == {"FOR": 16, "CON": 12, "VOL": 9}
    assert sheet.data["luck"] == {"max": 11, "current": 5}
    assert sheet.data["archetype"] == "Plongeuse"
    assert (sheet.data["notes"], sheet.data["secret_notes"]) == ("Née à bord.", "Elle ment & vole.")
    assert "elsewhere" not in str(sheet.data)


@pytest.mark.parametrize(
    "value",
    [
        {"attribs": []},
        {"attribs": "strBase"},
        {"attribs": [{"name": ["strBase"]}]},
        {"attribs": [{"name": "FOR", "current": 3}]},
        {**actor(), "_stats": {"systemId": "dnd5e"}},
        {**actor(), "items": None},
        [],
        7,
    ],
)
def test_files_of_others_are_not_recognised(value):
    source = Source("", value)
    assert not foundry.recognises(source) and not roll20.recognises(source)


@pytest.mark.parametrize(
    ("changed", "left"),
    [
        ({"attribs": [{"name": "strBase", "current": {"deep": [1]}}]}, None),
        ({"attribs": [{"name": "strBase", "current": "9" * 500}]}, None),
        ({"attribs": [{"name": "strBase", "current": 99}]}, 40),
        ({"attribs": [{"name": "strBase", "current": True}]}, None),
    ],
)
def test_a_value_out_of_bounds_is_said(changed, left):
    sheet = one(roll20, {"name": "X", **changed})
    assert get(sheet.data, "attributes.FOR") == left
    assert len(sheet.remarks) > 1


def test_too_many_at_once_are_refused():
    with pytest.raises(BadSheet):
        foundry.read(Source("", [actor()] * 61), {}, str)


def test_only_so_many_attributes_are_looked_at():
    rows = [{"name": f"n{number}", "current": number} for number in range(vttes.MOST_ATTRIBUTES)]
    found = vttes.attributes({"attribs": [*rows, {"name": "strBase", "current": 3}]})
    assert len(found) == vttes.MOST_ATTRIBUTES and "strBase" not in found


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Un</p><p>Deux</p>", "Un\nDeux\n"),
        ("&lt;b&gt; reste du texte", "<b> reste du texte"),
        ("<<b>>", "<>"),
        ("pas fermé <b", "pas fermé <b"),
        (None, ""),
        (["<p>"], ""),
    ],
)
def test_a_formatted_text_gives_its_words(html, text):
    assert vttes.text_of(html) == text
