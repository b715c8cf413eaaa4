"""The ready weapons and abilities: each fits a sheet, and each weapon makes somebody who has it attack."""

import pytest

from rules import registry
from rules.character.sheet import problems
from rules.games.chroniques.equipment import ABILITIES, WEAPONS
from rules.games.chroniques.sheet import ABILITY_ACTIONS, KINDS

SYSTEM = registry.system("chroniques")
ROWS = [("weapons", ware) for ware in WEAPONS] + [("abilities_list", ware) for ware in ABILITIES]


@pytest.mark.rules("CHO-ATK-01")
@pytest.mark.parametrize(("path", "ware"), ROWS, ids=lambda part: getattr(part, "key", part))
def test_the_entries_of_the_list_fit_the_sheet(path, ware):
    sheet = {"name": "Ilse", path: {ware.key: {"name": str(ware.label.msgid), **ware.row}}}
    assert problems(SYSTEM.schema, sheet) == ()
    assert SYSTEM.unarmed(sheet) == ("" if path == "weapons" else "weapons")


def test_every_way_to_attack_and_every_action_is_there_once_at_least():
    assert {ware.row["kind"] for ware in WEAPONS} == set(KINDS)
    assert {ware.row["action"] for ware in ABILITIES} == set(ABILITY_ACTIONS)


@pytest.mark.parametrize("key", ["people", "profile"])
def test_identity_fields_have_suggestions(key):
    field = SYSTEM.schema.field(key)
    assert len(field.suggested) >= 4 and field.read("Une fée") == "Une fée"
