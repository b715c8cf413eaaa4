"""The server's end of one open page: what it watches, and what still has to be sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from campaigns.live.delta import Steps, shortest_steps

Texts = dict[str, str]
StepCache = dict[tuple[str, str], Steps | None]  # a text before and after, with the steps between
Sending = Coroutine[Any, Any, None]

NOT_SIGNED_IN = 4401
GONE = 4403  # the seat is not at the table
DELETED = 4410  # the table is gone
MOVED = 4404  # the seat has no such page, or no longer: its window goes to the seat's start page
BLOCKED_AFTER = 10.0
HEARTBEAT = '{"t":"hb"}'
SLOW = 1013
AGAIN = 1012  # whoever still holds the seat, by another session, reconnects at once; nobody else can


class Watch(NamedTuple):
    """A page watched by a seat; ``moved`` counts how often the seat had changed device when the page was opened."""

    seat: int
    name: str
    key: str
    moved: int = 0


class Parcel:
    """Regions to be sent, encoded once for all sockets that get the same.

    ``before`` are the texts these sockets were sent last, from which differences are computed. Parcels that share
    ``changed`` compute each difference once.
    """

    def __init__(self, texts: Texts, before: Texts | None = None, changed: StepCache | None = None) -> None:
        self.texts = texts
        self.before = before or {}
        self.changed = {} if changed is None else changed

    @cached_property
    def frame(self) -> str:
        steps = {name: self._steps(self.before[name], text) for name, text in self.texts.items() if name in self.before}
        parts = {name: runs for name, runs in steps.items() if runs is not None}
        whole = {name: text for name, text in self.texts.items() if name not in parts}
        frame = {"regions": whole, **({"parts": parts} if parts else {})}
        return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))

    def _steps(self, before: str, after: str) -> Steps | None:
        if (before, after) not in self.changed:
            self.changed[before, after] = shortest_steps(before, after)
        return self.changed[before, after]


class PendingSend:
    """A send that was started outside any task and did not finish at once: await it in one."""

    def __init__(self, sending: Sending, waits_for: Any) -> None:
        self.sending, self.waits_for = sending, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            while True:
                yield self.waits_for
                self.waits_for = self.sending.send(None)
        except StopIteration:
            return
        finally:
            self.sending.close()


@dataclass(eq=False)
class Socket:
    """The connection to one page, with one send in flight; newer texts replace those still owed.

    Most frames are written at once, since the server accepts them without waiting. Only if it does not, a task of this
    socket waits, so no other socket has to.
    """

    watch: Watch
    send: Callable[[str], Sending]
    close: Callable[[int], Sending]
    owed: Texts = field(default_factory=dict)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    pending: PendingSend | None = None
    busy: bool = False
    beat: bool = False
    code: int = 0
    session: str = ""
    number: int = field(default_factory=count().__next__)  # later sockets have higher numbers

    def owe(self, parcel: Parcel) -> None:
        """Send these regions now, or once the connection is free."""
        if not parcel.texts:
            return
        if self.busy or self.code or self.due.is_set():
            self.owed.update(parcel.texts)
            self.due.set()
        else:
            self._begin(parcel.frame)

    def heartbeat(self) -> None:
        self.beat = True
        self.due.set()

    def end(self, code: int) -> None:
        self.code = code
        self.due.set()

    def _begin(self, frame: str) -> None:
        sending = self.send(frame)
        try:
            self.pending = PendingSend(sending, sending.send(None))
        except StopIteration:
            return
        except (OSError, RuntimeError):  # raised by the server when the page has gone
            self.code = GONE
        self.due.set()

    async def write(self) -> None:
        """Send what is owed until the connection ends; one blocked for 10 s is closed."""
        with contextlib.suppress(OSError, RuntimeError):
            try:
                await self._drain()
            except TimeoutError:
                self.code = SLOW
            async with asyncio.timeout(BLOCKED_AFTER):
                await self.close(self.code)

    async def _drain(self) -> None:
        while not self.code:
            self.busy = False
            await self.due.wait()
            self.busy = True
            self.due.clear()
            async with asyncio.timeout(BLOCKED_AFTER):
                if self.pending is not None:
                    pending, self.pending = self.pending, None
                    await pending
                frame = "" if self.code else self._frame()
                if frame:
                    await self.send(frame)

    def _frame(self) -> str:
        owed, beat = self.owed, self.beat
        self.owed, self.beat = {}, False
        if owed:
            return Parcel(owed).frame
        return HEARTBEAT if beat else ""
