"""Turns in which everybody acts once a round, the highest score or throw first: for written games, and any other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from rules.core import rounds
from rules.core.acts import Act, Effects
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.rounds import GmAct, Headline, Prompt, Rounds, Slot, deferred_fighters, is_running, one_after_the_other
from rules.core.scene import Action, Scene
from rules.core.script import Script, roll
from rules.core.text import Text, _, plain

DONE = Mark("done", Until.ROUND)
INITIATIVE = Mark("initiative", is_open=True)  # what was thrown, with the score
MARKS = (DONE,)
T = TypeVar("T", bound=type)


class Turns:
    """Who is up, by score; whoever is out is passed over.

    ``acts`` and ``effects`` begin, go on with and end a fight; ``by_sides`` lets a side act in any order. With
    ``dice`` everybody first throws them once a fight, and the score is added.
    """

    by_sides = False

    def __init__(
        self, score: Callable[[Scene, str], int], is_out: Callable[[Scene, str], bool], dice: Dice | None = None
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

    def rank(self, scene: Scene, fighter: str) -> tuple[Any, ...]:
        """The place of a fighter: by throw and score, or player characters and their allies before the others."""
        side = scene.fighters[fighter].camp != "pc" if self.by_sides else False
        thrown = INITIATIVE.of(scene, fighter) if self.dice else None
        late = self.dice is not None and thrown is None
        return side, late, -int(thrown or 0), -self.score(scene, fighter), list(scene.fighters).index(fighter)

    def waiting(self, scene: Scene) -> list[str]:
        """The fighters who still have a turn this round, in order; whoever nobody sees comes after who was called."""
        rows = [who for who in self.everybody(scene) if not DONE.of(scene, who) and not self.is_out(scene, who)]
        later = deferred_fighters(scene, rows)
        return [who for who in rows if who not in later]

    def unthrown(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who have still to throw for their place."""
        rows = self.waiting(scene) if self.dice and is_running(scene) else ()
        return tuple(who for who in scene.fighters if who in rows and INITIATIVE.of(scene, who) is None)

    def throwers(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who may throw now: all who have not, beside nothing but other such throws."""
        if any(row.action.kind != Throw.kind for row in scene.exchanges.values()):
            return ()
        begun = rounds.busy(scene)
        return tuple(who for who in self.unthrown(scene) if who not in begun)

    def everybody(self, scene: Scene) -> list[str]:
        return sorted(scene.fighters, key=lambda fighter: self.rank(scene, fighter))

    def acting(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who are up: the next one, or all that are left of a side."""
        if not is_running(scene) or self.unthrown(scene):
            return ()
        waiting = self.waiting(scene)
        if not self.by_sides or not waiting:
            return tuple(waiting[:1])
        side = scene.fighters[waiting[0]].camp == "pc"
        return tuple(who for who in waiting if (scene.fighters[who].camp == "pc") == side)

    def slots(self, scene: Scene) -> tuple[Slot, ...]:
        up = (*rounds.busy(scene), *self.acting(scene))
        return tuple(self._slot(scene, who, up) for who in self.everybody(scene))

    def _slot(self, scene: Scene, who: str, up: tuple[str, ...]) -> Slot:
        done = "done" if DONE.of(scene, who) else "now" if who in up else "next"
        thrown = INITIATIVE.of(scene, who) if self.dice else self.score(scene, who)
        at = "" if thrown is None else plain(int(thrown))
        return Slot(who, at, "out" if self.is_out(scene, who) else done)

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        """Those who throw for their place, all together; then one after the other; then the game master."""
        prompts = tuple(Prompt(who, "act", Throw.label) for who in self.throwers(scene))
        return prompts or one_after_the_other(self.acting(scene), scene)

    def headline(self, scene: Scene) -> Headline:
        if not is_running(scene):
            return rounds.outside(scene)
        words = _("Round %(round)s", round=scene.round)
        if self.unthrown(scene):
            return Headline(words, _("Everybody throws for their place"))
        up = (*rounds.busy(scene), *self.acting(scene))
        return Headline(words, _("Turn of %(who)s", who=scene.name(up[0])) if len(up) == 1 else None)

    def rounds(self) -> Rounds:
        return Rounds(
            turn=self.turn,
            order=self.slots,
            headline=self.headline,
            is_out=self.is_out,
            takes_turns=lambda scene: not self.throwers(scene),
            has_acted=lambda scene, fighter: bool(DONE.of(scene, fighter)) or self.is_out(scene, fighter),
        )


class RoundBegins(rounds.RoundBegins):
    """A new round."""

    marks = MARKS


class Done(Effect):
    """The turn of a fighter is over."""

    mark = DONE


class Thrown(Effect):
    """A throw for one's place in the order."""

    mark = INITIATIVE
    scalar = "total"
    is_open = True
    total: int

    def told(self, scene: Scene) -> Text | None:
        return _("initiative %(number)s", number=plain(int(self.total)))


class InTurns:
    """Whatever needs to know whose turn it is; a subclass is given the ``turns`` of its game."""

    turns: ClassVar[Turns]


class TurnAct(Act, InTurns):
    """An act in one's own turn."""

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and actor in self.turns.acting(scene)


class Throw(Act, InTurns):
    """A throw for one's place, once a fight."""

    kind = "initiative"
    label = _("Roll initiative")
    says = _("%(who)s rolls initiative")
    throws = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in self.turns.throwers(scene)

    def script(self, scene: Scene, action: Action) -> Script[Effects]:
        assert self.turns.dice is not None
        faces = yield from roll("initiative", action.actor, self.turns.dice, _("Initiative"), reads="sum")
        return (Thrown(action.actor, sum(faces) + self.turns.score(scene, action.actor)),)


class Finish(TurnAct):
    """The end of a turn."""

    kind = "finish"
    label = _("End the turn")
    joint = True
    says = _("%(who)s has finished")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.actor),)


class Start(rounds.StartFight):
    """The first round begins."""

    first = RoundBegins


class NewRound(GmAct, InTurns):
    """The next round."""

    kind = "new_round"
    label = _("New round")
    says = _("A new round begins")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        still = self.turns.acting(scene) or self.turns.unthrown(scene)
        waiting = _("Not everybody has had a turn.") if still else None
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (RoundBegins("gm", scene.round + 1),)


class PassOver(rounds.PassOver, InTurns):
    """The game master passes over whoever is up."""

    def whom(self, scene: Scene) -> Iterable[str]:
        return self.turns.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.args["fighter"]),)


def of(turns: Turns, kind: T, **more: Any) -> T:
    """An act or effect as one of a game with these turns."""
    return type(kind)(kind.__name__, (kind,), {"turns": turns, "__doc__": kind.__doc__, **more})
