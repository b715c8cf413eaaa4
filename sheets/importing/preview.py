"""The preview of an import: each sheet's fields beside the text they were read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.web.language import say
from rules.character.sheet import Field
from rules.core.game import Game
from rules.core.paths import Data, get
from rules.core.text import plain
from rules.importing.reading import Imported
from sheets.editing.change_log import value_text

MOST_FIELDS = 120
MOST_SHOWN = 400


def preview_rows(system: Game, sheets: tuple[Imported, ...], settings: Data) -> list[dict[str, Any]]:
    return [_preview_row(system, sheet, settings, number) for number, sheet in enumerate(sheets)]


def _preview_row(system: Game, sheet: Imported, settings: Data, number: int) -> dict[str, Any]:
    derived = {each.key: each for each in system.derive(sheet.data, settings)}
    numbers = [derived[key] for key in system.at_hand if key in derived]
    about = [f"{say(each.label)} {say(each.shown) if each.shown else plain(each.value.total)}" for each in numbers]
    return {
        "number": number,
        "name": sheet.name,
        "about": " · ".join(about),
        "remarks": [say(text) for text in sheet.remarks],
        "left_out": ", ".join(sheet.left_out),
        "excerpt": sheet.excerpt,
        "fields": list(_field_pairs(system, sheet.data))[:MOST_FIELDS],
    }


def _field_pairs(system: Game, data: Data) -> Iterator[tuple[str, str]]:
    for path, field in system.schema.walk():
        value = get(data, path)
        if value in (None, "", {}) or path == "name":
            continue
        label = say(field.label)
        if field.kind == "list":
            for row in value.values():
                yield label, _row_words(field, row)
        elif field.kind == "grid":
            yield label, _grid_words(field, value)
        else:
            yield label, _value_words(field, value)


def _grid_words(field: Field, columns: Mapping[str, Mapping[str, int]]) -> str:
    cells = ((column, row, number) for column, cells in columns.items() for row, number in cells.items())
    return ", ".join(f"{_axis_name(field, column)} {_axis_name(field, row)} {number}" for column, row, number in cells)


def _row_words(field: Field, row: Mapping[str, Any]) -> str:
    parts = []
    for leaf in field.row:
        value = row.get(leaf.key)
        if value in (None, "", False):
            continue
        words = _value_words(leaf, value)
        parts.append(f"{say(leaf.label)} {words}" if leaf.kind in ("number", "note") else words)
    return " · ".join(parts)[:MOST_SHOWN]


def _value_words(field: Field, value: Any) -> str:
    return say(field.label if field.kind == "flag" and value else value_text(field, value, MOST_SHOWN))


def _axis_name(field: Field, key: str) -> str:
    return say(field.names[key]) if field.names and key in field.names else key
