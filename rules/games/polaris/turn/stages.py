"""The parts of a turn, and who acts in each (POL-TURN-05)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.acts import Act
from rules.core.memo import memoize
from rules.core.rounds import Prompt, is_running
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.harm import fatigue
from rules.games.polaris.harm.fatigue import FATIGUE
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.turn import ambush, initiative

BESIDE = ("declarations", "resolution")  # the parts in which somebody may do a little more than is asked of them
AT_RISK = ("react", "notice")  # the tests of those who may be surprised
LABELS: dict[str, Text] = {
    "before": _("Start the fight"),
    "ambush": _("Free attack from hiding"),
    "surprise": _("Surprise: test reaction"),
    "declarations": _("Declare what you do"),
    "resolution": _("Act"),
    FATIGUE: _("Test fatigue"),
    "end": _("Open the next turn, or end the fight"),
}


@memoize
def turn(scene: Scene) -> tuple[Prompt, ...]:
    """POL-TURN-05: surprise, declarations, resolution, end; beside an open exchange, those who act together with it."""
    label = LABELS[stage(scene)]
    if scene.exchanges:
        return tuple(Prompt(who, "act", label) for who in companions(scene))
    seconds = _time(scene)
    return tuple(Prompt(who, "act", label, seconds=seconds) for who in fighters_up(scene)) or (
        Prompt("gm", "act", label),
    )


def _time(scene: Scene) -> int:
    """POL-INIT-10: the seconds there are for a declaration, where the house gives any limit."""
    return int(setting(scene.settings, "declaration_timer_s")) if stage(scene) == "declarations" else 0


@memoize
def stage(scene: Scene) -> str:
    """The part of the turn, derived: ``before``, ``surprise``, ``declarations``, ``resolution`` or ``end``."""
    if not is_running(scene):
        return "before"
    if scene.exchanges:
        return _open_stage(scene)
    return _owed_stage(scene)


def _owed_stage(scene: Scene) -> str:
    owed: dict[str, Callable[[Scene], tuple[str, ...]]] = {
        "ambush": initiative.ambushing,
        "surprise": initiative.at_risk,
        "declarations": initiative.undeclared,
        "resolution": initiative.acting,
        FATIGUE: fatigue.owing,
    }
    return next((part for part, who in owed.items() if who(scene)), "end")


def _open_stage(scene: Scene) -> str:
    actions = [exchange.action for exchange in scene.exchanges.values()]
    if not any(action.actor in scene.fighters or action.kind in AT_RISK for action in actions):
        return _owed_stage(scene)  # what the game master decides belongs to no part of the turn
    if all(action.kind in AT_RISK for action in actions):
        return "surprise"
    free = all(action.actor in scene.fighters and ambush.free_attack(scene, action.actor) for action in actions)
    return "ambush" if free else "resolution"


@memoize
def fighters_up(scene: Scene) -> tuple[str, ...]:
    """The fighters who are to do something now; nobody outside of the parts of a turn."""
    owed: dict[str, Callable[[Scene], tuple[str, ...]]] = {
        "ambush": initiative.ambushing,
        "surprise": initiative.at_risk,
        "declarations": initiative.speakers,
        "resolution": initiative.acting,
        FATIGUE: fatigue.owing,
    }
    who = owed.get(stage(scene))
    return who(scene) if who else ()


@memoize
def companions(scene: Scene) -> tuple[str, ...]:
    """Fighters who act together with an open exchange and have not begun (POL-SURP-06, POL-INIT-13)."""
    begun = {exchange.action.actor for exchange in scene.exchanges.values()}
    together: dict[str, None] = {}
    for exchange in scene.exchanges.values():
        if exchange.action.kind == "react":
            together |= dict.fromkeys(initiative.at_risk(scene))
        elif exchange.action.actor in scene.fighters and not ambush.free_attack(scene, exchange.action.actor):
            together |= dict.fromkeys(initiative.companions(scene, exchange.action.actor))
    return tuple(who for who in together if who not in begun)


def is_ready(scene: Scene, fighter: str) -> bool:
    """POL-INIT-17: acting now, or delaying: those who delay may act whenever nothing else is open."""
    if fighter not in scene.fighters:
        return False
    if scene.exchanges:
        return fighter in companions(scene)
    return fighter in fighters_up(scene) or (stage(scene) == "resolution" and fighter in initiative.delaying(scene))


def is_beside(scene: Scene, fighter: str) -> bool:
    """Somebody may do a little besides, whether or not it is their turn."""
    if fighter not in scene.fighters or scene.exchanges or stage(scene) not in BESIDE:
        return False
    return not initiative.is_out(scene, fighter)


class StageAct(Act):
    """An act of the acting fighter in one part of the turn."""

    stages: tuple[str, ...] = ()

    def is_open(self, scene: Scene, actor: str) -> bool:
        return stage(scene) in self.stages and is_ready(scene, actor)
