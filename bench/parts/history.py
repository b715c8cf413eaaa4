"""Goal 6: the cost of an action at a table with a long history, compared with a new table."""

from __future__ import annotations

from statistics import median

from bench.host import Server
from bench.played_table import PlayedTable
from bench.result import Result, noise

EVENTS, WARM = 100_000, 60


async def measure(server: Server, rounds: int) -> Result:
    """Two tables that differ only in the length of their history."""
    short, long = server.lay("lay", 2)
    events = server.lay("lengthen", long["campaign"], EVENTS)
    tables = [await PlayedTable(server.port, other).open(2) for other in (short, long)]
    took: dict[str, list[float]] = {"short": [], "long": []}
    for number in range(WARM + 3 * rounds):  # fills the page of the journal on both, and all caches
        order = list(zip(took, tables, strict=True))
        for name, table in order if number % 2 else order[::-1]:
            seconds = await table.act()
            if number >= WARM:
                took[name].append(seconds)
    for table in tables:
        table.close()
    ratio = median(took["long"]) / median(took["short"])
    lines = [f"history: {median(took[name]) * 1000:.1f} ms, {name}" for name in took]
    return Result(
        {"action after a long history / after a short one": ratio},
        [*lines, f"history: {events} events"],
        noise(took["short"]),
    )
