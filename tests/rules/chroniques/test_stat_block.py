"""A stat block as text: every part is read, nothing is obligatory, and what is not understood is kept and said."""

import pytest

from rules import registry
from rules.character.sheet import problems
from rules.core.errors import BadSheet
from rules.importing.reading import Source
from tests.rules.chroniques.blocks import CORSAIR, GUARD

CHRONIQUES = registry.system("chroniques")
(STAT_BLOCK,) = (known for known in CHRONIQUES.importers if known.key == "stat-block")


def read(text):
    sheets = STAT_BLOCK.read(Source(text), {}, str)
    assert not any(problems(CHRONIQUES.schema, sheet.data) for sheet in sheets)
    return sheets


def test_every_part_of_a_block_is_on_the_sheet():
    (sheet,) = read(CORSAIR)
    data = sheet.data
    assert (data["name"], data["profile"]) == ("Corsaire de l’anneau", "Corsaire de l’anneau")
    assert data["abilities"] == {"for_": 2, "int_": 0, "dex": 3, "per": 2, "con": 2, "cha": -1}
    assert data["typed"] == {"def_": 15, "dep": 12, "init": 14, "atc": 5, "atd": 4, "atp": 3}
    assert data["hp"] == {"max": 25} and data["armour"] == {"rd": 2}
    kinds = {row["name"]: (row.get("kind", "contact"), row["dice"]) for row in data["weapons"].values()}
    assert kinds == {
        "Sabre d’abordage": ("contact", "1d8+2"),
        "Pistolet rouillé": ("distance", "1d6"),
        "Grenade": ("distance", "3d6"),
        "Étreinte mentale": ("psychic", "1d4"),
    }
    assert [row["name"] for row in data["abilities_list"].values()] == ["Esquive", "Pied marin"]
    assert "NC 3" in data["notes"] and "aborde tout" in data["notes"] and "Morsure bizarre" in data["notes"]
    totals = {number.key: number.value.total for number in CHRONIQUES.derive(data, {})}
    assert (totals["init"], totals["def_"], totals["atd"]) == (14, 15, 4)


@pytest.mark.parametrize("named", ["Morsure bizarre", "Grenade", "CON"])
def test_lines_that_were_not_imported_are_named(named):
    (sheet,) = read(CORSAIR)
    assert any(named in str(remark) for remark in sheet.remarks)


def test_several_blocks_are_told_apart_by_their_first_lines():
    assert [sheet.name for sheet in read(f"{CORSAIR}\n{GUARD}\n\n{GUARD}")] == [
        "Corsaire de l’anneau",
        "Gardien",
        "Gardien",
    ]


@pytest.mark.parametrize("text", ["FOR +1 DEX +1 CON +1", "caracteristiques\nFOR +1 DEX +1\nPV 4", GUARD.upper()])
def test_nothing_is_obligatory(text):
    assert STAT_BLOCK.recognises(Source(text))
    (sheet,) = read(text)
    assert sheet.data["abilities"]["for_"] == 1


def test_a_long_text_is_refused():
    with pytest.raises(BadSheet):
        read("FOR 1\n" * 3001)
