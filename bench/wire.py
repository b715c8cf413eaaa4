"""Every kind of act by the clock, from its request to the last of 2, 10 and 50 screens: ``python -m bench.wire``.

Each game has a server and a database of its own, with the sheet of the demonstration and with one of 150 rows more. The
acts are those of ``bench.acts``, sent over one line while the sockets of a game master, a player and a screen listen.
Milliseconds are meaningful only on a quiet machine; the ratio to a roll of the same run is a rough guide on any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from bench.acts import ROWS
from bench.client import Line, Viewer, leave, watch
from bench.demo_table import ROLL, Act, DemoTable
from bench.host import PATIENCE, ROOT, Server
from bench.played_table import wait_for_frames
from bench.result import Result

COUNTS, TEN = (2, 10, 50), 10
QUIET = 0.05  # seconds that a frame may be under way once its page is drawn
ORDER = ("gm fight", "player sheet", "screen", "gm table", "player fight", "gm sheet")  # of two viewers the first two
SLOWEST = "last of 10 screens after the slowest act / after a roll"
Taken = dict[str, list[float]]
Measured = dict[str, Taken]  # by act and seat: seconds by kind and number of viewers, and bytes by page


class Wire:
    """A table whose pages are open over sockets, and the line for its commands."""

    def __init__(self, table: DemoTable, port: int) -> None:
        from tests.cast import client_of

        self.table, self.port = table, port
        clients = {table.gm.pk: table.clients["gm"], table.player.pk: table.clients["player"]}
        clients[table.screen.pk] = client_of(table.screen)
        self.cookies = {
            seat: "; ".join(f"{key}={morsel.value}" for key, morsel in client.cookies.items())
            for seat, client in clients.items()
        }
        self.measured: dict[tuple[str, str], Taken] = defaultdict(lambda: defaultdict(list))

    async def measure(self, rounds: int) -> None:
        """Measure every act of both seats with each number of viewers, after a round that warms up."""
        self.line = await Line(self.port).open()
        for count in COUNTS:
            names = list(islice(cycle(ORDER), count))
            viewers = await watch(self.port, [self._address(name) for name in names])
            await wait_for_frames(viewers, [0] * count, PATIENCE)
            await self._settle(viewers)
            for number in range(rounds + 1):
                for by in ("gm", "player"):
                    for act in self.table.acts(by):
                        taken = await self._act(act, by, dict(zip(names, viewers, strict=True)), viewers)
                        if number:
                            self._note(act.name, by, count, taken)
            leave(viewers)
        self.line.close()

    def _address(self, name: str) -> tuple[str, str]:
        seat, page, key = self.table.pages[name]
        return f"/ws/{seat.token}/{page}/{f'{key}/' if key else ''}", self.cookies[seat.pk]

    async def _act(self, act: Act, by: str, pages: dict[str, Viewer], viewers: list[Viewer]) -> dict[str, float]:
        """Seconds until the response and until the last frame, processor seconds of the server, and bytes by page."""
        from campaigns.models import Campaign

        seat = self.table.gm if by == "gm" else self.table.player
        heard = {viewer: viewer.frames for viewer in viewers}
        sizes = {name: viewer.bytes for name, viewer in pages.items()}
        body = urlencode(act.values, doseq=True).encode()
        processor, start = await self.line.ask("cpu", {}), time.perf_counter()
        await self.line.post(act.url, body, self.cookies[seat.pk])
        answered = time.perf_counter()
        seq = Campaign.objects.values_list("seq", flat=True).get(pk=self.table.campaign.pk)
        await self.line.ask("shown", {"campaign": self.table.campaign.pk, "seq": seq})
        await self._settle(viewers)
        last = max((viewer.last for viewer in viewers if viewer.frames > heard[viewer]), default=answered)
        return {
            "answered": answered - start,
            "last": last - start,
            "processor": await self.line.ask("cpu", {}) - processor,
            **{name: viewer.bytes - sizes[name] for name, viewer in pages.items()},
        }

    async def _settle(self, viewers: list[Viewer]) -> None:
        since = time.perf_counter()
        while time.perf_counter() - max(since, *(viewer.last for viewer in viewers)) < QUIET:
            await asyncio.sleep(0.005)

    def _note(self, name: str, by: str, count: int, taken: dict[str, float]) -> None:
        row = self.measured[name, by]
        for kind, value in taken.items():
            row[kind if kind in ORDER else f"{kind} {count}"].append(value)


def lines_of(measured: Measured) -> Iterator[str]:
    """A table in Markdown, the slowest act first; some acts are possible only at certain moments of a fight."""
    columns = f"answered, ms, before {_joined(COUNTS)} | last screen, ms | over a roll's, {TEN} | processor, ms"
    yield f"| act | by | {columns} | most bytes to {_joined(ORDER)} |"
    yield "|---|---|---|---|---|---|---|"
    ratios = over_a_roll(measured)
    for key, row in sorted(measured.items(), key=lambda pair: -ratios.get(pair[0], 0)):
        name, _mark, by = key.rpartition(", ")
        answered, last, processor = (
            _joined(_milliseconds(row.get(f"{kind} {count}")) for count in COUNTS)
            for kind in ("answered", "last", "processor")
        )
        sizes = _joined(f"{max(row.get(page, [0])):,.0f}" for page in ORDER)
        yield f"| {name} | {by} | {answered} | {last} | {ratios.get(key, 0):.1f} | {processor} | {sizes} |"


def over_a_roll(measured: Measured) -> dict[str, float]:
    """By act and seat, the time to the last of ten screens over that of a roll."""
    last = {key: median(row[f"last {TEN}"]) for key, row in measured.items() if f"last {TEN}" in row}
    roll = median(last[f"{ROLL}, {by}"] for by in ("gm", "player"))
    return {key: seconds / roll for key, seconds in last.items()}


def _milliseconds(taken: list[float] | None) -> str:
    return f"{median(taken) * 1000:.0f}" if taken else "–"


def _joined(values: Any) -> str:
    return " / ".join(map(str, values))


def tables(games: list[str], rounds: int) -> Iterator[tuple[str, Measured]]:
    for game in games or all_games():
        for rows in (0, ROWS):
            yield f"{game}, {rows or 'no'} rows more", _measure_on_a_server(game, rows, rounds)


def measure(rounds: int) -> Result:
    """The figure that a goal names, and the tables of all games."""
    slowest, lines = 0.0, list[str]()
    for title, measured in tables([], rounds):
        slowest = max(slowest, *over_a_roll(measured).values())
        lines += [title, *lines_of(measured)]
    return Result({SLOWEST: slowest}, lines)


def _measure_on_a_server(game: str, rows: int, rounds: int) -> Measured:
    from tests.serve import free_port

    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder, ExitStack() as ends:
        server = ends.enter_context(Server(Path(folder), free_port(), "inmemory://"))
        command = [sys.executable, "-m", "bench.wire", game, "--rows", str(rows), "--rounds", str(rounds)]
        command += ["--port", str(server.port)]
        # The next act is looked up between two acts, on the loop of the sockets that are quiet then.
        environment = {**server.environment, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
        return dict(json.loads(done.stdout))


def all_games() -> list[str]:
    """The keys of the games; only their own processes load the games."""
    return sorted(path.parent.name for path in (ROOT / "rules" / "games").glob("*/__init__.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games to measure (all)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of all acts before each number of viewers (3)")
    parser.add_argument("--rows", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)  # of the server, for its own process
    options = parser.parse_args()
    if not options.port:
        for title, measured in tables(options.games, options.rounds):
            print(f"\n{title}:\n", *lines_of(measured), sep="\n", flush=True)
        return
    import django

    django.setup()
    wire = Wire(DemoTable(options.games[0], options.rows), options.port)
    asyncio.run(wire.measure(options.rounds))
    json.dump({f"{name}, {by}": row for (name, by), row in wire.measured.items()}, sys.stdout)


if __name__ == "__main__":
    main()
