"""The writes of the stash and the purse: each is one act between the party and one sheet, and undone as one.

What goes leaves one place and stands in the other by the same event, so no undo and no two hands at once lose or
double anything: an act that finds something else than it read is refused.
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
from rules.core.json_codec import to_json
from rules.core.paths import get
from rules.core.scene import Change, Event
from rules.core.text import Text, _
from sheets.editing import change_log
from sheets.ownership import services as ownership_services
from sheets.services import SheetEdit

GONE = _("This is no longer there.")


@journal.command
def put(pen: Pen, *, character: str, path: str, count: int | None = None) -> None:
    """Put a row of a sheet into the stash, or ``count`` of it.

    Raises ``Unreadable`` for a list whose things do not change hands, ``Refused``, or ``Stale`` for what is gone.
    """
    edit = _hero(pen, character)
    name, _dot, key = path.partition(".")
    here = list_at(pen.campaign.system, name)
    edit.list_field(name)
    row = get(edit.sheet, path) if key and "." not in key else None
    if row is None:
        raise Stale(GONE)
    label = say(change_log.row_name(pen.campaign, edit.sheet, path))
    stays, goes = here.split(dict(row), count)
    edit.change(path, stays)
    changes = [*edit.changes, *_into_stash(pen, here, label, here.bare(goes))]
    what = _("%(who)s puts into the stash: %(what)s", who=edit.character.name, what=_counted(here, label, goes))
    _record(pen, "stash_put", changes, what, edit)


@journal.command
def take(pen: Pen, *, thing: str, character: str, count: int | None = None) -> None:
    """Take a thing out of the stash onto a sheet, or ``count`` of it. Raises as ``put`` does."""
    edit = _hero(pen, character)
    subject, now = _standing(pen, thing)
    here = list_at(pen.campaign.system, str(now.get("list", "")))
    if not here.path:
        raise Refused(_("The sheets of this game have no list for it: it stays in the stash."))
    stays, goes = here.split(dict(now["row"]), count)
    _onto_sheet(edit, here, _known_there(pen, edit, here, goes))
    what = _("%(who)s takes from the stash: %(what)s", who=edit.character.name, what=_counted(here, now["name"], goes))
    _record(pen, "stash_taken", [*edit.changes, *_left(subject, now, stays)], what, edit)


@journal.command
def find(pen: Pen, *, said: Mapping[str, Any]) -> None:
    """Write down something the party has found. Raises ``Unreadable``, or ``Refused`` where there is no room."""
    _check_plays(pen)
    here = list_at(pen.campaign.system, pen.campaign.system.belongings.plain)
    values = {field.key: field.read(said.get(field.key, field.blank)) for field in FOUND if field.key in here.row}
    if not values["name"]:
        raise Unreadable(_("Give it a name."), "name")
    row = {key: value for key, value in values.items() if value != here.row[key].blank}
    sentence = _("Found for the stash: %(what)s", what=_counted(here, values["name"], row))
    _record(pen, "stash_found", _into_stash(pen, here, values["name"], row), sentence)


@journal.command
def discard(pen: Pen, *, thing: str, count: int | None = None) -> None:
    """Take a thing, or ``count`` of it, out of the stash for nobody: it is used up, sold or lost."""
    _check_plays(pen)
    subject, now = _standing(pen, thing)
    here = list_at(pen.campaign.system, str(now.get("list", "")))
    stays, goes = here.split(dict(now["row"]), count)
    sentence = _("Gone from the stash: %(what)s", what=_counted(here, now["name"], goes))
    _record(pen, "stash_gone", _left(subject, now, stays), sentence)


@journal.command
def pay(pen: Pen, *, coin: str, amount: int, character: str = "", out: bool = False) -> None:
    """Put coins into the purse, from a sheet where a ``character`` is named; ``out`` of it, the other way.

    Raises ``Unreadable`` for no coin of this game, ``Refused`` where there are not so many.
    """
    _check_plays(pen)
    field = pen.campaign.system.schema.field(coin) if coin in pen.campaign.system.belongings.coins else None
    if field is None or not 1 <= amount <= MOST_COINS:
        raise Unreadable(_("No coins of this kind change hands."), "coin")
    edit = _hero(pen, character) if character else None
    by = -amount if out else amount
    changes = _into_purse(pen, coin, by)
    if edit is not None:
        edit.field(coin)
        edit.change(coin, _bounded(int(edit.sheet_value(coin)) - by, field.most or MOST_COINS))
        changes = [*edit.changes, *changes]
    named = {"who": edit.character.name if edit else "", "amount": amount, "coin": field.label}
    _record(pen, "purse_paid", changes, _PAID[edit is not None, out](named), edit)


_PAID = {
    (True, False): lambda named: _("%(who)s puts into the purse: %(amount)s (%(coin)s)", **named),
    (True, True): lambda named: _("%(who)s takes from the purse: %(amount)s (%(coin)s)", **named),
    (False, False): lambda named: _("Into the purse of the party: %(amount)s (%(coin)s)", **named),
    (False, True): lambda named: _("Out of the purse of the party: %(amount)s (%(coin)s)", **named),
}


def _check_plays(pen: Pen) -> None:
    if not may(pen.seat, "create"):
        raise Refused(_("Only who plays here uses the stash."))


def _hero(pen: Pen, token: str) -> SheetEdit:
    """The sheet of a player character that this seat writes. Raises ``Refused``, or ``Stale`` where there is none."""
    _check_plays(pen)
    row = ownership_services.player_character(pen.campaign, token)
    if row is None:
        raise Stale(_("This character is no longer at the table."))
    return SheetEdit(pen, row)


def _standing(pen: Pen, thing: str) -> tuple[str, Row]:
    subject = f"{THING}:{thing}"
    return subject, items.standing(pen, subject)


def _into_stash(pen: Pen, here: ThingList, label: str, row: Row) -> list[Change]:
    """A row added to what is the same in the stash, or as one thing more."""
    known = [
        item
        for item in PartyItem.objects.filter(campaign=pen.campaign, kind=THING).order_by("pk")
        if item.data.get("list", "") == here.path and item.data["name"] == label
    ]
    met = here.joined({item.subject: item.data["row"] for item in known}, row)
    if met is not None:
        subject, joined = met
        return [Change(subject, "row", pen.value(subject, "row"), joined)]
    items.check_room(pen, THING)
    subject = f"{THING}:{new_token()}"
    pen.begin(subject)
    thing = {"name": label, "list": here.path or None, "row": row}
    return [Change(subject, path, None, value) for path, value in thing.items() if value]


def _left(subject: str, now: Row, stays: Row | None) -> list[Change]:
    return items.removal(subject, now) if stays is None else [Change(subject, "row", now["row"], stays)]


def _onto_sheet(edit: SheetEdit, here: ThingList, row: Row) -> None:
    field, rows = edit.list_field(here.path), get(edit.sheet, here.path) or {}
    met = here.joined(rows, row)
    if met is None and len(rows) >= MOST_ROWS:
        raise Refused(_("%(field)s has more than %(most)s rows.", field=field.label, most=MOST_ROWS))
    key, kept = met or (new_token(), row)
    edit.change(f"{here.path}.{key}", kept)
    edit.check_row(f"{here.path}.{key}")


def _known_there(pen: Pen, edit: SheetEdit, here: ThingList, row: Row) -> Row:
    """A row without the names of tests that are on another sheet alone."""
    system, settings = pen.campaign.system, pen.campaign.settings
    named = [key for key, leaf in here.row.items() if leaf.names_test and key in row]
    lost = [key for key in named if system.check(edit.sheet, settings, row[key]) is None]
    return {key: value for key, value in row.items() if key not in lost}


def _into_purse(pen: Pen, coin: str, by: int) -> list[Change]:
    purse = PartyItem.objects.filter(campaign=pen.campaign, kind=PURSE).order_by("pk").first()
    subject = purse.subject if purse else f"{PURSE}:{new_token()}"
    if purse is None:
        pen.begin(subject)
    path = f"coins.{coin}"
    before = pen.value(subject, path)
    change = Change(subject, path, before, _bounded(int(before or 0) + by, MOST_COINS))
    return [change] if purse else [Change(subject, "name", None, PURSE), change]


def _bounded(value: int, most: int) -> int:
    if value < 0:
        raise Refused(_("There are not so many coins there."))
    if value > most:
        raise Refused(_("There is no room for so many coins there."))
    return value


def _counted(here: ThingList, label: str, row: Row) -> Text:
    size = here.size(row)
    return _("%(name)s", name=label) if size == 1 else _("%(count)s × %(name)s", count=size, name=label)


def _record(pen: Pen, kind: str, changes: list[Change], sentence: Text, edit: SheetEdit | None = None) -> None:
    owner = {"owner": edit.character.token} if edit else {}
    payload = {"told": {"table": to_json(sentence)}, **owner}
    pen.record(Event(kind, pen.seat.token, "", tuple(changes), "table", payload))
