"""Cache of the newest events of each table, with the number of the last write to each subject.

Events never change, so only those written since the last read are loaded, and not even these if this process wrote them
itself (``follow``). The numbers of the last writes tell which regions have nothing new to show
(``campaigns.live.regions``).

The one exception is redaction, when a person leaves for good and their texts are removed
(``campaigns.journal.redaction``): each process that learns of it clears every cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from threading import Lock

from django.db.models import QuerySet

from campaigns.journal import subjects
from campaigns.live.cache import Cache, forget_all
from campaigns.models import Campaign, Command, Event
from campaigns.queries import prepared
from rules.core.paths import Data

MOST_EVENTS = 300
# Seats and house settings may appear in any region.
ALWAYS = ("campaign", "seat")


@dataclass(frozen=True)
class Recent:
    """A table at one event number: its newest events, newest first, complete since ``begin``.

    ``written`` has the number of the last write by subject, or by kind of subject; a subject without an entry was last
    written before ``base``. ``inverses`` are the events that undo another; ``by_seat`` has the others by seat, newest
    first (for a seat that has not acted lately, some are older than ``begin``).
    """

    seq: int
    base: int
    begin: int
    events: tuple[Event, ...]
    written: Mapping[str, int]
    inverses: tuple[Event, ...]
    by_seat: Mapping[int, tuple[Event, ...]]

    @classmethod
    def of(cls, seq: int, begin: int, events: tuple[Event, ...]) -> Recent:
        inverses, by_seat = _split_inverses(events)
        return cls(seq, seq, begin, events, {}, inverses, by_seat)

    def stamp(self, topics: Iterable[str]) -> int:
        """A number that changes whenever one of these subjects (or kinds of subjects) is written."""
        key = tuple(topics)
        number = self._stamps.get(key)
        if number is None:
            numbers = [self.written.get(topic, 0) for topic in (*ALWAYS, *key)]
            number = self._stamps[key] = max(self.base, *numbers)
        return number

    @cached_property
    def _stamps(self) -> dict[tuple[str, ...], int]:
        return {}

    def as_of(self, seq: int) -> Recent:
        """The same table at an earlier event number, for a caller who read its row at that time."""
        return Recent.of(seq, self.begin, tuple(event for event in self.events if event.seq <= seq))

    def events_after(self, seq: int) -> list[Event] | None:
        """The events after a number, newest first; ``None`` if some of them are no longer in the cache."""
        return None if seq < self.begin else [event for event in self.events if event.seq > seq]

    @cached_property
    def taken_back(self) -> dict[int, Event]:
        """The events undone since ``begin``, by their primary keys, each with the event that undid it."""
        return standing_inverses(self.inverses)

    def undone_before(self, seq: int) -> frozenset[int]:
        """The ids of the events up to a number that those kept here undo; while these are the same, the same stand."""
        return frozenset(self.taken_back).difference([event.id for event in self.events if event.seq > seq])

    @cached_property
    def read(self) -> dict[int, Data]:
        """Decoded payloads of events by their ids, filled in as they are read."""
        return {}


KEPT: Cache[Recent] = Cache(2)  # stamped with their own number; tables are small, so there is room for two each
AMENDED: dict[str, int] = {}
_LOCK = Lock()


def sweep() -> None:
    """Notice redactions and deleted tables among the cached ones, even if nobody looks at them."""
    tokens = {str(token) for token, _entry in KEPT.items()}
    amended = dict(Campaign.objects.filter(token__in=tokens).values_list("token", "amended"))
    for token in tokens:
        _note_amended(token, amended.get(token, -1))


def _note_amended(token: str, amended: int) -> None:
    with _LOCK:
        noticed = AMENDED.get(token, 0)
        if -1 < amended <= noticed:
            return
        AMENDED[token] = amended
    forget_all()


def recent_of(campaign: Campaign) -> Recent:
    """The table at the event number that its row had when it was read."""
    if campaign.amended > AMENDED.get(campaign.token, 0):
        _note_amended(campaign.token, campaign.amended)
    clearings, entry = KEPT.clearings, KEPT.latest(campaign.token)
    last = entry[1] if entry is not None else None
    if last is not None and last.seq >= campaign.seq:
        return last if last.seq == campaign.seq else last.as_of(campaign.seq)
    recent = _begin(campaign) if last is None else _forward(campaign, last)
    KEPT.put(campaign.token, recent.seq, recent, clearings)
    return recent


def follow(campaign: Campaign, events: Sequence[Event]) -> None:
    """Add the events a command has just written, if they directly follow the cached ones; called after the commit.

    Events that arrive in another order, or concern seats, are read when the table is next needed.
    """
    touched = last_writes(campaign, events)

    def grow(last: Recent) -> tuple[int, Recent] | None:
        if last.seq != events[0].seq - 1 or "seat" in touched:
            return None
        return events[-1].seq, _grow(last, events[-1].seq, tuple(reversed(events)), touched)

    KEPT.advance(campaign.token, grow)


def _begin(campaign: Campaign) -> Recent:
    events = events_since(campaign, campaign.seq - MOST_EVENTS)
    return Recent.of(campaign.seq, max(0, campaign.seq - MOST_EVENTS), events)


def _forward(campaign: Campaign, last: Recent) -> Recent:
    new = events_since(campaign, last.seq)
    touched = last_writes(campaign, new)
    if "seat" in touched:  # cached events hold seats' names
        events = events_since(campaign, last.begin)
        last = replace(Recent.of(last.seq, last.begin, events[len(new) :]), base=last.base, written=last.written)
    return _grow(last, campaign.seq, new, touched)


def _grow(last: Recent, seq: int, new: tuple[Event, ...], touched: Mapping[str, int]) -> Recent:
    begin = max(last.begin, seq - MOST_EVENTS)

    def kept(events: tuple[Event, ...]) -> tuple[Event, ...]:
        count = len(events)
        while count and events[count - 1].seq <= begin:
            count -= 1
        return events[:count]

    inverses, by_seat = _split_inverses(new)
    acts = {seat: kept((*mine, *last.by_seat.get(seat, ()))) for seat, mine in by_seat.items()}
    return Recent(
        seq,
        last.base,
        begin,
        kept((*new, *last.events)),
        {**last.written, **touched},
        kept((*inverses, *last.inverses)),
        {**last.by_seat, **acts},
    )


def standing_inverses(inverses: Iterable[Event]) -> dict[int, Event]:
    """The undone events, each with its inverse; ``inverses`` come newest first, and undone ones do not count."""
    gone: dict[int, Event] = {}
    for event in inverses:
        if event.id not in gone and event.undoes_id is not None:
            gone[event.undoes_id] = event
    return gone


def _split_inverses(events: Iterable[Event]) -> tuple[tuple[Event, ...], dict[int, tuple[Event, ...]]]:
    inverses: list[Event] = []
    by_seat: dict[int, list[Event]] = {}
    for event in events:
        if event.undoes_id is not None:
            inverses.append(event)
        else:
            by_seat.setdefault(event.command.seat_id, []).append(event)
    return tuple(inverses), {seat: tuple(own) for seat, own in by_seat.items()}


def events_since(campaign: Campaign, after: int) -> tuple[Event, ...]:
    return tuple(_events_between(campaign.pk, after, campaign.seq))


def events_after(campaign: Campaign, seq: int) -> list[Event]:
    """The events after a number, newest first: those this process keeps, or, for one of long ago, of the database."""
    kept = recent_of(campaign).events_after(seq)
    return list(events_since(campaign, seq)) if kept is None else kept


def events_of(campaign: Campaign, command: Command) -> list[Event]:
    """The events of a command, oldest first, also where the campaign was read before it."""
    kept = recent_of(campaign).events_after(command.first_seq - 1) if command.last_seq <= campaign.seq else None
    events = _events_between(campaign.pk, command.first_seq - 1, command.last_seq) if kept is None else kept
    return [event for event in reversed(events) if event.command_id == command.pk]


@prepared
def _events_between(campaign: int, after: int, last: int) -> QuerySet[Event]:
    events = Event.objects.filter(campaign=campaign, seq__gt=after, seq__lte=last)
    return events.select_related("command__seat", "by").order_by("-seq")


def last_writes(campaign: Campaign, events: Iterable[Event]) -> dict[str, int]:
    """The last event number by subject, kind of subject, kind of event, seat (``by:7``) and encounter (``in:k3f9``).

    ``inverse`` has the last event that undoes another.

    A subject created and removed within one command, such as a single test, is left out: nobody has seen it.
    """
    numbers: dict[str, int] = {}
    for _command, group in groupby(sorted(events, key=lambda event: event.seq), key=lambda event: event.command_id):
        own_events = list(group)
        short_lived = _short_lived(own_events)
        for event in own_events:
            numbers[f"event:{event.kind}"] = event.seq  # some events have no change to a subject
            numbers[f"by:{event.command.seat_id}"] = event.seq
            if event.undoes_id is not None:
                numbers["inverse"] = event.seq
            if event.encounter:
                numbers[f"in:{event.encounter}"] = event.seq
            if event.encounter and not event.changes:  # words, which may be the first act of a turn
                numbers[f"encounter:{event.encounter}"] = numbers["encounter"] = event.seq
            for subject, path, *_rest in event.changes:
                if subject not in short_lived:
                    numbers[subject] = event.seq
                    if not _is_apart(campaign, subject, path):
                        numbers[subject.partition(":")[0]] = event.seq
    return numbers


def _is_apart(campaign: Campaign, subject: str, path: str) -> bool:
    apart = subjects.kind_of(subject)[0].apart
    return apart is not None and apart(campaign, path)


def _short_lived(events: Iterable[Event]) -> set[str]:
    made: set[str] = set()
    removed: set[str] = set()
    for event in events:
        for change in event.written:
            root = subjects.kind_of(change.subject)[0].root
            if root and change.path == root:
                if change.before is None:
                    made.add(change.subject)
                removed = removed | {change.subject} if change.after is None else removed - {change.subject}
    return made & removed
