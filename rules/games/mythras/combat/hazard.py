"""Threats that are nobody’s attack: a chariot, a falling rock (MYT-CLOSE-EVADE)."""

from __future__ import annotations

from rules.character.fields import number, text
from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.check import Breakdown, Check, Modifier
from rules.core.effects import Effect as Declared
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK, Effect, Script
from rules.games.mythras.combat import defence
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rounds.turn_effects import NewAction
from rules.games.mythras.text import _


class Caught(Declared):
    """MYT-CLOSE-EVADE: what threatened has hit; its damage is for the game master to write."""

    kind = "caught"
    is_open = True
    says = _("is hit by it")


class Hazard(AboutFighter):
    """MYT-CLOSE-EVADE: a skill that the game master names, against Evade."""

    kind = "hazard"
    label = _("Something to evade")
    rules = ("MYT-CLOSE-EVADE",)
    says = _("%(who)s is threatened")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        what = text("note", _("What"), most=80)
        return what, number("skill", _("Skill of what threatens"), 50, 1, 300, "MYT-CLOSE-EVADE")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (NewAction("gm"),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        who = str(action.args["fighter"])
        return _threatens(scene, who, action) if who in scene.fighters else None


def _threatens(scene: Scene, who: str, action: Action) -> Script[Effects]:
    what = _("%(skill)s", skill=str(action.args.get("note") or "…"))
    skill = int(action.args["skill"])
    check = Check("gm", "hazard", what, Breakdown(Modifier(what, skill)), skill)
    rolled = yield from resolution.resolve(check, scene.settings, ATTACK, what)
    tests: Effects = (Effect("outcome", "gm", rolled),)
    answer = yield from defence.dodge(scene, who, "gm", what)
    if answer.outcome is None:
        return (*tests, *_hit(who, rolled.level.succeeded))
    hit = not resolution.goes_past(rolled, answer.outcome, scene.settings)
    return (*tests, Effect("outcome", who, answer.outcome), *defence.lands(who, answer), *_hit(who, hit))


def _hit(who: str, hit: bool) -> Effects:
    return (Caught(who),) if hit else ()
