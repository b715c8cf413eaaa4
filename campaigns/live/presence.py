"""Presence of seats: each process counts its own sockets and hears of those of the others.

Nothing of it is stored. A process says which seats (by number) have a page in it when that changes, and again every
15 s; what it said holds for 40 s, so that one that was killed keeps nobody at the table. A page that comes back within
3 s was never away. ``campaigns.live.hub`` carries the messages and draws what shows who is here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from time import monotonic, time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from campaigns.live.regions import View

GRACE = 3.0
SAY_EVERY = 15.0
LEASE = 40.0
MOST_TABLES = 200
_MEMO = "presence"
Message = dict[str, Any]


class Moment(NamedTuple):
    """A moment on the clock that never jumps, and in seconds since 1970."""

    ticks: float
    wall: float


def moment() -> Moment:
    return Moment(monotonic(), time())


class State(NamedTuple):
    """The presence of a seat: ``here``, or since when it is away (seconds since 1970), where that is known."""

    here: bool
    since: float | None = None


@dataclass(frozen=True)
class Presence:
    """The seats that are at a table at one moment, by number.

    ``heard``: this process has listened for long enough to say of all others that they are away.
    """

    here: frozenset[int] = frozenset()
    away: frozenset[tuple[int, float]] = frozenset()
    heard: bool = False

    def of(self, seat: int) -> State | None:
        """The state of a seat, ``None`` where nothing is known of it yet."""
        if seat in self.here:
            return State(True)
        since = next((since for number, since in self.away if number == seat), None)
        return State(False, since) if since is not None or self.heard else None


class Lease(NamedTuple):
    """The last message of another process, and its time."""

    heard: Moment
    seats: frozenset[int]


@dataclass
class Table:
    """One table as a process knows it; ``own`` holds when the last page of a seat in this process went, if it did."""

    own: dict[int, Moment | None] = field(default_factory=dict)
    others: dict[str, Lease] = field(default_factory=dict)
    away: dict[int, float] = field(default_factory=dict)
    began: float | None = None
    sent: tuple[float, frozenset[int] | None] = (0.0, frozenset())
    asks: bool = False
    asked: bool = False
    picture: Presence = Presence()


class Attendance:
    """The open pages of each seat, as one process knows them; used on one event loop alone, but for ``at``."""

    def __init__(self, clock: Callable[[], Moment] = moment) -> None:
        self.clock = clock
        self.process = secrets.token_hex(8)
        self.tables: dict[int, Table] = {}

    def at(self, campaign: int) -> Presence:
        """The presence at a table; unknown where nobody watches it in this process."""
        table = self.tables.get(campaign)
        return Presence() if table is None or table.began is None else table.picture

    # --- What happens in this process ------------------------------------------------------------------

    def came(self, campaign: int, seat: int) -> bool:
        """A page was opened; returns whether the picture of the table is another one now."""
        self._table(campaign).own[seat] = None
        return self.settle(campaign)

    def went(self, campaign: int, seat: int) -> None:
        """The last page of a seat in this process went; it may come back."""
        table = self.tables.get(campaign)
        if table is not None and seat in table.own and table.own[seat] is None:
            table.own[seat] = self.clock()

    def follow(self, campaign: int) -> None:
        self._table(campaign).began = self.clock().ticks

    def unfollow(self, campaign: int) -> None:
        """Nobody watches a table here any more: what the others say of it is not heard."""
        table = self._table(campaign)
        table.began = None
        table.others.clear()
        old = [number for number, table in self.tables.items() if table.began is None and not table.own]
        for number in old[: max(0, len(self.tables) - MOST_TABLES)]:
            del self.tables[number]

    def ask(self, campaign: int) -> None:
        """Let the other processes be asked who has a page in them, once the table's messages arrive here."""
        self._table(campaign).asks = True

    # --- What the others say ---------------------------------------------------------------------------

    def heard(self, campaign: int, message: Message) -> bool:
        """Take in a message of another process; returns whether the picture is another one now."""
        table = self.tables.get(campaign)
        if table is None or table.began is None or message["process"] == self.process:
            return False
        if message["type"] == "who":
            table.asked = True
            return False
        table.others[message["process"]] = Lease(self.clock(), frozenset(message["seats"]))
        for seat, since in message["away"]:
            table.away[seat] = max(since, table.away.get(seat, 0.0))
        return self.settle(campaign)

    def turn(self, up: bool) -> list[int]:
        """Let time do its work; ``up``: the others can be heard at all. Returns the tables with another picture."""
        if not up:
            now = self.clock()
            for table in self.tables.values():
                table.others = {process: Lease(now, lease.seats) for process, lease in table.others.items()}
                if table.began is not None and not table.picture.heard:
                    table.began = now.ticks
        return [campaign for campaign in self.tables if self.settle(campaign)]

    def due(self) -> Iterable[tuple[int, Message]]:
        now = self.clock().ticks
        for campaign, table in list(self.tables.items()):
            if table.asks:
                table.asks = False
                yield campaign, {"type": "who", "campaign": campaign, "process": self.process}
            at, numbers = table.sent
            own = frozenset(table.own)
            if own != numbers or table.asked or (own and now - at >= SAY_EVERY):
                table.sent, table.asked = (now, own), False
                yield campaign, self._message(campaign, table)

    def unsaid(self, campaign: int, message: Message) -> None:
        """A message did not reach anybody: it is due again."""
        table = self._table(campaign)
        if message["type"] == "who":
            table.asks = True
        else:
            table.sent = (0.0, None)

    def settle(self, campaign: int) -> bool:
        """Work out who is here by now; returns whether that is another picture than before."""
        table, now = self._table(campaign), self.clock()
        for seat, gone in list(table.own.items()):
            if gone is not None and now.ticks - gone.ticks >= GRACE:
                del table.own[seat]
                table.away[seat] = gone.wall
        for process, lease in list(table.others.items()):
            if now.ticks - lease.heard.ticks >= LEASE:
                del table.others[process]
                table.away |= {seat: max(lease.heard.wall, table.away.get(seat, 0.0)) for seat in lease.seats}
        here = frozenset(table.own).union(*(lease.seats for lease in table.others.values()))
        table.away = {seat: since for seat, since in table.away.items() if seat not in here}
        heard = table.began is not None and now.ticks - table.began >= GRACE
        before, table.picture = table.picture, Presence(here, frozenset(table.away.items()), heard)
        return before != table.picture

    def _table(self, campaign: int) -> Table:
        return self.tables.setdefault(campaign, Table())

    def _message(self, campaign: int, table: Table) -> Message:
        values = {"seats": sorted(table.own), "away": [list(pair) for pair in sorted(table.away.items())]}
        return {"type": "here", "campaign": campaign, "process": self.process, **values}


_attendance: Attendance | None = None


def keep(attendance: Attendance | None) -> None:
    global _attendance
    _attendance = attendance


def of(view: View) -> Presence:
    """Presence as a game master's region shows it, the same for all regions of a moment; no other circle is told."""
    if view.circle != "gm":
        return Presence()
    return view.rows(_MEMO, lambda: Presence() if _attendance is None else _attendance.at(view.campaign.pk))


def is_here(campaign: int, seat: int) -> bool:
    """True if a page of a seat is known to be open."""
    return _attendance is not None and seat in _attendance.at(campaign).here


def drawn_with(presence: Presence | None) -> dict[Hashable, Any]:
    return {} if presence is None else {("", "", _MEMO): presence}
