"""The journal as one circle reads it: events turned into lines, newest first, each with whether it still stands.

Undoing and doing again are no lines of their own: they are the state of the line they concern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from campaigns.models import Campaign, Event
from campaigns.shown import Shown
from rules import board
from rules.board import Line, Viewer

PAGE = 50
# What an event says to a viewer never changes: it is said once, however often the journal is drawn.
_SAID: Shown[tuple[Line | None]] = Shown(4000)


@dataclass(frozen=True)
class Entry:
    """One line and its event; ``taken_by`` is the event that took it back, if it does not stand."""

    event: Event
    line: Line
    taken_by: Event | None = None

    @property
    def stands(self) -> bool:
        """Whether it has not been undone."""
        return self.taken_by is None


def page(
    campaign: Campaign, circle: str, viewer: Viewer, *, character: str = "", before: Event | None = None
) -> tuple[list[Entry], bool]:
    """The newest lines of a circle (of one character, older than ``before``), and whether there are more."""
    told = list(islice(_told(campaign, circle, viewer, character, before), PAGE + 1))
    shown = told[:PAGE]
    taken = _taken_back(campaign, shown[-1][0].seq) if shown else {}
    return [Entry(event, line, taken.get(event.pk)) for event, line in shown], len(told) > PAGE


def standing(campaign: Campaign, circle: str, viewer: Viewer) -> list[Entry]:
    """Every line of a circle that was not undone, oldest first."""
    taken = _taken_back(campaign, 0)
    told = [Entry(event, line) for event, line in _told(campaign, circle, viewer, "", None) if event.pk not in taken]
    return told[::-1]


def _told(
    campaign: Campaign, circle: str, viewer: Viewer, character: str, before: Event | None
) -> Iterator[tuple[Event, Line]]:
    events = Event.objects.filter(campaign=campaign, undoes__isnull=True)
    if circle != "gm":
        # Asked of the database: what is hidden never pushes a line off the page of those who may not know.
        events = events.filter(audience__in={"table", circle})
    if before is not None:
        events = events.filter(seq__lt=before.seq)
    rows = events.select_related("command__seat").order_by("-seq")
    closed: set[tuple[int, str]] = set()
    for event in rows.iterator(chunk_size=100):
        if character and not _concerns(event, character):
            continue
        exchange = (event.command_id, event.payload.get("exchange", ""))
        if event.kind.startswith("open_") and exchange in closed:
            continue  # begun and over in one command: its result says it all
        if "faces" in event.payload:
            closed.add(exchange)
        line = _said(event, viewer)
        if line is not None:
            yield event, line


def _said(event: Event, viewer: Viewer) -> Line | None:
    kept = _SAID.get((event.token, viewer), 0)
    if kept is None:
        kept = (board.tell(event.audience, event.kind, event.payload, viewer),)
        _SAID.put((event.token, viewer), 0, kept)
    return kept[0]


def _concerns(event: Event, character: str) -> bool:
    """Whether an event is part of one character's history: it acts, is acted on, or its sheet is written."""
    if any(subject == f"character:{character}" for subject, *_rest in event.changes):
        return True
    who = event.payload.get("who", {})
    named = {event.for_fighter, *(row.get("target") for row in event.payload.get("effects", ()))}
    return any(who.get(fighter, {}).get("character") == character for fighter in named)


def _taken_back(campaign: Campaign, since: int) -> dict[int, Event]:
    """By id of an event from ``since`` on that does not stand, the event that took it back."""
    inverses = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False)
    return _standing_inverses(inverses.select_related("by").order_by("-seq"))


def _standing_inverses(inverses: Iterable[Event]) -> dict[int, Event]:
    """Newest first: an inverse that was itself taken back takes nothing back."""
    gone: dict[int, Event] = {}
    for event in inverses:
        if event.pk not in gone and event.undoes_id is not None:
            gone[event.undoes_id] = event
    return gone
