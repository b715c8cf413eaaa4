"""Wound boxes, column by column: the state of each box, and what the next tick does to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import CachedRow
from campaigns.web.language import active_language, capitalize, say
from campaigns.web.language import gettext as _
from rules.character.sheet import Field
from rules.core.errors import RulesError
from sheets.sheet_view import Reading

WORST = 5


def grid(sheet: Reading, path: str, field: Field) -> dict[str, Any]:
    """A whole grid: its columns, its rows of cells, and the consequences of full cells as sentences."""
    columns = field.grid or {}
    rows = list(dict.fromkeys(row for column in columns.values() for row in column))
    ready = [_row(sheet, path, field, columns, number, row) for number, row in enumerate(rows)]
    notes = [cell["next"] for row in ready for cell in row["cells"] if cell["full"] and cell["next"]]
    return {
        "caption": say(field.label),
        "places": [{"label": name_of(field, column)} for column in columns],
        "rows": ready,
        "notes": notes,
        "words": {"tick": _("Tick"), "untick": _("Untick")},
    }


def column(sheet: Reading, path: str) -> dict[str, Any] | None:
    """The column at the path ``<grid>.<column>``: its cells from the top; ``None`` if there is no such column."""
    start, _dot, key = path.rpartition(".")
    field = sheet.schema.field(start) if start else None
    if field is None or field.kind != "grid" or key not in (field.grid or {}):
        return None
    assert field.grid is not None
    cells = [
        _cell(sheet, f"{path}.{row}", field, row, most, level(number))
        for number, (row, most) in enumerate(field.grid[key].items())
    ]
    return {"title": name_of(field, key), "cells": cells}


def name_of(field: Field, key: str) -> str:
    return capitalize(say((field.names or {}).get(key, key)))


def level(number: int) -> int:
    """The severity drawn for a row; rows beyond the worst severity share it."""
    return min(WORST, number + 1)


def _row(
    sheet: Reading, path: str, field: Field, columns: Mapping[str, Mapping[str, int]], number: int, row: str
) -> dict[str, Any]:
    shown, language, ticked = level(number), active_language(), sheet.value(path)

    def cell(column: str, most: int) -> CachedRow:
        where, marked = f"{path}.{column}.{row}", int(ticked.get(column, {}).get(row) or 0)
        ahead = preview(sheet, where, 1) if marked >= most else ""
        key, made_of = (grid, language, where), (marked, ahead)
        return sheet.part(key, made_of, lambda: _grid_cell(sheet, where, field, column, row, most, shown))

    cells = [cell(column, most[row]) for column, most in columns.items() if row in most]
    word = name_of(field, row)
    # Rows that share the worst severity share its sign, so the later ones get their own letter.
    return {"level": shown, "word": word, "letter": None if number < WORST else word[:1], "cells": cells}


def _grid_cell(sheet: Reading, path: str, field: Field, column: str, row: str, most: int, shown: int) -> CachedRow:
    cell = {**_cell(sheet, path, field, row, most, shown), "place": name_of(field, column)}
    cell["label"] = _("%(place)s, %(row)s: %(marked)s of %(capacity)s") % {**cell, "row": cell["word"]}
    if cell["full"] and cell["next"]:
        cell["label"] = f"{cell['label']}. {cell['next']}"
    return CachedRow(**cell)


def _cell(sheet: Reading, path: str, field: Field, row: str, most: int, shown: int) -> dict[str, Any]:
    marked = int(sheet.value(path) or 0)
    return {
        "path": path,
        "name": "path",
        "value": path if sheet.editable else "",
        "href": "",
        "word": name_of(field, row),
        "level": shown,
        "marked": marked,
        "capacity": most,
        "boxes": [number < marked for number in range(most)],
        "full": marked >= most,
        "next": preview(sheet, path, 1) if marked >= most else "",
    }


def preview(sheet: Reading, path: str, by: int) -> str:
    """The consequence of ticking one more box (or one less) as a sentence, or the reason why it is refused."""
    try:
        step = sheet.system.step(sheet.sheet, sheet.settings, path, by)
    except RulesError as error:
        return say(error.text)
    return say(step.text) if step.text else ""
