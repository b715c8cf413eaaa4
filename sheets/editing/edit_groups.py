"""Groups of fields that are edited together: one field, a row of a list, a section, or a row to be added."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.web.language import say
from rules.character.fields import among_rows
from rules.character.sheet import Choice, Field
from rules.core.errors import Stale, Unreadable
from rules.core.paths import get
from rules.core.text import Text, _
from sheets.editing.change_log import gm_only, gone, is_known, value_text
from sheets.forms import KINDS, FieldsForm, fields_form
from sheets.notes.views import form_id, shown_value
from sheets.sheet_view import Reading


@dataclass(frozen=True)
class Group:
    """Fields that one form shows, each with the path it writes; ``path`` names the whole."""

    path: str
    title: str
    fields: tuple[tuple[str, Field], ...]
    row: bool = False
    adds: bool = False

    @property
    def id(self) -> str:
        return form_id(self.path or "new")

    def values(self, sheet: Reading) -> dict[str, Any]:
        return {field.key: field.blank if self.adds else sheet.value(path) for path, field in self.fields}

    def form(self, sheet: Reading, data: Mapping[str, Any] | None = None) -> FieldsForm:
        standing = self.values(sheet)
        fields = [chosen(sheet, field, standing[field.key]) for _path, field in self.fields]
        form = fields_form(fields, gm=True, data=data, values=standing, ids=self.id)
        if len(fields) == 1 and fields[0].key in form.fields:
            form.fields[fields[0].key].widget.attrs["autofocus"] = True
        return form

    def by_path(self, by_key: Mapping[str, Any]) -> dict[str, Any]:
        return {path: by_key[field.key] for path, field in self.fields if field.key in by_key}

    def key_of(self, path: str) -> str:
        return next((field.key for name, field in self.fields if name == path), "")

    def shown(self, path: str, value: Any) -> str:
        return next((say(value_text(field, value)) for name, field in self.fields if name == path), "")


def chosen(sheet: Reading, field: Field, value: Any) -> Field:
    """A field as its form shows it: what names a test or a row of this sheet is a choice among those in its lists.

    A name that nothing has any more can stay, until another one is chosen.
    """
    if field.names_row:
        return among_rows(field, sheet.sheet, str(value or ""))
    if not field.names_test:
        return field
    known = tuple(Choice(check.key, check.what) for check in sheet.checks.values() if check.path.count(".") == 2)
    kept = () if not value or any(choice.key == value for choice in known) else (Choice(value, Text(value)),)
    return replace(field, kind="choice", default="", choices=(Choice("", _("None")), *kept, *known))


def at(sheet: Reading, path: str) -> Group | None:
    """The field or the row at a path, as this reader may fill it in; ``None`` where there is none."""
    if not is_known(sheet.campaign, sheet.sheet, path) or (not sheet.gm and gm_only(sheet.schema, path)):
        return None
    field = sheet.schema.field(path)
    return _of_row(sheet, path) if field is None else _of_field(sheet, path, field)


def _of_field(sheet: Reading, path: str, field: Field) -> Group | None:
    if field.kind not in KINDS or _in_grid(sheet, path):
        return None
    title = say(sheet.row_name(path)) if path.count(".") == 2 else say(field.label)
    return Group(path, title, ((path, field),))


def _of_row(sheet: Reading, path: str) -> Group | None:
    top, _dot, key = path.partition(".")
    whole = sheet.schema.field(top)
    if whole is None or whole.kind != "list" or "." in key:
        return None
    rows = tuple((f"{path}.{leaf.key}", leaf) for leaf in whole.row if sheet.gm or not leaf.gm_only)
    return Group(path, say(sheet.row_name(path)), rows, row=get(sheet.sheet, path) is not None)


def check_there(sheet: Reading, path: str) -> None:
    """Raise ``Stale`` for a row that this reader may have seen and that somebody has removed."""
    if not is_known(sheet.campaign, sheet.sheet, path) and (sheet.gm or not gm_only(sheet.schema, path)):
        raise gone(path)


def section(sheet: Reading, number: int) -> Group | None:
    try:
        rows = sheet.section_fields(number)
    except IndexError:
        return None
    title = next(say(section.label) for result, section, _rows in sheet.details if result == number)
    return Group(f"section-{number}", title, rows) if rows else None


def new_row(sheet: Reading, path: str) -> Group | None:
    """The fields of a row to be added to a list, ``None`` where there is no such list."""
    field = sheet.schema.field(path)
    if field is None or field.kind != "list" or (field.gm_only and not sheet.gm):
        return None
    leaves = tuple((leaf.key, leaf) for leaf in field.row if sheet.gm or not leaf.gm_only)
    return Group(path, say(field.label), leaves, adds=True)


def replaced(text: str) -> Any:
    """The values that a form says it replaces. Raises ``Unreadable``."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(_("This page cannot be read: reload it."), "replaces") from error


def replaced_all(group: Group, text: str) -> dict[str, Any]:
    """The values that a whole form says it replaces, by path. Raises ``Unreadable``."""
    values = replaced(text)
    if not isinstance(values, dict) or not set(values) <= {field.key for _path, field in group.fields}:
        raise Unreadable(_("This page cannot be read: reload it."), "replaces")
    return group.by_path(values)


def moved(group: Group, sheet: Reading, error: Stale) -> dict[str, str]:
    """The two values of a collision: what one has typed replaces the present one, or is given up for it."""
    return {
        "field": error.field,
        "present": group.shown(error.field, error.present),
        "replaces": shown_value(group.values(sheet)),
    }


def _in_grid(sheet: Reading, path: str) -> bool:
    return any(path.startswith(f"{start}.") for start, _field in sheet.grids)
