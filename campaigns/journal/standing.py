"""The events that stand: those that are not undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.journal.event_cache import Recent, events_after
from campaigns.models import Campaign, Event, Seat


def undone_ids(campaign: Campaign, since: int = 0) -> frozenset[int]:
    """The ids of the events after a number that are undone at present."""
    pairs = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False).order_by("-seq")
    return _undone_ids(pairs.values_list("pk", "undoes_id"))


def _undone_ids(pairs: Iterable[tuple[int, int | None]]) -> frozenset[int]:
    gone: set[int] = set()
    for event, target in pairs:
        if target is not None and event not in gone:
            gone.add(target)
    return frozenset(gone)


def undone_among(events: Iterable[Event]) -> frozenset[int]:
    """The ids of what these events, newest first, undo at present."""
    return _undone_ids([(event.id, event.undoes_id) for event in events if event.undoes_id is not None])


def events_since(campaign: Campaign, since: int, seat: Seat | None = None) -> list[Event]:
    """The events since a number that are not undone; given a ``seat``, only those it may know of or did itself."""
    newest_first = events_after(campaign, since - 1)
    gone = undone_among(newest_first)
    standing = [event for event in reversed(newest_first) if event.undoes_id is None and event.pk not in gone]
    if seat is None or seat.is_gm:
        return standing
    return [event for event in standing if seat.hears(event.audience) or event.command.seat_id == seat.pk]


def heard_by(seat: Seat, events: Iterable[Event]) -> list[Event]:
    return [event for event in events if seat.hears(event.audience)]


def standing_among(events: Iterable[Event], encounter: str) -> Iterator[Event]:
    """The events of an encounter among these, newest first, that are not undone; read only as far as asked for."""
    gone: set[int] = set()
    for event in events:
        if event.id in gone:
            continue
        if event.undoes_id is not None:
            gone.add(event.undoes_id)
        elif event.encounter == encounter:
            yield event


def standing_events(campaign: Campaign, recent: Recent, encounter: str) -> Iterator[Event]:
    """All events of an encounter that are not undone, newest first; read only as far as asked for.

    However much has happened unseen meanwhile pushes none of them out.
    """
    yield from standing_among(recent.events, encounter)
    if recent.begin:
        gone = undone_ids(campaign)
        rows = Event.objects.filter(campaign=campaign, encounter=encounter, undoes=None, seq__lte=recent.begin)
        yield from (event for event in rows.order_by("-seq").iterator(chunk_size=100) if event.pk not in gone)
