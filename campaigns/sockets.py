"""One open page as the server sees it: what it watches, and what it has yet to be sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import NamedTuple

Texts = dict[str, str]

GONE = 4403  # the seat is not at the table
MOVED = 4404  # the seat has no such page (any more): its window goes back to where the seat begins
BLOCKED_AFTER = 10.0
HEARTBEAT = '{"t":"hb"}'
SLOW = 1013
AGAIN = 1012  # whoever still holds the seat, by another session, comes back at once; nobody else does


class Watch(NamedTuple):
    """A page as a seat watches it; ``moved`` is how often the seat had changed device when the page was opened."""

    seat: int
    name: str
    key: str
    moved: int = 0


@dataclass(eq=False)
class Socket:
    """A line to one page, with one send in flight; what is owed meanwhile is replaced by newer text."""

    watch: Watch
    send: Callable[[str], Awaitable[None]]
    close: Callable[[int], Awaitable[None]]
    owed: Texts = field(default_factory=dict)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    beat: bool = False
    code: int = 0
    session: str = ""

    def owe(self, texts: Texts) -> None:
        """Let these regions be sent."""
        if texts:
            self.owed.update(texts)
            self.due.set()

    def heartbeat(self) -> None:
        """Let a frame without content tell that the line is alive."""
        self.beat = True
        self.due.set()

    def end(self, code: int) -> None:
        """Let it be closed with this code, without another byte."""
        self.code = code
        self.due.set()

    async def write(self) -> None:
        """Send what is owed until the line ends; one that stays blocked for 10 s is closed."""
        with contextlib.suppress(OSError, RuntimeError):  # the page has gone: what a server raises then
            try:
                await self._drain()
            except TimeoutError:
                self.code = SLOW
            async with asyncio.timeout(BLOCKED_AFTER):
                await self.close(self.code)

    async def _drain(self) -> None:
        while not self.code:
            await self.due.wait()
            self.due.clear()
            frame = "" if self.code else self._frame()
            if frame:
                async with asyncio.timeout(BLOCKED_AFTER):
                    await self.send(frame)

    def _frame(self) -> str:
        owed, beat = self.owed, self.beat
        self.owed, self.beat = {}, False
        if owed:
            return json.dumps({"content": "".join(owed.values()), "swap": "none"}, ensure_ascii=False)
        return HEARTBEAT if beat else ""
