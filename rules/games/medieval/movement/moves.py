"""Ground, speed, moving, sprinting and fleeing (MED-MOVE, MED-SPRINT, MED-MOVEACT-01 to 05)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import choice, flag
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import GmAct
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Script
from rules.core.text import Text, signed
from rules.games.medieval import checks, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.checks import MODIFIER
from rules.games.medieval.initiative import (
    ACTED,
    ASSAILED,
    ENGAGED,
    MORE,
    PRONE,
    SPRINT,
    TERRAIN,
    Acted,
    Done,
    TurnAct,
    TurnMark,
)
from rules.games.medieval.movement.contact import (
    ALL,
    BOUND,
    CAUGHT,
    GROUND,
    ON_THE_GROUND,
    Attacked,
    Away,
    Engage,
    Gone,
    Prone,
    away_from_fallen,
    holders,
    let_go,
    one_or_all,
    opponents,
    person,
    why_busy,
    why_gone,
)
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import MOST_FATIGUE, SCHEMA
from rules.games.medieval.tables import FEASIBLE, SKILLS, TERRAINS, TRAITS
from rules.games.medieval.text import _
from rules.ground import moving
from rules.ground.aiming import out_of_reach
from rules.odds.act import Odds

FREE_SPRINTS = 1  # MED-SPRINT-01
SPRINTING = -8  # MED-SPRINT-02
MOVED_ALREADY = _("Has moved in this round.")
NO_SPRINT = _("No sprint together with this action.")
MOVED, SPRINTED, TRIED = TurnMark("moved"), TurnMark("sprinted"), TurnMark("extra")


# The ground.


class Terrain(Effect):
    """MED-MOVE-01: the terrain of the whole fight is set."""

    mark = TERRAIN
    scalar = "terrain"
    terrain: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TERRAINS[self.terrain]
        return (scene.change("marks.terrain", self.terrain), *(TERRAIN.clear(scene, who) for who in scene.fighters))


class Ground(Effect):
    """MED-MOVE-01: the terrain under one fighter is set."""

    kind = "ground"
    scalar = "terrain"
    terrain: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TERRAINS[self.terrain]
        return (TERRAIN.set(scene, self.target, self.terrain),)


class SetGround(GmAct):
    """MED-MOVE-01: the game master sets the terrain of the fight, or under one fighter."""

    kind = TERRAIN.key
    label = _("Ground")
    rules = ("MED-MOVE-01",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            one_or_all(scene, "fighter", _("Under whom")),
            choice("terrain", _("Ground"), TERRAINS, None, rule="MED-MOVE-01"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        who, ground = action.args.get("fighter", ALL), action.args["terrain"]
        return (Terrain("gm", ground) if who == ALL else Ground(who, ground),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        who, ground = action.args.get("fighter", ALL), TERRAINS[action.args["terrain"]]
        if who == ALL:
            return _("Ground: %(terrain)s", terrain=ground)
        return _("Ground under %(who)s: %(terrain)s", who=scene.name(who), terrain=ground)


def speed(scene: Scene, fighter: str, sprint: bool = False, halved: bool = False) -> int:
    """MED-MOVE-01, MED-MOVEACT-01: the metres a fighter moves in this round on their terrain; half with another act."""
    busy = any(mark.of(scene, fighter) for mark in (TRIED, ACTED, ASSAILED))
    ground = str(TERRAIN.of(scene, fighter) or scene.marks.get("terrain", "flat"))
    return sheets.metres(scene.sheet(fighter), scene.settings, ground, sprint, halved or bool(busy))


# Moving.


class Moved(Effect):
    """MED-MOVE-03, MED-MOVEACT-01: a fighter moves, once in a round."""

    kind = "moved"
    mark = MOVED
    is_open = True
    metres: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return *super().land(scene), *away_from_fallen(scene, self.target)

    def told(self, scene: Scene) -> Text | None:
        return _("moves %(metres)s m at most", metres=self.metres)


class Closed(Effect):
    """MED-MOVEACT-03: a fighter has used their movement to close in for an attack."""

    kind = "closed"
    mark = MOVED

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return *super().land(scene), *away_from_fallen(scene, self.target)


class Sprinted(Effect):
    """MED-SPRINT-01: a fighter sprints for one more round."""

    mark = SPRINT

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if SPRINTED.of(scene, self.target):  # a second sprint of the same round
            return ()
        so_far = SPRINT.number(scene, self.target)
        return (SPRINT.set(scene, self.target, so_far + 1), SPRINTED.set(scene, self.target))


class Fatigue(Effect):
    """MED-FAT-01, MED-SPRINT-01: points of fatigue are gained or lost."""

    kind = "fatigue"
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        points = int(SCHEMA.value(scene.sheet(self.target), "fatigue"))
        return (scene.write(self.target, "fatigue", min(MOST_FATIGUE, max(0, points + int(self.by)))),)

    def told(self, scene: Scene) -> Text | None:
        return _("fatigue %(by)s", by=signed(int(self.by)))


def why_stuck(scene: Scene, fighter: str) -> Text | None:
    """MED-MOVEACT-03, MED-LUTTE-PROJ-01: the reason why a fighter cannot move normally."""
    if holders(scene, fighter):
        return BOUND
    if opponents(scene, fighter):
        return CAUGHT
    if PRONE.of(scene, fighter):
        return ON_THE_GROUND
    return MOVED_ALREADY if MOVED.of(scene, fighter) else None


def why_out_of_breath(scene: Scene, fighter: str) -> Text | None:
    """MED-MOVEACT-01, 02: the reason why a fighter neither shoots nor casts: they have sprinted in this round."""
    return NO_SPRINT if SPRINTED.of(scene, fighter) else None


def beside_fields(scene: Scene, fighter: str) -> tuple[Field, ...]:
    """MED-MOVEACT-01 to 03: the fields for a movement with another action: once a round, not in melee, no sprint."""
    stuck = why_stuck(scene, fighter)
    far = _("%(metres)s m", metres=speed(scene, fighter, halved=True))
    rows = (
        Choice("none", _("No movement")),
        Choice("before", _("Before, at half speed"), stuck, far),
        Choice("after", _("After, at half speed"), stuck, far),
        Choice("sprint", _("At a sprint"), NO_SPRINT),
    )
    how = Field("move", _("Movement"), "choice", "none", choices=rows, rule="MED-MOVEACT-01")
    return how, *to_half_way(scene, fighter, "MED-MOVEACT-01")


def beside(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-01, 02: the effects of the movement at half speed that goes with an action."""
    moves = args.get("move", "none") != "none"
    return (*let_go(scene, fighter), *half_way(scene, fighter, args)) if moves else stays(args)


def to_half_way(scene: Scene, fighter: str, rule: str) -> tuple[Field, ...]:
    """MED-MOVEACT-01, 04: the field for the places within half a movement."""
    return moving.destination(scene, fighter, moving.beyond(speed(scene, fighter, halved=True)), rule=rule)


def half_way(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-01, 04: the effects of half a movement, to another place if one is chosen."""
    return (Moved(fighter, speed(scene, fighter, halved=True)), *Gone.chosen(fighter, args))


def stays(args: Data) -> Effects:
    """No effects for an action without a movement. Raises ``Refused`` if another place is chosen."""
    if args.get("to", moving.HERE) != moving.HERE:
        raise Refused(_("Only a movement leads to another place."), "to")
    return ()


def closes(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MOVEACT-03: an attack in melee needs a movement first, and the house settings allow both in one round."""
    near = opponents(scene, fighter) or MOVED.of(scene, fighter) or target in ENGAGED.rows(scene, fighter)
    return not near and setting(scene.settings, "move.closing") != "no_blow"


def why_no_approach(scene: Scene, fighter: str, target: str, sprint: bool) -> Text | None:
    """MED-SNEAK-01, MED-SPRINT-02: the reason why a target at another place cannot be approached this round."""
    far = speed(scene, fighter, sprint) if sprint else closing(scene, fighter)
    return out_of_reach(GROUND, scene, fighter, target, 0 if why_stuck(scene, fighter) else far)


def why_too_far(scene: Scene, fighter: str, target: str) -> Text | None:
    """MED-MOVEACT-03: the reason why a target at another place cannot be struck this round, even after moving."""
    moves = closes(scene, fighter, target) and why_stuck(scene, fighter) is None
    return out_of_reach(GROUND, scene, fighter, target, closing(scene, fighter) if moves else 0)


def comes_up(scene: Scene, fighter: str, other: str) -> Effects:
    """MED-MOVEACT-03: the effects of closing in on another, which is the movement of the round, and of contact."""
    closed = (*let_go(scene, fighter), Closed(fighter)) if closes(scene, fighter, other) else ()
    return (*closed, *Gone.joining(scene, fighter, other), Engage(fighter, other))


def closing(scene: Scene, fighter: str) -> int:
    """MED-MOVEACT-03: the metres within which a fighter can close in and strike in the same round."""
    return speed(scene, fighter, halved=setting(scene.settings, "move.closing") != "full")


def tires(scene: Scene, fighter: str) -> bool:
    """MED-SPRINT-01: a sprint in this round goes on from an earlier one, whether it is counted already or not."""
    return SPRINT.number(scene, fighter) >= FREE_SPRINTS + bool(SPRINTED.of(scene, fighter))


def sprints(scene: Scene, fighter: str) -> Script[Effects]:
    """MED-SPRINT-01: from the second round of a sprint on, a Robustness roll against a point of fatigue."""
    if not tires(scene, fighter):
        return ()
    check = checks.of(scene, fighter, "robustesse", FEASIBLE)
    outcome = yield from checks.resolve(check, scene.settings, "sprint", _("Robustness: sprint"))
    tired = () if outcome.level.succeeded else (Fatigue(fighter, 1),)
    return (AnyEffect("outcome", fighter, outcome), *tired)


class Move(TurnAct):
    """MED-MOVE-03, MED-MOVEACT-01, 03: the movement of a round; contact means melee, and leaves time for a blow.

    Whoever does something more moves at half speed; at a sprint that is an extra or an immediate action alone.
    """

    kind = "move"
    label = _("Move")
    rules = ("MED-MOVE-03", "MED-MOVEACT-01", "MED-MOVEACT-03", "MED-SPRINT-01", "MED-SPRINT-03")
    foretold = True
    sentence = _("%(who)s moves")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        whom = (person(scene, actor, who, why_gone(scene, who)) for who in scene.targets_of(actor))
        after = _AFTER_CONTACT[setting(scene.settings, "move.closing")]
        met = (Choice("none", _("Nobody")), *(replace(row, hint=row.hint or after) for row in whom))
        farthest, foes = speed(scene, actor, sprint=True), moving.foes(scene, actor, initiative.is_out)
        return (
            *moving.destination(scene, actor, moving.beyond(farthest), rule="MED-MOVE-01", towards=foes),
            flag("sprint", _("At a sprint"), rule="MED-SPRINT-01"),
            Field("contact", _("Comes into contact with"), "choice", "none", choices=met, rule="MED-MOVEACT-03"),
            flag("whole", _("At full speed, without a blow"), rule="MED-MOVE-03"),
            MORE,
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_stuck(scene, actor)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        walk, run = (speed(scene, actor, sprint) for sprint in (False, True))
        return _("%(walk)s m, at a sprint %(run)s m", walk=walk, run=run)

    def effects(self, scene: Scene, action: Action) -> Effects:
        fighter, args = action.actor, action.args
        halved = args.get("more") or _fights(scene, args)
        full = _fights(scene, args) and setting(scene.settings, "move.closing") == "full"
        ran = (Sprinted(fighter),) if args["sprint"] else ()
        met = (Engage(fighter, args["contact"]),) if args["contact"] != "none" else ()
        if ran and ASSAILED.of(scene, fighter):
            raise Refused(NO_SPRINT, "sprint")
        if met and not moving.leads_to(scene, fighter, str(args.get("to", moving.HERE)), args["contact"]):
            raise Refused(_("%(who)s is not there.", who=scene.name(args["contact"])), "contact")
        far = speed(scene, fighter, args["sprint"], bool(halved) and not full)
        return (*let_go(scene, fighter), *ran, Moved(fighter, far), *self.gone(scene, action, far), *met)

    def gone(self, scene: Scene, action: Action, far: int) -> Effects:
        """MED-MOVE-01: the change of place, if any. Raises ``Refused`` for a place farther than ``far`` metres."""
        way = moving.way_to(scene, action.actor, str(action.args.get("to", moving.HERE)))
        if way is None:
            return ()
        if way.metres > far:
            raise Refused(_("%(metres)s m at most this way: at a sprint, or without a blow.", metres=far), "to")
        return (Gone(action.actor, action.args["to"]),)

    def ending(self, scene: Scene, action: Action) -> Effects:
        """MED-MOVE-03: a movement at full speed or at a sprint gives up the attack of the round."""
        fighter, args, fights = action.actor, action.args, _fights(scene, action.args)
        if not args.get("more"):
            return () if fights else (Attacked(fighter), Done(fighter))
        busy = args["sprint"] or (args["contact"] != "none" and not fights)
        return (Attacked(fighter), Acted(fighter)) if busy else ()

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return sprints(scene, action.actor) if action.args["sprint"] else None

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        if not action.args["sprint"] or not tires(scene, action.actor):
            return None
        check = checks.of(scene, action.actor, "robustesse", FEASIBLE)
        return checks.tested(check, scene.settings, _("A failure is a point of fatigue."))


# MED-MOVEACT-03: the notes on contact, by house setting.
_AFTER_CONTACT = {
    "half": _("in melee from then on; a blow at half speed"),
    "full": _("in melee from then on, with a blow"),
    "no_blow": _("in melee from then on, without a blow"),
}


def _fights(scene: Scene, args: Data) -> bool:
    """MED-MOVEACT-03: a movement into contact leaves the blow of the round, unless all of it goes into moving."""
    closing = setting(scene.settings, "move.closing")
    if args["contact"] == "none" or args.get("whole"):
        return False
    return closing == "full" or (closing == "half" and not args["sprint"])


class GetUp(TurnAct):
    """MED-LUTTE-PROJ-02: a fighter gets up outside of melee, without a roll."""

    kind = "get_up"
    label = _("Get up")
    rules = ("MED-LUTTE-PROJ-02",)
    sentence = _("%(who)s gets up")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(PRONE.of(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if holders(scene, actor):
            return BOUND
        return CAUGHT if opponents(scene, actor) else None

    def effects(self, scene: Scene, action: Action) -> Effects:
        return (Prone(action.actor, False),)


class Flee(TurnAct):
    """MED-MOVEACT-05, MED-SPRINT-01: Speed or Acrobatics; success leads away at a sprint, which may tire.

    Failure costs the attack alone.
    """

    kind = "flee"
    label = _("Flee")
    rules = ("MED-MOVEACT-05", "MED-SPRINT-01")
    foretold = True
    sentence = _("%(who)s tries to flee")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(opponents(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = {"vitesse": TRAITS["vitesse"], "acrobatie": SKILLS["acrobatie"]}
        far = moving.beyond(speed(scene, actor, sprint=True))
        to = moving.destination(scene, actor, far, rule="MED-MOVEACT-05")
        return *to, choice("check", _("Rolled with"), rows, rule="MED-MOVEACT-04"), MODIFIER

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("costs the attack of this round, even in vain; leads out of the melee, not of the fight")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if holders(scene, actor):
            return BOUND
        if PRONE.of(scene, actor):
            return ON_THE_GROUND
        return MOVED_ALREADY if MOVED.of(scene, actor) else why_busy(scene, actor)

    def effects(self, scene: Scene, action: Action) -> Effects:
        return (Attacked(action.actor),)

    def check(self, scene: Scene, action: Action) -> Check:
        free = Modifier(_("Modifier"), action.args["modifier"], "MED-MOVEACT-04")
        return checks.of(scene, action.actor, action.args["check"], FEASIBLE, free)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self._flight(scene, action)

    def _flight(self, scene: Scene, action: Action) -> Script[Effects]:
        fighter = action.actor
        outcome = yield from checks.resolve(self.check(scene, action), scene.settings, "flee", _("Flee"))
        if not outcome.level.succeeded:
            return (AnyEffect("outcome", fighter, outcome),)
        tired = (yield from sprints(scene, fighter)) if SPRINT.of(scene, fighter) else ()
        away = Moved(fighter, speed(scene, fighter, sprint=True))
        gone = Gone.chosen(fighter, action.args)
        return (AnyEffect("outcome", fighter, outcome), Away(fighter), away, *gone, Sprinted(fighter), *tired)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return checks.tested(self.check(scene, action), scene.settings)
