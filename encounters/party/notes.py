"""Session notes, each for one circle: the game masters, the whole table, or one player.

They are saved while somebody types. If somebody else saved in between, both texts are kept: the new lines of the
later text are put below.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.safestring import mark_safe

from campaigns.journal import journal, merging
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
MOST_NOTES = 1000  # of one circle: notes of other circles do not count
MORNING = timedelta(hours=6)  # before this hour, a session belongs to the previous day
TEXT = Field("text", _("Notes"), "note", most=20_000)


def today() -> date:
    return timezone.localdate(timezone.now() - MORNING)


def circle_of(seat: Seat, whose: str) -> str:
    """The circle of a note from its form: ``table`` for the whole table, ``own`` for the seat's own circle."""
    return TABLE if whose == TABLE else seat.circle


def notes_for(campaign: Campaign, circle: str) -> list[PartyItem]:
    """The notes that a circle may read, newest session first: those of the table and its own."""
    notes = [note for note in _notes(campaign) if note.data["circle"] in (TABLE, circle)]
    return sorted(notes, key=lambda note: str(note.data["name"]), reverse=True)


def note_row(note: PartyItem) -> dict[str, Any]:
    """A note for display: its day, if it is open to the whole table, its text as Markdown and as HTML."""
    day = formats.date_format(date.fromisoformat(note.data["name"]), "l j F Y")
    text = str(note.data["text"])
    html = mark_safe(markdown.html(text))  # cleaned
    return {"day": day, "open": note.data["circle"] == TABLE, "text": text, "html": html}


@journal.command
def save(pen: Pen, *, day: str, whose: str, text: str, replaces: str) -> tuple[str, bool]:
    """Save the text of a note, whose editing began from ``replaces``; an empty text removes the note.

    Returns the stored text, and True if it was merged with somebody else's.
    Raises ``Unreadable`` for an invalid day or text, ``Refused`` if there is no room.
    """
    if not may(pen.seat, "create") or whose not in (TABLE, OWN):
        raise Refused(_("Only those who play here keep notes."))
    circle, after, base = circle_of(pen.seat, whose), TEXT.read(text), TEXT.read(replaces)
    session_day = _read_day(day)
    note = _find(pen.campaign, session_day, circle)
    if note is None:
        return _begin(pen, session_day, circle, after), False
    state = pen.read(note.subject)
    present = str(state["text"])
    merged = present not in (base, after)
    saved = merging.join_texts(present, base, after, TEXT.most) if merged else after
    if saved != present:
        changes = (
            [Change(note.subject, "text", present, saved)] if saved else items.removal_changes(note.subject, state)
        )
        _record(pen, changes, circle)
    return saved, merged


def _begin(pen: Pen, day: str, circle: str, text: str) -> str:
    if text:
        if sum(note.data["circle"] == circle for note in _notes(pen.campaign)) >= MOST_NOTES:
            raise Refused(_("There is no room for more notes at this table."))
        subject = f"{KIND}:{new_token()}"
        pen.begin(subject)
        values = {"name": day, "circle": circle, "text": text}
        _record(pen, [Change(subject, path, None, value) for path, value in values.items()], circle)
    return text


def _find(campaign: Campaign, day: str, circle: str) -> PartyItem | None:
    return next((note for note in _notes(campaign) if (note.data["name"], note.data["circle"]) == (day, circle)), None)


def _notes(campaign: Campaign) -> QuerySet[PartyItem]:
    return PartyItem.objects.filter(campaign=campaign, kind=KIND).order_by("pk")


def _read_day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Unreadable(_("A day is needed, such as 2026-11-28."), "day") from error
    if day > today() + timedelta(days=1):
        raise Unreadable(_("This session is still to come."), "day")
    return day.isoformat()


def _record(pen: Pen, changes: list[Change], circle: str) -> None:
    pen.record(Event("note_kept", pen.seat.token, "", tuple(changes), circle))


def own_notes(seat: Seat) -> list[PartyItem]:
    return [note for note in _notes(seat.campaign) if note.data["circle"] == seat.subject]


def export(seat: Seat) -> list[Mapping[str, Any]]:
    return [{"day": note.data["name"], "text": note.data["text"]} for note in own_notes(seat)]
