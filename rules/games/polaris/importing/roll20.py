"""Characters of the Polaris sheet of Roll20, as the browser extension VTTES exports them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.paths import Data
from rules.games.polaris.importing.polaris_sheet import PolarisSheet
from rules.games.polaris.text import _
from rules.importing import vttes
from rules.importing.reading import Imported, Importer, Say, Source, import_each

BASES = {
    "FOR": "strBase",
    "CON": "conBase",
    "COO": "cooBase",
    "ADA": "adaBase",
    "PER": "perBase",
    "INT": "intBase",
    "VOL": "wilBase",
    "PRE": "preBase",
}


def recognises(source: Source) -> bool:
    """True if a character has an attribute named as on this sheet of Roll20."""
    rows = vttes.characters(source)
    return any(set(BASES.values()) & vttes.attributes(row).keys() for row in rows[:1])


def read(source: Source, _settings: Data, say: Say) -> tuple[Imported, ...]:
    return import_each(vttes.characters(source), partial(_character, say))


def _character(say: Say, character: Mapping[str, Any]) -> Imported:
    sheet, values = PolarisSheet(say), vttes.attributes(character)
    for code, name in BASES.items():
        sheet.attribute(code, values.get(name))
    sheet.luck(values.get("luckTotal") or values.get("luck"), values.get("luck"))
    sheet.put("archetype", values.get("archetype"))
    sheet.note(vttes.text_of(character.get("bio")))
    sheet.note(vttes.text_of(character.get("gmnotes")), "secret_notes")
    sheet.remark(_("Attributes are taken without their modifiers; skills, weapons and wounds are not read."))
    return sheet.imported(character, character.get("name"))


ROLL20 = Importer("roll20", _("Characters of Roll20, exported by the extension VTTES (JSON)"), recognises, read)
