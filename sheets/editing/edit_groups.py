"""Groups of fields edited together: one field, a row of a list, a section, or a new row."""

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
from sheets.editing.change_log import is_gm_only, is_in_grid, is_known, stale_row, value_text
from sheets.forms import KINDS, FieldsForm, fields_form
from sheets.notes.form import dump_replaced, form_id
from sheets.sheet_view import Reading


@dataclass(frozen=True)
class Group:
    """Fields edited in one form, each with the path it writes; ``path`` names the group."""

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
        present = self.values(sheet)
        fields = [with_choices(sheet, field, present[field.key]) for _path, field in self.fields]
        form = fields_form(fields, gm=True, data=data, values=present, ids=self.id)
        if len(fields) == 1 and fields[0].key in form.fields:
            form.fields[fields[0].key].widget.attrs["autofocus"] = True
        return form

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(path for path, field in self.fields if field.kind == "note")

    def by_path(self, by_key: Mapping[str, Any]) -> dict[str, Any]:
        return {path: by_key[field.key] for path, field in self.fields if field.key in by_key}

    def key_of(self, path: str) -> str:
        return next((field.key for name, field in self.fields if name == path), "")

    def value_shown(self, path: str, value: Any) -> str:
        return next((say(value_text(field, value)) for name, field in self.fields if name == path), "")


def with_choices(sheet: Reading, field: Field, value: Any) -> Field:
    """A field for its form: one that names a test or a row of this sheet becomes a choice among them.

    A stored name that no longer exists stays among the choices until another one is chosen.
    """
    if field.names_row:
        return among_rows(field, sheet.sheet, str(value or ""))
    if not field.names_test:
        return field
    tests = tuple(Choice(check.key, check.what) for check in sheet.checks.values() if check.path.count(".") == 2)
    present = () if not value or any(choice.key == value for choice in tests) else (_kept(sheet, value),)
    return replace(field, kind="choice", default="", choices=(Choice("", _("None")), *present, *tests))


def _kept(sheet: Reading, key: str) -> Choice:
    """The choice of a key that is not offered anew, such as an attribute, or a skill that is gone."""
    name = sheet.named(key) or key
    return Choice(key, name if isinstance(name, Text) else Text(name))


def find_group(sheet: Reading, path: str) -> Group | None:
    """The field or row at a path, as this reader may edit it; ``None`` if there is none."""
    if not is_known(sheet.campaign, sheet.sheet, path) or (not sheet.gm and is_gm_only(sheet.schema, path)):
        return None
    field = sheet.schema.field(path)
    return _row_group(sheet, path) if field is None else _field_group(sheet, path, field)


def _field_group(sheet: Reading, path: str, field: Field) -> Group | None:
    if field.kind not in KINDS or is_in_grid(sheet.schema, path):
        return None
    title = say(sheet.row_name(path)) if path.count(".") == 2 else say(field.label)
    return Group(path, title, ((path, field),))


def _row_group(sheet: Reading, path: str) -> Group | None:
    top, _dot, key = path.partition(".")
    list_field = sheet.schema.field(top)
    if list_field is None or list_field.kind != "list" or "." in key:
        return None
    rows = tuple((f"{path}.{leaf.key}", leaf) for leaf in list_field.row if sheet.gm or not leaf.gm_only)
    return Group(path, say(sheet.row_name(path)), rows, row=get(sheet.sheet, path) is not None)


def check_there(sheet: Reading, path: str) -> None:
    """Raise ``Stale`` for a removed row that this reader could have seen."""
    if not is_known(sheet.campaign, sheet.sheet, path) and (sheet.gm or not is_gm_only(sheet.schema, path)):
        raise stale_row(path)


def section_group(sheet: Reading, number: int) -> Group | None:
    try:
        rows = sheet.section_fields(number)
    except IndexError:
        return None
    title = next(say(section.label) for result, section, _rows in sheet.details if result == number)
    return Group(f"section-{number}", title, rows) if rows else None


def new_row_group(sheet: Reading, path: str) -> Group | None:
    """The fields of a row to be added to a list; ``None`` if there is no such list."""
    field = sheet.schema.field(path)
    if field is None or field.kind != "list" or (field.gm_only and not sheet.gm):
        return None
    leaves = tuple((leaf.key, leaf) for leaf in field.row if sheet.gm or not leaf.gm_only)
    return Group(path, say(field.label), leaves, adds=True)


def read_replaced(text: str) -> Any:
    """The value that a form was shown with and is about to replace. Raises ``Unreadable``."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(_("This page cannot be read: reload it."), "replaces") from error


def read_all_replaced(group: Group, text: str) -> dict[str, Any]:
    """The values that a whole form was shown with, by path. Raises ``Unreadable``."""
    values = read_replaced(text)
    if not isinstance(values, dict) or not set(values) <= {field.key for _path, field in group.fields}:
        raise Unreadable(_("This page cannot be read: reload it."), "replaces")
    return group.by_path(values)


def show_collision(group: Group, sheet: Reading, error: Stale) -> dict[str, Any]:
    """The values of a collision, shown so that the reader can keep either, or both texts of a note."""
    return {
        "field": error.field,
        "both": error.field in group.notes,
        "present": group.value_shown(error.field, error.present),
        "replaces": dump_replaced(group.values(sheet)),
    }
