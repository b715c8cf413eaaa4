"""The journal as one circle reads it: events turned into lines, newest first, each with whether it still stands.

Undoing and doing again are no lines of their own: they are the state of the line they concern.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from campaigns.journal.event_cache import Recent, standing_inverses
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Event
from rules.core.paths import Data
from rules.views import journal
from rules.views.journal import Line
from rules.views.viewers import Viewer

PAGE = 50
BEGUN = "encounter_running"  # the kind of event
# What an event says to a viewer does not change until somebody takes their data out of it (``Campaign.amended``): it is
# said once, however often the journal is drawn.
_LINES: Cache[Line | None] = Cache(100)
Told = tuple[Event, Line, int]
# Up to which event the newest lines of a viewer were gathered, and those lines.
_NEWEST: Cache[tuple[int, tuple[Told, ...]]] = Cache(20)
# What was taken back since an event that is older than those kept, for circles that are told little: ``_taken_back``.
_TAKEN: Cache[tuple[int, dict[int, Event]]] = Cache(1)


class Entry(NamedTuple):
    """One line and its event, which is part of an ``act``; ``taken_by`` took it back, if it does not stand."""

    event: Event
    line: Line
    act: int
    taken_by: Event | None = None

    @property
    def stands(self) -> bool:
        return self.taken_by is None


def newest(campaign: Campaign, recent: Recent, circle: str, viewer: Viewer, character: str) -> tuple[list[Entry], bool]:
    """The newest lines of a circle (of one character), and whether there are more; only what is new is read."""
    address = (campaign.token, circle, viewer, character)
    since, before = _NEWEST.get(address, campaign.amended) or (0, ())
    events = recent.since(since)
    if events is None:
        entries = tuple(islice(_told(campaign, circle, viewer, character, recent.seq + 1), PAGE + 1))
    else:
        heard = (event for event in events if event.undoes_id is None and _hears(circle, event))
        entries = (*_lines(heard, viewer, character, campaign.amended, recent.read), *before)[: PAGE + 1]
    if recent.seq > since:
        _NEWEST.put(address, campaign.amended, (recent.seq, entries))
    return _entries(campaign, entries, recent)


def page(
    campaign: Campaign, circle: str, viewer: Viewer, *, character: str = "", before: Event | None = None
) -> tuple[list[Entry], bool]:
    """The newest lines of a circle (of one character, older than ``before``), and whether there are more."""
    entries = _told(campaign, circle, viewer, character, before.seq if before is not None else None)
    return _entries(campaign, tuple(islice(entries, PAGE + 1)))


def _entries(campaign: Campaign, lines: tuple[Told, ...], recent: Recent | None = None) -> tuple[list[Entry], bool]:
    shown = lines[:PAGE]
    taken = _taken_back(campaign, shown[-1][0].seq, recent) if shown else {}
    again = {event.payload.get("replays") for event, _line, _act in shown if event.id not in taken}
    entries = [
        Entry(event, line, act, taken.get(event.id))
        for event, line, act in shown
        if event.token not in again and not (event.id in taken and _is_again(event))
    ]
    return entries, len(lines) > PAGE


def _is_again(event: Event) -> bool:
    """True if an event did an earlier one again, in a correction: what came of it as before is not told twice."""
    return "replays" in event.payload or "corrects" in event.payload


def not_undone(campaign: Campaign, circle: str, viewer: Viewer) -> list[Entry]:
    """Every line of a circle that was not undone, oldest first."""
    taken = _taken_back(campaign, 0)
    entries = [Entry(*entry) for entry in _told(campaign, circle, viewer) if entry[0].pk not in taken]
    return entries[::-1]


def lines_between(campaign: Campaign, circle: str, viewer: Viewer, after: int, upto: int) -> Iterator[Told]:
    """The lines of a circle from one event to another, newest first."""
    events = Event.objects.filter(campaign=campaign, undoes__isnull=True, audience__in={"table", circle})
    between = events.filter(seq__gt=after, seq__lte=upto).select_related("command__seat").order_by("-seq")
    return _lines(between, viewer, "", campaign.amended, None)


def undone_events(campaign: Campaign) -> Container[int]:
    return _taken_back(campaign, 0)


def has_called_since(campaign: Campaign, event: Event, recent: Recent) -> bool:
    """True if somebody whom everybody sees has been called since: what was thrown belongs to an earlier turn."""
    later = recent.since(event.seq)
    if later is None:  # hundreds of events ago
        later = list(Event.objects.filter(campaign=campaign, seq__gt=event.seq, kind="next", audience="table"))
    gone = _taken_back(campaign, event.seq, recent)
    return any(event.kind == "next" and event.audience == "table" and event.pk not in gone for event in later)


def newest_begun(campaign: Campaign, recent: Recent) -> Event | None:
    """The event with which an encounter began last; ``None`` where that is hundreds of events ago."""
    gone = _taken_back(campaign, recent.begin, recent)
    return next((event for event in recent.events if event.kind == BEGUN and event.pk not in gone), None)


def _told(
    campaign: Campaign, circle: str, viewer: Viewer, character: str = "", before: int | None = None
) -> Iterator[Told]:
    events = Event.objects.filter(campaign=campaign, undoes__isnull=True)
    if circle != "gm":
        # Asked of the database: what is hidden never pushes a line off the page of those who may not know.
        events = events.filter(audience__in={"table", circle})
    if before is not None:
        events = events.filter(seq__lt=before)
    rows = events.select_related("command__seat").order_by("-seq")
    return _lines(rows.iterator(chunk_size=100), viewer, character, campaign.amended, None)


def _hears(circle: str, event: Event) -> bool:
    return circle == "gm" or event.audience in ("table", circle)


def _lines(
    events: Iterable[Event], viewer: Viewer, character: str, amended: int, read: dict[int, Data] | None
) -> Iterator[Told]:
    """The lines of events, which come newest first; those whose payload is ``read`` already are not read again."""
    closed: set[tuple[int, str]] = set()
    for event in events:
        if character and not _concerns(event, character):
            continue
        exchange = (event.command_id, event.payload.get("exchange", ""))
        if event.kind.startswith("open_") and exchange in closed:
            continue  # begun and over in one command: its result says it all
        if "faces" in event.payload:
            closed.add(exchange)
        line = _line(event, viewer, amended, read)
        if line is not None:
            yield event, line, event.command_id


def _line(event: Event, viewer: Viewer, amended: int, read: dict[int, Data] | None) -> Line | None:
    def make() -> Line | None:
        payload = read.get(event.pk) if read is not None else None
        if payload is None:
            payload = journal.read(event.payload)
            if read is not None:
                read[event.pk] = payload
        return journal.tell_read(event.audience, event.kind, payload, viewer)

    return _LINES.get_or_make((event.token, viewer), amended, make)


def _concerns(event: Event, character: str) -> bool:
    if any(subject == f"character:{character}" for subject, *_rest in event.changes):
        return True
    who = event.payload.get("who", {})
    return any(who.get(fighter, {}).get("character") == character for fighter in fighters_of(event))


def fighters_of(event: Event) -> set[str]:
    """The fighters an event is about: who acts, whom they strike at, hit or missed, and whom something happens to."""
    sides = (event.payload.get("verdict") or {}).get("sides", ())
    return {event.for_fighter, *sides, *(row.get("target") for row in event.payload.get("effects", ()))}


def _taken_back(campaign: Campaign, since: int, recent: Recent | None = None) -> dict[int, Event]:
    """The events after a number that were taken back, each with what did so; some of before may be among them."""

    def read() -> dict[int, Event]:
        inverses = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False)
        return standing_inverses(inverses.select_related("by").order_by("-seq"))

    if recent is None:
        return read()
    if since >= recent.begin:
        return recent.taken_back
    stamp = recent.stamp(("inverse",))
    begin, taken = _TAKEN.get(campaign.token, stamp) or (since + 1, {})
    if since < begin:
        taken = read()
        _TAKEN.put(campaign.token, stamp, (since, taken))
    return taken
