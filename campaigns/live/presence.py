"""Presence of seats: each process counts its own sockets, and is told about those of the others.

Nothing is stored. A process announces which seats (by number) have a page open in it whenever that changes, and again
every 15 s. An announcement is valid for 40 s, so seats of a process that was killed do not stay present. A page that
comes back within 3 s counts as never gone. ``campaigns.live.hub`` carries the messages and draws the regions that show
presence.
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
    """A moment on a monotonic clock, and in seconds since 1970."""

    ticks: float
    wall: float


def moment() -> Moment:
    return Moment(monotonic(), time())


class State(NamedTuple):
    """The presence of a seat: ``here``, or since when it is away (seconds since 1970) if known."""

    here: bool
    since: float | None = None


@dataclass(frozen=True)
class Presence:
    """The seats present at a table at one moment, by number.

    ``complete``: this process has listened long enough to know that all others are away.
    """

    here: frozenset[int] = frozenset()
    away: frozenset[tuple[int, float]] = frozenset()
    complete: bool = False

    def of(self, seat: int) -> State | None:
        """The state of a seat; ``None`` if nothing is known yet."""
        if seat in self.here:
            return State(True)
        since = next((since for number, since in self.away if number == seat), None)
        return State(False, since) if since is not None or self.complete else None


class Lease(NamedTuple):
    """The last message of another process, and when it was received."""

    received: Moment
    seats: frozenset[int]


@dataclass
class Table:
    """One table as this process knows it; ``own`` has the time when a seat's last page here closed, if it did."""

    own: dict[int, Moment | None] = field(default_factory=dict)
    others: dict[str, Lease] = field(default_factory=dict)
    away: dict[int, float] = field(default_factory=dict)
    began: float | None = None
    sent: tuple[float, frozenset[int] | None] = (0.0, frozenset())
    asks: bool = False
    asked: bool = False
    picture: Presence = Presence()


class Attendance:
    """The open pages of each seat, as one process knows them; used on one event loop, except for ``at``."""

    def __init__(self, clock: Callable[[], Moment] = moment) -> None:
        self.clock = clock
        self.process = secrets.token_hex(8)
        self.tables: dict[int, Table] = {}

    def at(self, campaign: int) -> Presence:
        """The presence at a table; unknown if nobody watches it in this process."""
        table = self.tables.get(campaign)
        return Presence() if table is None or table.began is None else table.picture

    # --- What happens in this process ------------------------------------------------------------------

    def open_page(self, campaign: int, seat: int) -> bool:
        """A page was opened; returns True if the table's presence changed."""
        self._table(campaign).own[seat] = None
        return self.update_picture(campaign)

    def close_page(self, campaign: int, seat: int) -> None:
        """A seat's last page in this process was closed; it may come back."""
        table = self.tables.get(campaign)
        if table is not None and seat in table.own and table.own[seat] is None:
            table.own[seat] = self.clock()

    def follow(self, campaign: int) -> None:
        self._table(campaign).began = self.clock().ticks

    def unfollow(self, campaign: int) -> None:
        """Nobody watches this table here any more: other processes' messages about it stop."""
        table = self._table(campaign)
        table.began = None
        table.others.clear()
        old = [number for number, table in self.tables.items() if table.began is None and not table.own]
        for number in old[: max(0, len(self.tables) - MOST_TABLES)]:
            del self.tables[number]

    def ask(self, campaign: int) -> None:
        """Have the other processes asked who has a page open, once this table's messages arrive here."""
        self._table(campaign).asks = True

    # --- What the others say ---------------------------------------------------------------------------

    def receive(self, campaign: int, message: Message) -> bool:
        """Take in a message of another process; returns True if the table's presence changed."""
        table = self.tables.get(campaign)
        if table is None or table.began is None or message["process"] == self.process:
            return False
        if message["type"] == "who":
            table.asked = True
            return False
        table.others[message["process"]] = Lease(self.clock(), frozenset(message["seats"]))
        for seat, since in message["away"]:
            table.away[seat] = max(since, table.away.get(seat, 0.0))
        return self.update_picture(campaign)

    def advance_time(self, up: bool) -> list[int]:
        """Apply what time changes; ``up`` if other processes can be heard. Returns the tables that changed."""
        if not up:
            now = self.clock()
            for table in self.tables.values():
                table.others = {process: Lease(now, lease.seats) for process, lease in table.others.items()}
                if table.began is not None and not table.picture.complete:
                    table.began = now.ticks
        return [campaign for campaign in self.tables if self.update_picture(campaign)]

    def messages_due(self) -> Iterable[tuple[int, Message]]:
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

    def retry(self, campaign: int, message: Message) -> None:
        """A message reached nobody: send it again."""
        table = self._table(campaign)
        if message["type"] == "who":
            table.asks = True
        else:
            table.sent = (0.0, None)

    def update_picture(self, campaign: int) -> bool:
        """Work out who is present now; returns True if that changed."""
        table, now = self._table(campaign), self.clock()
        for seat, gone in list(table.own.items()):
            if gone is not None and now.ticks - gone.ticks >= GRACE:
                del table.own[seat]
                table.away[seat] = gone.wall
        for process, lease in list(table.others.items()):
            if now.ticks - lease.received.ticks >= LEASE:
                del table.others[process]
                table.away |= {seat: max(lease.received.wall, table.away.get(seat, 0.0)) for seat in lease.seats}
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


def install(attendance: Attendance | None) -> None:
    global _attendance
    _attendance = attendance


def of(view: View) -> Presence:
    """The presence that regions of game masters show, equal for all regions drawn at once; other circles see none."""
    if view.circle != "gm":
        return Presence()
    return view.memoize_rows(_MEMO, lambda: Presence() if _attendance is None else _attendance.at(view.campaign.pk))


def is_here(campaign: int, seat: int) -> bool:
    """True if a seat is known to have a page open."""
    return _attendance is not None and seat in _attendance.at(campaign).here


def memo_with(presence: Presence | None) -> dict[Hashable, Any]:
    return {} if presence is None else {("", "", _MEMO): presence}
