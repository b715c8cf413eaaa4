"""The undo key: it takes back or redoes the newest act of a seat; for a game master, their own or the game's.

The game is what anybody does in a fight or a test. What somebody else did outside of it (joining, making or taking a
character, writing on a sheet) is never what a game master means by the key: only the arrow of its line takes it back.
What touches nothing that is played, such as a link or the choice of one's dice, is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.journal import undo
from campaigns.journal.event_cache import Recent
from campaigns.models import Command, Event, Seat

_STEP = 200  # events read at a time


def last(seat: Seat, recent: Recent | None = None) -> Command | None:
    """The newest act that stands and may be undone; what is read already comes first."""
    command = _last(seat, recent.events) if recent is not None else None
    return command if command is not None or (recent is not None and recent.begin == 0) else _last(seat, _events(seat))


def _last(seat: Seat, events: Iterable[Event]) -> Command | None:
    gone: set[int] = set()
    for event in events:
        if event.pk in gone:
            continue
        if event.undoes_id is not None:
            gone.add(event.undoes_id)
        elif _is_own(seat, event) and undo.is_act(event):
            return event.command
    return None


def next_again(seat: Seat) -> Command | None:
    """The command undone last, unless something else was done since; ``None`` where there is nothing."""
    gone: set[int] = set()
    for event in _events(seat):
        if event.pk in gone:
            continue
        if event.undoes_id is None:
            if _is_own(seat, event) and undo.is_act(event):
                return None
            continue
        gone.add(event.undoes_id)
        taken = event.undoes
        # A correction takes back as well, but what it does instead comes later: it is met first.
        if taken is not None and taken.undoes_id is None and _is_own(seat, event):
            return taken.command
    return None


def _is_own(seat: Seat, event: Event) -> bool:
    return event.command.seat_id == seat.pk or (seat.is_gm and bool(event.encounter))


def _events(seat: Seat) -> Iterator[Event]:
    known = Event.objects.filter(campaign=seat.campaign_id).select_related("command", "undoes__command")
    events: Iterable[Event] = known.order_by("-seq").iterator(chunk_size=_STEP)
    yield from events
