"""Notes of a session, each of one circle: of game masters, of the whole table, or of one player alone.

They are saved while somebody types. Where somebody else has written in between, both texts stay: what is new in the
later one stands below.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.safestring import mark_safe

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Seat, new_token
from campaigns.seats.access import may
from encounters.models import PartyItem
from encounters.party import items
from rules.character.sheet import Field
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Change, Event
from rules.core.text import _
from sheets.notes import markdown

KIND = "party_note"
TABLE, OWN = "table", "own"
MOST_NOTES = 1000  # of a circle: how many others keep for themselves takes no room
MORNING = timedelta(hours=6)  # until then a session belongs to the day before
TEXT = Field("text", _("Notes"), "note", most=20_000)


def today() -> date:
    return timezone.localdate(timezone.now() - MORNING)


def circle_of(seat: Seat, whose: str) -> str:
    """The circle of the notes that a form is about: the whole ``table``, or a seat's ``own``."""
    return TABLE if whose == TABLE else seat.circle


def read_by(campaign: Campaign, circle: str) -> list[PartyItem]:
    """The notes that a circle reads, the newest session first; a player's own are for that player alone."""
    known = [note for note in _all(campaign) if note.data["circle"] in (TABLE, circle)]
    return sorted(known, key=lambda note: str(note.data["name"]), reverse=True)


def note_row(note: PartyItem) -> dict[str, Any]:
    """A note to be read: its day, whether it is for the whole table, its text as written and as HTML."""
    day = formats.date_format(date.fromisoformat(note.data["name"]), "l j F Y")
    text = str(note.data["text"])
    html = mark_safe(markdown.html(text))  # cleaned
    return {"day": day, "open": note.data["circle"] == TABLE, "text": text, "html": html}


@journal.command
def save(pen: Pen, *, day: str, whose: str, text: str, replaces: str) -> tuple[str, bool]:
    """Keep the text of a note that was begun from ``replaces``; an empty one takes it away.

    The value is the text as it stands then, and whether somebody else had written there meanwhile.
    Raises ``Unreadable`` for a day or a text that cannot be read, ``Refused`` where there is no room.
    """
    if not may(pen.seat, "create") or whose not in (TABLE, OWN):
        raise Refused(_("Only who plays here keeps notes."))
    circle, after, base = circle_of(pen.seat, whose), TEXT.read(text), TEXT.read(replaces)
    named = _day(day)
    note = _find(pen.campaign, named, circle)
    if note is None:
        return _begin(pen, named, circle, after), False
    now = pen.read(note.subject)
    present = str(now["text"])
    merged = present not in (base, after)
    kept = joined(present, base, after) if merged else after
    if kept != present:
        changes = [Change(note.subject, "text", present, kept)] if kept else items.removal(note.subject, now)
        _record(pen, changes, circle)
    return kept, merged


def joined(present: str, base: str, after: str, most: int | None = TEXT.most) -> str:
    """Both texts in one: ``present``, and below it the lines of ``after`` that are in neither of the others.

    Raises ``Refused`` where they are too long together.
    """
    known = {*present.splitlines(), *base.splitlines()}
    new = [line for line in after.splitlines() if line.strip() and line not in known]
    text = "\n\n".join([present, "\n".join(new)]) if new else present
    if most is not None and len(text) > most:
        raise Refused(_("Somebody else has written here, and both texts together are too long: shorten yours."))
    return text


def _begin(pen: Pen, day: str, circle: str, text: str) -> str:
    if text:
        if sum(note.data["circle"] == circle for note in _all(pen.campaign)) >= MOST_NOTES:
            raise Refused(_("There is no room for more notes at this table."))
        subject = f"{KIND}:{new_token()}"
        pen.begin(subject)
        values = {"name": day, "circle": circle, "text": text}
        _record(pen, [Change(subject, path, None, value) for path, value in values.items()], circle)
    return text


def _find(campaign: Campaign, day: str, circle: str) -> PartyItem | None:
    return next((note for note in _all(campaign) if (note.data["name"], note.data["circle"]) == (day, circle)), None)


def _all(campaign: Campaign) -> QuerySet[PartyItem]:
    return PartyItem.objects.filter(campaign=campaign, kind=KIND).order_by("pk")


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Unreadable(_("A day is needed, such as 2026-11-28."), "day") from error
    if day > today() + timedelta(days=1):
        raise Unreadable(_("This session is still to come."), "day")
    return day.isoformat()


def _record(pen: Pen, changes: list[Change], circle: str) -> None:
    pen.record(Event("note_kept", pen.seat.token, "", tuple(changes), circle))


def own(seat: Seat) -> list[PartyItem]:
    return [note for note in _all(seat.campaign) if note.data["circle"] == seat.subject]


def exported(seat: Seat) -> list[Mapping[str, Any]]:
    return [{"day": note.data["name"], "text": note.data["text"]} for note in own(seat)]
