"""The printed sheet as plain text to paste anywhere, and as rows of a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.web.language import say
from sheets.paper import layout
from sheets.paper.layout import Paper
from sheets.sheet_view import Reading

# Spreadsheets take a cell that begins so for a formula, unless it is a number.
_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")

Part = tuple[str, list[list[str]]]


def stat_block(reading: Reading) -> str:
    """The sheet as plain text: a heading for each part, and a line for each value that is filled in."""
    blocks = [reading.character.name]
    for heading, rows in _filled_parts(reading):
        blocks.append("\n".join([heading.upper(), *map(_line, rows)]))
    return "\n\n".join(blocks) + "\n"


def _line(row: list[str]) -> str:
    values = " · ".join(filter(None, row[1:]))
    return _("%(what)s: %(result)s") % {"what": row[0], "result": values} if values else row[0]


def csv_table(reading: Reading) -> str:
    """The sheet as comma-separated values, with no cell that a spreadsheet reads as a formula."""
    sheet = io.StringIO()
    # French spreadsheets use the comma as decimal point.
    writer = csv.writer(sheet, delimiter=";" if get_language() == "fr" else ",", lineterminator="\r\n")
    writer.writerow([_("Part"), _("Name"), _("Value")])
    for heading, rows in [(_("Identity"), [[_("Name"), reading.character.name]]), *_filled_parts(reading)]:
        writer.writerows([without_formula(cell) for cell in (heading, *row)] for row in rows)
    return "\ufeff" + sheet.getvalue()


def without_formula(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _filled_parts(reading: Reading) -> Iterator[Part]:
    paper = layout.build_paper(reading)
    yield from (part for part in _all_parts(reading, paper) if part[1])


def _all_parts(reading: Reading, paper: Paper) -> Iterator[Part]:
    yield _("Attributes"), _row_cells(paper["attributes"], "label", "value", "beside")
    for grid in paper["grids"]:
        yield grid["caption"], [_wound_cells(grid, row) for row in grid["rows"]]
    yield _("Body"), _row_cells(paper["body"], "label", "points", "armour")
    yield _("At hand"), _row_cells([*paper["vitals"], *paper["purse"]], "label", "value")
    yield _("Computed"), _row_cells(paper["computed"], "label", "value")
    yield _("Conditions"), [[row["label"]] for row in paper["states"] if row["on"]]
    for part in (*paper["tests"], *paper["sections"]):
        yield part["label"] or _("Tests"), _row_cells(part["rows"], "label", "value")
    for things in paper["lists"]:
        yield things["label"], things["rows"]
    yield _("Notes"), _note_cells(reading)


def _row_cells(lines: Iterable[Paper], *keys: str) -> list[list[str]]:
    return [[line[key] for key in keys] for line in lines]


def _note_cells(reading: Reading) -> list[list[str]]:
    notes = ([say(field.label), str(reading.value(path))] for path, field in reading.notes)
    return [note for note in notes if note[1]]


def _wound_cells(grid: Paper, row: Paper) -> list[str]:
    counts = (sum(map(bool, cell["boxes"])) for cell in row["cells"])
    places_hurt = (f"{place['label']} {count}" for place, count in zip(grid["places"], counts, strict=True) if count)
    return [row["word"], ", ".join(places_hurt)]
