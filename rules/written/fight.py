"""The fights of a written game: turns in order, tests in them, and damage, care and conditions by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Act, Effects
from rules.core.effects import Effect
from rules.core.game import Tests
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script
from rules.core.text import Text, _
from rules.core.turns import TurnAct, Turns, of
from rules.written.book import Book

MOST_DEALT = 9999


class Fight(Turns):
    """The turns of a written game's fights."""

    def __init__(self, book: Book, tests: Tests) -> None:
        super().__init__(self._score, self._is_out, book.initiative)
        self.book, self.tests, self.by_sides = book, tests, book.by_sides

    def _is_out(self, scene: Scene, fighter: str) -> bool:
        return self.book.is_out(scene.sheet(fighter))

    def _score(self, scene: Scene, fighter: str) -> int:
        return self.book.score.value(self.book.values(scene.sheet(fighter)))


class Rolled(Effect):
    """The result of a test in a fight, in words."""

    kind = "rolled"
    words: Text
    openly: Text

    def told(self, scene: Scene) -> Text | None:
        return self.words

    def public(self, scene: Scene) -> Text | None:
        return self.openly


class OfBook:
    """Base of acts and effects that need their game's book; a subclass for each game has it."""

    turns: ClassVar[Fight]


class Lost(Effect, OfBook):
    """Points lost, at most the maximum of the sheet."""

    kind = "lost"
    harmful = True
    damage: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        book = self.turns.book
        after = min(book.fields[book.lost][1], book.points_lost(scene.sheet(self.target)) + int(self.damage))
        return (scene.write(self.target, book.lost, after or None),)

    def told(self, scene: Scene) -> Text | None:
        return _("%(label)s: +%(number)s", label=self.turns.book.labels[self.turns.book.lost], number=self.damage)

    def public(self, scene: Scene) -> Text | None:
        return _("is hurt")


class Healed(Effect, OfBook):
    """The effect that gives points back."""

    kind = "healed"
    scalar = "points"
    points: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        book = self.turns.book
        after = max(0, book.points_lost(scene.sheet(self.target)) - int(self.points))
        return (scene.write(self.target, book.lost, after or None),)

    def told(self, scene: Scene) -> Text | None:
        label = self.turns.book.labels[self.turns.book.lost]
        return _("%(label)s: −%(number)s", label=label, number=self.points)

    def public(self, scene: Scene) -> Text | None:
        return _("is better")


class ConditionSet(Effect, OfBook):
    """A condition begins, or ends if ``off``."""

    kind = "condition"
    harmful = is_open = True
    key: str
    off: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, f"conditions.{self.key}", None if self.off else True),)

    def told(self, scene: Scene) -> Text | None:
        label = self.turns.book.conditions[self.key].label
        return _("no longer: %(condition)s", condition=label) if self.off else label


class Try(TurnAct, OfBook):
    """A test in the fighter's own turn."""

    kind = "try"
    label = _("Test")
    foretold = True
    turns: ClassVar[Fight]

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = self.turns.tests.checks(scene.sheet(actor), scene.settings)
        choices = tuple(Choice(row.key, row.what) for row in rows)
        tested = Field("check", _("What is tested"), "choice", choices=choices)
        return (tested, *self.turns.tests.fields(scene.settings))

    def script(self, scene: Scene, action: Action) -> Script[Effects]:
        tests = self.turns.tests
        checks = tests.checks(scene.sheet(action.actor), scene.settings)
        check = next(row for row in checks if row.key == action.args["check"])
        asked = tests.adjusted(replace(check, actor=action.actor), action.args, scene.settings)
        result = yield from tests.resolve(asked, scene.settings)
        return (Rolled(action.actor, result.label, result.public),)

    says = _("%(who)s makes a test")


class Damage(AboutFighter, OfBook):
    """Damage that the game master assigns."""

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

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if self.turns.book.points_lost(scene.sheet(who)))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (number("amount", _("Points given back"), 1, 1, MOST_DEALT),)


class ChangeCondition(AboutFighter, OfBook):
    """The game master lets a condition begin or end."""

    kind = "condition"
    label = _("Condition begins or ends")
    says = _("%(who)s")
    effect: ClassVar[Callable[..., Effect]]

    def more(self, scene: Scene) -> tuple[Field, ...]:
        labels = {key: row.label for key, row in self.turns.book.conditions.items()}
        return choice("condition", _("Condition"), labels, None), flag("off", _("It ends"))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.effect(action.args["fighter"], action.args["condition"], action.args["off"]),)


def acts_and_effects(fight: Fight) -> tuple[tuple[type[Act], ...], tuple[type[Effect], ...]]:
    lost, healed, condition = (of(fight, kind) for kind in (Lost, Healed, ConditionSet))
    by_hand = of(fight, Damage, effect=lost), of(fight, Heal, effect=healed)
    acts: tuple[type[Act], ...] = (of(fight, Try), *fight.acts, *by_hand)
    if fight.book.conditions:
        acts += (of(fight, ChangeCondition, effect=condition),)
    return acts, (*fight.effects, Rolled, lost, healed, condition)
