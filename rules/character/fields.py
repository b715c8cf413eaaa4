"""Builders for the fields of sheets, settings and forms, one line each, and the sections most sheets share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.character.sheet import Choice, Field, Section, SheetSchema
from rules.core.paths import Data
from rules.core.text import Text, _


def text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def among_rows(field: Field, sheet: Data, *named: str) -> Field:
    """A text that names a row of another list, turned into a choice among those rows and its own choices.

    Rows that are ``named`` but gone remain choices until another one is chosen.
    """
    rows: Mapping[str, Data] = sheet.get(field.names_row) or {}
    own = {choice.key for choice in field.choices}
    gone = dict.fromkeys(key for key in named if key and key not in rows and key not in own)
    names = {**dict.fromkeys(gone, ""), **{key: str(row.get("name", "")) for key, row in rows.items()}}
    choices = tuple(Choice(key, _("%(name)s", name=name or key)) for key, name in names.items())
    blank, *others = field.choices or (Choice("", _("None")),)
    return replace(field, kind="choice", default="", choices=(blank, *choices, *others))


def flag(key: str, label: Text, default: bool = False, rule: str = "", help: Text | None = None, **more: Any) -> Field:
    return Field(key, label, "flag", default=default, rule=rule, help=help, **more)


def number(
    key: str, label: Text, default: int, least: int, most: int, rule: str = "", help: Text | None = None, **more: Any
) -> Field:
    return Field(key, label, default=default, least=least, most=most, rule=rule, help=help, **more)


def choice(
    key: str,
    label: Text,
    rows: Mapping[str, Text],
    default: str | None = "",
    rule: str = "",
    help: Text | None = None,
    **more: Any,
) -> Field:
    """A choice among the keys of ``rows``; preset to the first by default, to nothing if ``default`` is ``None``."""
    first = next(iter(rows), None) if default == "" else default
    choices = tuple([Choice(name, label) for name, label in rows.items()])
    return Field(key, label, "choice", default=first, choices=choices, rule=rule, help=help, **more)


def section(key: str, label: Text, *fields: Field) -> Section:
    """Fields that belong together; if the section has a key, they are stored below it."""
    return Section(key, label, fields)


def computed(key: str, label: Text, least: int, most: int, rule: str = "", **more: Any) -> Field:
    """A number that the game computes unless one is typed."""
    help = _("Left empty, it is computed.")
    return Field(key, label, default=COMPUTED, least=least, most=most, words=(COMPUTED,), help=help, rule=rule, **more)


COMPUTED = ""  # the value of a computed field that is left empty


def filled(schema: SheetSchema, sheet: Data, path: str, otherwise: int) -> int:
    """A computed number of a sheet: what is filled in, or ``otherwise`` while it is left empty."""
    value = schema.value(sheet, path)
    return otherwise if value == COMPUTED else int(value)


GEAR = Field(
    "gear",
    _("Gear"),
    "list",
    row=(text("name", _("Name"), required=True), number("qty", _("Quantity"), 1, 0, 9999), text("notes", _("Notes"))),
)
NOTES = Section(
    "",
    _("Notes"),
    (Field("notes", _("Private notes"), "note"), Field("secret_notes", _("Secret notes"), "note", gm_only=True)),
)
