"""Exact odds of a test: each face of its die with its meaning, from the game's own procedure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rules.core.check import Level, Outcome
from rules.core.dice import Dice
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Pending, Roll, Script, replay
from rules.engine.decide import check_odds
from rules.odds.distribution import Distribution

KINDS = {Level.CRITICAL: "critical", Level.SUCCESS: "success", Level.FAILURE: "failure", Level.FUMBLE: "fumble"}
MOST_FACES = 20
_ACTOR = "actor"


@dataclass(frozen=True)
class Chances:
    """The outcomes of a test before it is rolled.

    ``faces`` gives the result of each face of a single small die; for other dice, ``parts`` gives the share of each
    level as kind, start and width in percent. Without dice both are empty, and ``sample`` is the certain outcome.
    """

    sample: Outcome
    percent: int
    faces: tuple[str, ...] = ()
    parts: tuple[tuple[str, int, int], ...] = ()
    dice: str = ""


def find_chances(system: Game, sheet: Data, settings: Data, check: str, args: Mapping[str, Any]) -> Chances | None:
    """The exact chances of a test with these arguments; ``None`` if it is no longer on the sheet.

    The procedure runs up to its first roll, which has the tested number by then; the difficulty comes from the
    arguments, because the roll may keep it from the player.
    """
    state = {"fighters": {_ACTOR: {"character": _ACTOR, "side": "pc"}}}
    scene = Scene("", "test", settings, state, {_ACTOR: sheet})
    action = Action("test", _ACTOR, {**args, "check": check})

    def start() -> Script[tuple[Effect, ...]]:
        return system.test(scene, action)

    first = replay(start, {})
    if isinstance(first, Pending):
        request = first.requests[0]
        if not isinstance(request, Roll) or request.check is None:
            return None
        values = system.tested(scene, action)
        tested = request.check if values is None else replace(request.check, extra=values.extra)
        return chances_of_faces(check_odds(system, tested, settings), request.dice)
    outcome = next((effect.value for effect in first.value if effect.kind == "outcome"), None)
    return Chances(outcome, 100 if outcome.level.succeeded else 0) if outcome else None


def chances_of_faces(odds: Distribution[Outcome], dice: Dice) -> Chances:
    """The outcomes of a test for drawing: by face for a single small die, else by share."""
    percent = round(100 * odds.chance(lambda outcome: outcome.level.succeeded))
    sample = next(iter(odds.weights))
    if dice.count == 1 and dice.sides <= MOST_FACES:
        by_face = {outcome.faces[0]: KINDS[outcome.level] for outcome in odds.weights if outcome.faces}
        faces = tuple(by_face.get(face, "failure") for face in range(1, dice.sides + 1))
        return Chances(sample, percent, faces, dice=str(dice))
    return Chances(sample, percent, parts=_bar_parts(odds), dice=str(dice))


def _bar_parts(odds: Distribution[Outcome]) -> tuple[tuple[str, int, int], ...]:
    rows, start = [], 0
    ordered = sorted(odds.weights.items(), key=lambda item: -item[0].level)
    for level, group in groupby(ordered, key=lambda item: item[0].level):
        width = round(100 * sum(ways for _one, ways in group) / odds.total)
        rows.append((KINDS[level], start, width))
        start += width
    return tuple(rows)
