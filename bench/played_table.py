"""A table with its viewers connected, at which a player rolls again and again, on the site or in design A."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from bench.client import Line, Viewer, leave, watch
from bench.host import PATIENCE

Table = dict[str, Any]
QUIET = 2.0  # seconds after which a viewer counts as not reached by an act


def seats(table: Table, count: int) -> list[list[str]]:
    gm, *players = table["pages"]
    return [gm, *(players[n // 2 % len(players)] if n % 2 == 0 else table["screen"] for n in range(count - 1))]


def audiences(count: int) -> list[str]:
    return ["gm", *("player" if n % 2 == 0 else "screen" for n in range(count - 1))]


def pages(table: Table, count: int) -> list[tuple[str, str]]:
    return [(f"/ws/{seat}/{page}/", cookie) for seat, page, cookie in seats(table, count)]


def channels(way: str, count: int, before: str = "") -> list[tuple[str, str]]:
    return [(f"/bench/{way}/{before}{audience}/", "") for audience in audiences(count)]


def boards(table: Table) -> dict[str, tuple[str, str, str]]:
    values = {"gm": table["pages"][0], "player": table["pages"][1], "screen": table["screen"]}
    return {name: (seat, *f"{page}/".split("/")[:2]) for name, (seat, page, _cookie) in values.items()}


class PlayedTable:
    """One table, its connection for commands and its open pages; with ``mix``, acts of all kinds take turns."""

    def __init__(self, port: int, table: Table, way: str = "ours", *, mix: bool = False) -> None:
        self.port, self.table, self.way, self.mix = port, table, way, mix
        self.hearers: dict[int, list[int]] = {}  # for each act of the mix, the viewers whose page it changes
        self.behind = 0  # viewers that an act never reached
        self.acts = 0

    async def open(self, count: int = 8) -> PlayedTable:
        """Connect this many viewers and the connection for commands; return when every page is shown."""
        before = f"{self.table['campaign']}/"
        where = pages(self.table, count) if self.way == "ours" else channels("a", count, before)
        self.line = await Line(self.port).open()
        self.viewers = await watch(self.port, where)
        if self.way == "ours":
            await wait_for_frames(self.viewers, [0] * count, PATIENCE)
        return self

    def close(self) -> None:
        self.line.close()
        leave(self.viewers)

    async def act(self, begun: float = 0.0) -> float:
        """Seconds from a command (or from the time it was due) until the last viewer has its whole frame."""
        viewers = self._hearing(self.acts)
        before = [viewer.frames for viewer in viewers]
        start = begun or time.perf_counter()
        await self.post()
        self.behind += await wait_for_frames(viewers, before, PATIENCE)
        return max(viewer.last for viewer in viewers) - start

    async def learn(self) -> None:
        """Do each act of the mix once, and record the viewers whose pages it changes."""
        for number in range(len(self.table["mix"])):
            before = [viewer.frames for viewer in self.viewers]
            await self.post()
            await wait_for_frames(self.viewers, before, QUIET)
            frames = [viewer.frames for viewer in self.viewers]
            self.hearers[number] = [place for place, had in enumerate(before) if frames[place] > had]

    def _hearing(self, act: int) -> list[Viewer]:
        places = self.hearers.get(act % len(self.table["mix"]))
        return self.viewers if places is None else [self.viewers[place] for place in places]

    async def post(self) -> None:
        self.table["bodies"].reverse()
        if self.mix:
            address, body, cookie = self.table["mix"][self.acts % len(self.table["mix"])]
            await self.line.post(address, body.encode(), cookie)
        elif self.way == "ours":
            await self.line.post(self.table["action"], self.table["bodies"][0].encode(), self.table["session"])
        else:
            values = {**self.table, "boards": boards(self.table)}
            await self.line.post("/bench/a/", json.dumps(values).encode(), self.table["session"])
        self.acts += 1


async def wait_for_frames(viewers: list[Viewer], before: list[int], patience: float) -> int:
    """Wait until every viewer has one more frame; returns the number that never got it."""
    late: list[Viewer] = []
    deadline = time.perf_counter() + patience
    while time.perf_counter() < deadline:
        late = [viewer for viewer, had in zip(viewers, before, strict=True) if viewer.frames <= had]
        if not late:
            return 0
        await late[0].next_frame(deadline - time.perf_counter())
    return len(late)


async def act_for(tables: list[PlayedTable], seconds: float) -> float:
    """The acts per second of these tables; each table acts again as soon as all its viewers have seen the last act."""
    start = time.perf_counter()
    before = sum(table.acts for table in tables)

    async def play(table: PlayedTable) -> None:
        while time.perf_counter() - start < seconds:
            await table.act()

    await asyncio.gather(*(play(table) for table in tables))
    return (sum(table.acts for table in tables) - before) / (time.perf_counter() - start)
