"""The list of games, and sheet files that are used only when nothing is wrong with them."""

import pytest

from rules.character.sheet import map_texts, problems
from rules.core.errors import BadSheet, Unreadable
from rules.registry import GAMES, pack, read_sheet, samples, system, systems


def test_every_game_is_there_under_its_key():
    assert [game.key for game in systems()] == list(GAMES)


@pytest.mark.parametrize("key", ["", "chess", "../polaris", "a" * 5000])
def test_an_unknown_game_is_refused_with_the_list(key):
    with pytest.raises(Unreadable) as refusal:
        system(key)
    assert str(refusal.value) == f"“{key[:40]}” is not a game known here: {', '.join(GAMES)}."


@pytest.mark.parametrize("key", GAMES)
def test_every_ready_made_sheet_is_without_problems(key):
    ready = samples(key)
    assert {sheet["kind"] for sheet in ready.values()} == {"pc", "npc"}
    for sheet in ready.values():
        assert problems(system(key).schema, sheet["data"]) == ()


# Texts of the ready-made sheets that are the same in both languages; keys of skills, places and dice are never shown.
ALIKE = {
    "arpenteurs": "Lune Orsini, Rations, Tobias Grell",
    "chroniques": "Gaspard Tulane, Machine, Pirate, Ysaline Morvane",
    "medieval": "Brigand, Garance de Vaubelle, Isaure Brumepas",
    "mythras": "Aspis, Bandit, Brigand, Bronze, Camille Dray, Hoplite, Lysandros",
    "polaris": "Azuran, CC, CC/RC/RL, Commando, Néo-azuran, Pirate",
}


@pytest.mark.parametrize("key", GAMES)
def test_every_name_on_a_ready_made_sheet_has_an_english_one(key):
    texts = dict.fromkeys(("",))
    for sheet in samples(key).values():
        map_texts(system(key).schema, "", sheet["data"], lambda _field, text: texts.setdefault(text))
    names = pack(key).names["en"]
    assert set(names) <= set(texts)
    plain = (text for text in texts if text not in names and (text[:1].isupper() or not text.isascii()))
    assert ", ".join(sorted(plain, key=str.casefold)) == ALIKE[key]


def refusal(text):
    with pytest.raises(BadSheet) as found:
        read_sheet("polaris", "hero.toml", text if isinstance(text, bytes) else text.encode())
    return [str(problem) for problem in found.value.problems]


def test_all_problems_of_a_file_are_reported_with_file_field_and_value():
    told = refusal('kind = "god"\nwings = 2\n[attributes]\nFOR = 99\nCON = "strong"\n')
    assert sorted(told) == [
        "hero.toml: attributes.CON = strong: Constitution: a whole number is needed.",
        "hero.toml: attributes.FOR = 99: Strength: 40 at most.",
        "hero.toml: kind = god: “pc” or “npc” is needed.",
        "hero.toml: name: Name is missing.",
        "hero.toml: wings = 2: “wings” is not a field of this sheet.",
    ]


HOSTILE = [
    "name = ",
    b"\xff\xfe",
    "name = 'a'\nname = 'b'",
    "luck = " + "9" * 5000,
    "x = " + "[" * 5000 + "]" * 5000,
    b"\x00",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_invalid_toml_is_one_problem(text):
    (told,) = refusal(text)
    assert told.startswith("hero.toml is not a TOML file: ")
    assert len(told) < 300


def test_a_sheet_holds_values_as_its_fields_store_them():
    read = read_sheet("polaris", "hero.toml", b'name = " Ada "\nkind = "pc"\n[attributes]\nFOR = "12"\n[luck]\n')
    assert read == {"kind": "pc", "data": {"name": "Ada", "attributes": {"FOR": 12}}}
