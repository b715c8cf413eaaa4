"""Every kind of act at a table, from its request to the frames of all open pages: ``python -m bench.acts [GAME ...]``.

Bytes, statements and function calls need no clock, and are tested by ``tests/test_acts.py`` and ``test_calls.py``.
Processor times are printed beside those of a roll in the same run, because alone they say little on a busy machine.
``--calls`` counts function calls instead, in total and by region: they do not depend on other programs, and dice and
random names are the same in every such run.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

from django.test import override_settings

from bench.demo_table import ROLL, DemoTable
from bench.throwaway_site import throwaway_site

ROWS = 150  # more than a sheet has, in the second measurement of each game
MOST_OF_A_ROLL = 1.5
MOST_REGIONS = 6  # the regions of an act that are named


@dataclass
class Measured:
    """The measurements of one act done several times: request, drawing, statements, and bytes to each page."""

    request: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)
    statements: int = 0
    bytes: dict[str, int] = field(default_factory=dict)

    @property
    def processor(self) -> float:
        return median(a + b for a, b in zip(self.request, self.drawing, strict=True))


def measure(table: DemoTable, rounds: int, warm: int = 1) -> tuple[dict[tuple[str, str], Measured], set[str]]:
    """Measure every act of both seats, after ``warm`` rounds; also returns the names of their addresses."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    measured: dict[tuple[str, str], Measured] = {}
    routes = set()
    table.draw()
    for number in range(rounds + warm):
        for by in ("gm", "player"):
            for act in table.acts(by):
                routes.add(act.route)
                start = time.thread_time()
                with CaptureQueriesContext(connection) as queries:
                    act.send()
                answered = time.thread_time()
                sizes = table.draw()
                if number >= warm:
                    row = measured.setdefault((act.name, by), Measured())
                    row.request.append(answered - start)
                    row.drawing.append(time.thread_time() - answered)
                    row.statements = max(row.statements, len(queries))
                    row.bytes = {page: max(size, row.bytes.get(page, 0)) for page, size in sizes.items()}
    return measured, routes


def calls(work: Callable[[], Any]) -> int:
    """The number of function calls that some work takes, whatever the load of the machine."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


class Counted:
    """The function calls of one act, the highest of several times: its request, its drawing, the drawing by region."""

    def __init__(self) -> None:
        self.request = self.drawing = 0
        self.regions: Counter[str] = Counter()

    @property
    def all(self) -> int:
        return self.request + self.drawing


def count(table: DemoTable, warm: int = 2) -> dict[tuple[str, str], Counted]:
    """Count the calls of one round of all acts of both seats, after ``warm`` rounds that fill the caches."""
    counted: dict[tuple[str, str], Counted] = {}
    table.draw()
    for number in range(warm + 1):
        for by in ("gm", "player"):
            for act in table.acts(by):
                row = Counted()
                row.request = _tally(act.send, Counter())
                row.drawing = _tally(table.draw, row.regions)
                before = counted.get((act.name, by))
                if number == warm and (before is None or before.all < row.all):
                    counted[act.name, by] = row
    return counted


def _tally(work: Callable[[], Any], by_region: Counter[str]) -> int:
    """The calls of some work, and of each region drawn in it, without nested regions."""
    from campaigns.live import regions

    total, drawn_within, draw_anew = 0, [0], regions.draw_anew

    def tell(_frame: Any, event: str, _said: Any) -> None:
        nonlocal total
        total += event in ("call", "c_call")

    def draw(placed: Any, view: Any) -> str:
        begun = total
        drawn_within.append(0)
        text = draw_anew(placed, view)
        by_region[placed.name] += total - begun - drawn_within.pop()
        drawn_within[-1] += total - begun
        return text

    with patch.object(regions, "draw_anew", draw):
        sys.setprofile(tell)
        try:
            work()
        finally:
            sys.setprofile(None)
    return total


@contextmanager
def repeatable(seed: str) -> Iterator[None]:
    """Make dice and tokens the same in every run, because the cost of an act depends on them."""
    with patch("secrets.token_bytes", Random(seed).randbytes):
        yield


def measure_in_process(rounds: int) -> dict[str, float]:
    """The figures of the game with the longest sheets, from the acts of both seats in a separate process."""
    from rules import registry

    game = max(
        registry.systems(), key=lambda system: sum(len(section.fields) for section in system.schema.sections)
    ).key
    with tempfile.NamedTemporaryFile() as file:
        command = (sys.executable, "-m", "bench.acts", game, "--rounds", str(rounds), "--json", file.name)
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # goals are judged elsewhere
        return dict(json.loads(Path(file.name).read_text()))


def figures(measured: dict[tuple[str, str], Measured]) -> dict[str, float]:
    """The ratios and sizes named by the goals (``bench/goals.toml``), each of the worst act."""
    roll = _roll(measured)
    processor = {key: row.processor / roll for key, row in measured.items()}
    play = {name: worst for (name, _by), worst in sorted(processor.items(), key=lambda pair: pair[1])}
    sheets = [size for row in measured.values() for page, size in row.bytes.items() if page.endswith("sheet")]
    return {
        "processor time of the slowest act / a roll's": max(processor.values()),
        "processor time of a number stepped / a roll's": play["step a number"],
        "most bytes to a sheet after an act": max(sheets),
        "most bytes to a page after an act": max(size for row in measured.values() for size in row.bytes.values()),
    }


def _roll(measured: dict[tuple[str, str], Measured]) -> float:
    return median(measured[ROLL, by].processor for by in ("gm", "player"))


def main() -> int:
    """Measure each game and print a table; the exit status is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", help="the games to measure (all)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all acts (5)")
    parser.add_argument("--calls", action="store_true", help="count calls of functions instead")
    parser.add_argument("--json", type=Path, help="a file for the figures of the last game, without more rows")
    options = parser.parse_args()
    missed = 0
    without_limits = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    with throwaway_site(), override_settings(TABLEE_DICE="", CACHES=without_limits):
        from rules import registry

        for game in options.games or [system.key for system in registry.systems()]:
            for rows in (0,) if options.json else (0, ROWS):
                missed += _measure_game(game, rows, options)
    return int(missed > 0)


def _measure_game(game: str, rows: int, options: argparse.Namespace) -> int:
    title = f"{game}, {rows or 'no'} rows more"
    if options.calls:
        with repeatable(title):
            _report_calls(title, count(DemoTable(game, rows)))
        return 0
    measured, _routes = measure(DemoTable(game, rows), options.rounds)
    if options.json:
        options.json.write_text(json.dumps(figures(measured)))
    return _report(title, measured)


def _report(title: str, measured: dict[tuple[str, str], Measured]) -> int:
    roll = _roll(measured)
    print(f"\n{title}: a roll takes {roll * 1000:.1f} ms of processor time with its drawing")
    missed = 0
    for (name, by), row in sorted(measured.items(), key=lambda pair: -pair[1].processor):
        ratio = row.processor / roll
        missed += ratio > MOST_OF_A_ROLL
        times = f"{median(row.request) * 1000:6.1f} {median(row.drawing) * 1000:6.1f} ms"
        print(f"  {name:28} {by:6} {times} {ratio:5.2f} {row.statements:3} {json.dumps(row.bytes)}")
    return missed


def _report_calls(title: str, counted: dict[tuple[str, str], Counted]) -> None:
    roll = median(counted[ROLL, by].all for by in ("gm", "player"))
    print(f"\n{title}: a roll takes {roll:,.0f} calls of functions with its drawing")
    for (name, by), row in sorted(counted.items(), key=lambda pair: -pair[1].all):
        dearest = ", ".join(f"{region} {calls:,}" for region, calls in row.regions.most_common(MOST_REGIONS))
        print(f"  {name:28} {by:6} {row.request:7,} + {row.drawing:7,} {row.all / roll:5.2f}  {dearest}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
