"""Goals 7 and 8: twenty tables of eight viewers at once, compared with one of them and with design A."""

from __future__ import annotations

from statistics import median

from bench.host import Server
from bench.played_table import PlayedTable, act_for
from bench.result import Result, median_ratio, noise

TABLES, VIEWERS, SECONDS = 20, 8, 2.0
ONE, ALL, A = "one table", f"{TABLES} tables", f"{TABLES} tables, way A"


async def measure(server: Server, rounds: int) -> Result:
    """Several rounds of each, in turns. An act is done once all viewers have its frame; others count as behind."""
    rounds = max(5, rounds // 2)
    laid = server.lay("lay", 2 * TABLES)
    watched = [await PlayedTable(server.port, table).open(VIEWERS) for table in laid[:TABLES]]
    others = [await PlayedTable(server.port, table, "a").open(VIEWERS) for table in laid[TABLES:]]
    acts: dict[str, list[float]] = {ONE: [], ALL: [], A: []}
    for number in range(rounds + 1):
        for name, tables in ((ONE, watched[number % TABLES :][:1]), (ALL, watched), (A, others)):
            done = await act_for(tables, SECONDS)
            if number:  # the first of each warms up
                acts[name].append(done)
    behind = sum(table.behind for table in (*watched, *others))
    for other in (*watched, *others):
        other.close()
    figures = {
        "acts/s at 20 tables / at one": median_ratio(acts[ALL], acts[ONE]),
        "acts/s at 20 tables / way A's": median_ratio(acts[ALL], acts[A]),
        "screens left behind at 20 tables": float(behind),
    }
    lines = [f"neighbours: {median(values):8.1f} acts/s, {name}" for name, values in acts.items()]
    return Result(figures, lines, noise(acts[ONE]))
