"""Goal 12: computing the odds of an act, compared with the act itself and with another library."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations

from bench.result import Result
from rules import registry
from rules.autoplay.duel import Stalemate, attack_the_weakest, play
from rules.autoplay.skirmish import skirmish
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.script import Roll
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from sheets.rolls.odds import find_chances


def measure(action: float | None) -> Result:
    """The figures of goal 12; ``action`` is the time of one whole action, if known."""
    slowest, whole = dict(previews()), dict(exchanges())
    faster = _compare_with_icepool()
    worst = max(slowest.values())
    figures = {
        "slowest preview of a test, ms": worst * 1000,
        "slowest forecast of a whole exchange, ms": max(whole.values()) * 1000,
        "icepool / our exact odds of a contested attack": faster,
    }
    if action is not None:
        figures["slowest preview of a test / one whole action, 10"] = worst / action
    lines = [f"preview, {name:14} {took * 1000:8.2f} ms" for name, took in slowest.items()]
    return Result(figures, lines + [f"whole, {name:16} {took * 1000:8.2f} ms" for name, took in whole.items()])


def median(work: Callable[[], object], times: int = 9) -> float:
    """The median of this many runs, in seconds of processor time, because nothing here waits."""
    took = []
    for _run in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return sorted(took)[times // 2]


def previews() -> Iterator[tuple[str, float]]:
    """The slowest odds of a test of each game, for its first ready-made character."""
    for system in registry.systems():
        data = next(row["data"] for row in registry.samples(system.key).values() if row["kind"] == "pc")
        checks = [check.key for check in system.checks(data, {}) if check.refused is None]
        took = {key: median(lambda key=key, of=system, on=data: find_chances(of, on, {}, key, {}), 3) for key in checks}
        yield system.key, max(took.values())


def exchanges(rounds: int = 2) -> Iterator[tuple[str, float]]:
    """The slowest odds of a whole exchange of each game, in fights of every two ready-made sheets."""
    for system in registry.systems():
        sheets = [row["data"] for row in registry.samples(system.key).values()]
        took = [0.0]

        def move(system: Game, scene: Scene, actor: str, took: list[float] = took) -> Action:
            action = attack_the_weakest(system, scene, actor)
            if actor != "gm" and action.kind in system.kinds_with_odds:
                fresh = replace(scene)  # with empty caches
                took.append(median(lambda: odds(system, replace(fresh), Viewer("gm"), action), 3))
            return action

        for number, pair in enumerate(combinations(sheets, 2)):
            source = random.Random(number)
            scene = skirmish({"a": pair[:1], "b": pair[1:]})
            with suppress(Stalemate):
                play(system, scene, partial(_thrown, source), move=move, most_rounds=rounds)
        yield system.key, max(took)


def _thrown(source: random.Random, roll: Roll) -> list[int]:
    return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]


def _compare_with_icepool() -> float:
    """The factor by which our odds of a contested attack are faster, in the game that has a model of one."""
    keys = (system.key for system in registry.systems())
    (game,) = (key for key in keys if importlib.util.find_spec(f"bench.{key}"))
    faster, equal = importlib.import_module(f"bench.{game}.contested_attack").compare()
    assert equal, "icepool gives other odds"
    return float(faster)
