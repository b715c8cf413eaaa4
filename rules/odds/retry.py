"""The odds of a test with retries: the exact chance of at least one success, for the game master."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

from rules.core.check import Outcome
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Done, just, replay
from rules.odds.distribution import Distribution, distribution

_WHO = "actor"


def chance(system: Game, sheet: Data, settings: Data, args: Data, said: Data) -> Fraction | None:
    """The chance of a success within the attempts of a countdown (or in one), all made by this character.

    ``None`` if the sheet does not have what is tested.
    """
    chances: dict[object, Distribution[tuple[bool, int]]] = {}

    @cache
    def within(tries: int, carries: int) -> Fraction:
        odds = _attempt(system, _scene(sheet, settings, said, tries, carries), args, chances)
        succeeded = odds.chance(lambda outcome: outcome[0])
        if tries + 1 >= most:
            return succeeded
        failures = ((left, weight) for (success, left), weight in odds.weights.items() if not success)
        ways = ((Fraction(weight, odds.total), left) for left, weight in failures)
        return succeeded + sum(share * within(tries + 1, left) for share, left in ways)

    most = max(1, said.get("attempts", 0))
    try:
        return within(0, 0)
    except LookupError:
        return None


def _attempt(
    system: Game, scene: Scene, args: Data, chances: dict[object, Distribution[tuple[bool, int]]]
) -> Distribution[tuple[bool, int]]:
    """The distribution of one attempt: success, and what a failure carries into the next.

    An outcome that needs no dice is taken as it is; others depend only on the tested number, so equal ones are computed
    once. Raises ``LookupError`` if the sheet does not have what is tested.
    """
    action = Action("test", _WHO, args)
    check = system.tested(scene, action)
    if check is None:
        raise LookupError(args["check"])
    check = replace(system.tried_again(scene, action, check), actor=_WHO)
    key = (check.target.total, check.extra, check.refused, check.flags)
    if key not in chances:
        state = replay(lambda: system.test(scene, action), {})
        ended = state.value if isinstance(state, Done) else ()
        ruled = next((row.value for row in ended if row.kind == "outcome"), None)
        odds = distribution(lambda: just(ruled) if ruled is not None else system.resolve(check, scene.settings))
        chances[key] = odds.map(_weight)
    return chances[key]


def _weight(outcome: Outcome) -> tuple[bool, int]:
    succeeded = outcome.level.succeeded
    return succeeded, 0 if succeeded else outcome.modifier


def _scene(sheet: Data, settings: Data, said: Data, tries: int, carries: int) -> Scene:
    row = {"character": _WHO, "side": "pc", "marks": {"tries": tries, "carries": carries}}
    state = {"fighters": {_WHO: row}, "marks": {"retry": {"said": said}}}
    return Scene("", "test", settings, state, {_WHO: sheet})
