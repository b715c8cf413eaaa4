"""R12: forty tables of eight screens, an act every second at each, for a given time.

With several processes, each has its own tables, as behind a proxy that sends everybody of a table to the same process
(``docs/deploy.md``).
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from statistics import median

from bench.host import Server
from bench.played_table import PlayedTable
from bench.result import Result, percentile
from tests.serve import free_port

TABLES, VIEWERS, EVERY = 40, 8, 1.0


async def measure(server: Server, seconds: float, workers: int, mix: bool) -> Result:
    """Every act is due at a fixed time, even if the last one was slow; time spent waiting counts."""
    with ExitStack() as ends:
        servers = [server, *(ends.enter_context(server.second_process(free_port())) for _more in range(workers - 1))]
        return await _hold_load(servers, seconds, mix)


async def _warm_up(tables: list[PlayedTable]) -> list[PlayedTable]:
    """The tables with their pages open, each after its first act."""
    for table in tables:
        await table.open(VIEWERS)
    if tables[0].mix:
        await tables[0].learn()  # the others are like it
    for table in tables:
        table.hearers = tables[0].hearers
        for _act in range(len(table.hearers) or 1):
            await table.act()
    return tables


async def _hold_load(servers: list[Server], seconds: float, mix: bool) -> Result:
    laid = servers[0].lay("lay", TABLES)
    ports = [server.port for server in servers]
    tables = await _warm_up(
        [PlayedTable(ports[number % len(ports)], table, mix=mix) for number, table in enumerate(laid)]
    )
    start, most = time.perf_counter() + 0.5, [0.0]
    took: list[float] = []

    async def play(table: PlayedTable, number: int) -> None:
        due = start + EVERY * number / TABLES
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took.append(await table.act(due))
            due += EVERY

    async def weigh() -> None:
        while True:
            await asyncio.sleep(1)
            most[0] = max(most[0], sum(server.memory() for server in servers))

    weighing = asyncio.create_task(weigh())
    await asyncio.gather(*(play(table, number) for number, table in enumerate(tables)))
    weighing.cancel()
    behind = sum(table.behind for table in tables)
    for other in tables:
        other.close()
    done = len(took) / (time.perf_counter() - start)
    figures = {
        "load held: p95, ms": percentile(took, 0.95) * 1000,
        "load held: p99, ms": percentile(took, 0.99) * 1000,
        "load held: screens left behind": float(behind),
        "load held: memory of all processes, MB": most[0],
    }
    words = (
        f"{len(servers)} process{'es' if len(servers) > 1 else ''}, {TABLES} tables × {VIEWERS} screens, "
        f"{seconds:g} s: {len(took)} acts, {done:.1f} a second"
    )
    return Result(figures, [f"load: {words}; median {median(took) * 1000:.1f} ms"])
