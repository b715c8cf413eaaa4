"""R12: forty tables of eight screens at which somebody acts each second, for as long as it is asked."""

from __future__ import annotations

import asyncio
import time

from bench.acting import Acting
from bench.found import Found
from bench.host import Server

TABLES, VIEWERS, EVERY = 40, 8, 1.0


async def measured(server: Server, seconds: float) -> Found:
    """Every act is due at its time, whether or not the last one was slow; what it waits counts."""
    tables = [await Acting(server.port, table).open(VIEWERS) for table in server.lay("lay", TABLES)]
    for one in tables:
        await one.act()  # the first of each warms up
    start, most = time.perf_counter() + 0.5, [server.memory()]
    took: list[float] = []

    async def play(one: Acting, number: int) -> None:
        due = start + EVERY * number / TABLES
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took.append(await one.act(due))
            due += EVERY

    async def weigh() -> None:
        while True:
            await asyncio.sleep(1)
            most[0] = max(most[0], server.memory())

    weighing = asyncio.create_task(weigh())
    await asyncio.gather(*(play(one, number) for number, one in enumerate(tables)))
    weighing.cancel()
    behind = sum(one.behind for one in tables)
    for one in tables:
        one.close()
    took.sort()
    done = len(took) / (time.perf_counter() - start)
    figures = {
        "load held: p95, ms": took[int(len(took) * 0.95)] * 1000,
        "load held: p99, ms": took[int(len(took) * 0.99)] * 1000,
        "load held: screens left behind": float(behind),
        "load held: memory of the process, MB": most[0],
    }
    words = f"{TABLES} tables × {VIEWERS} screens, {seconds:g} s: {len(took)} acts, {done:.1f} a second"
    return Found(figures, [f"load: {words}; median {took[len(took) // 2] * 1000:.1f} ms"])
