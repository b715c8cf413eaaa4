"""Goal 11: eight processes writing to one SQLite file, compared with one.

``python -m bench.parts.writers`` is such a process: it reads a table as JSON, then numbers of seconds. For each of them
it rolls as fast as it can, and answers with the number of rolls that were stored and that failed.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from statistics import median
from typing import Any

from bench.host import ROOT, Server
from bench.result import Result, median_ratio, noise

PROCESSES, SECONDS = 8, 2.0


async def measure(server: Server, rounds: int) -> Result:
    """Rounds of one writer and of eight in turns, each process at its own table."""
    if "DATABASE_URL" in server.environment:
        return Result({}, ["writers: skipped, for the database is not SQLite"])
    rounds = max(5, rounds // 2)
    writers = [Writer(server, table) for table in server.lay("lay", PROCESSES)]
    rates: dict[str, list[float]] = {"one": [], "eight": []}
    failed = 0
    try:
        for number in range(rounds + 1):
            for name, some in (("one", writers[:1]), ("eight", writers)):
                pairs = await asyncio.gather(*(asyncio.to_thread(writer.write, SECONDS) for writer in some))
                failed += sum(errors for _done, errors in pairs)
                if number:
                    rates[name].append(sum(done for done, _errors in pairs) / SECONDS)
    finally:
        for other in writers:
            other.end()
    figures = {
        "acts/s of 8 writing processes / of one": median_ratio(rates["eight"], rates["one"]),
        "failures of 8 writing processes": float(failed),
    }
    lines = [f"writers: {median(values):8.1f} acts/s, {name}" for name, values in rates.items()]
    return Result(figures, lines, noise(rates["one"]))


class Writer:
    """A separate process on the server's data."""

    def __init__(self, server: Server, table: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.parts.writers"],
            cwd=ROOT,
            env=server.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._ask(table) == "ready"

    def write(self, seconds: float) -> tuple[int, int]:
        """Write for this many seconds; the number of acts that were stored and that failed."""
        done, errors = self._ask(seconds)
        return done, errors

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)

    def _ask(self, values: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(values) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.db import Error

    from bench import inside

    table = json.loads(sys.stdin.readline())
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        end = time.monotonic() + json.loads(line)
        done = errors = 0
        while time.monotonic() < end:
            try:
                inside.roll(table)
                done += 1
            except Error as error:
                errors += 1
                print(error, file=sys.stderr)
        print(json.dumps([done, errors]), flush=True)


if __name__ == "__main__":
    main()
