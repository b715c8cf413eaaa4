"""A simulated slow link to a server on this machine: 300 ms of round trip, one packet in a hundred resent."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

ONE_WAY, AGAIN, LOST = 0.150, 0.2, 0.01  # seconds of delay, extra seconds of a lost packet, share of lost packets
Pieces = asyncio.Queue[tuple[float, bytes]]  # and when they are due


class SlowLink:
    """A proxy in front of a server. It keeps everything in order; a new connection takes one round trip."""

    def __init__(self, behind: int, seed: int = 1) -> None:
        self.behind, self.chance = behind, random.Random(seed)
        self.passed = self.lost = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.behind)
        for source, target, first in ((reader, back, 2 * ONE_WAY), (there, writer, 0.0)):
            queue: Pieces = asyncio.Queue()
            for work in (self._take(source, queue, first), self._give(queue, target)):
                task = asyncio.create_task(work)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take(self, source: asyncio.StreamReader, queue: Pieces, first: float) -> None:
        clock = asyncio.get_running_loop().time
        opened = clock() + first
        with suppress(OSError):
            while piece := await source.read(65536):
                lost = self.chance.random() < LOST
                self.passed, self.lost = self.passed + 1, self.lost + lost
                queue.put_nowait((max(clock(), opened) + ONE_WAY + lost * AGAIN, piece))
        queue.put_nowait((clock() + ONE_WAY, b""))

    async def _give(self, queue: Pieces, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                due, piece = await queue.get()
                await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
                if not piece:
                    break
                target.write(piece)
                await target.drain()
        target.close()
