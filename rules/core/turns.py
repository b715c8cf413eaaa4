"""Turns: fighters who act one after the other, each once a round, and helpers for orders and action budgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from rules.core import rounds
from rules.core.acts import Act, Effects
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.memo import memoize
from rules.core.rounds import (
    HAS_LEFT,
    LEFT,
    GmAct,
    Headline,
    Prompt,
    Rounds,
    Slot,
    deferred_fighters,
    is_running,
    next_in_turn,
    prompts_in_turn,
)
from rules.core.scene import Action, Scene
from rules.core.script import Script, roll
from rules.core.text import Text, _, plain

T = TypeVar("T")


def highest(items: Iterable[T], *keys: Callable[[T], Any]) -> tuple[T, ...]:
    """The items with the highest key; a further key is read of those alone that the former ones leave equal."""
    return _narrow(max, items, keys)


def lowest(items: Iterable[T], *keys: Callable[[T], Any]) -> tuple[T, ...]:
    return _narrow(min, items, keys)


def _narrow(choose: Callable[..., Any], items: Iterable[T], keys: Iterable[Callable[[T], Any]]) -> tuple[T, ...]:
    left = tuple(items)
    for key in keys:
        if len(left) < 2:
            break
        values = [key(item) for item in left]
        best = choose(values)
        left = tuple(item for value, item in zip(values, left, strict=True) if value == best)
    return left


@dataclass(frozen=True)
class Bundles:
    """A budget that allows one of a few bundles of things, each thing one letter, in any order."""

    bundles: tuple[str, ...]

    def fits(self, spent: Sequence[str], cost: str) -> bool:
        """True if one more thing can be done besides those already ``spent``."""
        wanted = Counter((*spent, cost))
        return any(wanted <= Counter(bundle) for bundle in self.bundles)


@dataclass(frozen=True)
class Distinct:
    """A budget of ``most`` different things; only ``repeatable`` ones may be done twice."""

    most: int
    repeatable: frozenset[str] = frozenset()

    def fits(self, spent: Sequence[str], cost: str) -> bool:
        """True if one more thing can be done besides those already ``spent``."""
        return len(spent) < self.most and not self.repeats(spent, cost)

    def repeats(self, spent: Sequence[str], cost: str) -> bool:
        """True if this has been done already and may not be done twice."""
        return cost in spent and cost not in self.repeatable


@dataclass(frozen=True)
class Points:
    """A budget of ``most`` points, from which everything is paid."""

    most: int

    def left(self, spent: int) -> int:
        return max(0, self.most - spent)

    def fits(self, spent: int, cost: int) -> bool:
        """True if this cost can be paid after the points already ``spent``."""
        return cost <= self.left(spent)


# Fighters in order.

DONE = Mark("done", Until.ROUND)
INITIATIVE = Mark("initiative", is_open=True)  # the sum of the throw and the score
MARKS = (DONE,)
K = TypeVar("K", bound=type)
OfTurn = Callable[[Scene, str], Text | None]
LISTED = _("listed order")
PC_FIRST = _("PC before NPC")


class RoundBegins(rounds.RoundBegins):
    """The effect that begins a new round."""

    marks = MARKS


class Done(Effect):
    """The turn of a fighter is over."""

    mark = DONE


class Turns:
    """The turn order by score, without fighters who are out.

    ``acts`` and ``effects`` start, continue and end a fight; ``by_sides`` lets a side act in any order. With
    ``dice`` every fighter throws them once a fight, and the score is added. A game with an order of its own overrides
    what differs, such as ``done``, the effect that ends a turn.
    """

    by_sides = False
    done: type[Effect] = Done
    round_words = _("Round %(round)s")
    turn_words = _("%(who)s’s turn")
    left_words: Text | None = None  # the same with what is ``left`` of the turn
    over_words: Text | None = None  # once everybody has had a turn
    throw_words = _("Everybody throws for their place")

    def __init__(
        self, score: Callable[[Scene, str], int | None], is_out: Callable[[Scene, str], bool], dice: Dice | None = None
    ) -> None:
        self.score, self.is_out, self.dice = score, is_out, dice
        self.acts: tuple[type[Act], ...] = (
            *(of(self, Finish), Start, of(self, NewRound), rounds.EndFight, of(self, PassOver)),
        )
        self.effects: tuple[type[Effect], ...] = (RoundBegins, rounds.FightEnds, Done)
        self.marks: tuple[Mark, ...] = MARKS
        if dice is not None:
            self.acts, self.effects = (of(self, Throw), *self.acts), (*self.effects, Thrown)
            self.marks = (*MARKS, INITIATIVE)

    def place(self, scene: Scene, fighter: str) -> tuple[Any, ...]:
        """The sort key of a throw and a score; ``by_sides`` puts player characters and their allies first."""
        side = scene.fighters[fighter].camp != "pc" if self.by_sides else False
        thrown, score = INITIATIVE.of(scene, fighter) if self.dice else None, self.score(scene, fighter)
        late = (thrown if self.dice else score) is None
        return side, late, -int(thrown or 0), -(score or 0)

    def rank(self, scene: Scene, fighter: str) -> tuple[Any, ...]:
        """The sort key with the tie-breakers."""
        return *self.place(scene, fighter), *(key for _name, key in self.breakers(scene, fighter))

    def breakers(self, scene: Scene, fighter: str) -> tuple[tuple[Text, int], ...]:
        """The tie-breakers of fighters of the same score, each with its name and a sort key, lowest first."""
        return ()

    def tied(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        """The others of the same score; to a visible fighter hidden ones do not count, whom that would reveal."""
        mine, secret = self.score(scene, fighter), scene.fighters[fighter].hidden
        others = (row.id for row in scene.fighters.values() if row.id != fighter and (secret or not row.hidden))
        return tuple(who for who in others if self.score(scene, who) == mine)

    def tie(self, scene: Scene, fighter: str) -> Text | None:
        """The names of the tie-breakers between a fighter and those of the same score, which everybody reads."""
        mine = self.breakers(scene, fighter)
        if not mine or self.score(scene, fighter) is None:
            return None
        why = {_first_difference(mine, self.breakers(scene, who)) for who in self.tied(scene, fighter)}
        named = tuple(name for name in dict.fromkeys((*(name for name, _key in mine), LISTED)) if name in why)
        return _("tie: %(why)s", why=named) if named else None

    def is_through(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter has had their turn in this round, or is out."""
        return bool(DONE.of(scene, fighter)) or self.is_out(scene, fighter)

    def pending(self, scene: Scene) -> tuple[str, ...]:
        return _pending(scene, self)

    def waiting(self, scene: Scene) -> tuple[str, ...]:
        """The fighters with a turn left this round, in order, except those whose turn is deferred."""
        rows = self.pending(scene)
        later = deferred_fighters(scene, rows)
        return tuple(who for who in rows if who not in later)

    def unthrown(self, scene: Scene) -> tuple[str, ...]:
        rows = self.waiting(scene) if self.dice and is_running(scene) else ()
        return tuple(who for who in scene.fighters if who in rows and INITIATIVE.of(scene, who) is None)

    def throwers(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who may throw initiative now; none while an exchange other than such a throw is open."""
        if any(row.action.kind != Throw.kind for row in scene.exchanges.values()):
            return ()
        begun = rounds.busy_fighters(scene)
        return tuple(who for who in self.unthrown(scene) if who not in begun)

    def everybody(self, scene: Scene) -> tuple[str, ...]:
        """All fighters in the order of this round; equal ones keep their order in the list."""
        return _everybody(scene, self)

    def acting(self, scene: Scene) -> tuple[str, ...]:
        """The fighters whose turn it is: the next one, or all remaining ones of a side."""
        return _acting(scene, self)

    def slots(self, scene: Scene) -> tuple[Slot, ...]:
        up = (*rounds.busy_fighters(scene), *self.acting(scene))
        return tuple(self.slot(scene, who, up) for who in self.everybody(scene))

    def slot(self, scene: Scene, who: str, up: tuple[str, ...]) -> Slot:
        thrown = INITIATIVE.of(scene, who) if self.dice else self.score(scene, who)
        at = "" if thrown is None else plain(int(thrown))
        if self.is_out(scene, who):
            return Slot(who, at, "out", HAS_LEFT if LEFT.of(scene, who) else None)
        return Slot(who, at, self._slot_state(scene, who, up), tie=self.tie(scene, who))

    def _slot_state(self, scene: Scene, who: str, up: tuple[str, ...]) -> str:
        if self.is_through(scene, who):
            return "done"
        return "now" if who in up else "next"

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        """The prompts: initiative for all at once, then each turn in order, then the game master's."""
        prompts = tuple(Prompt(who, "act", Throw.label) for who in self.throwers(scene))
        return prompts or prompts_in_turn(self.acting(scene), scene)

    def headline(self, scene: Scene, left: OfTurn = lambda _scene, _fighter: None) -> Headline:
        if not is_running(scene):
            return rounds.idle_headline(scene)
        words = replace(self.round_words, params=(("round", scene.round),))
        if self.unthrown(scene):
            return Headline(words, self.throw_words)
        up = tuple(dict.fromkeys((*rounds.busy_fighters(scene), *self.acting(scene))))
        if not up or (self.by_sides and len(up) > 1):
            return Headline(words, None if up else self.over_words)
        who, rest = scene.name(up[0]), left(scene, up[0])
        if rest is None or self.left_words is None:
            return Headline(words, replace(self.turn_words, params=(("who", who),)))
        return Headline(words, replace(self.left_words, params=(("who", who), ("left", rest))))

    def rounds(self, left: OfTurn = lambda _scene, _fighter: None, **more: Any) -> Rounds:
        """The record of these turns: ``left`` says what is left of a turn, ``more`` are other parts of the record."""
        parts: dict[str, Any] = {
            "turn": self.turn,
            "order": self.slots,
            "headline": lambda scene: self.headline(scene, left),
            "is_out": self.is_out,
            "takes_turns": lambda scene: not self.throwers(scene),
            "has_acted": self.is_through,
        }
        return Rounds(**parts | more)


def _first_difference(mine: Iterable[tuple[Text, int]], theirs: Iterable[tuple[Text, int]]) -> Text:
    return next((name for (name, own), (_name, key) in zip(mine, theirs, strict=True) if own != key), LISTED)


@memoize
def _everybody(scene: Scene, turns: Turns) -> tuple[str, ...]:
    places = {who: turns.place(scene, who) for who in scene.fighters}
    times = Counter(places.values())

    def rank(fighter: str) -> tuple[Any, ...]:
        place = places[fighter]
        return place if times[place] == 1 else (*place, *(key for _name, key in turns.breakers(scene, fighter)))

    return tuple(sorted(places, key=rank))


@memoize
def _pending(scene: Scene, turns: Turns) -> tuple[str, ...]:
    return tuple(who for who in turns.everybody(scene) if not turns.is_through(scene, who))


@memoize
def _acting(scene: Scene, turns: Turns) -> tuple[str, ...]:
    if not is_running(scene) or turns.unthrown(scene):
        return ()
    waiting = turns.waiting(scene)
    if not turns.by_sides or not waiting:
        return next_in_turn(scene, waiting)
    side = scene.fighters[waiting[0]].camp == "pc"
    return tuple(who for who in waiting if (scene.fighters[who].camp == "pc") == side)


class Thrown(Effect):
    """The result of a throw for initiative."""

    mark = INITIATIVE
    scalar = "total"
    is_open = True
    total: int

    def told(self, scene: Scene) -> Text | None:
        return _("initiative %(number)s", number=plain(int(self.total)))


class InTurns:
    """Base of acts that need the turn order; a subclass for each game has its ``turns``."""

    turns: ClassVar[Turns]


class TurnAct(Act, InTurns):
    """Base of acts in the fighter's own turn."""

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and actor in self.turns.acting(scene)


class Throw(Act, InTurns):
    """The act of throwing initiative, once a fight."""

    kind = "initiative"
    label = _("Roll initiative")
    says = _("%(who)s rolls initiative")
    throws = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in self.turns.throwers(scene)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        assert self.turns.dice is not None
        faces = yield from roll("initiative", action.actor, self.turns.dice, _("Initiative"), reads="sum")
        return (Thrown(action.actor, sum(faces) + (self.turns.score(scene, action.actor) or 0)),)


class Finish(TurnAct):
    """The act that ends a turn."""

    kind = "finish"
    label = _("End the turn")
    joint = True
    says = _("%(who)s has finished")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.turns.done(action.actor),)


class Start(rounds.StartFight):
    """The act that starts the first round."""

    first = RoundBegins


class NewRound(GmAct, InTurns):
    """The act that starts the next round; ``seconds`` is about how long one takes, if the game says it."""

    kind = "new_round"
    label = _("New round")
    says = _("A new round begins")
    still: ClassVar[Text] = _("Not everybody has had a turn.")
    still_to_throw: ClassVar[Text] = still
    first: ClassVar[type[rounds.RoundBegins]] = RoundBegins
    seconds: ClassVar[int] = 0

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        refusal = super().refusal(scene, actor)
        if refusal is None and self.turns.unthrown(scene):
            return self.still_to_throw
        if refusal is None and self.turns.acting(scene):
            return self.still
        return refusal

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.first("gm", scene.round + 1),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return replace(self.says, params=(("seconds", self.seconds * scene.round),)) if self.seconds else self.says


class PassOver(rounds.PassOver, InTurns):
    """The act by which the game master skips the fighter whose turn it is."""

    def candidates(self, scene: Scene) -> Iterable[str]:
        return self.turns.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.turns.done(action.args["fighter"]),)


def of(turns: Turns, kind: K, **more: Any) -> K:
    """A subclass of an act or effect for the game with these turns."""
    return type(kind)(kind.__name__, (kind,), {"turns": turns, "__doc__": kind.__doc__, **more})
