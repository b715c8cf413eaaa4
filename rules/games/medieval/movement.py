"""Movement: combat speed, sprints that tire, moving beside another action, fleeing, and extra actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.medieval import checks, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import FEASIBLE, HARD, REFUSALS, SCALE, SKILLS, TRAITS
from rules.games.medieval.text import _

Effects = tuple[Effect, ...]
FREE_SPRINTS = 1  # MED-SPRINT-01
MOST_LEEWAY = 10  # MED-MOVEACT-04: what the game master may add to an extra action, or take from it
SPRINTING = -8  # MED-SPRINT-02
MOVED = _("Has moved in this round.")


def terrain(scene: Scene, fighter: str) -> str:
    """MED-MOVE-01: the ground under a fighter, which may differ from that of the fight."""
    return str(initiative.mark(scene, fighter, "terrain") or scene.marks.get("terrain", "flat"))


def speed(scene: Scene, fighter: str, sprint: bool = False, halved: bool = False) -> int:
    """MED-MOVE-01, MED-MOVEACT-01: the metres of a fighter in one round on this ground; half beside another action."""
    halved = halved or bool(
        initiative.mark(scene, fighter, "turn.extra") or initiative.mark(scene, fighter, "turn.acted")
    )
    return sheets.metres(scene.sheet(fighter), scene.settings, terrain(scene, fighter), sprint, halved)


def why_not(scene: Scene, fighter: str) -> Text | None:
    """MED-MOVEACT-03, MED-LUTTE-PROJ-01: why a fighter cannot move normally."""
    if initiative.holders(scene, fighter):
        return _("Held.")
    if initiative.opponents(scene, fighter):
        return REFUSALS["ENGAGED"]
    if initiative.is_prone(scene, fighter):
        return _("On the ground.")
    return MOVED if initiative.mark(scene, fighter, "turn.moved") else None


def beside_field(scene: Scene, fighter: str) -> Field:
    """MED-MOVEACT-01 to 03: moving before or after another action, once a round; never in melee, never at a sprint."""
    caught = why_not(scene, fighter)
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


def closes(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MOVEACT-03: whether a blow in melee takes a movement first, to come into contact."""
    free = not initiative.opponents(scene, fighter) and not initiative.mark(scene, fighter, "turn.moved")
    return free and target not in initiative.opponents(scene, fighter)


def closing(scene: Scene, fighter: str) -> int:
    """MED-MOVEACT-03: how far a fighter may come to strike in the same round."""
    return speed(scene, fighter, halved=setting(scene.settings, "move.closing") != "full")


def sprints(scene: Scene, fighter: str) -> Script[Effects]:
    """MED-SPRINT-01: from the second round of a sprint on, a Robustness roll against a point of fatigue."""
    if not tires(scene, fighter):
        return ()
    check = checks.of(scene, fighter, "robustesse", FEASIBLE)
    outcome = yield from checks.resolve(check, scene.settings, "sprint", _("Robustness: sprint"))
    tired = () if outcome.level.succeeded else (Effect("fatigue", fighter, {"by": 1}),)
    return (Effect("outcome", fighter, outcome), *tired)


def tires(scene: Scene, fighter: str) -> bool:
    """MED-SPRINT-01: whether a sprint in this round is not the first one; its own round may be counted or not."""
    so_far = int(initiative.mark(scene, fighter, "sprint") or 0)
    return so_far >= FREE_SPRINTS + bool(initiative.mark(scene, fighter, "turn.sprinted"))


def flee(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MED-MOVEACT-05, MED-SPRINT-01: Speed or Acrobatics; success leads away at a sprint, which may tire.

    Failure costs the attack alone.
    """
    check = flight(scene, fighter, args)
    outcome = yield from checks.resolve(check, scene.settings, "flee", _("Flee"))
    if not outcome.level.succeeded:
        return (Effect("outcome", fighter, outcome),)
    away = Effect("moved", fighter, {"metres": speed(scene, fighter, sprint=True)})
    tired = (yield from sprints(scene, fighter)) if initiative.mark(scene, fighter, "sprint") else ()
    return (Effect("outcome", fighter, outcome), Effect("flee", fighter), away, Effect("sprint", fighter), *tired)


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
    said = yield from choose("allow", "gm", _("Extra action: allow it?"), (*_leeway(), Option("no", _("Refuse it"))))
    if said == "no":
        return (Effect("not_allowed", fighter),)
    check = yield from _extra_check(scene, fighter, args)
    free = Modifier(_("Modifier"), int(said) + int(args.get("modifier", 0)), "MED-MOVEACT-04")
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
    return checks.of(scene, fighter, args["check"], int(said), *_running(scene, fighter, args["check"]))


def _running(scene: Scene, fighter: str, key: str) -> tuple[Modifier, ...]:
    """MED-SPRINT-02: Stealth in a round of a sprint is made hard by it."""
    if key != "furtivite" or not initiative.mark(scene, fighter, "turn.sprinted"):
        return ()
    return (Modifier(_("Sprint"), SPRINTING, "MED-SPRINT-02"),)


def _extra_done(scene: Scene, fighter: str, what: str) -> Effects:
    """MED-MOVEACT-04: a movement that is won is one of disengagement, unless the house keeps the contact."""
    if what == "stand_up":
        return (Effect("prone", fighter, False),)
    if what == "move":
        away = (Effect("break_off", fighter),) if setting(scene.settings, "move.disengages") else ()
        return (*away, Effect("moved", fighter, {"metres": speed(scene, fighter, halved=True)}))
    return ()


def _leeway() -> Iterator[Option]:
    """MED-MOVEACT-04: what the game master adds for allies, or takes off for further opponents."""
    yield Option("0", _("Allow it"))
    easier, harder = _("With a bonus"), _("With a penalty")
    for sign, group in ((1, easier), (-1, harder)):
        for size in range(1, MOST_LEEWAY + 1):
            by = sign * size
            yield Option(str(by), _("Allow it: %(by)s", by=signed(by)), group=group)
