"""The course of a fight: initiative, the order of combat, the parts of a round, and the marks of fighters.

MED-TIME, MED-INIT, MED-TURN, and MED-MAN-04 for the declarations at the start of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.character.fields import flag
from rules.core.acts import Act, Effects
from rules.core.check import Breakdown, Check, Modifier, Outcome
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.memo import memoize, memoize_of_fighter
from rules.core.rounds import LEFT, GmAct, deferred_fighters, is_running, next_in_turn
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Script
from rules.core.text import Text
from rules.games.medieval import checks
from rules.games.medieval import sheet as sheets
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DYING
from rules.games.medieval.tables import AT_START, MANOEUVRES, TRAITS
from rules.games.medieval.text import _

INIT = Mark("init", is_open=True)  # ``roll``, or ``leave`` and perhaps ``wisdom``
CHOICE = Mark("choice", Until.ROUND)  # ``roll`` or ``leave``, until the dice are thrown
ENGAGED = Mark("engaged", keyed=True, is_open=True)  # the opponents in melee
PRONE = Mark("prone", is_open=True)
HELD = Mark("held", keyed=True, is_open=True)  # the technique of each wrestler who holds
CHAIN = Mark("chain", is_open=True)
DESTABILISED = Mark("destabilised", is_open=True)  # ``by``, and the ``round`` in which it was done
SPRINT = Mark("sprint")  # the rounds of one and the same sprint
TERRAIN = Mark("terrain")
MODIFIER = Mark("modifier", Until.ROUND)  # ``attack``, ``defence`` and ``why``
LASTING = Mark("lasting")  # the same, for the fight
UNSEEN = Mark("unseen")  # hidden from all but the fighters of ``seen_by``
UNSEEN_BY = Mark("unseen_by", keyed=True)
SEEN_BY = Mark("seen_by", keyed=True)
TURN = Mark("turn", Until.ROUND, keyed=True, is_open=True)
MARKS = (
    *(INIT, CHOICE, ENGAGED, PRONE, HELD, CHAIN, DESTABILISED, SPRINT, TERRAIN, MODIFIER, LASTING),
    *(UNSEEN, UNSEEN_BY, SEEN_BY, TURN, LEFT),
)


@dataclass(frozen=True)
class TurnMark:
    """A mark of the present round, below ``turn``."""

    key: str

    def of(self, scene: Scene, fighter: str) -> Any:
        return TURN.rows(scene, fighter).get(self.key)

    def number(self, scene: Scene, fighter: str) -> int:
        return int(self.of(scene, fighter) or 0)

    def set(self, scene: Scene, fighter: str, value: Any = True, key: str = "") -> Change:
        """The change that sets this mark, or its entry ``key``."""
        return TURN.set(scene, fighter, value, f"{self.key}.{key}" if key else self.key)


DECLARED, BEGUN, DONE, ACTED = TurnMark("declared"), TurnMark("begun"), TurnMark("done"), TurnMark("acted")
ASSAILED = TurnMark("assailed")  # the fighters attacked in this round
ASSAULT = TurnMark("assault")  # MED-MANOEUVRE-ASSAUT: the number of attacks left
DYING_ROLL = TurnMark("dying")  # MED-DEATH-04: still owed


def land_all(scene: Scene, effects: Iterable[AnyEffect]) -> Scene:
    for effect in effects:
        scene = scene.with_changes(effect.land(scene) if isinstance(effect, Effect) else ())
    return scene


def vital(scene: Scene, fighter: str) -> str:
    """MED-DEATH-01: the vital state of a fighter: active, dying, stable or dead."""
    return sheets.vital(scene.sheet(fighter))


@memoize_of_fighter
def is_out(scene: Scene, fighter: str) -> bool:
    """MED-DEATH-01: the fighter is dying, stable or dead, and cannot act, or has left the fight."""
    return vital(scene, fighter) != ACTIVE or bool(LEFT.of(scene, fighter))


# The order.


def has_place(scene: Scene, fighter: str) -> bool:
    return bool(INIT.of(scene, fighter))


def still_without_place(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-01: the fighters who have yet to get a place in the order; none once a fighter has acted.

    If by house setting latecomers act last, there are none either once another fighter has a place. A hidden one who
    has acted, or has a place, ends nothing: everybody would notice.
    """
    late = setting(scene.settings, "init.latecomers") == "last"
    seen = [who for who, row in scene.fighters.items() if not row.hidden]
    if any(BEGUN.of(scene, who) or (late and has_place(scene, who)) for who in seen):
        return ()
    able = (who for who in _not_deferred(scene) if not is_out(scene, who))
    return tuple(who for who in able if not has_place(scene, who))


def choosers(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-02: the fighters who have yet to choose to roll for initiative or leave it."""
    return tuple(who for who in still_without_place(scene) if not CHOICE.of(scene, who))


def leaving(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-02: the fighters who have chosen to leave the initiative and have no place yet."""
    return tuple(who for who in still_without_place(scene) if CHOICE.of(scene, who) == "leave")


def yielding(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-02, 03: the fighters who left the initiative and must roll wisdom, since others left it too.

    For a visible fighter hidden ones do not count: the roll would reveal them. A hidden one always rolls: who plays
    them would learn of another.
    """
    now = leaving(scene)
    tail = [who for who in scene.fighters if who in now or _acts_late(scene, who)]
    seen = [who for who in tail if not scene.fighters[who].hidden]
    apart = (who for who in tail if who not in seen or len(seen) > 1)
    return tuple(who for who in apart if _init(scene, who, "wisdom") is None)


def _acts_late(scene: Scene, fighter: str) -> bool:
    return bool(_init(scene, fighter, "leave")) and vital(scene, fighter) != sheets.DEAD


@memoize
def order(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-01 to 05: all fighters in the order of combat; those without a place yet come last."""
    return tuple(sorted(scene.fighters, key=lambda fighter: rank(scene, fighter)))


@memoize_of_fighter
def rank(scene: Scene, fighter: str) -> tuple[int, ...]:
    """MED-INIT-01, 03, 05: the sort key of the order, lowest first; equal fighters keep their order in the list.

    Those who rolled come first, the highest total before the others; those who left the initiative come after them,
    the highest total last.
    """
    sheet = scene.sheet(fighter)
    rolled, wisdom = _init(scene, fighter, "roll"), _init(scene, fighter, "wisdom")
    if rolled is not None:
        return 0, -int(rolled), *_tie(scene, fighter)
    if _init(scene, fighter, "leave"):
        wiser = sheets.trait(sheet, "sagesse") if setting(scene.settings, "init.wisdom_ties") == "wiser_later" else 0
        return (1,) if wisdom is None else (1, int(wisdom), wiser)
    return (2,)


def _tie(scene: Scene, fighter: str) -> tuple[int, ...]:
    """MED-INIT-05: the sort key among equal totals, by house setting."""
    slowness, npc = -sheets.trait(scene.sheet(fighter), "vitesse"), scene.fighters[fighter].side != "pc"
    return {"speed": (slowness, npc), "pc": (npc, slowness), "list": ()}[setting(scene.settings, "init.ties")]


def precedes(scene: Scene, fighter: str, other: str) -> bool:
    """MED-MAN-05: the fighter acts before the other in the round."""
    ranked = order(scene)
    return ranked.index(fighter) < ranked.index(other)


def _init(scene: Scene, fighter: str, key: str) -> Any:
    return (INIT.of(scene, fighter) or {}).get(key)


# Whose turn it is.


def pending(scene: Scene) -> tuple[str, ...]:
    """MED-TURN-01: the fighters who have yet to act in this round, in order."""
    return tuple(who for who in order(scene) if not DONE.of(scene, who) and not is_out(scene, who))


@memoize
def acting(scene: Scene) -> tuple[str, ...]:
    """MED-TURN-01: the fighter whose turn it is, or nobody."""
    able = _not_deferred(scene)
    return next_in_turn(scene, tuple(who for who in pending(scene) if who in able))


@memoize
def _not_deferred(scene: Scene) -> tuple[str, ...]:
    """The fighters, in order of arrival, who do not have to wait for the turn of another."""
    late = deferred_fighters(scene, _still_to_come(scene))
    return tuple(who for who in scene.fighters if who not in late)


def _still_to_come(scene: Scene) -> Iterator[str]:
    yield from pending(scene)
    yield from (who for who in scene.fighters if _owes_a_roll(scene, who))


def dying(scene: Scene) -> tuple[str, ...]:
    """MED-DEATH-04: the fighters who have yet to roll against death in this round."""
    return tuple(who for who in _not_deferred(scene) if _owes_a_roll(scene, who))


@memoize_of_fighter
def _owes_a_roll(scene: Scene, fighter: str) -> bool:
    return bool(DYING_ROLL.of(scene, fighter)) and vital(scene, fighter) == DYING


@memoize
def owing(scene: Scene) -> tuple[str, ...]:
    """MED-MAN-04: the fighters who have yet to declare a manoeuvre of the start of the round, if they have any.

    Once a fighter has acted, the start of the round is over.
    """
    if any(BEGUN.of(scene, who) for who, row in scene.fighters.items() if not row.hidden):
        return ()
    active = (who for who in _not_deferred(scene) if not is_out(scene, who))
    return tuple(who for who in active if not DECLARED.of(scene, who) and _may_declare(scene, who))


@memoize_of_fighter
def _may_declare(scene: Scene, fighter: str) -> bool:
    sheet = scene.sheet(fighter)
    points = sheets.pc(sheet)
    return any(sheets.rank(sheet, key) and MANOEUVRES[key].pc <= points for key in AT_START)


@memoize
def stage(scene: Scene) -> str:
    """The present part of the round: before, opening, order, dying, declarations, action or end."""
    if not is_running(scene):
        return "before"
    if still_without_place(scene):
        return "opening" if choosers(scene) else "order"
    if dying(scene):
        return "dying"
    if owing(scene):
        return "declarations"
    return "action" if acting(scene) else "end"


@memoize
def up(scene: Scene) -> tuple[str, ...]:
    """The fighters who may act in this part of the round; nobody when only the game master goes on."""
    waited = {"opening": choosers, "dying": dying, "declarations": owing, "action": acting}.get(stage(scene))
    return waited(scene) if waited else ()


# Acts and effects.


class FighterAct(Act):
    """An act of a fighter; ``sentence`` is its title, about ``who``."""

    sentence: ClassVar[Text | None] = None

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.wording(scene, action) if action.actor in scene.fighters else None

    def wording(self, scene: Scene, action: Action) -> Text | None:
        """The title of the act, for a fighter who is still in the scene."""
        return replace(self.sentence, params=(("who", scene.name(action.actor)),)) if self.sentence else None

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self.procedure(scene, action) if action.actor in scene.fighters else None

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return None

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return land_all(scene, self.cost(scene, action)), action


def is_busy(scene: Scene) -> bool:
    """An act of the fight is still open; tests from sheets do not count."""
    return bool(scene.exchanges) and scene.kind != "test"


class StageAct(FighterAct):
    """An act in one part of the round, open to the fighters who may act in it."""

    part: ClassVar[str]

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and stage(scene) == self.part and actor in up(scene)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """The procedure; none any more if the actor was felled on their sheet while it was open."""
        felled = action.actor in scene.fighters and is_out(scene, action.actor)
        return None if felled else super().script(scene, action)


class TurnAct(StageAct):
    """MED-TURN-01: an act of the fighter whose turn it is. It ends the turn unless it is immediate or more follows.

    An ``immediate`` act remains open after the action of the round; in an Assault only it and attacks are open.
    """

    part = "action"
    immediate: ClassVar[bool] = False
    in_assault: ClassVar[bool] = False

    def is_open(self, scene: Scene, actor: str) -> bool:
        if not super().is_open(scene, actor):
            return False
        if ASSAULT.of(scene, actor):
            return self.in_assault
        return self.immediate or not ACTED.of(scene, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Begun(action.actor), *self.effects(scene, action), *self.ending(scene, action))

    def effects(self, scene: Scene, action: Action) -> Effects:
        """The effects of the act that come before its dice, besides those on the turn."""
        return ()

    def ending(self, scene: Scene, action: Action) -> Effects:
        if self.immediate:
            return ()
        return (Acted(action.actor),) if action.args.get("more") else (Done(action.actor),)


MORE = flag(
    "more",
    _("Then something more"),
    help=_("The turn goes on with an extra or an immediate action; after a movement, at half speed, with any other."),
    rule="MED-MOVEACT-04",
)


class Begun(Effect):
    """MED-MAN-04: a fighter has begun their turn, which ends the declarations of this round."""

    kind = "begun"
    mark = BEGUN


class Acted(Effect):
    """MED-MOVEACT-04, 06: a fighter has used the action of the round; an extra or immediate one may follow."""

    kind = "acted"
    mark = ACTED


class Done(Effect):
    """MED-TURN-01: a fighter's turn is over, and a call for them to act ends."""

    kind = "done"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DONE.set(scene, self.target), scene.end_call(self.target))


class Chose(Effect):
    """MED-INIT-02: a fighter has chosen to roll for initiative or to leave it."""

    mark = CHOICE
    scalar = "choice"
    choice: str


class Placed(Effect):
    """MED-INIT-01 to 03: a fighter gets a place in the order of combat."""

    mark = INIT
    is_open = True
    roll: int | None = None
    leave: bool = False
    wisdom: int | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (INIT.set(scene, self.target, dict(self.value or {})), CHOICE.clear(scene, self.target))

    def told(self, scene: Scene) -> Text | None:
        told_by_the_roll = self.wisdom is not None or not self.leave
        return None if told_by_the_roll else _("leaves the initiative to the adversary")


class TakeInitiative(StageAct):
    kind = "take_initiative"
    label = _("Roll for initiative")
    rules = ("MED-INIT-01",)
    part = "opening"
    throws = opening = True
    sentence = _("%(who)s rolls for initiative")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Chose(action.actor, "roll"),)


class LeaveInitiative(StageAct):
    kind = "leave_initiative"
    label = _("Leave the initiative to the adversary")
    rules = ("MED-INIT-02",)
    part = "opening"
    joint = opening = True
    sentence = _("%(who)s leaves the initiative to the adversary")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Chose(action.actor, "leave"),)


class Determine(GmAct):
    """MED-INIT-01 to 03: initiative for those who chose to roll, then wisdom among several who left it."""

    kind = "order"
    label = _("Determine the order of combat")
    rules = ("MED-INIT-01", "MED-INIT-03", "MED-INIT-05")
    opening = follows = True
    says = _("The order of combat is determined")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and stage(scene) == "order"

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return determine(scene)


def determine(scene: Scene) -> Script[Effects]:
    """MED-INIT-01 to 03: roll initiative, then wisdom, each for all fighters at once, and give them their places."""
    quick = [
        _check(scene, who, "vitesse", _("Initiative"))
        for who in still_without_place(scene)
        if who not in leaving(scene)
    ]
    wise = [_check(scene, who, "sagesse", _LEFT) for who in yielding(scene)]
    effects: list[AnyEffect] = []
    for outcome in (yield from _roll_all(quick, "initiative")) if quick else ():
        actor = outcome.check.actor
        effects += (AnyEffect("outcome", actor, outcome), Placed(actor, roll=outcome.margin))
    effects += (Placed(who, leave=True) for who in leaving(scene))
    for outcome in (yield from _roll_all(wise, "wisdom")) if wise else ():
        actor = outcome.check.actor
        effects += (AnyEffect("outcome", actor, outcome), Placed(actor, leave=True, wisdom=outcome.margin))
    return tuple(effects)


def _roll_all(tested: list[Check], key: str) -> Script[tuple[Outcome, ...]]:
    throws = yield tuple(checks.throw(check, f"{key}-{check.actor}", check.what) for check in tested)
    return tuple(checks.total(check, faces) for check, faces in zip(tested, throws, strict=True))


_LEFT = _("Wisdom: the initiative was left")


def _check(scene: Scene, fighter: str, trait: str, what: Text) -> Check:
    sheet = scene.sheet(fighter)
    target = Breakdown(Modifier(TRAITS[trait], sheets.trait(sheet, trait), "MED-INIT-01"))
    return Check(fighter, trait, what, target.plus(sheets.fatigue(sheet, scene.settings)), adds=True)


def begins_anew(scene: Scene, rounds: int) -> bool:
    """MED-INIT-04: this round begins a sequence, and by house setting the order is rolled again."""
    return sequence(rounds)[1] == 1 and bool(setting(scene.settings, "init.reroll_each_sequence"))


ROUNDS, SECONDS = 5, 6  # MED-TIME-01


def sequence(rounds: int) -> tuple[int, int]:
    """MED-TIME-01: the number of the sequence a round belongs to, and the round's number in it."""
    return 1 + (rounds - 1) // ROUNDS, 1 + (rounds - 1) % ROUNDS


def seconds(rounds: int) -> int:
    """MED-TIME-01: the approximate duration of a number of rounds."""
    return SECONDS * rounds
