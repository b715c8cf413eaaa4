"""The round: whose turn it is, what may be done, what it costs and which procedure it opens (MED-TURN)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.dice import Dice
from rules.core.game import Offer, Prompt
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script, just, roll
from rules.core.text import Text
from rules.games.medieval import (
    advancement,
    attacks,
    conduct,
    costs,
    dying,
    forms,
    initiative,
    manoeuvres,
    movement,
    sneaking,
    wrestling,
)
from rules.games.medieval import sheet as sheets
from rules.games.medieval.sheet import DYING
from rules.games.medieval.tables import AT_START, MANOEUVRES
from rules.games.medieval.text import _

Effects = tuple[Effect, ...]
ONE_DIE = Dice(1, 10)  # MED-MANOEUVRE-DESTABILISATION


def stage(scene: Scene) -> str:
    """The part of the round, derived: before, opening, order, dying, declarations, action or end."""
    if not initiative.is_running(scene):
        return "before"
    if initiative.unplaced(scene):
        return "opening" if initiative.choosing(scene) else "order"
    if initiative.dying(scene):
        return "dying"
    if owing(scene):
        return "declarations"
    return "action" if initiative.acting(scene) else "end"


def up(scene: Scene) -> tuple[str, ...]:
    """Who is to do something now, nobody but the game master where the round begins or ends."""
    found: dict[str, Callable[[Scene], tuple[str, ...]]] = {
        "opening": initiative.choosing,
        "dying": initiative.dying,
        "declarations": owing,
        "action": initiative.acting,
    }
    part = stage(scene)
    return found[part](scene) if part in found else ()


def owing(scene: Scene) -> tuple[str, ...]:
    """MED-MAN-04: those who have still to declare: whoever could use a manoeuvre of the start of the round.

    Once somebody has acted, the start of the round is over.
    """
    if any(initiative.mark(scene, one, "turn.begun") for one in scene.fighters):
        return ()
    active = (one for one in scene.fighters if not initiative.is_out(scene, one))
    return tuple(one for one in active if not initiative.mark(scene, one, "turn.declared") and _may(scene, one))


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """MED-TURN-01: openings and declarations in any order, then one fighter after the other."""
    if scene.exchanges:
        return ()
    label = LABELS[stage(scene)]
    return tuple(Prompt(one, "act", label) for one in up(scene)) or (Prompt("gm", "act", label),)


LABELS: dict[str, Text] = {
    "before": _("Start the fight"),
    "opening": _("Take the initiative, or leave it"),
    "order": _("Determine the order of combat"),
    "dying": _("Roll against death"),
    "declarations": _("Declare a manoeuvre, or none"),
    "action": _("Your turn"),
    "end": _("Open the next round, or end the fight"),
}


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now, refused things included."""
    if actor == "gm":
        return conduct.offers(scene, stage(scene), up(scene))
    if scene.exchanges:
        return ()
    part = stage(scene)
    if part == "before":
        return at_leisure(scene, actor)
    if actor not in up(scene):
        return ()
    if part == "opening":
        return forms.opening(actor)
    if part == "dying":
        return dying.offers(scene, actor)
    return forms.declarations(scene, actor) if part == "declarations" else forms.turn(scene, actor)


def at_leisure(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """MED-DEATH-04, 06, MED-MAN-02: what may be done outside of a fight: hold on to life, then spend points."""
    dies = dying.offers(scene, actor) if initiative.vital(scene, actor) == DYING else ()
    return (*dies, *advancement.offers(scene, actor))


def cost(scene: Scene, action: Action) -> Effects:
    """What an action changes at once. Raises ``Refused`` naming a field for what does not go together."""
    return conduct.cost(scene, action) if action.actor == "gm" else costs.cost(scene, action)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown or chosen."""
    actor, args = action.actor, action.args
    if actor == "gm":
        return conduct.script(scene, action)
    if actor not in scene.fighters:
        return None
    if scene.kind == "test":
        return _paid(scene, action) if action.kind in ("buy", "death_roll", "hold_on") else None
    if action.kind in ("death_roll", "hold_on"):
        return dying.script(scene, action)
    found = _SCRIPTS.get(action.kind)
    return found(scene, actor, args) if found else None


def _paid(scene: Scene, action: Action) -> Script[Effects]:
    """On a sheet nothing is paid before the dice: the cost is part of what the procedure comes to."""
    rolled = dying.script(scene, action) if action.kind in ("death_roll", "hold_on") else None
    return (*costs.cost(scene, action), *((yield from rolled) if rolled else ()))


def _may(scene: Scene, fighter: str) -> bool:
    sheet = scene.sheet(fighter)
    points = sheets.pc(sheet)
    return any(manoeuvres.rank(sheet, key) and MANOEUVRES[key].pc <= points for key in AT_START)


_SCRIPTS: dict[str, Callable[[Scene, str, Data], Script[Effects]]] = {
    "attack": attacks.strike,
    "shoot": attacks.strike,
    "wrestle": attacks.strike,
    "sneak": sneaking.sneak,
    "move": lambda scene, fighter, args: movement.sprints(scene, fighter) if args["sprint"] else just(()),
    "flee": movement.flee,
    "extra": movement.extra,
    "break_free": wrestling.break_free,
    "press": lambda scene, fighter, args: just(attacks.press(scene, fighter, args["target"])),
    "declare_destabilisation": lambda scene, fighter, args: _destabilises(fighter, args["target"]),
}


def _destabilises(fighter: str, target: str) -> Script[Effects]:
    """MED-MANOEUVRE-DESTABILISATION: one die, by which the Defence of the opponent drops."""
    faces = yield from roll("die", fighter, ONE_DIE, MANOEUVRES["destabilisation"].label)
    return (Effect("destabilise", target, {"by": sum(faces)}),)
