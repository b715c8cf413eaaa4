"""Remarks of a procedure besides its tests and changes, and the scene once its effects have landed."""

from __future__ import annotations

from typing import Any

from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.scene import Scene
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text
from rules.games.polaris.marks import BOOST
from rules.games.polaris.trials.boost import BOOSTED


class Remark(Effect):
    """A sentence about somebody."""

    kind = "told"
    scalar = "text"
    text: Any = None

    def told(self, scene: Scene) -> Text | None:
        return self.text if isinstance(self.text, Text) else None


def after(scene: Scene, effects: tuple[AnyEffect, ...]) -> Scene:
    """The scene once these effects have landed and these tests are made, for a procedure that goes on from there."""
    for effect in effects:
        if isinstance(effect, Effect):
            scene = scene.with_changes(change for change in effect.land(scene) if change.before != change.after)
    return scene.with_changes(BOOST.clear(scene, who) for who in boosted(effects))


def boosted(effects: tuple[AnyEffect, ...]) -> tuple[str, ...]:
    """POL-LUCK-02: those whose point of luck a test has used up; without a die the point waits."""
    tests = (effect.value for effect in effects if effect.kind == "outcome" and effect.value.faces)
    return tuple(dict.fromkeys(test.check.actor for test in tests if BOOSTED in test.check.flags))


def rolled(outcome: Outcome) -> AnyEffect:
    return AnyEffect("outcome", outcome.check.actor, outcome)
