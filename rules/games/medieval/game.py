"""The medieval fantasy game as the engine meets it: every question answered by the module of that chapter."""

from __future__ import annotations

from typing import Any

from rules.core.check import Check, Outcome
from rules.core.creation import Budget, Stage
from rules.core.game import Derived, Game, Headline, Offer, Prompt, Slot, Step
from rules.core.odds import Odds
from rules.core.paths import Data
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Field
from rules.core.text import Text
from rules.games.medieval import (
    advancement,
    checks,
    combat,
    creation,
    dying,
    initiative,
    ladder,
    landing,
    outlook,
    telling,
    titles,
)
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import HOUSE
from rules.games.medieval.text import _


class Medieval(Game):
    """Medieval fantasy: 2d10 that must exceed a Defence, combat points for manoeuvres, sequences of five rounds."""

    key = "medieval"
    name = _("Medieval fantasy, 2d10")
    schema = SCHEMA
    house = HOUSE
    state_paths = ("hp.current", "pc.current", "fatigue", "dying")
    harm_paths = ("hp.current", "pc.current", "fatigue", "dying")
    at_hand = ("natural_defence", "melee_defence")
    by_hand = ("damage", "heal")
    foretold = outlook.FORETOLD

    # The sheet.

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        return creation.STAGES

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        return creation.budgets(sheet, settings)

    def value(self, sheet: Data, path: str) -> Any:
        found = sheets.standing(sheet, path)
        return super().value(sheet, path) if found is None else found

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        return sheets.derive(sheet, settings)

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        return checks.checks(sheet, settings)

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        return ("hp.current", "pc.current")

    def health(self, sheet: Data, settings: Data) -> Health:
        return sheets.health(sheet)

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        found = sheets.most(sheet, path)
        return super().most(sheet, settings, path) if found is None else found

    def step(self, sheet: Data, settings: Data, path: str, by: int) -> Step:
        bought = advancement.step(sheet, settings, path, by)
        return bought or dying.stepped(sheet, super().step(sheet, settings, path, by))

    # Tests.

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        return checks.test_fields(settings)

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        return checks.adjusted(check, args)

    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        return checks.resolve(check, settings)

    def deeds(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return combat.at_leisure(scene, actor)

    # The fight.

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        return combat.turn(scene)

    def takes_turns(self, scene: Scene) -> bool:
        return combat.stage(scene) == "action"

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return combat.offers(scene, actor)

    def cost(self, scene: Scene, action: Action) -> tuple[Effect, ...]:
        return combat.cost(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
        return combat.script(scene, action)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return titles.title(scene, action)

    def land(self, scene: Scene, effect: Effect) -> tuple[Change, ...]:
        return landing.land(scene, effect)

    def describe(self, scene: Scene, effect: Effect) -> Text | None:
        return telling.describe(scene, effect)

    def public(self, scene: Scene, effect: Effect) -> Text | None:
        return telling.public(scene, effect)

    def hurts(self, effect: Effect) -> bool:
        return effect.kind in landing.HARMFUL

    def order(self, scene: Scene) -> tuple[Slot, ...]:
        return ladder.order(scene)

    def intent(self, scene: Scene, fighter: str) -> Text | None:
        return ladder.openly(scene, fighter)

    def headline(self, scene: Scene) -> Headline:
        return ladder.headline(scene)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return landing.after(scene, combat.cost(scene, action)), action

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        return outlook.open_marks(scene, fighter)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return outlook.odds(scene, action)

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return initiative.is_out(scene, fighter)
