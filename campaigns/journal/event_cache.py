"""The newest events of each table as this process has read them, and when each subject was last written.

Events never change, so those of before are not read again at each command: only what came since, and not even that
where a command of this very process wrote it (``follow``). What was written last tells which regions have nothing new
to show (``campaigns.live.regions``).

The one exception is what a person who leaves for good takes out of them (``campaigns.journal.redaction``): each process
that learns of it clears every cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, takewhile
from threading import Lock

from campaigns.journal import subjects
from campaigns.live.cache import Cache, forget_all
from campaigns.models import Campaign, Event
from rules.core.paths import Data

MOST_EVENTS = 300
# Who sits where and the house settings may show anywhere.
ALWAYS = ("campaign", "seat")


@dataclass(frozen=True)
class Recent:
    """A table at one number: its newest events, newest first, all that came after ``begin`` among them.

    ``written`` says at which number a subject, or a kind of subject, was written last; what is not in it, before
    ``base``. ``inverses`` are those of the events that take another one back, ``by_seat`` the others by the seat that
    did them, newest first as well (some of them, of who has not acted since, from before ``begin``).
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
        inverses, by_seat = _parted(events)
        return cls(seq, seq, begin, events, {}, inverses, by_seat)

    def stamp(self, topics: Iterable[str]) -> int:
        """A number that differs whenever one of these subjects (or kinds of subjects) was written since."""
        return max(self.base, *(self.written.get(topic, 0) for topic in (*ALWAYS, *topics)))

    def until(self, seq: int) -> Recent:
        """The same table a little earlier, as whoever read its row then must see it."""
        return Recent.of(seq, self.begin, tuple(event for event in self.events if event.seq <= seq))

    def since(self, seq: int) -> list[Event] | None:
        """The events after a number, newest first; ``None`` where some of them are not kept."""
        return None if seq < self.begin else list(takewhile(lambda event: event.seq > seq, self.events))

    @cached_property
    def taken_back(self) -> dict[int, Event]:
        """The events that were taken back since ``begin``, by their numbers in the database, each with what did so."""
        return standing_inverses(self.inverses)

    @cached_property
    def read(self) -> dict[int, Data]:
        """Payloads of events by their ids, once somebody has read them at this number."""
        return {}


KEPT: Cache[Recent] = Cache(2)  # stamped with their own number; a table costs little, so twice as many
AMENDED: dict[str, int] = {}
_LOCK = Lock()


def sweep() -> None:
    """Notice what was taken out of the tables kept here, or that one is gone, though nobody looks at it."""
    tokens = {str(token) for token, _entry in KEPT.items()}
    there = dict(Campaign.objects.filter(token__in=tokens).values_list("token", "amended"))
    for token in tokens:
        _notice(token, there.get(token, -1))


def _notice(token: str, amended: int) -> None:
    with _LOCK:
        known = AMENDED.get(token, 0)
        if -1 < amended <= known:
            return
        AMENDED[token] = amended
    forget_all()


def at(campaign: Campaign) -> Recent:
    """A table at the very number its row had when it was read."""
    if campaign.amended > AMENDED.get(campaign.token, 0):
        _notice(campaign.token, campaign.amended)
    clearings, entry = KEPT.clearings, KEPT.latest(campaign.token)
    kept = entry[1] if entry is not None else None
    if kept is not None and kept.seq >= campaign.seq:
        return kept if kept.seq == campaign.seq else kept.until(campaign.seq)
    now = _begin(campaign) if kept is None else _forward(campaign, kept)
    KEPT.put(campaign.token, now.seq, now, clearings)
    return now


def follow(campaign: Campaign, events: Sequence[Event]) -> None:
    """Take over what a command has just written, where it comes right after what is kept; called after the commit.

    Whatever comes in another order, or tells of seats, is read when the table is looked at.
    """
    touched = written(campaign, events)

    def grow(kept: Recent) -> tuple[int, Recent] | None:
        if kept.seq != events[0].seq - 1 or "seat" in touched:
            return None
        return events[-1].seq, _grown(kept, events[-1].seq, tuple(reversed(events)), touched)

    KEPT.advance(campaign.token, grow)


def _begin(campaign: Campaign) -> Recent:
    events = events_since(campaign, campaign.seq - MOST_EVENTS)
    return Recent.of(campaign.seq, max(0, campaign.seq - MOST_EVENTS), events)


def _forward(campaign: Campaign, kept: Recent) -> Recent:
    new = events_since(campaign, kept.seq)
    touched = written(campaign, new)
    if "seat" in touched:  # the names that hang on the events of before
        events = events_since(campaign, kept.begin)
        kept = replace(Recent.of(kept.seq, kept.begin, events[len(new) :]), base=kept.base, written=kept.written)
    return _grown(kept, campaign.seq, new, touched)


def _grown(kept: Recent, seq: int, new: tuple[Event, ...], touched: Mapping[str, int]) -> Recent:
    begin = max(kept.begin, seq - MOST_EVENTS)

    def still(events: tuple[Event, ...]) -> tuple[Event, ...]:
        count = len(events)
        while count and events[count - 1].seq <= begin:
            count -= 1
        return events[:count]

    inverses, by_seat = _parted(new)
    acts = {seat: still((*mine, *kept.by_seat.get(seat, ()))) for seat, mine in by_seat.items()}
    return Recent(
        seq,
        kept.base,
        begin,
        still((*new, *kept.events)),
        {**kept.written, **touched},
        still((*inverses, *kept.inverses)),
        {**kept.by_seat, **acts},
    )


def standing_inverses(inverses: Iterable[Event]) -> dict[int, Event]:
    """The events that these inverses, newest first, take back, each with its inverse; one taken back counts not."""
    gone: dict[int, Event] = {}
    for event in inverses:
        if event.pk not in gone and event.undoes_id is not None:
            gone[event.undoes_id] = event
    return gone


def _parted(events: Iterable[Event]) -> tuple[tuple[Event, ...], dict[int, tuple[Event, ...]]]:
    inverses: list[Event] = []
    by_seat: dict[int, list[Event]] = {}
    for event in events:
        if event.undoes_id is not None:
            inverses.append(event)
        else:
            by_seat.setdefault(event.command.seat_id, []).append(event)
    return tuple(inverses), {seat: tuple(own) for seat, own in by_seat.items()}


def events_since(campaign: Campaign, after: int) -> tuple[Event, ...]:
    events = Event.objects.filter(campaign=campaign.pk, seq__gt=after, seq__lte=campaign.seq)
    return tuple(events.select_related("command__seat", "by").order_by("-seq"))


def written(campaign: Campaign, events: Iterable[Event]) -> dict[str, int]:
    """The highest number of these events on each subject and each kind of subject, and of each kind of event.

    Beside that by each seat (``by:7``), and of what takes something back (``inverse``).

    A subject that was made and gone within one command, such as a single test, has been there for nobody.
    """
    numbers: dict[str, int] = {}
    for _command, some in groupby(sorted(events, key=lambda event: event.seq), key=lambda event: event.command_id):
        own = list(some)
        passing = _passing(own)
        for event in own:
            numbers[f"event:{event.kind}"] = event.seq  # such as of one that tells only that a table of ours is another
            numbers[f"by:{event.command.seat_id}"] = event.seq
            if event.undoes_id is not None:
                numbers["inverse"] = event.seq
            for subject, path, *_rest in event.changes:
                if subject not in passing:
                    numbers[subject] = event.seq
                    if not _stands_apart(campaign, subject, path):
                        numbers[subject.partition(":")[0]] = event.seq
    return numbers


def _stands_apart(campaign: Campaign, subject: str, path: str) -> bool:
    apart = subjects.kind_of(subject)[0].apart
    return apart is not None and apart(campaign, path)


def _passing(events: Iterable[Event]) -> set[str]:
    made: set[str] = set()
    gone: set[str] = set()
    for event in events:
        for change in event.written:
            root = subjects.kind_of(change.subject)[0].root
            if root and change.path == root:
                if change.before is None:
                    made.add(change.subject)
                gone = gone | {change.subject} if change.after is None else gone - {change.subject}
    return made & gone
