"""Layout of a printed sheet, box by box, filled in or blank."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns.models import Campaign
from campaigns.web.language import say
from rules.character.character import Derived
from rules.character.sheet import Field, Section
from rules.core.check import Check
from rules.core.paths import Data
from rules.core.text import plain
from sheets.editing import wound_boxes
from sheets.editing.change_log import is_worth_a_line, value_text
from sheets.models import Character
from sheets.notes import markdown
from sheets.sheet_view import Reading

MOST_BOXED = 10  # attributes in boxes; longer lists of numbers are printed as lines
MOST_COLUMNS = 6  # of a printed list: the name and the first fields of a row
MOST_PRINTED = 2000  # characters of one text, because paper cannot fold it
EMPTY_ROWS = 5
RULED_LINES = 8

Paper = dict[str, Any]


def blank_reading(campaign: Campaign) -> Reading:
    """A sheet without a character, with the values that every new character of this table has."""
    nobody = Character(campaign=campaign, name="", data=campaign.system.blank(campaign.settings))
    return Reading(nobody, campaign, gm=False, editable=False)


def build_paper(reading: Reading, *, blank: bool = False) -> Paper:
    """All parts of a sheet in printing order; a ``blank`` one has labels without values."""
    boxed = _boxed_attributes(reading)
    apart = {check.key for _path, _field, check in boxed}
    computed = [_line_row(say(number.label), _number_words(number), blank) for number in _unplaced_numbers(reading)]
    vitals = [_vital_row(reading, path, blank) for path in reading.system.vitals(reading.sheet, reading.settings)]
    tests = _without_rows(_test_parts(reading, apart, blank), vitals)
    return {
        "attributes": [_attribute_row(reading, *other, blank) for other in boxed],
        "computed": computed,
        "vitals": vitals,
        "purse": [_vital_row(reading, path, blank) for path in reading.purse],
        **_body_and_states(reading, blank),
        "tests": tests,
        "lists": _list_parts(reading, tests, blank),
        "sections": _without_rows(_section_parts(reading, blank), [*vitals, *computed]),
        "notes": [
            _note_part(reading, path, field, blank) for path, field in reading.notes if blank or reading.value(path)
        ],
    }


def _body_and_states(reading: Reading, blank: bool) -> Paper:
    return {
        "grids": [wound_boxes.grid(reading, path, field) for path, field in reading.grids],
        "body": _body_rows(reading, blank) if not reading.grids else [],
        "states": [{"label": say(field.label), "on": bool(reading.value(path))} for path, field in reading.states],
    }


def _list_parts(reading: Reading, tests: list[Paper], blank: bool) -> list[Paper]:
    tested_cells = [] if blank else [[row["label"], row["value"]] for group in tests for row in group["rows"]]
    return [_list_part(reading, path, field, tested_cells, blank) for path, field in _printed_lists(reading)]


def _without_rows(parts: list[Paper], rows: list[Paper]) -> list[Paper]:
    remaining = ({**part, "rows": [row for row in part["rows"] if row not in rows]} for part in parts)
    return [part for part in remaining if part["rows"]]


def _boxed_attributes(reading: Reading) -> tuple[tuple[str, Field, Check], ...]:
    return reading.attributes if len(reading.attributes) <= MOST_BOXED else ()


def _attribute_row(reading: Reading, path: str, field: Field, check: Check, blank: bool) -> Paper:
    beside = ", ".join(
        f"{say(number.short or number.label)} {_number_words(number)}" for number in reading.beside(path)
    )
    line = _line_row(say(field.label), reading.levels[check.key].total, blank)
    return {**line, "beside": "" if blank else beside}


def _unplaced_numbers(reading: Reading) -> list[Derived]:
    boxed_paths = {path for path, _field, _check in _boxed_attributes(reading)}
    test_names = {say(check.what) for check in reading.checks.values()}
    return [
        number for number in reading.derived if number.beside not in boxed_paths and say(number.label) not in test_names
    ]


def _body_rows(reading: Reading, blank: bool) -> list[Paper]:
    places = [place for place in reading.system.body(reading.sheet, reading.settings) if place.points]
    return [
        {
            "label": say(place.label),
            "points": "" if blank else " / ".join(plain(point) for point in place.points or ()),
            "armour": "" if blank or place.armour is None else plain(place.armour),
        }
        for place in places
    ]


def _printed_lists(reading: Reading) -> list[tuple[str, Field]]:
    others = [pair for _number, _section, rows in reading.details for pair in rows if pair[1].kind == "list"]
    return [*reading.gear_lists, *others]


def _line_row(label: str, value: Any, blank: bool) -> Paper:
    return {"label": label, "value": "" if blank else plain(value) if isinstance(value, int) else str(value)}


def _number_words(number: Derived) -> Any:
    return say(number.shown) if number.shown else number.value.total


def _vital_row(reading: Reading, path: str, blank: bool) -> Paper:
    field = reading.schema.field(path)
    assert field is not None, f"{path} is no field of the sheet"
    whose = f"{say(reading.row_name(path))} · " if path.count(".") == 2 else ""
    return _line_row(f"{whose}{say(field.label)}", reading.value(path), blank)


def _test_parts(reading: Reading, apart: Collection[str], blank: bool) -> list[Paper]:
    result: dict[str, list[Paper]] = {}
    for check in reading.checks.values():
        if check.key not in apart:
            row = _line_row(say(check.what), reading.levels[check.key].total, blank)
            result.setdefault(say(check.group) if check.group else "", []).append(row)
    return [{"label": label, "rows": rows} for label, rows in result.items()]


def _list_part(reading: Reading, path: str, field: Field, tested_cells: list[list[str]], blank: bool) -> Paper:
    things = {} if blank else reading.sheet.get(path) or {}
    columns = _columns(field, None if blank else things.values())
    cells = [[_cell_text(reading, f"{path}.{key}", leaf, values) for leaf in columns] for key, values in things.items()]
    rows = [row for row in cells if list(filter(None, row)) not in tested_cells]
    return _table_part(field, columns, rows, EMPTY_ROWS if blank else min(1, len(rows)))


def _table_part(field: Field, columns: list[Field], rows: list[list[str]], room: int) -> Paper:
    if not room:
        return {"label": say(field.label), "columns": [], "rows": [], "empty": []}
    empty = [[""] * len(columns)] * room if columns else []
    return {"label": say(field.label), "columns": [say(leaf.label) for leaf in columns], "rows": rows, "empty": empty}


def _columns(field: Field, things: Collection[Data] | None) -> list[Field]:
    leaves = [leaf for leaf in field.row if leaf.kind not in ("note", "grid", "list")]
    return (leaves if things is None else _filled_columns(leaves, things))[:MOST_COLUMNS]


def _filled_columns(leaves: list[Field], things: Collection[Data]) -> list[Field]:
    # Rows that have only numbers, such as places of the body, are named as well.
    filled = [leaf for leaf in leaves if any(row.get(leaf.key, leaf.blank) != leaf.blank for row in things)]
    if not filled or any(leaf.kind in ("text", "choice") for leaf in filled):
        return filled
    return [*(leaf for leaf in leaves if leaf.key == "name"), *filled]


def _cell_text(reading: Reading, path: str, field: Field, row: Data) -> str:
    value = row.get(field.key, field.blank)
    if field.kind == "flag":
        return "×" if value else ""
    if field.key == "name":
        return say(reading.row_name(path) if not value else reading.spoken(str(value)))
    if value in (None, ""):
        return ""
    return say(reading.named(str(value))) or _full_text(reading, field, value)


def _full_text(reading: Reading, field: Field, value: Any) -> str:
    return say(reading.spoken(value_text(field, value, MOST_PRINTED)))


def _section_parts(reading: Reading, blank: bool) -> list[Paper]:
    return [_section_part(reading, section, rows, blank) for _number, section, rows in reading.details]


def _section_part(reading: Reading, section: Section, rows: tuple[tuple[str, Field], ...], blank: bool) -> Paper:
    plain_rows = [(path, field) for path, field in rows if field.kind not in ("list", "grid") and path != "name"]
    pairs = plain_rows if blank else [pair for pair in plain_rows if is_worth_a_line(pair[1], reading.value(pair[0]))]
    lines = [_line_row(say(field.label), say(reading.words(path, field, MOST_PRINTED)), blank) for path, field in pairs]
    return {"label": say(section.label), "rows": lines}


def _note_part(reading: Reading, path: str, field: Field, blank: bool) -> Paper:
    text = "" if blank else markdown.html(str(reading.value(path)))
    return {"label": say(field.label), "text": text, "lines": range(RULED_LINES if blank else 0)}
