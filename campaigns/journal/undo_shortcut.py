"""The undo key: it undoes or redoes the newest act of a seat; for a game master, their own or one of the game.

The game is everything done in a fight or a test. Other people's acts outside of it (joining, making or claiming a
character, editing a sheet) are never undone by a game master's key, only by the arrow of their line. Acts that change
nothing in play, such as making a link or choosing who throws the dice, are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.journal import undo
from campaigns.journal.event_cache import Recent, recent_of
from campaigns.models import Command, Event, Seat

_STEP = 200  # events read at a time


def last_undoable(seat: Seat, recent: Recent | None = None) -> Command | None:
    """The newest act that may be undone and is not; ``recent`` events are searched before the database."""
    command = _find_last(seat, recent.events) if recent is not None else None
    return (
        command
        if command is not None or (recent is not None and recent.begin == 0)
        else _find_last(seat, _events(seat))
    )


def _find_last(seat: Seat, events: Iterable[Event]) -> Command | None:
    gone: set[int] = set()
    kept = {event.pk: event for event in events} if isinstance(events, tuple) else {}
    for event in events:
        if event.pk in gone:
            continue
        if event.undoes_id is not None:
            gone.add(event.undoes_id)
        act = event if event.undoes_id is None else undo.redone_act(event, kept)
        if act is not None and act.pk not in gone and _is_own(seat, event) and undo.is_act(act):
            return act.command
    return None


def next_redoable(seat: Seat) -> Command | None:
    """The command undone last, unless another act followed; ``None`` if there is none."""
    gone: set[int] = set()
    kept: dict[int, Event] = {event.pk: event for event in recent_of(seat.campaign).events}
    for event in _newest_first(seat):
        if event.pk in gone:
            continue
        if event.undoes_id is None:
            if _is_own(seat, event) and undo.is_act(event):
                return None
            continue
        gone.add(event.undoes_id)
        original = kept.get(event.undoes_id) or event.undoes
        # A correction also contains undos, but its newer replayed acts are met first.
        if original is None or original.undoes_id is not None or undo.is_side_effect(original):
            continue
        if _is_own(seat, event):
            return original.command
    return None


def _is_own(seat: Seat, event: Event) -> bool:
    return event.command.seat_id == seat.pk or (seat.is_gm and bool(event.encounter))


def _newest_first(seat: Seat) -> Iterator[Event]:
    """All events, those that this process keeps before those of the database."""
    recent = recent_of(seat.campaign)
    yield from recent.events
    if recent.begin:
        yield from (event for event in _events(seat) if event.seq <= recent.begin)


def _events(seat: Seat) -> Iterator[Event]:
    rows = Event.objects.filter(campaign=seat.campaign_id).order_by("-seq")
    rows = rows.select_related("command", "undoes__command", "undoes__undoes__command")
    events: Iterable[Event] = rows.iterator(chunk_size=_STEP)
    yield from events
