"""R14: back up a site of a hundred tables with a history, and restore it on another site."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.host import Server
from bench.result import Result
from tests.serve import free_port

TABLES, EVENTS = 100, 500


async def measure(server: Server) -> Result:
    """The seconds of each command; an empty database is prepared first, as in practice."""
    server.lay("lay_long_ago", TABLES, EVENTS)
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        file = Path(folder) / "site.zip"
        start = time.perf_counter()
        server.run("manage.py", "backup", str(file))
        duration = time.perf_counter() - start
        other = Server(Path(folder), free_port(), "inmemory://")
        start = time.perf_counter()
        other.run("manage.py", "migrate", "--verbosity", "0")
        text = other.run("manage.py", "restore", str(file))
        took = time.perf_counter() - start
        assert f"{TABLES} tables" in text, text
        size = file.stat().st_size / 1e6
    words = f"restore: {TABLES} tables of {EVENTS} events, {size:.1f} MB: backup {duration:.1f} s, restore {took:.1f} s"
    return Result({"a hundred tables backed up, s": duration, "a hundred tables restored, s": took}, [words])
