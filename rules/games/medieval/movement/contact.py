"""Contact and position: contact in melee, holds, and lying on the ground (MED-MOVEACT-03, MED-LUTTE)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.character.fields import choice
from rules.character.sheet import Choice, Field
from rules.core import rounds
from rules.core.acts import Effects, fighter_name, fighters, out_of_fight, own_side
from rules.core.effects import Effect
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import LEFT, AboutFighter, AboutTwo
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text
from rules.games.medieval.initiative import ENGAGED, HELD, PRONE, SPRINT, TurnMark, is_out, vital
from rules.games.medieval.sheet import DEAD
from rules.games.medieval.text import _
from rules.ground import moving
from rules.ground.ground import Ground

CAUGHT = _("Caught in melee: no normal movement.")
OTHER_MELEE = _("Caught in another melee.")
ON_THE_GROUND = _("On the ground.")
BOUND = _("Held.")
HELPLESS = _("Held: neither attack nor defence.")


@memoize
def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-MOVEACT-03: the opponents with whom a fighter is in melee."""
    return tuple(who for who in ENGAGED.rows(scene, fighter) if who in scene.fighters and not is_out(scene, who))


@memoize
def melee(scene: Scene, fighter: str) -> frozenset[str]:
    """MED-MOVEACT-03, 04: the others in the same melee: opponents, their opponents, and so on."""
    reached, todo = {fighter}, [fighter]
    while todo:
        near = [other for other in opponents(scene, todo.pop()) if other not in reached]
        reached.update(near)
        todo += near
    return frozenset(reached - {fighter})


def holders(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01, 02: the wrestlers who hold a fighter, in the order of the list."""
    rows = HELD.rows(scene, fighter)
    return tuple(who for who in scene.fighters if who in rows and not is_out(scene, who))


def holds(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01: the fighters held by this one."""
    return tuple(who for who in scene.fighters if who != fighter and fighter in holders(scene, who))


def can_defend(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-CLE-01: a fighter is not out, and held by nobody."""
    return not is_out(scene, fighter) and not holders(scene, fighter)


def can_attack(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-PROJ-01, CLE-01: a fighter can defend, and stands."""
    return can_defend(scene, fighter) and not PRONE.of(scene, fighter)


ATTACKED = TurnMark("attacked")  # MED-MAN-06: the attack of the round was made by a manoeuvre, or given up


class Attacked(Effect):
    """MED-MAN-06, MED-MOVEACT-01, 05: the attack of this round is made by a manoeuvre, or given up for another act."""

    mark = ATTACKED


def why_busy(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-CLE-01, MED-MAN-06: the reason why a fighter can neither attack nor care for anybody this round."""
    if holders(scene, fighter):
        return HELPLESS
    return _("The attack of this round is made, or given up.") if ATTACKED.of(scene, fighter) else None


def why_unable(scene: Scene, fighter: str) -> Text | None:
    """MED-LUTTE-PROJ-01, CLE-01, MED-MAN-06: the reason why a fighter cannot attack at all."""
    if PRONE.of(scene, fighter) and not holders(scene, fighter):
        return _("On the ground: no attack.")
    return why_busy(scene, fighter)


def why_gone(scene: Scene, fighter: str) -> Text | None:
    """MED-DEATH-02: the reason why nothing more can be done to a fighter: they are dead, or have left the fight."""
    if vital(scene, fighter) == DEAD:
        return _("%(who)s is dead.", who=scene.name(fighter))
    return out_of_fight(scene, fighter) if LEFT.of(scene, fighter) else None


def person(scene: Scene, fighter: str, other: str, refused: Text | None = None) -> Choice:
    """A fighter among the choices of another's form; one of their own side is marked as such."""
    return Choice(other, fighter_name(scene, other), refused, own_side(scene, fighter, other))


def why_out_of_reach(scene: Scene, fighter: str, other: str) -> Text | None:
    """MED-MOVEACT-03: the reason why a fighter in melee cannot strike somebody: they are outside of it."""
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
    """MED-MOVEACT-03, MED-LUTTE-CLE-01: two fighters are no longer in melee, and neither holds the other."""

    kind = "disengage"
    scalar = "other"
    other: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        pairs = ((self.target, self.other), (self.other, self.target))
        held = (HELD.clear(scene, who, by) for who, by in pairs if by in HELD.rows(scene, who))
        return *_both(scene, self.target, self.other, None), *held


def are_engaged(scene: Scene, fighter: str, other: str) -> bool:
    """MED-MOVEACT-03: two fighters are in melee with each other."""
    return other in ENGAGED.rows(scene, fighter) or fighter in ENGAGED.rows(scene, other)


def loosed(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """MED-LUTTE-CLE-01: the changes after which a fighter holds nobody."""
    return tuple(HELD.clear(scene, who, fighter) for who in holds(scene, fighter))


def halted(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """MED-SPRINT-01: the changes that end the sprint of a fighter who falls, lies or is held."""
    return (SPRINT.clear(scene, fighter),) if SPRINT.of(scene, fighter) else ()


def away_from_fallen(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """MED-MOVEACT-03, MED-DEATH-01: the changes that end the contact of a moving fighter with those in a coma."""
    fallen = (who for who in ENGAGED.rows(scene, fighter) if who in scene.fighters and is_out(scene, who))
    return tuple(change for who in fallen for change in _both(scene, fighter, who, None))


GROUND = Ground(
    contact=2,
    engaged=are_engaged,
    parted=lambda scene, fighter, other: _both(scene, fighter, other, None),
    left=lambda scene, fighter: (*loosed(scene, fighter), HELD.clear(scene, fighter)),
)


class Left(moving.Left):
    """MED-MOVEACT-03, MED-LUTTE-CLE-01: a fighter who leaves the fight leaves the melee and every hold."""

    ground = GROUND


class Leave(rounds.Leave):
    """MED-MOVEACT-03: the game master takes a fighter out of the fight, and so out of melee."""

    left = Left


class Gone(moving.Gone):
    """MED-MOVE-03: a fighter has gone to another place."""

    ground = GROUND


def _both(scene: Scene, fighter: str, other: str, value: Any) -> tuple[Change, ...]:
    return ENGAGED.set(scene, fighter, value, scene.fighters[other].id), ENGAGED.set(scene, other, value, fighter)


class Away(Effect):
    """MED-MOVEACT-05: a fighter leaves the melee and all opponents, and holds nobody any more."""

    kind = "flee"
    is_open = True
    decisive = True
    says = _("flees from the melee")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        met = (other for other in ENGAGED.rows(scene, self.target) if other in scene.fighters)
        apart = (change for other in met for change in _both(scene, self.target, other, None))
        return (*apart, *loosed(scene, self.target))


class BrokenOff(Away):
    """MED-MOVEACT-04: a fighter leaves the melee by a movement of disengagement."""

    kind = "break_off"
    decisive = False
    says = _("breaks off from the melee")


class Released(Effect):
    """MED-LUTTE-CLE-01: a wrestler lets go of a fighter."""

    kind = "let_go"
    is_open = True
    by: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (HELD.clear(scene, self.target, scene.fighters[self.by].id),)

    def told(self, scene: Scene) -> Text | None:
        return _("is held by %(who)s no longer", who=scene.name(self.by))


def let_go(scene: Scene, fighter: str) -> Effects:
    """MED-LUTTE-CLE-01: the effects of moving away: the fighter lets go of everybody they hold."""
    return tuple(Released(who, fighter) for who in holds(scene, fighter))


class Prone(Effect):
    """MED-LUTTE-PROJ-01, 02: a fighter falls to the ground, or stands up."""

    mark = PRONE
    scalar = "down"
    harmful = passing = is_open = True
    down: bool

    def land(self, scene: Scene) -> tuple[Change, ...]:
        fallen = halted(scene, self.target) if self.down else ()
        return PRONE.set(scene, self.target, True if self.down else None), *fallen

    def told(self, scene: Scene) -> Text | None:
        return _("is on the ground") if self.down else _("stands again")


class Contact(AboutTwo):
    """MED-MOVEACT-03: the game master puts two fighters in melee, or ends it."""

    kind = "contact"
    label = _("Contact in melee")
    rules = ("MED-MOVEACT-03",)

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not LEFT.of(scene, who))

    def further(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"engaged": _("They are in contact"), "apart": _("They break contact")}
        return (choice("state", _("Contact"), rows, None, rule="MED-MOVEACT-03"),)

    def effect(self, args: Data) -> Effect:
        kind = Engage if args["state"] == "engaged" else Disengage
        return kind(args["fighter"], args["other"])

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.label


class Posture(AboutFighter):
    """MED-LUTTE-PROJ-01: the game master sets if a fighter stands or lies on the ground."""

    kind = "posture"
    label = _("Standing or on the ground")
    rules = ("MED-LUTTE-PROJ-01",)
    says = _("%(who)s")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"prone": _("On the ground"), "standing": _("Standing")}
        return (choice("posture", _("Posture"), rows, None, rule="MED-LUTTE-PROJ-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Prone(action.args["fighter"], action.args["posture"] == "prone"),)


ALL = "all"  # the choice of everybody
EVERYBODY = Choice(ALL, _("Everybody"))


def one_or_all(scene: Scene, key: str, label: Text) -> Field:
    """The field for one fighter or everybody, by default everybody."""
    return Field(key, label, "choice", choices=(EVERYBODY, *fighters(scene, scene.fighters)), default=ALL)
