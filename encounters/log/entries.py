"""The journal as one circle may read it: events as lines, newest first, each marked if it was undone.

Undo and redo have no lines of their own: they change the state of the line they concern.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet

from campaigns.journal import standing
from campaigns.journal.event_cache import Recent, standing_inverses
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Event
from rules.core.paths import Data
from rules.views import journal
from rules.views.journal import Line
from rules.views.viewers import Viewer

PAGE = 50
BEGUN, ENDED = "encounter_running", "encounter_ended"  # kinds of events
PAUSE = timedelta(hours=6)  # a pause this long ends a session
PASSING = ("rested", "days_passed")  # kinds of events: time that passes for the party
# A line of an event for a viewer stays the same until personal data are removed from the journal
# (``Campaign.amended``), so it is made once, however often the journal is drawn.
_LINES: Cache[Line | None] = Cache(100)
Told = tuple[Event, Line, int]
# The newest lines of a viewer, with the number of the last event they cover.
_NEWEST: Cache[tuple[int, tuple[Told, ...]]] = Cache(20)
# Undone events older than the recent ones, needed for circles that see few lines; the others are in ``taken_back``.
_TAKEN: Cache[tuple[int, dict[int, Event]]] = Cache(1)
# The undoing events from one number to another, newest first; which of them stand is another matter.
_INVERSES: Cache[tuple[int, int, tuple[Event, ...]]] = Cache(1)

# The event that last began an encounter, if it is older than the recent ones.
_LONG_AGO: Cache[Event | None] = Cache(1)


class Entry(NamedTuple):
    """One journal line and its event, part of the command ``act``; ``taken_by`` is the event that undid it, if any."""

    event: Event
    line: Line
    act: int
    taken_by: Event | None = None

    @property
    def stands(self) -> bool:
        return self.taken_by is None


def newest_entries(
    campaign: Campaign, recent: Recent, circle: str, viewer: Viewer, character: str
) -> tuple[list[Entry], bool]:
    """The newest lines of a circle (or of one character), and whether there are more; reads only new events."""
    address = (campaign.token, circle, viewer, character)
    since, before = _NEWEST.get(address, campaign.amended) or (0, ())
    events = recent.events_after(since)
    if events is None:
        entries = tuple(islice(_read_lines(campaign, circle, viewer, character, recent.seq + 1), PAGE + 1))
    else:
        audible = (event for event in events if event.undoes_id is None and _may_hear(circle, event))
        entries = (*_lines(audible, viewer, character, campaign.amended, recent.read), *before)[: PAGE + 1]
    if recent.seq > since:
        _NEWEST.put(address, campaign.amended, (recent.seq, entries))
    return _entries(campaign, entries, recent)


def entries_page(
    campaign: Campaign, circle: str, viewer: Viewer, *, character: str = "", before: Event | None = None
) -> tuple[list[Entry], bool]:
    """A page of lines of a circle (or of one character) older than ``before``, and whether there are more."""
    entries = _read_lines(campaign, circle, viewer, character, before.seq if before is not None else None)
    return _entries(campaign, tuple(islice(entries, PAGE + 1)))


def _entries(campaign: Campaign, lines: tuple[Told, ...], recent: Recent | None = None) -> tuple[list[Entry], bool]:
    lines_shown = lines[:PAGE]
    undone = undoing_events(campaign, lines_shown[-1][0].seq, recent) if lines_shown else {}
    replayed = {event.payload.get("replays") for event, _line, _act in lines_shown if event.id not in undone}
    entries = [
        Entry(event, line, act, undone.get(event.id))
        for event, line, act in lines_shown
        if event.token not in replayed and not (event.id in undone and _is_again(event))
    ]
    return entries, len(lines) > PAGE


def _is_again(event: Event) -> bool:
    """True if a correction repeated an event unchanged: its line is not shown twice."""
    return "replays" in event.payload or "corrects" in event.payload


def standing_entries(campaign: Campaign, circle: str, viewer: Viewer) -> list[Entry]:
    """Every line of a circle that was not undone, oldest first."""
    undone = undoing_events(campaign, 0)
    entries = [Entry(*entry) for entry in _read_lines(campaign, circle, viewer) if entry[0].pk not in undone]
    return entries[::-1]


def lines_between(campaign: Campaign, circle: str, viewer: Viewer, after: int, upto: int) -> Iterator[Told]:
    """The lines of a circle from one event to another, newest first."""
    events = Event.objects.filter(campaign=campaign, undoes__isnull=True, audience__in={"table", circle})
    between = events.filter(seq__gt=after, seq__lte=upto).select_related("command__seat").order_by("-seq")
    return _lines(between, viewer, "", campaign.amended, None)


def undone_ids(campaign: Campaign) -> Container[int]:
    return undoing_events(campaign, 0)


def has_called_since(campaign: Campaign, event: Event, recent: Recent) -> bool:
    """True if a visible fighter has been called since an event, so that it belongs to an earlier turn."""
    return _has_followed(campaign, event, recent, {"next"})


def fighters_called(event: Event) -> Collection[str]:
    called: Collection[str] = event.payload.get("called") or (event.for_fighter,)  # in journals of old it was one
    return called


def has_moved_on_since(campaign: Campaign, event: Event, recent: Recent) -> bool:
    """True if a fight has ended since an event, or the shared screen was given another scene."""
    return _has_followed(campaign, event, recent, {ENDED, "scene_set"})


def has_scene_since(campaign: Campaign, event: Event, recent: Recent) -> bool:
    """True if the shared screen was given another scene since an event, or was freed from one."""
    return _has_followed(campaign, event, recent, {"scene_set"})


def has_passed_since(campaign: Campaign, event: Event, recent: Recent) -> bool:
    """True if an event belongs to an earlier session, or days have passed for the party since."""
    newest = _newest_for_table(campaign, recent)
    is_earlier = newest is not None and newest.created - event.created > PAUSE
    return is_earlier or _has_followed(campaign, event, recent, PASSING)


def _newest_for_table(campaign: Campaign, recent: Recent) -> Event | None:
    """The newest event that everybody reads, so that one in secret ends no session."""
    kept = next((event for event in recent.events if event.audience == "table"), None)
    if kept is not None or recent.begin == 0:
        return kept
    return Event.objects.filter(campaign=campaign, audience="table").order_by("-seq").first()


def _has_followed(campaign: Campaign, event: Event, recent: Recent, kinds: Collection[str]) -> bool:
    events = recent.events_after(event.seq)
    if events is None:  # older than the recent events
        events = list(Event.objects.filter(campaign=campaign, seq__gt=event.seq, kind__in=kinds, audience="table"))
    undone = undoing_events(campaign, event.seq, recent)
    rows = (event for event in events if event.kind in kinds and "joining" not in event.payload)
    return any(event.audience == "table" and event.pk not in undone for event in rows)


def last_beginning(campaign: Campaign, recent: Recent) -> Event | None:
    """The newest event that began an encounter."""
    undone = undoing_events(campaign, recent.begin, recent)
    result = next((event for event in recent.events if event.kind == BEGUN and event.pk not in undone), None)
    if result is not None or recent.begin == 0:
        return result
    stamp = recent.stamp((f"event:{BEGUN}", "inverse"))
    return _LONG_AGO.get_or_make(campaign.token, stamp, lambda: _last_beginning_long_ago(campaign))


def _last_beginning_long_ago(campaign: Campaign) -> Event | None:
    undone = standing.undone_ids(campaign)
    beginnings = Event.objects.filter(campaign=campaign, kind=BEGUN, undoes__isnull=True).order_by("-seq")
    return next((event for event in beginnings if event.pk not in undone), None)


def _read_lines(
    campaign: Campaign, circle: str, viewer: Viewer, character: str = "", before: int | None = None
) -> Iterator[Told]:
    events = Event.objects.filter(campaign=campaign, undoes__isnull=True)
    if circle != "gm":
        # Filtered by the database, so that hidden events push no line off the page of those who may not see them.
        events = events.filter(audience__in={"table", circle})
    if before is not None:
        events = events.filter(seq__lt=before)
    rows = events.select_related("command__seat").order_by("-seq")
    return _lines(rows.iterator(chunk_size=100), viewer, character, campaign.amended, None)


def _may_hear(circle: str, event: Event) -> bool:
    return circle == "gm" or event.audience in ("table", circle)


def _lines(
    events: Iterable[Event], viewer: Viewer, character: str, amended: int, read: dict[int, Data] | None
) -> Iterator[Told]:
    """The lines of events, newest first; payloads already decoded (``read``) are not decoded again.

    Lines of one character are for readers of its sheet: a fight may hide it from others, or rename it.
    """
    if character and not viewer.knows(character):
        return
    closed: set[tuple[int, str]] = set()
    for event in events:
        if character and not _concerns(event, character):
            continue
        exchange = (event.command_id, event.payload.get("exchange", ""))
        if event.kind.startswith("open_") and exchange in closed:
            continue  # begun and ended in one command: the result's line says everything
        if "faces" in event.payload:
            closed.add(exchange)
        line = _line(event, viewer, amended, read)
        if line is not None:
            yield event, line, event.command_id


def _line(event: Event, viewer: Viewer, amended: int, read: dict[int, Data] | None) -> Line | None:
    def make() -> Line | None:
        payload = read.get(event.pk) if read is not None else None
        if payload is None:
            payload = journal.decode(event.payload)
            if read is not None:
                read[event.pk] = payload
        return journal.tell_decoded(event.audience, event.kind, payload, viewer)

    return _LINES.get_or_make((event.token, viewer), amended, make)


def _concerns(event: Event, character: str) -> bool:
    if any(subject == f"character:{character}" for subject, *_rest in event.changes):
        return True
    who = event.payload.get("who", {})
    return any(who.get(fighter, {}).get("character") == character for fighter in fighters_of(event))


def fighters_of(event: Event) -> set[str]:
    """The fighters an event concerns: actor, target, and everybody affected."""
    sides = (event.payload.get("verdict") or {}).get("sides", ())
    return {event.for_fighter, *sides, *(row.get("target") for row in event.payload.get("effects", ()))}


def undoing_events(campaign: Campaign, since: int, recent: Recent | None = None) -> dict[int, Event]:
    """Undone events after a number, each with the event that undid it; may include earlier ones."""
    if recent is None:
        return standing_inverses(_read_inverses(campaign, since))
    if since >= recent.begin:
        return recent.taken_back
    stamp = recent.stamp(("inverse",))
    begin, undone = _TAKEN.get(campaign.token, stamp) or (since + 1, {})
    if since < begin:
        undone = standing_inverses((*recent.inverses, *_old_inverses(campaign, since, recent)))
        _TAKEN.put(campaign.token, stamp, (since, undone))
    return undone


def _old_inverses(campaign: Campaign, since: int, recent: Recent) -> Iterator[Event]:
    """The undoing events after a number that are no longer among the recent ones; read again only now and then."""
    clearings, entry = _INVERSES.clearings, _INVERSES.latest(campaign.token)
    begin, upto, events = entry[1] if entry is not None else (since + 1, 0, ())
    if since < begin or upto < recent.begin:
        begin, upto, events = since, recent.seq, tuple(_read_inverses(campaign, since))
        _INVERSES.put(campaign.token, 0, (begin, upto, events), clearings)
    return (event for event in events if event.seq <= recent.begin)


def _read_inverses(campaign: Campaign, since: int) -> QuerySet[Event]:
    inverses = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False)
    return inverses.select_related("by").order_by("-seq")
