"""A game as a record: its sheet, its tests, its rounds, its acts, effects, marks and settings, each given once.

``rules.games.<game>.__init__`` ends with one literal. Leave out what a game does not have, and the site does not offer
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from rules.core.acts import Act, Gauge, Offer
from rules.core.character import Character, Derived, Place, Step, Ware
from rules.core.check import Check, Outcome
from rules.core.creation import Budget, Stage, by_section
from rules.core.effects import Effect as Declared
from rules.core.game import Game
from rules.core.marks import Mark, checked
from rules.core.odds import Odds
from rules.core.paths import Data
from rules.core.rounds import Headline, Prompt, Rounds, Slot
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Field, Section, SheetSchema
from rules.core.text import Text

T = TypeVar("T")
Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Tests:
    """Everything that can be rolled from a sheet. Only ``checks`` and ``resolve`` are needed."""

    checks: Callable[[Data, Data], tuple[Check, ...]]  # sheet, settings
    resolve: Callable[[Check, Data], Script[Outcome]]  # check, settings
    check: Callable[[Data, Data, str], Check | None] | None = None  # sheet, settings, key: one of them, found sooner
    fields: Callable[[Data], tuple[Field, ...]] | None = None  # settings: besides the thing tested
    fields_of: Callable[[Data, Data], tuple[Field, ...]] | None = None  # sheet, settings: likewise, of one sheet
    adjusted: Callable[[Check, Data, Data], Check] | None = None  # check, args, settings
    tested: Callable[[Scene, Action], Check | None] | None = None  # a test outside a fight
    script: Callable[[Scene, Action], Script[Effects]] | None = None  # the whole procedure of one
    after: Callable[[Scene, str, Outcome], Script[Effects]] | None = None  # scene, actor: its outcome and the rest
    retry_fields: Callable[[Data], tuple[Field, ...]] | None = None  # settings
    tried_again: Callable[[Scene, Action, Check], Check] | None = None


@dataclass(frozen=True)
class Creation:
    """The making of a character: its stages for what a sheet holds by then, and the points spread in them."""

    stages: tuple[Stage, ...] | Callable[[Data], tuple[Stage, ...]]
    budgets: Callable[[Data, Data], tuple[Budget, ...]] | None = None  # sheet, settings


@dataclass(frozen=True, eq=False)  # one object of each game: it is its own key in every memory
class Record(Game):
    """A game; ``by_hand`` names the acts of damage and of care for a body without places to tick."""

    key: str
    name: Text
    sheet: Character
    tests: Tests
    rounds: Rounds = field(default_factory=Rounds)
    acts: tuple[type[Act], ...] = ()
    effects: tuple[type[Declared], ...] = ()
    marks: tuple[Mark, ...] = ()
    house: tuple[Section, ...] = ()
    making: Creation | None = None
    by_hand: tuple[str, ...] = ()
    watched: Callable[[Scene, Script[Effects]], Script[Effects]] | None = None  # wraps each procedure of an act
    ending: str = "end"

    def __post_init__(self) -> None:
        checked(self.marks)
        _unique(act.kind for act in self.acts)
        _unique(effect.kind for effect in self.effects)

    @cached_property
    def _acts(self) -> Mapping[str, Act]:
        return {act.kind: act() for act in self.acts}

    @cached_property
    def _effects(self) -> Mapping[str, type[Declared]]:
        return {effect.kind: effect for effect in self.effects}

    def act(self, kind: str) -> Act:
        """An act by its kind; one that does nothing for a kind that is not of this game."""
        return self._acts.get(kind, _NOTHING)

    def effect(self, stored: Effect) -> Declared:
        """An effect in its class. Raises ``KeyError`` for a kind that is not of this game, ``TypeError`` unfit."""
        return stored if isinstance(stored, Declared) else self._effects[stored.kind].read(stored.target, stored.value)

    # The sheet.

    @property
    def schema(self) -> SheetSchema:  # type: ignore[override]
        return self.sheet.schema

    @property
    def state_paths(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.sheet.state

    @property
    def harm_paths(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.sheet.harm

    @property
    def at_hand(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.sheet.at_hand

    @cached_property
    def foretold(self) -> frozenset[str]:  # type: ignore[override]
        return frozenset(act.kind for act in self.acts if act.foretold)

    def blank(self, settings: Data) -> dict[str, Any]:
        return self.sheet.blank(settings) if self.sheet.blank else super().blank(settings)

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        if self.making is None:
            return by_section(self.schema)
        return self.making.stages(sheet) if callable(self.making.stages) else self.making.stages

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        return self.making.budgets(sheet, settings) if self.making and self.making.budgets else ()

    def value(self, sheet: Data, path: str) -> Any:
        own = self.sheet.value(sheet, path) if self.sheet.value else None
        return super().value(sheet, path) if own is None else own

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        return self.sheet.derive(sheet, settings) if self.sheet.derive else ()

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        return self.sheet.vitals(sheet) if callable(self.sheet.vitals) else self.sheet.vitals

    def body(self, sheet: Data, settings: Data) -> tuple[Place, ...]:
        return self.sheet.body(sheet, settings) if self.sheet.body else ()

    def health(self, sheet: Data, settings: Data) -> Health:
        return self.sheet.health(sheet, settings)

    def healed(self, sheet: Data, settings: Data) -> Data:
        whole = super().healed(sheet, settings)
        return self.sheet.healed(whole) if self.sheet.healed else whole

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        own = self.sheet.most(sheet, path) if self.sheet.most else None
        return super().most(sheet, settings, path) if own is None else own

    def wares(self, path: str) -> tuple[Ware, ...]:
        return (self.sheet.wares or {}).get(path, ())

    def step(self, sheet: Data, settings: Data, path: str, by: int) -> Step:
        own = self.sheet.step(sheet, settings, path, by) if self.sheet.step else None
        return own or super().step(sheet, settings, path, by)

    def open_sheet(self, scene: Scene, fighter: str) -> Data:
        return self.sheet.public(scene, fighter) if self.sheet.public else {}

    # Tests.

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        return self.tests.checks(sheet, settings)

    def check(self, sheet: Data, settings: Data, key: str) -> Check | None:
        return self.tests.check(sheet, settings, key) if self.tests.check else super().check(sheet, settings, key)

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        return self.tests.fields(settings) if self.tests.fields else ()

    def said_of_test(self, sheet: Data, settings: Data) -> tuple[Field, ...]:
        return self.tests.fields_of(sheet, settings) if self.tests.fields_of else self.test_fields(settings)

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        return self.tests.adjusted(check, args, settings) if self.tests.adjusted else check

    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        return self.tests.resolve(check, settings)

    def tested(self, scene: Scene, action: Action) -> Check | None:
        return self.tests.tested(scene, action) if self.tests.tested else super().tested(scene, action)

    def test(self, scene: Scene, action: Action) -> Script[Effects]:
        return self.tests.script(scene, action) if self.tests.script else super().test(scene, action)

    def after_test(self, scene: Scene, actor: str, outcome: Outcome) -> Script[Effects]:
        after = self.tests.after
        return after(scene, actor, outcome) if after else super().after_test(scene, actor, outcome)

    def retry_fields(self, settings: Data) -> tuple[Field, ...]:
        return self.tests.retry_fields(settings) if self.tests.retry_fields else super().retry_fields(settings)

    def tried_again(self, scene: Scene, action: Action, check: Check) -> Check:
        again = self.tests.tried_again
        return again(scene, action, check) if again else super().tried_again(scene, action, check)

    # Acts.

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return tuple(self._menu(scene, actor, downtime=False))

    def deeds(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return tuple(self._menu(scene, actor, downtime=True))

    def offer(self, scene: Scene, actor: str, kind: str) -> Offer | None:
        act = self._acts.get(kind)
        return None if act is None else next(act.offers(scene, actor), None)

    def _menu(self, scene: Scene, actor: str, downtime: bool) -> Iterator[Offer]:
        acts = (act for act in self._acts.values() if act.downtime in (downtime, None))
        for usable_first, neighbours in groupby(acts, lambda act: act.usable_first):
            rows = [offer for act in neighbours for offer in act.offers(scene, actor)]
            yield from sorted(rows, key=lambda offer: offer.refused is not None) if usable_first else rows

    def cost(self, scene: Scene, action: Action) -> Effects:
        return self.act(action.kind).cost(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        procedure = self.act(action.kind).script(scene, action)
        return self.watched(scene, procedure) if self.watched and procedure else procedure

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.act(action.kind).title(scene, action)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        act = self.act(action.kind)
        return super().odds(scene, action) if type(act).odds is Act.odds else act.odds(scene, action)

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        return self.act(action.kind).gauge(scene, action)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return self.act(action.kind).ahead(scene, action)

    def promise(self, scene: Scene, action: Action) -> int:
        return self.act(action.kind).promise(scene, action)

    # Effects.

    def land(self, scene: Scene, effect: Effect) -> tuple[Change, ...]:
        return self.effect(effect).land(scene)

    def describe(self, scene: Scene, effect: Effect) -> Text | None:
        return self.effect(effect).told(scene) if effect.kind in self._effects else None

    def public(self, scene: Scene, effect: Effect) -> Text | None:
        return self.effect(effect).public(scene) if effect.kind in self._effects else None

    def hurts(self, effect: Effect) -> bool:
        return effect.kind in self._effects and self._effects[effect.kind].harmful

    def retouch(self, effect: Effect) -> tuple[Field, ...]:
        return self.effect(effect).editable() if effect.kind in self._effects else ()

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        if self.rounds.open_marks:
            return self.rounds.open_marks(scene, fighter)
        known = scene.fighters[fighter].marks
        return {mark.key: known[mark.key] for mark in self.marks if mark.is_open and mark.key in known}

    # Rounds.

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        return self.rounds.turn(scene) if self.rounds.turn else ()

    def takes_turns(self, scene: Scene) -> bool:
        return self.rounds.takes_turns(scene) if self.rounds.takes_turns else True

    def has_acted(self, scene: Scene, fighter: str) -> bool:
        return self.rounds.has_acted(scene, fighter) if self.rounds.has_acted else True

    def turns_taken(self, scene: Scene, fighter: str) -> int | None:
        return self.rounds.turns_taken(scene, fighter) if self.rounds.turns_taken else None

    def order(self, scene: Scene) -> tuple[Slot, ...]:
        return self.rounds.order(scene) if self.rounds.order else ()

    def tracks(self, scene: Scene, fighter: str, mine: bool) -> bool:
        return self.rounds.tracks(scene, fighter, mine) if self.rounds.tracks else True

    def intent(self, scene: Scene, fighter: str) -> Text | None:
        return self.rounds.intent(scene, fighter) if self.rounds.intent else None

    def opened(self, before: Scene, after: Scene) -> tuple[tuple[str, Text], ...]:
        return self.rounds.opened(before, after) if self.rounds.opened else ()

    def headline(self, scene: Scene) -> Headline:
        return self.rounds.headline(scene) if self.rounds.headline else super().headline(scene)

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return self.rounds.is_out(scene, fighter) if self.rounds.is_out else False

    def is_beaten(self, scene: Scene, fighter: str) -> bool:
        return self.rounds.is_beaten(scene, fighter) if self.rounds.is_beaten else self.is_out(scene, fighter)

    def rather(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        return self.rounds.rather(scene, fighter) if self.rounds.rather else ()


class _Nothing(Act):
    kind = ""

    def is_open(self, scene: Scene, actor: str) -> bool:
        return False


_NOTHING = _Nothing()


def _unique(kinds: Iterable[str]) -> None:
    listed = list(kinds)
    if twice := {kind for kind in listed if listed.count(kind) > 1}:
        raise ValueError(f"declared twice: {', '.join(sorted(twice))}")
