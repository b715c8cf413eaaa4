"""Builders for the fields of sheets, settings and forms, one line each, and the sections most sheets share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.character.sheet import Choice, Field, Section
from rules.core.text import Text, _


def text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


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
    """One of the keys of ``rows``; the first stands where no ``default`` is named, none where it is ``None``."""
    first = next(iter(rows), None) if default == "" else default
    choices = tuple(Choice(name, label) for name, label in rows.items())
    return Field(key, label, "choice", default=first, choices=choices, rule=rule, help=help, **more)


def section(key: str, label: Text, *fields: Field) -> Section:
    """Fields that belong together; those of a section with a key live below it."""
    return Section(key, label, fields)


def computed(key: str, label: Text, least: int, most: int, rule: str = "", **more: Any) -> Field:
    """A number that is computed while nothing is typed."""
    help = _("Left empty, it is computed.")
    return Field(key, label, default=COMPUTED, least=least, most=most, words=(COMPUTED,), help=help, rule=rule, **more)


COMPUTED = ""  # the value of a computed field in which nothing is typed

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
