"""Changes of a sheet in words for each circle: the events from which journal lines are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns import hooks
from campaigns.journal.journal import Pen
from campaigns.models import Campaign
from rules.character.fields import among_rows
from rules.character.sheet import Field, SheetSchema
from rules.core.check import Check
from rules.core.errors import Stale
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.paths import Data, get
from rules.core.scene import Change, Event
from rules.core.text import Text, _, plain
from sheets import fight_lock
from sheets.models import Character

MOST_SHOWN = 60


@dataclass(frozen=True)
class ChangeLines:
    """The changes of one act on a sheet, with the sheet before and after it."""

    pen: Pen
    character: Character
    before: Data
    after: Data
    changes: tuple[Change, ...]

    def as_event(self, kind: str, text: Text | None, delta: Mapping[str, int]) -> Event:
        """The act as one event, with a sentence for each circle that may know of it."""
        open_changes = tuple(change for change in self.changes if not is_gm_only(self.schema, change.path))
        words = text or self._all_lines(open_changes)
        whole = words if open_changes == self.changes else text or self._all_lines(self.changes)
        values: dict[str, Any] = {"gm": to_json(whole)}
        audience = "gm"
        fallen = self._fallen_in_fight()
        open_to_all = self._fall_for_table(fallen)
        if open_changes:
            values["owner"] = to_json(words)
            audience = self.character.owner.circle if self.character.owner else "gm"
            open_to_all = self._text_for_table(words) or open_to_all
        if open_to_all:
            values["table"] = to_json(open_to_all)
            audience = "table"
        payload = {
            "told": values,
            "owner": self.character.token,
            "action": {"kind": kind, "actor": self.character.token},
            "who": {self.character.token: self._person()},
            **fallen,
            **({"delta": dict(delta)} if delta else {}),
        }
        return Event(kind, self.pen.seat.token, "", self.changes, audience, payload)

    def _fallen_in_fight(self) -> Mapping[str, Any]:
        falls = hooks.offered(lambda app: app.fallen_by_edit)
        payloads = (fallen_by(self.pen, self.character.token, self.before, self.after) for fallen_by in falls)
        return next(filter(None, payloads), {})

    def _fall_for_table(self, fallen: Mapping[str, Any]) -> Text | None:
        if not fallen or fallen["who"][self.character.token]["hidden"]:
            return None
        text: Text = from_json(fallen["fallen"][0]["text"])
        return text

    @property
    def schema(self) -> SheetSchema:
        return self.pen.campaign.system.schema

    def _text_for_table(self, text: Text) -> Text | None:
        """The part of a change that the whole table reads: health in words, or everything if sheets are open."""
        if self.character.kind != Character.Kind.PC:
            return None
        system, settings = self.pen.campaign.system, self.pen.campaign.settings
        if system.setting(settings, "sheets_open"):
            return text if fight_lock.is_seen(self.pen.campaign, self.character.token) else None
        before, after = system.health(self.before, settings), system.health(self.after, settings)
        is_told = before != after and fight_lock.is_seen(self.pen.campaign, self.character.token)
        return _("%(state)s", state=after.label) if is_told else None

    def _all_lines(self, changes: tuple[Change, ...]) -> Text:
        return _("%(what)s", what=tuple(self._line(change) for change in changes))

    def _line(self, change: Change) -> Text:
        return change_line(self.pen.campaign, self.before, self.after, change.path)

    def _person(self) -> dict[str, Any]:
        name = str(self.after.get("name", ""))
        side = "pc" if self.character.kind == Character.Kind.PC else "foe"
        return {"name": name, "true": name, "character": self.character.token, "side": side, "hidden": False}


def change_line(campaign: Campaign, before: Data, after: Data, path: str) -> Text:
    schema = campaign.system.schema
    field = schema.field(path)
    assert field is not None, f"{path} is no field of the sheet"
    label = field.label
    if path.count(".") >= 2 and not is_in_grid(schema, path):
        label = _("%(row)s, %(field)s", row=row_name(campaign, after, path), field=field.label)
    if field.kind == "note":
        return _("%(field)s rewritten", field=label)
    if field.kind == "flag":
        return label if get(after, path) else _("%(field)s: no longer", field=label)
    shown, replaced = (_value_shown(campaign.system, field, path, data) for data in (after, before))
    return _("%(field)s: %(after)s instead of %(before)s", field=label, after=shown, before=replaced)


def difference_lines(campaign: Campaign, before: Data, after: Data) -> tuple[Text, ...]:
    field_at, system = campaign.system.schema.field, campaign.system
    paths = dict.fromkeys((*_leaves(before), *_leaves(after)))
    fields = ((path, field_at(path)) for path in paths if get(before, path) != get(after, path))
    # A row added or removed has many fields whose values read as if it were not there.
    changed = (
        path
        for path, field in fields
        if field is not None and _value_shown(system, field, path, before) != _value_shown(system, field, path, after)
    )
    return tuple(change_line(campaign, before, after, path) for path in changed)


def _leaves(data: Data, above: str = "") -> Iterator[str]:
    for key, value in data.items():
        path = f"{above}{key}"
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}.")
        else:
            yield path


def value_text(field: Field, value: Any, most: int = MOST_SHOWN) -> Text | str:
    """The value of a field in words; a long text is cut to ``most`` characters."""
    if field.kind == "flag":
        return _("yes") if value else _("no")
    if field.kind == "choice":
        return next((choice.label for choice in field.choices if choice.key == value), "") or _("nothing")
    if isinstance(value, int):
        return plain(value)
    text = str(value or "")
    return (text if len(text) <= most else f"{text[:most]}…") or _("nothing")


def is_worth_a_line(field: Field, value: Any) -> bool:
    """True if a value is shown on a line of its own: any number but 0, other values if they are not blank."""
    return bool(value) if field.kind == "number" else value not in (field.blank, "")


def row_name(
    campaign: Campaign, sheet: Data, path: str, tested: Callable[[], Mapping[str, Text]] | None = None
) -> Text | str:
    """The name of a row of a list: of its test, its own, of its place on the body, its first choice, or the list's.

    A belonging is never tested itself; the names of other rows by their tests are read of ``tested`` if it is given.
    """
    system, settings = campaign.system, campaign.settings
    top, key = path.split(".")[:2]
    if top not in system.sheet.belongings.lists:
        names = names_by_test(system.checks(sheet, settings)) if tested is None else tested()
        if f"{top}.{key}" in names:
            return names[f"{top}.{key}"]
    field = system.schema.field(top)
    if field is None:
        return top
    row = get(sheet, f"{top}.{key}") or {}
    if row.get("name"):
        return str(row["name"])
    places = (place.label for place in system.body(sheet, settings) if place.path.startswith(f"{top}.{key}."))
    choices = (row.get(leaf.key) and value_text(leaf, row[leaf.key]) for leaf in field.row if leaf.kind == "choice")
    return next(filter(None, (*places, *choices)), field.label)


def names_by_test(checks: Iterable[Check]) -> dict[str, Text]:
    """By path of a row that can be tested, the name of its first test."""
    names: dict[str, Text] = {}
    for check in checks:
        row, _dot, leaf = check.path.rpartition(".")
        if leaf and "." in row:
            names.setdefault(row, check.what)
    return names


def is_known(campaign: Campaign, sheet: Data, path: str) -> bool:
    """True if a path is on this sheet: a row of a list must be stored, or be defined by the rules."""
    top, _dot, inner = path.partition(".")
    field = campaign.system.schema.field(top)
    if field is None or field.kind != "list" or not inner:
        return True
    row_path = f"{top}.{inner.split('.')[0]}"
    if get(sheet, row_path) is not None:
        return True
    system, settings = campaign.system, campaign.settings
    tests = (check.path for check in system.checks(sheet, settings))
    places = (place.path for place in system.body(sheet, settings))
    return any(name.startswith(f"{row_path}.") for name in (*tests, *places))


def stale_row(path: str) -> Stale:
    return Stale(_("This row is no longer on the sheet."), path)


def is_gm_only(schema: SheetSchema, path: str) -> bool:
    """True if a path, or the field that contains it, is for the game master alone."""
    for start, field in schema.walk():
        if path == start or path.startswith(f"{start}."):
            leaf = schema.field(path)
            return field.gm_only or (leaf is not None and leaf.gm_only)
    return False


def is_in_grid(schema: SheetSchema, path: str) -> bool:
    return any(field.kind == "grid" and path.startswith(f"{start}.") for start, field in schema.walk())


def _value_shown(system: Game, field: Field, path: str, data: Data) -> Text | str:
    value = system.value(data, path)
    if field.names_row:
        field = among_rows(field, data, str(value or ""))
    checks = system.checks(data, {}) if field.names_test else ()
    test_name = next((check.what for check in checks if check.key == value), None)
    return value_text(field, value) if test_name is None else test_name
