"""Remarks of a procedure besides its tests and changes, and the scene once its effects have landed."""

from __future__ import annotations

from typing import Any

from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.scene import Scene
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text


class Remark(Effect):
    """A sentence about somebody."""

    kind = "told"
    scalar = "text"
    text: Any = None

    def told(self, scene: Scene) -> Text | None:
        return self.text if isinstance(self.text, Text) else None


def after(scene: Scene, effects: tuple[AnyEffect, ...]) -> Scene:
    """The scene once these effects have landed, for a procedure that goes on from there."""
    for effect in effects:
        if isinstance(effect, Effect):
            scene = scene.with_changes(change for change in effect.land(scene) if change.before != change.after)
    return scene


def rolled(outcome: Outcome) -> AnyEffect:
    return AnyEffect("outcome", outcome.check.actor, outcome)
