"""The fights of a written game: turns in order, tests in them, and damage, care and conditions by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core import rounds
from rules.core.acts import Act, Effects
from rules.core.effects import Effect
from rules.core.game import Tests
from rules.core.marks import Mark, Until
from rules.core.rounds import AboutFighter, GmAct, Headline, Rounds, Slot, is_running, kept_back, one_after_the_other
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script
from rules.core.text import Text, _, plain
from rules.written.book import Book

DONE = Mark("done", Until.ROUND)
MARKS = (DONE,)
MOST_DEALT = 9999
T = TypeVar("T", bound=type)


class Fight:
    """The order of a book's fights."""

    def __init__(self, book: Book, tests: Tests) -> None:
        self.book, self.tests = book, tests

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return self.book.is_out(scene.sheet(fighter))

    def score(self, scene: Scene, fighter: str) -> int:
        return self.book.score.value(self.book.values(scene.sheet(fighter)))

    def rank(self, scene: Scene, fighter: str) -> tuple[Any, ...]:
        """The place of a fighter: by score, or player characters and their allies before the others."""
        row = scene.fighters[fighter]
        side = row.camp != "pc" if self.book.by_sides else False
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
        if not self.book.by_sides or not waiting:
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


class Rolled(Effect):
    """A test in a fight, in words."""

    kind = "rolled"
    words: Text
    openly: Text

    def told(self, scene: Scene) -> Text | None:
        return self.words

    def public(self, scene: Scene) -> Text | None:
        return self.openly


class OfBook:
    """Whatever needs the book of its game, which is given to a subclass of it."""

    fight: ClassVar[Fight]


class Lost(Effect, OfBook):
    """Points lost, up to what the sheet holds."""

    kind = "lost"
    harmful = True
    damage: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        book = self.fight.book
        after = min(book.fields[book.lost][1], book.points_lost(scene.sheet(self.target)) + int(self.damage))
        return (scene.write(self.target, book.lost, after or None),)

    def told(self, scene: Scene) -> Text | None:
        return _("%(label)s: +%(number)s", label=self.fight.book.labels[self.fight.book.lost], number=self.damage)

    def public(self, scene: Scene) -> Text | None:
        return _("is hurt")


class Healed(Effect, OfBook):
    """Points given back."""

    kind = "healed"
    scalar = "points"
    points: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        book = self.fight.book
        after = max(0, book.points_lost(scene.sheet(self.target)) - int(self.points))
        return (scene.write(self.target, book.lost, after or None),)

    def told(self, scene: Scene) -> Text | None:
        label = self.fight.book.labels[self.fight.book.lost]
        return _("%(label)s: −%(number)s", label=label, number=self.points)

    def public(self, scene: Scene) -> Text | None:
        return _("is better")


class ConditionSet(Effect, OfBook):
    """A condition begins, or ends where it is ``off``."""

    kind = "condition"
    harmful = is_open = True
    key: str
    off: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, f"conditions.{self.key}", None if self.off else True),)

    def told(self, scene: Scene) -> Text | None:
        label = self.fight.book.conditions[self.key].label
        return _("no longer: %(condition)s", condition=label) if self.off else label


class Try(Act, OfBook):
    """A test in one's own turn."""

    kind = "try"
    label = _("Test")
    foretold = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and actor in self.fight.acting(scene)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = self.fight.tests.checks(scene.sheet(actor), scene.settings)
        choices = tuple(Choice(row.key, row.what) for row in rows)
        tested = Field("check", _("What is tested"), "choice", choices=choices)
        return (tested, *self.fight.tests.fields(scene.settings))

    def script(self, scene: Scene, action: Action) -> Script[Effects]:
        tests = self.fight.tests
        checks = tests.checks(scene.sheet(action.actor), scene.settings)
        check = next(row for row in checks if row.key == action.args["check"])
        asked = tests.adjusted(replace(check, actor=action.actor), action.args, scene.settings)
        result = yield from tests.resolve(asked, scene.settings)
        return (Rolled(action.actor, result.label, result.public),)

    says = _("%(who)s makes a test")


class Finish(Act, OfBook):
    """The end of a turn."""

    kind = "finish"
    label = _("End the turn")
    joint = True
    says = _("%(who)s has finished")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return not scene.exchanges and actor in self.fight.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.actor),)


class Start(rounds.StartFight):
    """The first round begins."""

    first = RoundBegins


class NewRound(GmAct, OfBook):
    """The next round."""

    kind = "new_round"
    label = _("New round")
    says = _("A new round begins")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waiting = _("Not everybody has had a turn.") if self.fight.acting(scene) else None
        return super().refusal(scene, actor) or waiting

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (RoundBegins("gm", scene.round + 1),)


class PassOver(rounds.PassOver, OfBook):
    """The game master passes over whoever is up."""

    def whom(self, scene: Scene) -> Iterable[str]:
        return self.fight.acting(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Done(action.args["fighter"]),)


class Damage(AboutFighter, OfBook):
    """Points that the game master takes."""

    kind = "damage"
    label = _("Damage")
    says = _("%(who)s takes damage")
    effect: ClassVar[Callable[..., Effect]]

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (number("amount", _("Points lost"), 1, 1, MOST_DEALT),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.effect(action.args["fighter"], action.args["amount"]),)


class Heal(Damage):
    """Points that the game master gives back."""

    kind = "heal"
    label = _("Give points back")
    says = _("%(who)s is better")

    def whom(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if self.fight.book.points_lost(scene.sheet(who)))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (number("amount", _("Points given back"), 1, 1, MOST_DEALT),)


class ChangeCondition(AboutFighter, OfBook):
    """The game master lets a condition begin or end."""

    kind = "condition"
    label = _("Condition begins or ends")
    says = _("%(who)s")
    effect: ClassVar[Callable[..., Effect]]

    def more(self, scene: Scene) -> tuple[Field, ...]:
        labels = {key: row.label for key, row in self.fight.book.conditions.items()}
        return choice("condition", _("Condition"), labels, None), flag("off", _("It ends"))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.effect(action.args["fighter"], action.args["condition"], action.args["off"]),)


def of(fight: Fight, kind: T, **more: Any) -> T:
    """An act or effect as one of this fight."""
    return type(kind)(kind.__name__, (kind,), {"fight": fight, "__doc__": kind.__doc__, **more})


def acts_and_effects(fight: Fight) -> tuple[tuple[type[Act], ...], tuple[type[Effect], ...]]:
    """Everything that can be done in the fights of a book, and everything that can happen."""
    lost, healed, condition = (of(fight, kind) for kind in (Lost, Healed, ConditionSet))
    acts: tuple[type[Act], ...] = (
        *(of(fight, Try), of(fight, Finish), Start, of(fight, NewRound), rounds.EndFight, of(fight, PassOver)),
        *(of(fight, Damage, effect=lost), of(fight, Heal, effect=healed)),
    )
    if fight.book.conditions:
        acts += (of(fight, ChangeCondition, effect=condition),)
    return acts, (RoundBegins, rounds.FightEnds, Done, Rolled, lost, healed, condition)
