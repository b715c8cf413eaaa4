"""What a test that may be tried again can still come to: the exact chance of one success, for the game master."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rules.odds import Distribution, distribution
from rules.paths import Data
from rules.scene import Action, Scene
from rules.script import Script
from rules.system import System

_WHO = "actor"


def chance(system: System, sheet: Data, settings: Data, args: Data, said: Data) -> Fraction | None:
    """The chance of a success within the attempts of a countdown (or in one), all made by this character.

    ``None`` when the sheet does not have what is tested.
    """

    @cache
    def within(tries: int, carries: int) -> Fraction:
        found = attempt(system, _scene(sheet, settings, said, tries, carries), args)
        succeeded = found.chance(lambda one: one[0])
        if tries + 1 >= most or succeeded == 1:
            return succeeded
        ways = ((Fraction(weight, found.total), one[1]) for one, weight in found.weights.items() if not one[0])
        return succeeded + sum(share * within(tries + 1, left) for share, left in ways)

    most = max(1, said.get("attempts", 0))
    try:
        return within(0, 0)
    except LookupError:
        return None


def attempt(system: System, scene: Scene, args: Data) -> Distribution[tuple[bool, int]]:
    """What one attempt gives: whether it succeeds, and what a failure leaves to the next one.

    Raises ``LookupError`` when the sheet does not have what is tested.
    """

    def start() -> Script[tuple[bool, int]]:
        effects = yield from system.test(scene, Action("test", _WHO, args))
        outcome = next((one.value for one in effects if one.kind == "outcome"), None)
        if outcome is None:
            raise LookupError(args["check"])
        return outcome.level.succeeded, 0 if outcome.level.succeeded else outcome.modifier

    return distribution(start)


def _scene(sheet: Data, settings: Data, said: Data, tries: int, carries: int) -> Scene:
    row = {"character": _WHO, "side": "pc", "marks": {"tries": tries, "carries": carries}}
    state = {"fighters": {_WHO: row}, "marks": {"retry": {"said": said}}}
    return Scene("", "test", settings, state, {_WHO: sheet})
