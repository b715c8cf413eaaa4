"""Acts on a sheet outside a fight, each in the file of its rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from rules.core.acts import Act, Effects
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Script
from rules.core.text import Text


class DowntimeAct(Act, ABC):
    """An act of the sheet."""

    downtime = True
    journal: ClassVar[Text]  # its title

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in scene.fighters and self.applies(scene, actor)

    def applies(self, scene: Scene, who: str) -> bool:
        """It makes sense for somebody in their present state."""
        return True

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.journal

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self.procedure(scene, action.actor, action.args)

    @abstractmethod
    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        """Its rolls and choices."""
