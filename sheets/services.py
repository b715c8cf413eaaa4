"""Commands of a sheet: write a value, step a number, add or remove a row; each can be undone.

A value is replaced only if it still is the one its writer saw (``replaces``); otherwise ``Stale`` carries the present
one. Numbers that several people change are stepped instead: ``step`` never collides, and its undo subtracts what it
added.

The payload has a sentence for each circle (``rules.views.journal.tell`` reads it): owner and game master read the
values, the table only a player character's change of health.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.models import Seat, new_token
from campaigns.seats.access import may
from rules.character.sheet import MOST_ROWS, Field, not_a_field, problems
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import get
from rules.core.scene import Change
from rules.core.text import _
from sheets.editing import change_log
from sheets.editing.change_log import ChangeLines
from sheets.fight_lock import check_writes
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.upload import Portrait
from sheets.subjects import find_row

MOST_STEP = 10_000
ANY = object()


def edit(*, seat: Seat, sent: Sent, character: Character, path: str, value: Any, replaces: Any = ANY) -> Receipt:
    """Write one value. Raises ``Unreadable`` or ``Refused`` naming the field, ``Stale`` with the present value."""
    expected = {} if replaces is ANY else {path: replaces}
    return edit_all(seat=seat, sent=sent, character=character, values={path: value}, replaces=expected)


@journal.command
def edit_all(pen: Pen, *, character: Character, values: Mapping[str, Any], replaces: Mapping[str, Any]) -> None:
    """Write several values as one act; those equal to what they replace are left alone, even if changed since."""
    edit = SheetEdit(pen, character)
    for path, value in values.items():
        edit.write(path, value, replaces.get(path, ANY))
    edit.close("edit")


@journal.command
def step(pen: Pen, *, character: Character, path: str, by: int) -> None:
    """Add ``by`` to a number within its bounds, or tick (untick) a box with all that follows from it."""
    edit = SheetEdit(pen, character)
    field = edit.field(path)
    if abs(by) > (1 if change_log.is_in_grid(edit.schema, path) else MOST_STEP):
        raise Unreadable(_("%(field)s: this step is too large.", field=field.label), path)
    before = pen.campaign.system.value(edit.sheet, path)
    step = pen.campaign.system.step(edit.sheet, pen.campaign.settings, path, by)
    for where, after in step.writes.items():
        edit.change(where, after)
    delta = {}
    after = edit.sheet_value(path)
    if not change_log.is_in_grid(edit.schema, path) and isinstance(before, int) and isinstance(after, int):
        delta = {f"{character.subject} {path}": after - before}
    edit.close("step", step.text, delta)


@journal.command
def add_row(pen: Pen, *, character: Character, path: str, values: Mapping[str, Any]) -> str:
    edit = SheetEdit(pen, character)
    field = edit.list_field(path)
    if len(get(edit.sheet, path) or {}) >= MOST_ROWS:
        raise Refused(_("%(field)s has more than %(most)s rows.", field=field.label, most=MOST_ROWS), path)
    leaves = {leaf.key: leaf for leaf in field.row}
    if strays := set(values) - set(leaves):
        raise Unreadable(not_a_field(min(strays)), path)
    key = new_token()
    values_read = {name: leaves[name].typed(value) for name, value in values.items()}
    row = {name: value for name, value in values_read.items() if value != leaves[name].blank}
    if not row:
        raise Refused(_("Fill something in first."), path)
    edit.change(f"{path}.{key}", row)
    edit.check_row(f"{path}.{key}")
    edit.close("add_row", _("%(list)s: %(row)s added", list=field.label, row=edit.row_name(f"{path}.{key}")))
    return key


@journal.command
def remove_row(pen: Pen, *, character: Character, path: str) -> None:
    edit = SheetEdit(pen, character)
    name, _dot, key = path.partition(".")
    field = edit.list_field(name)
    if not key or get(edit.sheet, path) is None:
        raise change_log.stale_row(path)
    text = _("%(list)s: %(row)s removed", list=field.label, row=edit.row_name(path))
    edit.change(path, None)
    edit.close("remove_row", text)


@journal.command
def portray(pen: Pen, *, character: Character, portrait: Portrait | None) -> None:
    edit = SheetEdit(pen, character)
    before = get(edit.sheet, "meta.portrait")
    edit.change("meta.portrait", store.save(pen, portrait) if portrait else None)
    text = _("Portrait replaced") if portrait and before else _("Portrait added")
    edit.close("portrait", text if portrait else _("Portrait removed"))


class SheetEdit:
    """One sheet under the campaign's lock: checks what may be written, and collects the changes."""

    def __init__(self, pen: Pen, character: Character) -> None:
        row = find_row(pen.campaign, character.token)
        if row is None:
            raise Stale(_("This character is no longer at the table."))
        if not may(pen.seat, "edit", row):
            raise Refused(_("Only the player of this character, or the game master, may do this."))
        self.pen, self.character = pen, row
        self.schema = pen.campaign.system.schema
        self.before = self.sheet = pen.read(row.subject)
        self.changes: list[Change] = []

    def field(self, path: str) -> Field:
        """The field of a path that this seat may write. Raises ``Stale`` if the path's row is gone."""
        field = self.schema.field(path)
        if field is None or field.kind in ("grid", "list"):
            raise Unreadable(not_a_field(path), path)
        self._check_gm(path)
        if not change_log.is_known(self.pen.campaign, self.sheet, path):
            raise change_log.stale_row(path)
        return field

    def list_field(self, path: str) -> Field:
        field = self.schema.field(path)
        if field is None or field.kind != "list":
            raise Unreadable(not_a_field(path), path)
        self._check_gm(path)
        return field

    def write(self, path: str, value: Any, replaces: Any) -> None:
        """Write a value. Raises ``Stale`` if the present value is no longer ``replaces``."""
        field = self.field(path)
        if change_log.is_in_grid(self.schema, path):
            raise Refused(_("%(field)s: one box at a time.", field=field.label), path)
        after, present = field.read(value), self.sheet_value(path)
        if replaces is not ANY:
            if after == replaces:
                return
            if present != replaces:
                raise Stale(_("%(field)s: the value has changed in the meantime.", field=field.label), path, present)
        if after != present:
            field.typed(after)
            self.change(path, None if after == field.blank and field.kind != "number" else after)
            self.check_row(path)

    def change(self, path: str, after: Any) -> None:
        """Replace the value at a path. Raises ``Refused`` if a house setting forbids it to players now."""
        check_writes(self.pen.seat, self.character.token, path)
        change = Change(self.character.subject, path, get(self.sheet, path), after)
        if change.before != change.after:
            self.sheet = change.on(self.sheet)
            self.changes.append(change)

    def close(self, kind: str, text: Any = None, delta: Mapping[str, int] | None = None) -> None:
        if not self.changes:
            return
        lines = ChangeLines(self.pen, self.character, self.before, self.sheet, tuple(self.changes))
        self.pen.record(lines.as_event(kind, text, delta or {}))

    def sheet_value(self, path: str) -> Any:
        return self.pen.campaign.system.value(self.sheet, path)

    def row_name(self, path: str) -> Any:
        return change_log.row_name(self.pen.campaign, self.sheet, path)

    def check_row(self, path: str) -> None:
        top, _dot, inner = path.partition(".")
        field = self.schema.field(top)
        if field is not None and field.kind == "list" and inner:
            row_path = f"{top}.{inner.split('.')[0]}"
            for problem in problems(self.schema, {top: self.sheet.get(top, {})}):
                if problem.path.startswith(row_path):
                    raise Refused(problem.text, problem.path)

    def _check_gm(self, path: str) -> None:
        if change_log.is_gm_only(self.schema, path) and not self.pen.seat.is_gm:
            raise Refused(_("Only the game master may say this."), path)
