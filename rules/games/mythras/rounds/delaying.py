"""Turns put off, lost or kept for reactions (MYT-ACT-DELAY, MYT-ACT-DITHER, MYT-AP-02)."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.games.mythras.rounds.acts import FREE, TurnAct, title_text
from rules.games.mythras.rounds.turn_effects import Held, Turn
from rules.games.mythras.text import _


class Delay(TurnAct):
    """MYT-ACT-DELAY: the point is kept for a reaction, until one’s own next turn."""

    kind = "delay"
    label = _("Delay: keep the point for a reaction")
    defensive = True
    rules = ("MYT-ACT-DELAY",)
    delayable = False

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Turn(action.actor, 0, delays=True),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s delays"), scene, action)


class Dither(TurnAct):
    """MYT-ACT-DITHER: the turn and its point are lost."""

    kind = "dither"
    label = _("Dither: lose the turn")
    rules = ("MYT-ACT-DITHER",)
    delayable = False
    idle = True

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s dithers"), scene, action)


class KeepPoints(TurnAct):
    """MYT-AP-02: no more turns in this round; what is left is for reactions."""

    kind = "hold"
    label = _("Keep all points for reactions")
    rules = ("MYT-AP-02",)
    joint = True
    passes = "over"
    group = FREE
    delayable = False
    idle = True

    def cost(self, scene: Scene, action: Action) -> Effects:
        return Turn(action.actor, 0), Held(action.actor)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s keeps the points left for reactions"), scene, action)
