"""Goals 1 to 5 and 9: a player's roll up to the last screen, in turns with a raw broadcast and two usual designs."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from statistics import median
from typing import Any

from bench.client import Line, Viewer, leave, watch
from bench.host import PATIENCE, Server
from bench.played_table import audiences, boards, channels, pages, seats
from bench.result import Result, median_ratio, noise, percentile

COUNTS = (2, 10, 50, 200)


async def measure(server: Server, rounds: int) -> Result:
    ways = Ways(server.port, server.lay("lay", 3), rounds)
    await ways.all()
    return Result(ways.figures(), ways.lines(), ways.noise())


class Ways:
    """One player's roll in each design in turns: a table of rounds."""

    def __init__(self, port: int, tables: list[dict[str, Any]], rounds: int) -> None:
        self.port, self.rounds = port, rounds
        self.ours, self.a, self.b = tables
        self.took: dict[str, list[float]] = defaultdict(list)
        self.single: dict[str, float] = {}
        self.texts: dict[str, str] = {}

    async def all(self) -> None:
        self.line = await Line(self.port).open()
        for count in COUNTS:
            await self.round_of(count)
        await self.cpu(200)
        numbers = self.ours
        self.single["bare"] = await self.line.ask("inside", {"measure": "bare", "table": numbers})
        drawn = await self.line.ask("inside", {"measure": "fragments", "table": numbers})
        self.single |= {f"drawn: {key}": value for key, value in drawn.items()}
        self.line.close()

    async def round_of(self, count: int) -> None:
        """Connect the viewers of all designs at once, then do rounds in which each design acts once."""
        viewers = {way: await watch(self.port, paths) for way, paths in self._ways(count).items()}
        await self._settled(viewers["ours"])
        for number in range(self.rounds + 1):
            for way in viewers:
                took = await self._act(way, viewers[way])
                if number:  # the first round warms up
                    self.took[f"{way} {count}"].append(took)
            if count >= 10 and not self.texts:  # every audience is there
                names = audiences(count)
                self.texts = {name: viewer.frame.decode() for name, viewer in zip(names, viewers["ours"], strict=True)}
                self.texts = {name: self.texts.get(name, "x" * 3000) for name in ("gm", "player", "screen")}
        for some in viewers.values():
            leave(some)
        await asyncio.sleep(0.2)

    def _ways(self, count: int) -> dict[str, list[tuple[str, str]]]:
        ways = {"ours": pages(self.ours, count), **{way: channels(way, count) for way in ("f", "hub")}}
        if count <= 50:
            ways["a"] = channels("a", count, f"{self.a['campaign']}/")
            ways["b"] = [
                (f"/bench/b/{self.b['campaign']}/{seat}/{page}/", "") for seat, page, _cookie in seats(self.b, count)
            ]
        return ways

    async def _act(self, way: str, viewers: list[Viewer]) -> float:
        before = [viewer.frames for viewer in viewers]
        if way in ("ours", "a", "b"):
            table = {"ours": self.ours, "a": self.a, "b": self.b}[way]
            table["bodies"].reverse()
        start = time.perf_counter()
        if way == "ours":
            await self.line.post(table["action"], table["bodies"][0].encode(), table["session"])
        elif way in ("a", "b"):
            values = {**table, "boards": boards(table)}
            await self.line.post(f"/bench/{way}/", json.dumps(values).encode(), table["session"])
        else:
            texts = self.texts or dict.fromkeys(("gm", "player", "screen"), "x" * 3000)
            await self.line.ask(way, texts)
        while late := [viewer for viewer, had in zip(viewers, before, strict=True) if viewer.frames == had]:
            closed = sum(viewer.closed for viewer in late)
            text = f"{way}: {len(late)} of {len(viewers)} were not told, of which {closed} closed"
            assert time.perf_counter() - start < PATIENCE, text
            await asyncio.sleep(0.0005)
        last = max(viewer.last for viewer in viewers) - start
        await self._settled(viewers, 0.02)
        return last

    async def _settled(self, viewers: list[Viewer], quiet: float = 0.4) -> None:
        while time.perf_counter() - max(viewer.last for viewer in viewers) < quiet:
            await asyncio.sleep(0.01)

    async def cpu(self, count: int) -> None:
        """Processor time of the server for each delivery, raw and through the hub's sockets, in turns."""
        viewers = {way: await watch(self.port, channels(way, count)) for way in ("f", "hub")}
        for _round in range(self.rounds):
            for way, some in viewers.items():
                start = await self.line.ask("cpu", {})
                for _broadcast in range(10):
                    await self._act(way, some)
                self.took[f"cpu {way}"].append((await self.line.ask("cpu", {}) - start) / 10 / count)
        for some in viewers.values():
            leave(some)

    def noise(self) -> float:
        return noise(self.took["f 200"])

    def ratio(self, name: str, other: str) -> float:
        return median_ratio(self.took[name], self.took[other])

    def figures(self) -> dict[str, float]:
        took = {name: median(rounds) for name, rounds in self.took.items()}
        # Ten viewers are all seats of the table, so an action draws exactly their pages.
        floor = self.single["bare"] + self.single["drawn: fragments of all seats"] + took["f 10"]
        return {
            "hub's fan-out / raw broadcast, last of 10": self.ratio("hub 10", "f 10"),
            "hub's fan-out / raw broadcast, last of 200": self.ratio("hub 200", "f 200"),
            "server CPU per delivery / raw broadcast's, 200": self.ratio("cpu hub", "cpu f"),
            **{
                f"action to last screen / way {way.upper()}, {count}": self.ratio(f"ours {count}", f"{way} {count}")
                for way in "ab"
                for count in (10, 50)
            },
            "action to last screen / (bare write + its fragments + raw broadcast), 10": took["ours 10"] / floor,
            "action to last screen, 50 viewers / 2 viewers": took["ours 50"] / took["ours 2"],
            "action to last screen, 200 viewers / 2 viewers": took["ours 200"] / took["ours 2"],
            "fragments of one action / boards of way A": self.single["drawn: fragments"] / self.single["drawn: boards"],
            "action to last screen, 10": took["ours 10"],
            "board of who joins, kept / cold": self.single["drawn: kept"] / self.single["drawn: cold"],
        }

    def lines(self) -> list[str]:
        names = []
        for name, rounds in self.took.items():
            scale, unit = (1e6, "µs per delivery") if name.startswith("cpu") else (1e3, "ms")
            worst = percentile(rounds, 0.95)
            names.append(f"{name:18} {median(rounds) * scale:9.2f} {worst * scale:9.2f} {unit}")
        names += [f"{name:18} {value * 1000:9.2f} ms" for name, value in self.single.items()]
        sizes = {name: len(text.encode()) for name, text in self.texts.items()}
        return [*names, f"bytes of one action: {sizes}"]
