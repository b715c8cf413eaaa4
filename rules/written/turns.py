"""Turns in which every fighter acts once a round, highest score or throw first; for written and other games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from rules.core import rounds
from rules.core.acts import Act, Effects
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.rounds import GmAct, Headline, Prompt, Rounds, Slot, deferred_fighters, is_running, prompts_in_turn
from rules.core.scene import Action, Scene
from rules.core.script import Script, roll
from rules.core.text import Text, _, plain

DONE = Mark("done", Until.ROUND)
INITIATIVE = Mark("initiative", is_open=True)  # the sum of the throw and the score
MARKS = (DONE,)
T = TypeVar("T", bound=type)


class Turns:
    """The turn order by score, without fighters who are out.

    ``acts`` and ``effects`` start, continue and end a fight; ``by_sides`` lets a side act in any order. With
    ``dice`` every fighter throws them once a fight, and the score is added.
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
        """The sort key of a fighter: by throw and score; ``by_sides`` puts player characters and their allies first."""
        side = scene.fighters[fighter].camp != "pc" if self.by_sides else False
        thrown = INITIATIVE.of(scene, fighter) if self.dice else None
        late = self.dice is not None and thrown is None
        return side, late, -int(thrown or 0), -self.score(scene, fighter), list(scene.fighters).index(fighter)

    def waiting(self, scene: Scene) -> list[str]:
        """The fighters with a turn left this round, in order, except those whose turn is deferred."""
        rows = [who for who in self.everybody(scene) if not DONE.of(scene, who) and not self.is_out(scene, who)]
        later = deferred_fighters(scene, rows)
        return [who for who in rows if who not in later]

    def unthrown(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who still have to throw initiative."""
        rows = self.waiting(scene) if self.dice and is_running(scene) else ()
        return tuple(who for who in scene.fighters if who in rows and INITIATIVE.of(scene, who) is None)

    def throwers(self, scene: Scene) -> tuple[str, ...]:
        """The fighters who may throw initiative now; none while an exchange other than such a throw is open."""
        if any(row.action.kind != Throw.kind for row in scene.exchanges.values()):
            return ()
        begun = rounds.busy_fighters(scene)
        return tuple(who for who in self.unthrown(scene) if who not in begun)

    def everybody(self, scene: Scene) -> list[str]:
        return sorted(scene.fighters, key=lambda fighter: self.rank(scene, fighter))

    def acting(self, scene: Scene) -> tuple[str, ...]:
        """The fighters whose turn it is: the next one, or all remaining ones of a side."""
        if not is_running(scene) or self.unthrown(scene):
            return ()
        waiting = self.waiting(scene)
        if not self.by_sides or not waiting:
            return tuple(waiting[:1])
        side = scene.fighters[waiting[0]].camp == "pc"
        return tuple(who for who in waiting if (scene.fighters[who].camp == "pc") == side)

    def slots(self, scene: Scene) -> tuple[Slot, ...]:
        up = (*rounds.busy_fighters(scene), *self.acting(scene))
        return tuple(self._slot(scene, who, up) for who in self.everybody(scene))

    def _slot(self, scene: Scene, who: str, up: tuple[str, ...]) -> Slot:
        done = "done" if DONE.of(scene, who) else "now" if who in up else "next"
        thrown = INITIATIVE.of(scene, who) if self.dice else self.score(scene, who)
        at = "" if thrown is None else plain(int(thrown))
        return Slot(who, at, "out" if self.is_out(scene, who) else done)

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        """The prompts: initiative for all at once, then each turn in order, then the game master's."""
        prompts = tuple(Prompt(who, "act", Throw.label) for who in self.throwers(scene))
        return prompts or prompts_in_turn(self.acting(scene), scene)

    def headline(self, scene: Scene) -> Headline:
        if not is_running(scene):
            return rounds.idle_headline(scene)
        words = _("Round %(round)s", round=scene.round)
        if self.unthrown(scene):
            return Headline(words, _("Everybody throws for their place"))
        up = (*rounds.busy_fighters(scene), *self.acting(scene))
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
    """The effect that begins a new round."""

    marks = MARKS


class Done(Effect):
    """The turn of a fighter is over."""

    mark = DONE


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

    def script(self, scene: Scene, action: Action) -> Script[Effects]:
        assert self.turns.dice is not None
        faces = yield from roll("initiative", action.actor, self.turns.dice, _("Initiative"), reads="sum")
        return (Thrown(action.actor, sum(faces) + self.turns.score(scene, action.actor)),)


class Finish(TurnAct):
    """The act that ends a turn."""

    kind = "finish"
    label = _("End the turn")
    joint = True
    says = _("%(who)s has finished")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.actor),)


class Start(rounds.StartFight):
    """The act that starts the first round."""

    first = RoundBegins


class NewRound(GmAct, InTurns):
    """The act that starts the next round."""

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
    """The act by which the game master skips the fighter whose turn it is."""

    def whom(self, scene: Scene) -> Iterable[str]:
        return self.turns.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.args["fighter"]),)


def of(turns: Turns, kind: T, **more: Any) -> T:
    """A subclass of an act or effect for the game with these turns."""
    return type(kind)(kind.__name__, (kind,), {"turns": turns, "__doc__": kind.__doc__, **more})
