"""A fight tried beforehand for a game master: in processes of its own, for a while, never under the campaign's lock.

What was tried of a fight is kept a while and added to, as long as nothing of it has changed: trying again makes the
figures surer.
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
SECONDS, GRACE = 8, 4  # what a try may take, and how long after that its processes are ended
MOST_PROCESSES = 2
MOST_BOUTS = 1000  # of one fight
MOST_ROUNDS = 20  # after so many nobody has won
KEPT = 1800  # seconds
ONE = threading.Lock()


@dataclass(frozen=True)
class Plan:
    """A fight as it is tried."""

    scene: Scene
    joining: Joining
    game: str

    @property
    def key(self) -> str:
        text = json.dumps([scene_to_json(self.scene), self.joining, self.game], sort_keys=True, default=dict)
        return f"simulation:{hashlib.sha256(text.encode()).hexdigest()}"


def plan(encounter: Encounter) -> Plan:
    """An encounter with those in reserve who have a round; who waits for a signal takes no part."""
    whole = scenes.with_reserves(encounter)
    waiting: Mapping[str, Mapping[str, Any]] = encounter.state.get(RESERVES, {})
    there = {key: row for key, row in whole.state.get("fighters", {}).items() if key not in waiting}
    joining: dict[int, dict[str, Mapping[str, Any]]] = {}
    for key, row in waiting.items():
        if row["joins"]:
            joining.setdefault(int(row["joins"]), {})[key] = row
    scene = Scene(whole.token, whole.kind, whole.settings, {**whole.state, "fighters": there}, whole.sheets)
    return Plan(scene, joining, encounter.campaign.game)


def tally(wanted: Plan, seconds: float = SECONDS, times: int = MOST_BOUTS) -> Tally | None:
    """The figures of a fight, with those that ``seconds`` of trying add; ``None`` while another one is tried."""
    known = _kept(wanted.key)
    if len(known) < min(times, MOST_BOUTS):
        if not ONE.acquire(blocking=False):
            return None
        try:
            known = [*known, *play(wanted, len(known), times - len(known), seconds)]
        finally:
            ONE.release()
        _keep(wanted.key, known)
    return Tally(tuple(bout for bout in known if bout is not None))


def _kept(key: str) -> list[Bout | None]:
    with _cache_may_be_away():
        return list(cache.get(key, []))
    return []


def _keep(key: str, bouts: list[Bout | None]) -> None:
    with _cache_may_be_away():
        cache.set(key, bouts, KEPT)


@contextmanager
def _cache_may_be_away() -> Iterator[None]:
    """Without a cache that is shared and away just now, nothing is known from before, and nothing is kept."""
    try:
        yield
    except Exception as error:  # each cache raises its own
        log.warning("The cache is away, a simulation is not kept: %r", error)


def play(wanted: Plan, first: int, times: int, seconds: float) -> Iterator[Bout | None]:
    """Bouts in the order of their numbers, which the processes share out; up to the first that none has come to."""
    shares = min(MOST_PROCESSES, os.cpu_count() or 1)
    asked = {
        "game": wanted.game,
        "scene": scene_to_json(wanted.scene),
        "joining": wanted.joining,
        "end": first + times,
        "every": shares,
        "seconds": seconds,
        "rounds": MOST_ROUNDS,
    }
    with ThreadPoolExecutor(shares) as pool:
        played = list(pool.map(lambda share: _played({**asked, "first": first + share}, seconds), range(shares)))
    in_turn = (row for rows in zip_longest(*played) for row in rows)
    for line in takewhile(bool, in_turn):
        result = json.loads(line)
        yield Bout(result["winner"], result["rounds"], tuple(result["fallen"])) if result else None


def _played(asked: Mapping[str, Any], seconds: float) -> list[bytes]:
    try:
        run = subprocess.run(
            [sys.executable, "-m", "rules.management.simulate"],
            input=json.dumps(asked, default=dict).encode(),
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=seconds + GRACE,
            check=False,  # what was played until then is told
        )
        return run.stdout.split(b"\n")[:-1]
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").split(b"\n")[:-1]
