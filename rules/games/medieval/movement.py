"""Movement: combat speed, sprints that tire, moving beside another action, fleeing, and extra actions."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.medieval import checks, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.tables import FEASIBLE, HARD, REFUSALS, SCALE, SKILLS, TRAITS
from rules.games.medieval.text import _

Effects = tuple[Effect, ...]
FREE_SPRINTS = 1  # MED-SPRINT-01
LEEWAY = (0, 2, 4, -2, -4)  # MED-MOVEACT-04: what the game master may add to an extra action


def terrain(scene: Scene) -> str:
    """The ground on which the fight takes place."""
    return str(scene.marks.get("terrain", "flat"))


def speed(scene: Scene, fighter: str, sprint: bool = False, halved: bool = False) -> int:
    """MED-MOVE-01: the metres of a fighter in one round on this ground."""
    return sheets.metres(scene.sheet(fighter), scene.settings, terrain(scene), sprint, halved)


def beside_field(scene: Scene, fighter: str) -> Field:
    """MED-MOVEACT-01 to 03: moving before or after a shot, a throw or a spell; never in melee, never at a sprint."""
    caught = REFUSALS["ENGAGED"] if initiative.opponents(scene, fighter) else None
    far = _("%(metres)s m", metres=speed(scene, fighter, halved=True))
    rows = (
        Choice("none", _("No movement")),
        Choice("before", _("Before, at half speed"), caught, far),
        Choice("after", _("After, at half speed"), caught, far),
        Choice("sprint", _("At a sprint"), REFUSALS["NO_SPRINT_WITH_ACTION"]),
    )
    return Field("move", _("Movement"), "choice", "none", choices=rows, rule="MED-MOVEACT-01")


def beside(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-01, 02: the half movement that goes with an action."""
    if args.get("move", "none") == "none":
        return ()
    return (Effect("moved", fighter, {"metres": speed(scene, fighter, halved=True)}),)


def sprints(scene: Scene, fighter: str) -> Script[Effects]:
    """MED-SPRINT-01: from the second round of a sprint on, a Robustness roll against a point of fatigue."""
    if not tires(scene, fighter):
        return ()
    check = checks.of(scene, fighter, "robustesse", FEASIBLE)
    outcome = yield from checks.resolve(check, scene.settings, "sprint", _("Robustness: sprint"))
    tired = () if outcome.level.succeeded else (Effect("fatigue", fighter, {"by": 1}),)
    return (Effect("outcome", fighter, outcome), *tired)


def tires(scene: Scene, fighter: str) -> bool:
    """MED-SPRINT-01: whether this round of a sprint is not its first one."""
    return (initiative.mark(scene, fighter, "sprint") or FREE_SPRINTS) > FREE_SPRINTS


def flee(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MED-MOVEACT-05: Speed or Acrobatics; success leads away at a sprint, failure costs the attack alone."""
    check = flight(scene, fighter, args)
    outcome = yield from checks.resolve(check, scene.settings, "flee", _("Flee"))
    if not outcome.level.succeeded:
        return (Effect("outcome", fighter, outcome),)
    away = Effect("moved", fighter, {"metres": speed(scene, fighter, sprint=True)})
    return (Effect("outcome", fighter, outcome), Effect("flee", fighter), away)


def flight(scene: Scene, fighter: str, args: Data) -> Check:
    """MED-MOVEACT-05: what is rolled to flee."""
    free = Modifier(_("Modifier"), args["modifier"], "MED-MOVEACT-04")
    return checks.of(scene, fighter, args["check"], FEASIBLE, free)


def agility_field() -> Field:
    """MED-MOVEACT-04, 05: what the player rolls to move in melee."""
    rows = (Choice("vitesse", TRAITS["vitesse"]), Choice("acrobatie", SKILLS["acrobatie"]))
    label = _("Rolled with")
    return Field("check", label, "choice", "vitesse", choices=rows, rule="MED-MOVEACT-04")


def extra(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MED-MOVEACT-04, 07, MED-LUTTE-PROJ-02: an extra action, if the game master allows it, is rolled."""
    options = (*(Option(str(by), _leeway(by)) for by in LEEWAY), Option("no", _("Refuse it")))
    said = yield from choose("allow", "gm", _("Extra action: allow it?"), options)
    if said == "no":
        return (Effect("not_allowed", fighter),)
    check = yield from _extra_check(scene, fighter, args)
    free = Modifier(_("Modifier"), int(said), "MED-MOVEACT-04")
    check = replace(check, target=check.target.plus(free))
    outcome = yield from checks.resolve(check, scene.settings, "extra", EXTRAS[args["what"]])
    done = _extra_done(scene, fighter, args["what"]) if outcome.level.succeeded else ()
    return (Effect("outcome", fighter, outcome), *done)


EXTRAS: dict[str, Text] = {
    "move": _("Move while fighting"),
    "stand_up": _("Get up"),
    "other": _("Something else"),
}


def _extra_check(scene: Scene, fighter: str, args: Data) -> Script[Check]:
    """What is rolled: the player's choice for moving, Acrobatics for getting up, anything for the rest."""
    if args["what"] == "stand_up":
        return checks.of(scene, fighter, "acrobatie", FEASIBLE)
    if args["what"] == "move":
        return checks.of(scene, fighter, args["check"], HARD)
    options = tuple(
        Option(str(number), _("%(word)s (%(number)s)", word=word, number=number)) for number, word in SCALE.items()
    )
    said = yield from choose("difficulty", "gm", _("Difficulty of the extra action"), options)
    return checks.of(scene, fighter, args["check"], int(said))


def _extra_done(scene: Scene, fighter: str, what: str) -> Effects:
    if what == "stand_up":
        return (Effect("prone", fighter, False),)
    if what == "move":
        return (Effect("moved", fighter, {"metres": speed(scene, fighter, halved=True)}),)
    return ()


def _leeway(by: int) -> Text:
    allowed = _("Allow it")
    return _("Allow it: %(by)s", by=signed(by)) if by else allowed
