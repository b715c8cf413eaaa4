"""R5: Redis killed and restarted under two processes: the delays of a writer, and of a page in the other process."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.client import Viewer, leave, watch
from bench.host import PATIENCE, Server
from bench.played_table import PlayedTable, pages, wait_for_frames
from bench.result import Result, percentile
from tests.faults.cluster import Redis
from tests.serve import free_port

ACTS, LATE_ACTS, KILLS = 60, 4, 3
SOON = 0.5  # seconds within which only a message can arrive: pages compare every two
IN_A_ROW = 3


async def measure(server: Server, redis: Redis) -> Result:
    """Acts with Redis and without, each time it is killed; then the time until messages arrive again."""
    answered: dict[str, list[float]] = {"there": [], "away": []}
    seen: dict[str, list[float]] = {"there": [], "away": []}
    back: list[float] = []
    (laid,) = server.lay("lay", 1)
    with server.second_process(free_port()) as other:
        table = await PlayedTable(server.port, laid).open(2)
        far = await watch(other.port, pages(laid, 2))
        await _act(table, far)
        for _kill in range(KILLS):
            for name in ("there", "away"):
                if name == "away":
                    redis.kill()
                for number in range(ACTS):
                    took, shown = await _act(table, far, wait=number < LATE_ACTS)
                    answered[name].append(took)
                    seen[name] += [shown] if shown else []
            redis.start()
            back.append(await _until_live(table, far))
        leave(far)
        table.close()
    worst = {name: percentile(values, 0.95) for name, values in answered.items()}
    figures = {
        "write without Redis / with it, p95": worst["away"] / worst["there"],
        "page of another process without Redis, slowest, s": max(seen["away"]),
        "news travel again once Redis is back, slowest, s": max(back),
    }
    lines = [
        f"redis {name}: answered {median(answered[name]) * 1000:.1f} ms (p95 {worst[name] * 1000:.1f}), "
        f"seen in the other process {median(seen[name]) * 1000:.0f} ms (slowest {max(seen[name]) * 1000:.0f})"
        for name in answered
    ]
    return Result(figures, lines)


def start_redis(folder: Path, ends: ExitStack) -> Redis:
    """A Redis server for this run, which may be killed, and ends with it."""
    redis = Redis(folder)
    ends.callback(redis.kill)
    redis.start()
    return redis


async def _act(table: PlayedTable, far: list[Viewer], wait: bool = True) -> tuple[float, float]:
    before, start = [viewer.frames for viewer in far], time.perf_counter()
    await table.post()
    took = time.perf_counter() - start
    if not wait:
        return took, 0.0
    assert not await wait_for_frames(far, before, PATIENCE), "a page of the other process was never told"
    return took, max(viewer.last for viewer in far) - start


async def _until_live(table: PlayedTable, far: list[Viewer]) -> float:
    """Seconds until messages arrive again: the first of several successive acts that are seen at once."""
    start, since, row = time.perf_counter(), 0.0, 0
    while row < IN_A_ROW:
        begun = time.perf_counter() - start
        _took, shown = await _act(table, far)
        since, row = (since if row else begun, row + 1) if shown < SOON else (0.0, 0)
        assert begun < PATIENCE, "news never travelled again"
        await asyncio.sleep(0.1)
    return since
