"""``python -m bench.run``: the goals of speed as ratios, taken in turns in one run, on servers that end with it.

Every round does the same to each way in turn, so that whatever else this machine does weighs on all alike. A run whose
raw broadcast swings by more than 40 % between rounds is called noisy and judges nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from bench.client import Line, Viewer, leave, watch

ROOT = Path(__file__).resolve().parent.parent
COUNTS = (2, 10, 50, 200)
PATIENCE = 30.0  # seconds that one delivery may take at most
NOISY = 1.4


class Server:
    """The site and the bench in one process, on a database of its own."""

    def __init__(self, folder: Path, port: int, channels: str) -> None:
        self.port = port
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.endswith("_URL")},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": secrets.token_urlsafe(40),
            "TABLEE_VAR": str(folder),
            "TABLEE_URL": f"http://127.0.0.1:{port}",
            "CACHE_URL": "dummycache://",  # no limit is reached
            "CHANNELS_URL": channels,
        }
        self.log = folder / "server.log"

    def run(self, *words: str) -> str:
        """Run Python on the same data and return what it prints."""
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=180
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def __enter__(self) -> Server:
        self.run("manage.py", "migrate", "--verbosity", "0")
        command = [sys.executable, "-m", "uvicorn", "bench.server:application", "--port", str(self.port)]
        options = ["--ws", "websockets-sansio", "--ws-per-message-deflate", "false", "--lifespan", "off"]
        quiet = ["--timeout-keep-alive", "600", "--no-access-log", "--log-level", "warning"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command + options + quiet, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.1)
        raise AssertionError(f"no answer within {PATIENCE} s")

    def __exit__(self, error: object, *_rest: object) -> None:
        if error is not None:
            print(self.log.read_text()[-3000:], file=sys.stderr)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Bench:
    """One run: its table of rounds, way by way."""

    def __init__(self, port: int, tables: list[dict[str, Any]], rounds: int) -> None:
        self.port, self.rounds = port, rounds
        self.ours, self.a, self.b = tables
        self.took: dict[str, list[float]] = defaultdict(list)
        self.single: dict[str, float] = {}
        self.texts: dict[str, str] = {}

    async def all(self) -> None:
        """Everything that goes over the wire, then what happens inside."""
        self.line = await Line(self.port).open()
        for count in COUNTS:
            await self.round_of(count)
        await self.cpu(200)
        ours = self.ours
        self.single["bare"] = await self.ask("inside", {"measure": "bare", "table": ours})
        drawn = await self.ask("inside", {"measure": "fragments", "table": ours})
        self.single |= {f"drawn: {key}": value for key, value in drawn.items()}
        self.line.close()

    async def ask(self, word: str, said: Any) -> Any:
        """Say something to the bench in the server."""
        return json.loads(await self.line.post(f"/bench/{word}/", json.dumps(said).encode()))

    async def round_of(self, count: int) -> None:
        """So many viewers of each way, all connected at once, and rounds in which each way acts once."""
        ways = {"ours": self._pages(self.ours, count)}
        ways |= {way: self._audiences(way, count) for way in ("f", "hub")}
        if count <= 50:
            ways["a"] = self._audiences("a", count, f"{self.a['campaign']}/")
            ways["b"] = [
                (f"/bench/b/{self.b['campaign']}/{seat}/{page}/", "")
                for seat, page, _cookie in self._seats(self.b, count)
            ]
        viewers = {way: await watch(self.port, paths) for way, paths in ways.items()}
        await self._settled(viewers["ours"])
        for number in range(self.rounds + 1):
            for way in ways:
                took = await self._act(way, viewers[way])
                if number:  # the first of each warms up
                    self.took[f"{way} {count}"].append(took)
            if count >= 10 and not self.texts:  # every audience is there
                audiences = [audience for audience, _seat in zip(self._names(count), viewers["ours"], strict=True)]
                self.texts = {name: one.frame.decode() for name, one in zip(audiences, viewers["ours"], strict=True)}
                self.texts = {name: self.texts.get(name, "x" * 3000) for name in ("gm", "player", "screen")}
        for some in viewers.values():
            leave(some)
        await asyncio.sleep(0.2)

    async def _act(self, way: str, viewers: list[Viewer]) -> float:
        """Seconds from sending a command to the last viewer's whole frame."""
        before = [one.frames for one in viewers]
        if way in ("ours", "a", "b"):
            table = {"ours": self.ours, "a": self.a, "b": self.b}[way]
            table["bodies"].reverse()
        start = time.perf_counter()
        if way == "ours":
            await self.line.post(table["action"], table["bodies"][0].encode(), table["session"])
        elif way in ("a", "b"):
            said = {**table, "boards": self._boards(table)}
            await self.line.post(f"/bench/{way}/", json.dumps(said).encode(), table["session"])
        else:
            texts = self.texts or dict.fromkeys(("gm", "player", "screen"), "x" * 3000)
            await self.ask(way, texts)
        while not all(one.frames > had for one, had in zip(viewers, before, strict=True)):
            late = [one for one, had in zip(viewers, before, strict=True) if one.frames == had]
            told = (
                f"{way}: {len(late)} of {len(viewers)} were not told, of which {sum(one.closed for one in late)} closed"
            )
            assert time.perf_counter() - start < PATIENCE, told
            await asyncio.sleep(0.0005)
        last = max(one.last for one in viewers) - start
        await self._settled(viewers, 0.02)
        return last

    async def _settled(self, viewers: list[Viewer], quiet: float = 0.4) -> None:
        """Wait until no frame has come for a while."""
        while time.perf_counter() - max(one.last for one in viewers) < quiet:
            await asyncio.sleep(0.01)

    async def cpu(self, count: int) -> None:
        """Processor time of the server for each delivery, raw and by the hub's sockets, in turns."""
        viewers = {way: await watch(self.port, self._audiences(way, count)) for way in ("f", "hub")}
        for _round in range(self.rounds):
            for way, some in viewers.items():
                start = await self.ask("cpu", {})
                for _broadcast in range(10):
                    await self._act(way, some)
                self.took[f"cpu {way}"].append((await self.ask("cpu", {}) - start) / 10 / count)
        for some in viewers.values():
            leave(some)

    def _seats(self, table: dict[str, Any], count: int) -> list[list[str]]:
        """The game master, then players and screens by turns."""
        gm, *players = table["pages"]
        rest = [players[n // 2 % len(players)] if n % 2 == 0 else table["screen"] for n in range(count - 1)]
        return [gm, *rest]

    def _names(self, count: int) -> list[str]:
        return ["gm", *("player" if n % 2 == 0 else "screen" for n in range(count - 1))]

    def _pages(self, table: dict[str, Any], count: int) -> list[tuple[str, str]]:
        return [(f"/ws/{seat}/{page}/", cookie) for seat, page, cookie in self._seats(table, count)]

    def _audiences(self, way: str, count: int, before: str = "") -> list[tuple[str, str]]:
        return [(f"/bench/{way}/{before}{audience}/", "") for audience in self._names(count)]

    def _boards(self, table: dict[str, Any]) -> dict[str, tuple[str, str, str]]:
        pages = {"gm": table["pages"][0], "player": table["pages"][1], "screen": table["screen"]}
        return {name: (seat, *f"{page}/".split("/")[:2]) for name, (seat, page, _cookie) in pages.items()}

    def noise(self) -> float:
        """How much the raw broadcast to ten swings: its upper quartile beside its median."""
        rounds = sorted(self.took["f 200"])
        return rounds[len(rounds) * 3 // 4] / median(rounds)

    def ratio(self, one: str, other: str) -> float:
        """The median over the rounds of one way beside another in the same round."""
        return median(a / b for a, b in zip(self.took[one], self.took[other], strict=True))

    def found(self) -> dict[str, float]:
        """The figures that the goals name."""
        took = {name: median(rounds) for name, rounds in self.took.items()}
        floor = self.single["bare"] + self.single["drawn: fragments"] + took["f 10"]
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
            "board of who joins, kept / cold": self.single["drawn: kept"] / self.single["drawn: cold"],
        }


def odds(action: float) -> tuple[dict[str, float], dict[str, float]]:
    """The figures of goal 12, and the slowest preview of each game."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from bench import odds as odds_module

    slowest = dict(odds_module.previews())
    faster, equal = odds_module.beside_icepool()
    assert equal, "icepool gives other odds"
    worst = max(slowest.values())
    figures = {
        "slowest preview of a test / one whole action, 10": worst / action,
        "slowest preview of a test, ms": worst * 1000,
        "icepool / our exact odds of the same test": faster,
    }
    return figures, slowest


def judged(goal: dict[str, Any], figure: float, noisy: bool) -> str:
    """Whether a goal is met."""
    met = figure <= goal["most"] if "most" in goal else figure >= goal["least"]
    return "met" if met else "NOISY" if noisy else "MISSED"


def main() -> int:
    """Run everything, print it, and say by the exit status whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each way (15; at least 5)")
    parser.add_argument(
        "--redis", default="inmemory://", help="the channel layer, such as redis+pubsub://127.0.0.1:6379/0"
    )
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    from tests.serve import free_port

    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        with Server(Path(folder), free_port(), asked.redis) as server:
            lay = "import json; from bench.table import lay; print('FOUND' + json.dumps(lay(3)))"
            tables = json.loads(server.run("manage.py", "shell", "-c", lay).partition("FOUND")[2])
            bench = Bench(server.port, tables, max(5, asked.rounds))
            asyncio.run(bench.all())
        os.environ["TABLEE_VAR"] = folder
        figures, previews = odds(median(bench.took["ours 10"]))
    return report(bench, {**bench.found(), **figures}, previews, asked.json)


def report(bench: Bench, figures: dict[str, float], previews: dict[str, float], file: Path | None) -> int:
    """Print the medians and the goals."""
    noisy = bench.noise() > NOISY
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {bench.rounds} rounds: median and p95")
    for name, rounds in bench.took.items():
        scale = 1e6 if name.startswith("cpu") else 1e3
        unit = "µs per delivery" if name.startswith("cpu") else "ms"
        print(
            f"  {name:12} {median(rounds) * scale:9.2f} {sorted(rounds)[int(len(rounds) * 0.95)] * scale:9.2f} {unit}"
        )
    for name, value in bench.single.items():
        print(f"  {name:18} {value * 1000:8.2f} ms")
    for name, value in previews.items():
        print(f"  preview, {name:12} {value * 1000:8.2f} ms")
    sizes = {name: len(text.encode()) for name, text in bench.texts.items()}
    print(f"  bytes of one action: {sizes}")
    goals = tomllib.loads((Path(__file__).parent / "goals.toml").read_text())["goal"]
    missed = 0
    for goal in goals:
        verdict = judged(goal, figures[goal["name"]], noisy)
        missed += verdict == "MISSED"
        bound = f"<= {goal['most']:g}" if "most" in goal else f">= {goal['least']:g}"
        print(f"{goal['number']:>3}  {goal['name']:75} {figures[goal['name']]:8.3f}  {bound:9} {verdict}")
    if noisy:
        print(f"Noisy: the raw broadcast swings {bench.noise():.2f} times; run again on a quieter machine.")
    if file is not None:
        single = {name: median(rounds) for name, rounds in bench.took.items()} | bench.single
        file.write_text(json.dumps({"figures": figures, "seconds": single, "bytes": sizes, "noisy": noisy}, indent=1))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
