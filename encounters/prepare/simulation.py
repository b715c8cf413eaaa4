"""Simulation of a prepared fight for its game master: in separate processes, never under the campaign's lock.

Results are cached for a while and added to as long as the fight is unchanged: another run makes the figures more
reliable.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import Any

from django.conf import settings
from django.core.cache import cache

from encounters import scenes
from encounters.models import Encounter
from encounters.subjects import RESERVES
from rules.autoplay.simulation import Bout, Joining, Tally
from rules.core.scene import Scene, scene_to_json

log = logging.getLogger(__name__)
SECONDS, GRACE = 8, 4  # seconds for a run, and until its processes are killed
MOST_PROCESSES = 2
MOST_ROUNDS = 20  # a fight that lasts longer counts as won by nobody
KEPT = 1800  # seconds
ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True)
class Plan:
    """A fight to simulate, and its reserves by round."""

    scene: Scene
    joining: Joining
    game: str

    @property
    def key(self) -> str:
        text = json.dumps([scene_to_json(self.scene), self.joining, self.game], sort_keys=True, default=dict)
        return f"simulation:{hashlib.sha256(text.encode()).hexdigest()}"


def plan_of(encounter: Encounter) -> Plan:
    """The plan of an encounter, with reserves that join in a round; those that wait for a signal are left out."""
    whole = scenes.with_reserves(encounter)
    waiting: Mapping[str, Mapping[str, Any]] = encounter.state.get(RESERVES, {})
    fighters = {key: row for key, row in whole.state.get("fighters", {}).items() if key not in waiting}
    joining: dict[int, dict[str, Mapping[str, Any]]] = {}
    for key, row in waiting.items():
        if row["joins"]:
            joining.setdefault(int(row["joins"]), {})[key] = row
    scene = Scene(whole.token, whole.kind, whole.settings, {**whole.state, "fighters": fighters}, whole.sheets)
    return Plan(scene, joining, encounter.campaign.game)


def run_simulation(plan: Plan, seconds: float = SECONDS, times: int | None = None) -> Tally | None:
    """The figures of a fight after ``seconds`` more of simulation; ``None`` while another one is being simulated.

    The fight is played ``times`` altogether, or as often as the settings allow, which is always the limit.
    """
    bouts, most = _load_bouts(plan.key), settings.TABLEE_SIMULATED_FIGHTS
    missing = min(times or most, most) - len(bouts)
    if missing > 0:
        if not ONE_AT_A_TIME.acquire(blocking=False):
            return None
        try:
            bouts = [*bouts, *play_bouts(plan, len(bouts), missing, seconds)]
        finally:
            ONE_AT_A_TIME.release()
        _save_bouts(plan.key, bouts)
    return Tally(tuple(bout for bout in bouts if bout is not None))


def is_played_out(plan: Plan) -> bool:
    return len(_load_bouts(plan.key)) >= int(settings.TABLEE_SIMULATED_FIGHTS)


def _load_bouts(key: str) -> list[Bout | None]:
    with _cache_may_be_away():
        return list(cache.get(key, []))
    return []


def _save_bouts(key: str, bouts: list[Bout | None]) -> None:
    with _cache_may_be_away():
        cache.set(key, bouts, KEPT)


@contextmanager
def _cache_may_be_away() -> Iterator[None]:
    """If a shared cache is unreachable, earlier results are unknown and new ones are not stored."""
    try:
        yield
    except Exception as error:  # each cache backend raises its own
        log.warning("The cache is away, a simulation is not kept: %r", error)


def play_bouts(plan: Plan, first: int, times: int, seconds: float) -> Iterator[Bout | None]:
    """Bouts in the order of their numbers, dealt out to the processes, up to the first one not finished in time."""
    shares = min(MOST_PROCESSES, os.cpu_count() or 1)
    request = {
        "game": plan.game,
        "scene": scene_to_json(plan.scene),
        "joining": plan.joining,
        "end": first + times,
        "every": shares,
        "seconds": seconds,
        "rounds": MOST_ROUNDS,
    }
    with ThreadPoolExecutor(shares) as pool:
        outputs = list(
            pool.map(lambda share: _run_process({**request, "first": first + share}, seconds), range(shares))
        )
    in_turn = (row for rows in zip_longest(*outputs) for row in rows)
    for line in takewhile(bool, in_turn):
        result = json.loads(line)
        yield Bout(result["winner"], result["rounds"], tuple(result["fallen"])) if result else None


def _run_process(request: Mapping[str, Any], seconds: float) -> list[bytes]:
    try:
        run = subprocess.run(
            [sys.executable, "-m", "rules.management.simulate"],
            input=json.dumps(request, default=dict).encode(),
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=seconds + GRACE,
            check=False,  # the bouts played so far count even if it fails
        )
        return run.stdout.split(b"\n")[:-1]
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").split(b"\n")[:-1]
