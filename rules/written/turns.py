"""Turns in which everybody acts once a round, the highest score first: for written games, and for any other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from rules.core import rounds
from rules.core.acts import Act, Effects
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.rounds import GmAct, Headline, Rounds, Slot, is_running, kept_back, one_after_the_other
from rules.core.scene import Action, Scene
from rules.core.text import Text, _, plain

DONE = Mark("done", Until.ROUND)
MARKS = (DONE,)
T = TypeVar("T", bound=type)


class Turns:
    """Who is up, by score; whoever is out is passed over.

    ``acts`` and ``effects`` begin, go on with and end a fight; ``by_sides`` lets a side act in any order.
    """

    by_sides = False
    marks = MARKS

    def __init__(self, score: Callable[[Scene, str], int], is_out: Callable[[Scene, str], bool]) -> None:
        self.score, self.is_out = score, is_out
        self.acts: tuple[type[Act], ...] = (
            *(of(self, Finish), Start, of(self, NewRound), rounds.EndFight, of(self, PassOver)),
        )
        self.effects: tuple[type[Effect], ...] = (RoundBegins, rounds.FightEnds, Done)

    def rank(self, scene: Scene, fighter: str) -> tuple[Any, ...]:
        """The place of a fighter: by score, or player characters and their allies before the others."""
        side = scene.fighters[fighter].camp != "pc" if self.by_sides else False
        return side, -self.score(scene, fighter), list(scene.fighters).index(fighter)

    def everybody(self, scene: Scene) -> list[str]:
        return sorted(scene.fighters, key=lambda fighter: self.rank(scene, fighter))

    def acting(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who are up: the next one, or all that are left of a side."""
        if not is_running(scene):
            return ()
        rows = [who for who in self.everybody(scene) if not DONE.of(scene, who) and not self.is_out(scene, who)]
        later = kept_back(scene, rows)
        waiting = [who for who in rows if who not in later]
        if not self.by_sides or not waiting:
            return tuple(waiting[:1])
        side = scene.fighters[waiting[0]].camp == "pc"
        return tuple(who for who in waiting if (scene.fighters[who].camp == "pc") == side)

    def slots(self, scene: Scene) -> tuple[Slot, ...]:
        up = (*rounds.busy(scene), *self.acting(scene))
        return tuple(self._slot(scene, who, up) for who in self.everybody(scene))

    def _slot(self, scene: Scene, who: str, up: tuple[str, ...]) -> Slot:
        done = "done" if DONE.of(scene, who) else "now" if who in up else "next"
        return Slot(who, plain(self.score(scene, who)), "out" if self.is_out(scene, who) else done)

    def headline(self, scene: Scene) -> Headline:
        if not is_running(scene):
            return rounds.outside(scene)
        words = _("Round %(round)s", round=scene.round)
        up = (*rounds.busy(scene), *self.acting(scene))
        return Headline(words, _("Turn of %(who)s", who=scene.name(up[0])) if len(up) == 1 else None)

    def rounds(self) -> Rounds:
        return Rounds(
            turn=lambda scene: one_after_the_other(self.acting(scene), scene),
            order=self.slots,
            headline=self.headline,
            is_out=self.is_out,
            has_acted=lambda scene, fighter: bool(DONE.of(scene, fighter)) or self.is_out(scene, fighter),
        )


class RoundBegins(rounds.RoundBegins):
    """A new round."""

    marks = MARKS


class Done(Effect):
    """The turn of a fighter is over."""

    mark = DONE


class InTurns:
    """Whatever needs to know whose turn it is; a subclass is given the ``turns`` of its game."""

    turns: ClassVar[Turns]


class TurnAct(Act, InTurns):
    """An act in one's own turn."""

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and actor in self.turns.acting(scene)


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
        waiting = _("Not everybody has had a turn.") if self.turns.acting(scene) else None
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
