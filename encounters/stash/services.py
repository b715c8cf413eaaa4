"""Commands of the stash and the purse: each moves something between the party and one sheet, in one event.

A thing leaves one place and enters the other by the same event, so neither an undo nor simultaneous acts can lose or
duplicate anything: an act that finds other values than it read is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import new_token
from campaigns.seats.access import may
from campaigns.web.language import say
from encounters.models import PartyItem
from encounters.party import items
from encounters.stash.stash import FOUND, MOST_COINS, PURSE, THING, Row, ThingList, list_at
from rules.character.sheet import MOST_ROWS
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import get
from rules.core.scene import Change
from rules.core.text import Text, _
from sheets.editing import change_log
from sheets.ownership import services as ownership_services
from sheets.services import SheetEdit

GONE = _("This is no longer there.")


@journal.command
def put(pen: Pen, *, character: str, path: str, count: int | None = None) -> None:
    """Move a row of a sheet, or ``count`` pieces of it, into the stash.

    Raises ``Unreadable`` for a list whose things cannot be handed over, ``Refused``, or ``Stale`` if it is gone.
    """
    edit = _edit_hero(pen, character)
    name, _dot, key = path.partition(".")
    things = list_at(pen.campaign.system, name)
    edit.list_field(name)
    row = get(edit.sheet, path) if key and "." not in key else None
    if row is None:
        raise Stale(GONE)
    label = say(change_log.row_name(pen.campaign, edit.sheet, path))
    remaining, taken = things.split(dict(row), count)
    edit.change(path, remaining)
    changes = [*edit.changes, *_add_to_stash(pen, things, label, things.unworn(taken))]
    sentence = _(
        "%(who)s puts into the stash: %(what)s", who=edit.character.name, what=_count_words(things, label, taken)
    )
    _record(pen, "stash_put", changes, sentence, edit)


@journal.command
def take(pen: Pen, *, thing: str, character: str, count: int | None = None) -> None:
    """Move a thing, or ``count`` pieces of it, from the stash to a sheet. Raises the same errors as ``put``."""
    edit = _edit_hero(pen, character)
    subject, state = _find_thing(pen, thing)
    things = list_at(pen.campaign.system, str(state.get("list", "")))
    if not things.path:
        raise Refused(_("The sheets of this game have no list for it: it stays in the stash."))
    remaining, taken = things.split(dict(state["row"]), count)
    _add_to_sheet(edit, things, _without_unknown_tests(pen, edit, things, taken))
    sentence = _(
        "%(who)s takes from the stash: %(what)s",
        who=edit.character.name,
        what=_count_words(things, state["name"], taken),
    )
    _record(pen, "stash_taken", [*edit.changes, *_remaining_changes(subject, state, remaining)], sentence, edit)


@journal.command
def record_found(pen: Pen, *, values: Mapping[str, Any]) -> None:
    """Add something that the party has found to the stash. Raises ``Unreadable``, or ``Refused`` without room."""
    _check_plays(pen)
    things = list_at(pen.campaign.system, pen.campaign.system.belongings.plain)
    clean = {field.key: field.read(values.get(field.key, field.blank)) for field in FOUND if field.key in things.row}
    if not clean["name"]:
        raise Unreadable(_("Give it a name."), "name")
    row = {key: value for key, value in clean.items() if value != things.row[key].blank}
    sentence = _("Found for the stash: %(what)s", what=_count_words(things, clean["name"], row))
    _record(pen, "stash_found", _add_to_stash(pen, things, clean["name"], row), sentence)


@journal.command
def discard(pen: Pen, *, thing: str, count: int | None = None) -> None:
    """Remove a thing, or ``count`` pieces of it, from the stash because it is used up, sold or lost."""
    _check_plays(pen)
    subject, state = _find_thing(pen, thing)
    things = list_at(pen.campaign.system, str(state.get("list", "")))
    remaining, taken = things.split(dict(state["row"]), count)
    sentence = _("Gone from the stash: %(what)s", what=_count_words(things, state["name"], taken))
    _record(pen, "stash_gone", _remaining_changes(subject, state, remaining), sentence)


@journal.command
def pay(pen: Pen, *, coin: str, amount: int, character: str = "", out: bool = False) -> None:
    """Put coins into the purse, from the sheet of ``character`` if given; with ``out``, take coins out instead.

    Raises ``Unreadable`` for an unknown coin or an invalid amount, ``Refused`` if there are too few.
    """
    _check_plays(pen)
    field = pen.campaign.system.schema.field(coin) if coin in pen.campaign.system.belongings.coins else None
    if field is None or not 1 <= amount <= MOST_COINS:
        raise Unreadable(_("No coins of this kind change hands."), "coin")
    edit = _edit_hero(pen, character) if character else None
    by = -amount if out else amount
    changes = _add_to_purse(pen, coin, by)
    if edit is not None:
        edit.field(coin)
        edit.change(coin, _add_coins(int(edit.sheet_value(coin)), -by, field.most or MOST_COINS))
        changes = [*edit.changes, *changes]
    terms = {"who": edit.character.name if edit else "", "amount": amount, "coin": field.label}
    _record(pen, "purse_paid", changes, _PAID[edit is not None, out](terms), edit)


_PAID = {
    (True, False): lambda named: _("%(who)s puts into the purse: %(amount)s (%(coin)s)", **named),
    (True, True): lambda named: _("%(who)s takes from the purse: %(amount)s (%(coin)s)", **named),
    (False, False): lambda named: _("Into the purse of the party: %(amount)s (%(coin)s)", **named),
    (False, True): lambda named: _("Out of the purse of the party: %(amount)s (%(coin)s)", **named),
}


def _check_plays(pen: Pen) -> None:
    if not may(pen.seat, "create"):
        raise Refused(_("Only those who play here use the stash."))


def _edit_hero(pen: Pen, token: str) -> SheetEdit:
    """The editable sheet of a player character. Raises ``Refused``, or ``Stale`` if the character is gone."""
    _check_plays(pen)
    row = ownership_services.player_character(pen.campaign, token)
    if row is None:
        raise Stale(_("This character is no longer at the table."))
    return SheetEdit(pen, row)


def _find_thing(pen: Pen, thing: str) -> tuple[str, Row]:
    subject = f"{THING}:{thing}"
    return subject, items.find(pen, subject)


def _add_to_stash(pen: Pen, things: ThingList, label: str, row: Row) -> list[Change]:
    """The changes that add a row to the same thing in the stash, or as a new thing."""
    same = [
        item
        for item in PartyItem.objects.filter(campaign=pen.campaign, kind=THING).order_by("pk")
        if item.data.get("list", "") == things.path and item.data["name"] == label
    ]
    match = things.merge_into({item.subject: item.data["row"] for item in same}, row)
    if match is not None:
        subject, merged = match
        return [Change(subject, "row", pen.value(subject, "row"), merged)]
    items.check_room(pen, THING)
    subject = f"{THING}:{new_token()}"
    pen.begin(subject)
    row_in_stash = {"name": label, "list": things.path or None, "row": row}
    return [Change(subject, path, None, value) for path, value in row_in_stash.items() if value]


def _remaining_changes(subject: str, now: Row, remaining: Row | None) -> list[Change]:
    return items.removal_changes(subject, now) if remaining is None else [Change(subject, "row", now["row"], remaining)]


def _add_to_sheet(edit: SheetEdit, things: ThingList, row: Row) -> None:
    field, rows = edit.list_field(things.path), get(edit.sheet, things.path) or {}
    match = things.merge_into(rows, row)
    if match is None and len(rows) >= MOST_ROWS:
        raise Refused(_("%(field)s has more than %(most)s rows.", field=field.label, most=MOST_ROWS))
    key, merged = match or (new_token(), row)
    edit.change(f"{things.path}.{key}", merged)
    edit.check_row(f"{things.path}.{key}")


def _without_unknown_tests(pen: Pen, edit: SheetEdit, things: ThingList, row: Row) -> Row:
    """A row without references to tests that the receiving sheet lacks."""
    system, settings = pen.campaign.system, pen.campaign.settings
    test_keys = [key for key, leaf in things.row.items() if leaf.names_test and key in row]
    unknown = [key for key in test_keys if system.check(edit.sheet, settings, row[key]) is None]
    return {key: value for key, value in row.items() if key not in unknown}


def _add_to_purse(pen: Pen, coin: str, by: int) -> list[Change]:
    purse = PartyItem.objects.filter(campaign=pen.campaign, kind=PURSE).order_by("pk").first()
    subject = purse.subject if purse else f"{PURSE}:{new_token()}"
    if purse is None:
        pen.begin(subject)
    path = f"coins.{coin}"
    before = pen.value(subject, path)
    change = Change(subject, path, before, _add_coins(int(before or 0), by, MOST_COINS))
    return [change] if purse else [Change(subject, "name", None, PURSE), change]


def _add_coins(there: int, by: int, most: int) -> int:
    if there + by < 0:
        few = _("There is not that much money there: %(needed)s needed, %(left)s left.", needed=-by, left=there)
        raise Refused(few)
    if there + by > most:
        raise Refused(_("There is no room for that much money there: %(most)s at most.", most=most))
    return there + by


def _count_words(things: ThingList, label: str, row: Row) -> Text:
    size = things.size(row)
    return _("%(name)s", name=label) if size == 1 else _("%(count)s × %(name)s", count=size, name=label)


def _record(pen: Pen, kind: str, changes: list[Change], sentence: Text, edit: SheetEdit | None = None) -> None:
    owner = {"owner": edit.character.token} if edit else {}
    pen.tell(kind, changes, "table", sentence, payload=owner)
