"""The printed sheet without its boxes: as a text to be pasted anywhere, and as the rows of a spreadsheet."""

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

# A spreadsheet takes what begins so for a formula, unless it is a number.
_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")

Part = tuple[str, list[list[str]]]


def text(reading: Reading) -> str:
    """A stat block: a heading and a line for each thing that is filled in."""
    blocks = [reading.character.name]
    for heading, rows in _parts(reading):
        lines = (f"{row[0]} : {' · '.join(filter(None, row[1:]))}" if any(row[1:]) else row[0] for row in rows)
        blocks.append("\n".join([heading.upper(), *lines]))
    return "\n\n".join(blocks) + "\n"


def table(reading: Reading) -> str:
    """The sheet as comma-separated values, with no cell that a spreadsheet reads as a formula."""
    sheet = io.StringIO()
    # Spreadsheets in French read the comma as a decimal point.
    writer = csv.writer(sheet, delimiter=";" if get_language() == "fr" else ",", lineterminator="\r\n")
    writer.writerow([_("Part"), _("Name"), _("Value")])
    for heading, rows in [(_("Identity"), [[_("Name"), reading.character.name]]), *_parts(reading)]:
        writer.writerows([inert(cell) for cell in (heading, *row)] for row in rows)
    return "\ufeff" + sheet.getvalue()


def inert(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _parts(reading: Reading) -> Iterator[Part]:
    paper = layout.paper(reading)
    yield from (part for part in _every_part(reading, paper) if part[1])


def _every_part(reading: Reading, paper: Paper) -> Iterator[Part]:
    yield _("Attributes"), _rows(paper["attributes"], "label", "value", "beside")
    for grid in paper["grids"]:
        yield grid["caption"], [_wounds(grid, row) for row in grid["rows"]]
    yield _("Body"), _rows(paper["body"], "label", "points", "armour")
    yield _("At hand"), _rows([*paper["vitals"], *paper["purse"]], "label", "value")
    yield _("Computed"), _rows(paper["computed"], "label", "value")
    yield _("Conditions"), [[row["label"]] for row in paper["states"] if row["on"]]
    for part in (*paper["tests"], *paper["sections"]):
        yield part["label"] or _("Tests"), _rows(part["rows"], "label", "value")
    for things in paper["lists"]:
        yield things["label"], things["rows"]
    yield _("Notes"), _notes(reading)


def _rows(lines: Iterable[Paper], *keys: str) -> list[list[str]]:
    return [[line[key] for key in keys] for line in lines]


def _notes(reading: Reading) -> list[list[str]]:
    notes = ([say(field.label), str(reading.value(path))] for path, field in reading.notes)
    return [note for note in notes if note[1]]


def _wounds(grid: Paper, row: Paper) -> list[str]:
    ticked = (sum(map(bool, cell["boxes"])) for cell in row["cells"])
    hurt = (f"{place['label']} {count}" for place, count in zip(grid["places"], ticked, strict=True) if count)
    return [row["word"], ", ".join(hurt)]
