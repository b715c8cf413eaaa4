"""Movement: speed, sprints, contact, and everything that goes with moving or instead of it (MED-MOVE, MED-MOVEACT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.core.acts import Effects, named
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.fields import choice, flag, text
from rules.core.odds import Odds
from rules.core.paths import Data
from rules.core.rounds import AboutFighter, GmAct
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.medieval import checks, initiative, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.checks import MODIFIER
from rules.games.medieval.initiative import (
    ACTED,
    ENGAGED,
    HELD,
    MORE,
    PRONE,
    SPRINT,
    TERRAIN,
    Acted,
    Done,
    TurnAct,
    TurnFlag,
    TurnMark,
    is_out,
)
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import MOST_FATIGUE, SCHEMA
from rules.games.medieval.tables import FEASIBLE, HARD, IMMEDIATE, SCALE, SKILLS, TERRAINS, TRAITS
from rules.games.medieval.text import _

FREE_SPRINTS = 1  # MED-SPRINT-01
SPRINTING = -8  # MED-SPRINT-02
MOST_LEEWAY = 10  # MED-MOVEACT-04: the most a game master adds to an extra action, or takes from it
CAUGHT = _("Caught in melee: no normal movement.")
OTHER_MELEE = _("Caught in another melee.")
ON_THE_GROUND = _("On the ground.")
BOUND = _("Held.")
HELPLESS = _("Held: neither attack nor defence.")
MOVED_ALREADY = _("Has moved in this round.")
NO_SPRINT = _("No sprint together with this action.")

MOVED, SPRINTED, TRIED = TurnMark("moved"), TurnMark("sprinted"), TurnMark("extra")
NOTE = text("note", _("In words"), most=80)


# Who stands where.


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-MOVEACT-03: those with whom a fighter is caught in melee."""
    return tuple(who for who in ENGAGED.rows(scene, fighter) if who in scene.fighters and not is_out(scene, who))


def melee(scene: Scene, fighter: str) -> frozenset[str]:
    """MED-MOVEACT-03, 04: everybody caught in the same melee, by way of one another."""
    reached, todo = {fighter}, [fighter]
    while todo:
        near = [other for other in opponents(scene, todo.pop()) if other not in reached]
        reached.update(near)
        todo += near
    return frozenset(reached - {fighter})


def holders(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01, 02: those who hold a fighter, in listed order."""
    rows = HELD.rows(scene, fighter)
    return tuple(who for who in scene.fighters if who in rows and not is_out(scene, who))


def holds(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01: those whom a fighter holds."""
    return tuple(who for who in scene.fighters if who != fighter and fighter in holders(scene, who))


def can_defend(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-CLE-01."""
    return not is_out(scene, fighter) and not holders(scene, fighter)


def can_attack(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-PROJ-01, CLE-01."""
    return can_defend(scene, fighter) and not PRONE.of(scene, fighter)


ATTACKED = TurnMark("attacked")  # MED-MAN-06: the attack of the round was made by a manoeuvre


def why_busy(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-CLE-01, MED-MAN-06: why a fighter has no hand free in this round, be it for an attack or for care."""
    if holders(scene, fighter):
        return HELPLESS
    return _("The attack of this round was made by a manoeuvre.") if ATTACKED.of(scene, fighter) else None


def why_unable(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-PROJ-01, CLE-01, MED-MAN-06: why a fighter cannot attack at all."""
    if PRONE.of(scene, fighter) and not holders(scene, fighter):
        return _("On the ground: no attack.")
    return why_busy(scene, fighter)


def others(scene: Scene, fighter: str) -> tuple[str, ...]:
    """Everybody a fighter may know of, the other sides first."""
    side = scene.fighters[fighter].side
    return tuple(sorted(scene.seen_by(fighter), key=lambda who: scene.fighters[who].side == side))


def person(scene: Scene, fighter: str, other: str, refused: Text | None = None) -> Choice:
    """A fighter among the choices of another's form; one of their own side is marked as such."""
    own = other != fighter and scene.fighters[other].side == scene.fighters[fighter].side
    return Choice(other, named(scene, other), refused, _("Own side") if own else None)


def why_out_of_reach(scene: Scene, fighter: str, other: str) -> Text | None:
    """MED-MOVEACT-03: who is caught in a melee strikes nobody outside of it."""
    caught = melee(scene, fighter)
    return None if not caught or other in caught or other in ENGAGED.rows(scene, fighter) else OTHER_MELEE


class Engage(Effect):
    """MED-MOVEACT-03: two fighters are in melee with each other."""

    kind = "engage"
    scalar = "other"
    other: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return _both(scene, self.target, self.other, True)


class Disengage(Effect):
    """MED-MOVEACT-03: they are no longer."""

    kind = "disengage"
    scalar = "other"
    other: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return _both(scene, self.target, self.other, None)


def _both(scene: Scene, fighter: str, other: str, value: Any) -> tuple[Change, ...]:
    return ENGAGED.set(scene, fighter, value, scene.fighters[other].id), ENGAGED.set(scene, other, value, fighter)


class Away(Effect):
    """MED-MOVEACT-05: away from everybody, holding nobody any more."""

    kind = "flee"
    is_open = True

    def land(self, scene: Scene) -> tuple[Change, ...]:
        met = (other for other in ENGAGED.rows(scene, self.target) if other in scene.fighters)
        apart = (change for other in met for change in _both(scene, self.target, other, None))
        return (*apart, *(HELD.clear(scene, who, self.target) for who in holds(scene, self.target)))

    def told(self, scene: Scene) -> Text | None:
        return _("flees from the melee")


class BrokenOff(Away):
    """MED-MOVEACT-04: the same, by a roll of disengagement."""

    kind = "break_off"

    def told(self, scene: Scene) -> Text | None:
        return _("breaks off from the melee")


class Released(Effect):
    """MED-LUTTE-CLE-01: one wrestler holds somebody no longer."""

    kind = "let_go"
    is_open = True
    by: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (HELD.clear(scene, self.target, scene.fighters[self.by].id),)

    def told(self, scene: Scene) -> Text | None:
        return _("is held by %(who)s no longer", who=scene.name(self.by))


class Prone(Effect):
    """MED-LUTTE-PROJ-01, 02."""

    kind = "prone"
    scalar = "down"
    harmful = is_open = True
    down: bool

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (PRONE.set(scene, self.target, True if self.down else None),)

    def told(self, scene: Scene) -> Text | None:
        return _("is on the ground") if self.down else _("stands again")


class Contact(GmAct):
    """MED-MOVEACT-03: the game master says who is in melee with whom."""

    kind = "contact"
    label = _("Contact in melee")
    rules = ("MED-MOVEACT-03",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = {"engaged": _("They are in contact"), "apart": _("They break contact")}
        return (
            _whose(scene, "fighter", _("Fighter")),
            _whose(scene, "other", _("and")),
            choice("state", _("Contact"), rows, None, rule="MED-MOVEACT-03"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        fighter, other, state = (action.args[key] for key in ("fighter", "other", "state"))
        if fighter == other:
            raise Refused(_("Two different fighters are needed."), "other")
        return (Engage(fighter, other) if state == "engaged" else Disengage(fighter, other),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.label


def _whose(scene: Scene, key: str, label: Text) -> Field:
    return Field(key, label, "choice", choices=tuple(Choice(who, named(scene, who)) for who in scene.fighters))


class Posture(AboutFighter):
    """MED-LUTTE-PROJ-01: the game master says who stands and who lies."""

    kind = "posture"
    label = _("Standing or on the ground")
    rules = ("MED-LUTTE-PROJ-01",)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"prone": _("On the ground"), "standing": _("Standing")}
        return (choice("posture", _("Posture"), rows, None, rule="MED-LUTTE-PROJ-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Prone(action.args["fighter"], action.args["posture"] == "prone"),)

    def sentence(self, who: Any) -> Text | None:
        return _("%(who)s", who=who)


# The ground.

ALL = "all"  # the choice of everybody
EVERYBODY = Choice(ALL, _("Everybody"))


def one_or_all(scene: Scene, key: str, label: Text) -> Field:
    """One fighter, or everybody where nothing is chosen."""
    field = _whose(scene, key, label)
    return replace(field, choices=(EVERYBODY, *field.choices), default=ALL)


class Terrain(Effect):
    """MED-MOVE-01: the ground of the whole fight."""

    kind = "terrain"
    scalar = "terrain"
    terrain: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TERRAINS[self.terrain]
        return (scene.change("marks.terrain", self.terrain), *(TERRAIN.clear(scene, who) for who in scene.fighters))


class Ground(Effect):
    """MED-MOVE-01: the ground under one fighter."""

    kind = "ground"
    scalar = "terrain"
    terrain: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TERRAINS[self.terrain]
        return (TERRAIN.set(scene, self.target, self.terrain),)


class SetGround(GmAct):
    """MED-MOVE-01: the ground of the fight, or that of one fighter."""

    kind = "terrain"
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
    """MED-MOVE-01, MED-MOVEACT-01: the metres of a fighter in one round on this ground; half beside another action."""
    busy = TRIED.of(scene, fighter) or ACTED.of(scene, fighter)
    ground = str(TERRAIN.of(scene, fighter) or scene.marks.get("terrain", "flat"))
    return sheets.metres(scene.sheet(fighter), scene.settings, ground, sprint, halved or bool(busy))


# Moving.


class Moved(TurnFlag):
    """MED-MOVE-03, MED-MOVEACT-01: a fighter moves, once in a round."""

    kind = "moved"
    mark = MOVED
    is_open = True
    metres: int

    def told(self, scene: Scene) -> Text | None:
        return _("moves %(metres)s m at most", metres=self.metres)


class Closed(TurnFlag):
    """MED-MOVEACT-03: a blow has brought its fighter into contact."""

    kind = "closed"
    mark = MOVED


class Sprinted(Effect):
    """MED-SPRINT-01: one more round of the same sprint."""

    kind = "sprint"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        so_far = SPRINT.number(scene, self.target)
        return (SPRINT.set(scene, self.target, so_far + 1), SPRINTED.set(scene, self.target))


class Fatigue(Effect):
    """MED-FAT-01, MED-SPRINT-01: points of fatigue."""

    kind = "fatigue"
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        points = int(SCHEMA.value(scene.sheet(self.target), "fatigue"))
        return (scene.write(self.target, "fatigue", min(MOST_FATIGUE, max(0, points + int(self.by)))),)

    def told(self, scene: Scene) -> Text | None:
        return _("fatigue %(by)s", by=signed(int(self.by)))


def why_stuck(scene: Scene, fighter: str) -> Text | None:
    """MED-MOVEACT-03, MED-LUTTE-PROJ-01: why a fighter cannot move normally."""
    if holders(scene, fighter):
        return BOUND
    if opponents(scene, fighter):
        return CAUGHT
    if PRONE.of(scene, fighter):
        return ON_THE_GROUND
    return MOVED_ALREADY if MOVED.of(scene, fighter) else None


def beside_field(scene: Scene, fighter: str) -> Field:
    """MED-MOVEACT-01 to 03: moving before or after another action, once a round; never in melee, never at a sprint."""
    stuck = why_stuck(scene, fighter)
    far = _("%(metres)s m", metres=speed(scene, fighter, halved=True))
    rows = (
        Choice("none", _("No movement")),
        Choice("before", _("Before, at half speed"), stuck, far),
        Choice("after", _("After, at half speed"), stuck, far),
        Choice("sprint", _("At a sprint"), NO_SPRINT),
    )
    return Field("move", _("Movement"), "choice", "none", choices=rows, rule="MED-MOVEACT-01")


def beside(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-01, 02: the half movement that goes with an action."""
    moves = args.get("move", "none") != "none"
    return (Moved(fighter, speed(scene, fighter, halved=True)),) if moves else ()


def closes(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MOVEACT-03: a blow in melee takes a movement first, where the house lets one do both."""
    near = opponents(scene, fighter) or MOVED.of(scene, fighter) or target in ENGAGED.rows(scene, fighter)
    return not near and setting(scene.settings, "move.closing") != "no_blow"


def closing(scene: Scene, fighter: str) -> int:
    """MED-MOVEACT-03: how far a fighter may come to strike in the same round."""
    return speed(scene, fighter, halved=setting(scene.settings, "move.closing") != "full")


def tires(scene: Scene, fighter: str) -> bool:
    """MED-SPRINT-01: a sprint in this round is not the first one; its own round may be counted or not."""
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
        whom = tuple(person(scene, actor, who) for who in others(scene, actor))
        met = (Choice("none", _("Nobody")), *whom)
        return (
            flag("sprint", _("At a sprint"), rule="MED-SPRINT-01"),
            Field("contact", _("Comes into contact with"), "choice", "none", choices=met, rule="MED-MOVEACT-03"),
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
        left = (Released(who, fighter) for who in holds(scene, fighter))
        return (*left, *ran, Moved(fighter, speed(scene, fighter, args["sprint"], bool(halved) and not full)), *met)

    def ending(self, scene: Scene, action: Action) -> Effects:
        args, fights = action.args, _fights(scene, action.args)
        if not args.get("more"):
            return () if fights else (Done(action.actor),)
        busy = args["sprint"] or (args["contact"] != "none" and not fights)
        return (Acted(action.actor),) if busy else ()

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return sprints(scene, action.actor) if action.args["sprint"] else None

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        if not action.args["sprint"] or not tires(scene, action.actor):
            return None
        check = checks.of(scene, action.actor, "robustesse", FEASIBLE)
        return checks.tested(check, scene.settings, _("A failure is a point of fatigue."))


def _fights(scene: Scene, args: Data) -> bool:
    """MED-MOVEACT-03: a movement into contact leaves the blow of the round."""
    closing = setting(scene.settings, "move.closing")
    return args["contact"] != "none" and (closing == "full" or (closing == "half" and not args["sprint"]))


class GetUp(TurnAct):
    """MED-LUTTE-PROJ-02: getting up outside of melee."""

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
        return choice("check", _("Rolled with"), rows, rule="MED-MOVEACT-04"), MODIFIER

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if holders(scene, actor):
            return BOUND
        if PRONE.of(scene, actor):
            return ON_THE_GROUND
        return MOVED_ALREADY if MOVED.of(scene, actor) else None

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
        return (AnyEffect("outcome", fighter, outcome), Away(fighter), away, Sprinted(fighter), *tired)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return checks.tested(self.check(scene, action), scene.settings)


# Extra and immediate actions.


class Tried(TurnFlag):
    """MED-MOVEACT-04: one extra action a round."""

    kind = "extra"
    mark = TRIED


class NotAllowed(Effect):
    """MED-MOVEACT-04: a try that the game master refuses is not used up."""

    kind = "not_allowed"
    is_open = True

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (TRIED.set(scene, self.target, None),)

    def told(self, scene: Scene) -> Text | None:
        return _("the game master does not allow it")


EXTRAS: dict[str, Text] = {"move": _("Move while fighting"), "stand_up": _("Get up"), "other": _("Something else")}


class ExtraAction(TurnAct):
    """MED-MOVEACT-04, 07, MED-LUTTE-PROJ-02: an extra action, if the game master allows it, is rolled."""

    kind = "extra"
    label = _("Extra action")
    rules = ("MED-MOVEACT-04", "MED-MOVEACT-07", "MED-LUTTE-PROJ-02", "MED-SPRINT-02")
    foretold = True
    immediate = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        moved = MOVED_ALREADY if MOVED.of(scene, actor) else None
        why = {
            "move": moved if opponents(scene, actor) else _("Not in melee: simply move."),
            "stand_up": None if PRONE.of(scene, actor) else _("Stands already."),
        }
        what = tuple(Choice(key, label, why.get(key)) for key, label in EXTRAS.items())
        first = next(row.key for row in what if row.refused is None)
        rows = checks.rollable(scene.sheet(actor))
        return (
            Field("what", _("What"), "choice", first, choices=what, rule="MED-MOVEACT-04"),
            Field("check", _("Rolled with"), "choice", "vitesse", choices=rows, rule="MED-MOVEACT-07"),
            NOTE,
            MODIFIER,
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        tried = _("One extra action has been tried.") if TRIED.of(scene, actor) else None
        return tried or (BOUND if holders(scene, actor) else None)

    def effects(self, scene: Scene, action: Action) -> Effects:
        if action.args["what"] == "move" and action.args["check"] not in ("vitesse", "acrobatie"):
            raise Refused(_("Speed or Acrobatics is needed."), "check")
        return (Tried(action.actor),)

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return said(scene, action, EXTRAS[action.args["what"]])

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _extra(scene, action.actor, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """If the game master allows it as it is; what is neither moving nor getting up has no difficulty yet."""
        if action.args["what"] == "other":
            return None
        note = _("If the game master allows it, without a modifier.")
        return checks.tested(_usual(scene, action.actor, action.args), scene.settings, note)


def said(scene: Scene, action: Action, what: Text) -> Text:
    """The title of an act with the words that somebody has put to it."""
    note = str(action.args.get("note", ""))
    words = _("%(what)s (%(note)s)", what=what, note=note) if note else what
    return _("%(who)s: %(what)s", who=scene.name(action.actor), what=words)


def _extra(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    question = _("Extra action: allow it?")
    allowed = yield from choose("allow", "gm", question, (*_leeway(), Option("no", _("Refuse it"))))
    if allowed == "no":
        return (NotAllowed(fighter),)
    check = _usual(scene, fighter, args)
    if args["what"] == "other":
        check = yield from _ruled(scene, fighter, args["check"])
    free = Modifier(_("Modifier"), int(allowed) + int(args.get("modifier", 0)), "MED-MOVEACT-04")
    check = replace(check, target=check.target.plus(free))
    outcome = yield from checks.resolve(check, scene.settings, "extra", EXTRAS[args["what"]])
    done = _extra_done(scene, fighter, args["what"]) if outcome.level.succeeded else ()
    return (AnyEffect("outcome", fighter, outcome), *done)


def _leeway() -> Iterator[Option]:
    """MED-MOVEACT-04: what the game master adds for allies, or takes off for further opponents."""
    yield Option("0", _("Allow it"))
    for sign, group in ((1, _("With a bonus")), (-1, _("With a penalty"))):
        for size in range(1, MOST_LEEWAY + 1):
            by = sign * size
            yield Option(str(by), _("Allow it: %(by)s", by=signed(by)), group=group)


def _usual(scene: Scene, fighter: str, args: Data) -> Check:
    """MED-MOVEACT-04, MED-LUTTE-PROJ-02: Acrobatics for getting up, the player's choice for moving."""
    if args["what"] == "stand_up":
        return checks.of(scene, fighter, "acrobatie", FEASIBLE)
    return checks.of(scene, fighter, args["check"], HARD)


def _ruled(scene: Scene, fighter: str, key: str) -> Script[Check]:
    """MED-MOVEACT-07, MED-SPRINT-02: the game master names the difficulty; a sprint makes Stealth hard."""
    options = tuple(
        Option(str(number), _("%(word)s (%(number)s)", word=word, number=number)) for number, word in SCALE.items()
    )
    difficulty = yield from choose("difficulty", "gm", _("Difficulty of the extra action"), options)
    running = key == "furtivite" and SPRINTED.of(scene, fighter)
    terms = (Modifier(_("Sprint"), SPRINTING, "MED-SPRINT-02"),) if running else ()
    return checks.of(scene, fighter, key, int(difficulty), *terms)


def _extra_done(scene: Scene, fighter: str, what: str) -> Effects:
    """MED-MOVEACT-04: a movement that is won is one of disengagement, unless the house keeps the contact."""
    if what == "stand_up":
        return (Prone(fighter, False),)
    if what == "move":
        away = (BrokenOff(fighter),) if setting(scene.settings, "move.disengages") else ()
        return (*away, Moved(fighter, speed(scene, fighter, halved=True)))
    return ()


class Drawn(Effect):
    """MED-DEF-02: the weapon that is used, the only one in hand."""

    kind = "draw"
    scalar = "weapon"
    is_open = True
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if self.weapon not in _arms(scene, self.target):
            return ()
        return (*_put_away(scene, self.target), scene.write(self.target, f"weapons.{self.weapon}.in_hand", True))

    def told(self, scene: Scene) -> Text | None:
        row = _arms(scene, self.target).get(self.weapon, {})
        return _("draws: %(weapon)s", weapon=str(row.get("name", "?")))


class Dropped(Effect):
    """MED-MOVEACT-06: nothing is in hand any more."""

    kind = "drop"
    is_open = True

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return _put_away(scene, self.target)

    def told(self, scene: Scene) -> Text | None:
        return _("drops what was held")


def _arms(scene: Scene, fighter: str) -> Data:
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    return rows


def _put_away(scene: Scene, fighter: str) -> tuple[Change, ...]:
    held = (key for key, row in _arms(scene, fighter).items() if row.get("in_hand"))
    return tuple(scene.write(fighter, f"weapons.{key}.in_hand", None) for key in held)


class Immediate(TurnAct):
    """MED-MOVEACT-06: no roll, no time."""

    kind = "immediate"
    label = _("Immediate action")
    rules = ("MED-MOVEACT-06",)
    immediate = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        if super().is_open(scene, actor):
            return True
        between = actor in scene.fighters and not scene.exchanges and initiative.stage(scene) == "action"
        return between and not is_out(scene, actor) and self.at_any_time(scene, actor)

    def at_any_time(self, scene: Scene, actor: str) -> bool:
        """Open out of turn, where the house likes it; not in the middle of one's own Assault."""
        anybody = bool(setting(scene.settings, "move.immediate_any_time"))
        return anybody and actor not in initiative.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """Out of turn nothing begins: what is declared at the start of the round is over by then."""
        return super().cost(scene, action) if action.actor in initiative.acting(scene) else self.effects(scene, action)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        arms = [weapon for weapon in weapons.weapons(scene.sheet(actor)) if not weapon.bare]
        why = {
            "drop_held": None if any(weapon.in_hand for weapon in arms) else _("Nothing is held."),
            "draw_weapon": None if arms else weapons.UNARMED,
        }
        what = tuple(Choice(key, label, why.get(key)) for key, label in IMMEDIATE.items())
        drawn = (Choice("none", _("None")), *(Choice(weapon.key, weapon.name) for weapon in arms))
        return (
            Field("what", _("What"), "choice", "shout", choices=what, rule="MED-MOVEACT-06"),
            Field("weapon", _("Weapon"), "choice", "none", choices=drawn),
            NOTE,
        )

    def effects(self, scene: Scene, action: Action) -> Effects:
        what, weapon = action.args["what"], action.args["weapon"]
        if what == "draw_weapon" and weapon == "none":
            raise Refused(_("Which weapon?"), "weapon")
        if what == "draw_weapon":
            return (Drawn(action.actor, weapon),)
        return (Dropped(action.actor),) if what == "drop_held" else ()

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return said(scene, action, IMMEDIATE[action.args["what"]])


class Cast(TurnAct):
    """MED-MOVEACT-02: a spell or a hex; what it does is not in these rules."""

    kind = "cast"
    label = _("Cast a spell or a hex")
    rules = ("MED-MOVEACT-02",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return NOTE, beside_field(scene, actor), MORE

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return BOUND if holders(scene, actor) else None

    def effects(self, scene: Scene, action: Action) -> Effects:
        return beside(scene, action.actor, action.args)

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return said(scene, action, _("Spell or hex"))
