"""``python -m bench.run``: the goals of speed as ratios, measured in turns in one run, on servers that end with it.

Every round does the same in each design in turn, so that other load on this machine affects all of them alike. A part
whose baseline varies by more than 40 % between rounds is called noisy and judges nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import signal
import sys
import tempfile
import tomllib
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import acts, wire
from bench.host import Server
from bench.parts import (
    between_browsers,
    browser,
    fan_out,
    fighters,
    history,
    load,
    many_tables,
    outage,
    recovery,
    stalled_client,
    tap_latency,
    writers,
)
from bench.result import Result

NOISY = 1.4
Part = Callable[[Server, int], Coroutine[Any, Any, Result]]
PARTS: dict[str, Part] = {
    "path": fan_out.measure,
    "history": history.measure,
    "fighters": fighters.measure,
    "neighbours": many_tables.measure,
    "sleeper": stalled_client.measure,
    "writers": writers.measure,
    "browser": browser.measure,
    "reach": between_browsers.measure,
    "felt": tap_latency.measure,
}
ODDS, ACTS = "odds", "acts"  # need no server
LOAD, REDIS, RESTORE, WIRE = ASKED = ("load", "redis", "restore", "wire")  # done only if they are named
ALL = (*PARTS, ODDS, ACTS, *ASKED)
TEN = "action to last screen, 10"


def main() -> int:
    """Run the requested parts and print their results; the exit status is 1 if a goal is missed."""
    options = _options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ending it ends its servers too
    names = options.only.split(",") if options.only else [*PARTS, ODDS, ACTS]
    results: dict[str, Result] = {}
    for name in names:
        if name == ODDS:
            results[name] = _odds(results["path"].figures.get(TEN) if "path" in results else None)
        elif name == ACTS:
            results[name] = Result(acts.measure_in_process(max(5, options.rounds) // 3))
        elif name == WIRE:
            results[name] = wire.measure(max(5, options.rounds) // 5)
        else:
            results[name] = _on_a_server(name, options)
        print(f"{name}:", *results[name].lines, sep="\n  ", flush=True)
    return report(results, options.json)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", default="", help=f"parts, with commas between: {', '.join([*PARTS, ODDS, ACTS, *ASKED])}"
    )
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each way (15; at least 5)")
    parser.add_argument("--seconds", type=float, default=30, help="how long the load is held (30; 300 for the promise)")
    parser.add_argument("--workers", type=int, default=1, help="processes that hold the load (1)")
    parser.add_argument("--mix", action="store_true", help="the load is of acts of all kinds, not of rolls alone")
    parser.add_argument(
        "--redis", default="inmemory://", help="the channel layer, such as redis+pubsub://127.0.0.1:6379/0"
    )
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server on which each part has a database, such as postgres://…"
    )
    parser.add_argument("--json", type=Path, help="a file for the figures")
    options = parser.parse_args()
    unknown = set(filter(None, options.only.split(","))) - {*ALL}
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}")
    return options


def _on_a_server(name: str, options: argparse.Namespace) -> Result:
    from tests.faults.cluster import own_database
    from tests.serve import free_port

    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder, ExitStack() as ends:
        redis = outage.start_redis(Path(folder), ends) if name == REDIS else None
        channels = redis.url if redis is not None else options.redis
        database = ends.enter_context(own_database(options.database)) if options.database else ""
        server = ends.enter_context(Server(Path(folder), free_port(), channels, database))
        if redis is not None:
            return asyncio.run(outage.measure(server, redis))
        if name == LOAD:
            return asyncio.run(load.measure(server, options.seconds, options.workers, options.mix))
        if name == RESTORE:
            return asyncio.run(recovery.measure(server))
        return asyncio.run(PARTS[name](server, max(5, options.rounds)))


def _odds(action: float | None) -> Result:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        os.environ["TABLEE_VAR"] = folder
        django.setup()
        from bench.parts import odds

        return odds.measure(action)


def judge(goal: dict[str, Any], figure: float, noisy: bool) -> str:
    met = figure <= goal["most"] if "most" in goal else figure >= goal["least"]
    return "met" if met else "NOISY" if noisy else "MISSED"


def report(results: dict[str, Result], file: Path | None) -> int:
    """Print the goals that were measured, and list those that were not."""
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}")
    goals = tomllib.loads((Path(__file__).parent / "goals.toml").read_text())["goal"]
    missed, skipped = 0, []
    for goal in goals:
        part = next((result for result in results.values() if goal["name"] in result.figures), None)
        if part is None:
            skipped.append(goal["number"])
            continue
        figure = part.figures[goal["name"]]
        verdict = judge(goal, figure, part.noise > NOISY)
        missed += verdict == "MISSED"
        bound = f"<= {goal['most']:g}" if "most" in goal else f">= {goal['least']:g}"
        print(f"{goal['number']:>3}  {goal['name']:75} {figure:8.3f}  {bound:9} {verdict}")
    if skipped:
        print(f"Not measured in this run: {', '.join(dict.fromkeys(skipped))}.")
    for name, part in results.items():
        if part.noise > NOISY:
            print(f"Noisy: what {name} is compared with swings {part.noise:.2f} times; run it on a quieter machine.")
    if file is not None:
        plain = {
            name: {"figures": result.figures, "lines": result.lines, "noise": result.noise}
            for name, result in results.items()
        }
        file.write_text(json.dumps(plain, indent=1))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
