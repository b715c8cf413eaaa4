"""The cost of an action in fights of six, twelve and forty-eight fighters, with the same open pages."""

from __future__ import annotations

from statistics import mean, median

from bench.host import Server
from bench.played_table import PlayedTable
from bench.result import Result, noise

FIGHTERS, WARM = (6, 12, 48), 60
PERIOD = 10  # rolls at a table: both of its tests in turns; every fifth roll writes to a sheet


async def measure(server: Server, rounds: int) -> Result:
    """Three tables that differ only in their fighters' number; the mean, because some rolls redraw the whole fight."""
    laid = {count: server.lay("lay", 1, count)[0] for count in FIGHTERS}
    tables = {count: await PlayedTable(server.port, table).open() for count, table in laid.items()}
    took: dict[int, list[float]] = {count: [] for count in FIGHTERS}
    for number in range(WARM + PERIOD * rounds):
        for count in FIGHTERS if number % 2 else FIGHTERS[::-1]:
            seconds = await tables[count].act()
            if number >= WARM:
                took[count].append(seconds)
    for table in tables.values():
        table.close()
    least, usual, most = (mean(took[count]) for count in FIGHTERS)
    lines = [
        f"fighters: {mean(took[count]) * 1000:.1f} ms in the mean, median {median(took[count]) * 1000:.1f} ms, {count}"
        for count in FIGHTERS
    ]
    figures = {"action with 12 fighters / with 6": usual / least, "action with 48 fighters / with 12": most / usual}
    return Result(figures, lines, noise([mean(took[6][at : at + PERIOD]) for at in range(0, len(took[6]), PERIOD)]))
