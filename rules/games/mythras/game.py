"""Mythras as the engine meets it: every question answered by the module of that chapter."""

from __future__ import annotations

from typing import Any

from rules.core.check import Check, Outcome
from rules.core.creation import Budget, Stage
from rules.core.game import Derived, Game, Headline, Offer, Place, Prompt, Slot
from rules.core.odds import Odds
from rules.core.paths import Data
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Field
from rules.core.text import Text
from rules.games.mythras import (
    checks,
    combat,
    creation,
    derived,
    health,
    initiative,
    ladder,
    landing,
    outlook,
    resolution,
    telling,
)
from rules.games.mythras.schema import SCHEMA
from rules.games.mythras.settings import HOUSE
from rules.games.mythras.text import _


class Mythras(Game):
    """Mythras Fondamentaux: d100 under a skill, two action points a round, special effects for the better level."""

    key = "mythras"
    name = _("Mythras Fondamentaux")
    schema = SCHEMA
    house = HOUSE
    state_paths = ("state", "hit_locations")
    harm_paths = (
        *("state.fatigue", "state.bleeding", "state.unconscious", "state.dead"),
        *("hit_locations.*.hp", "hit_locations.*.useless", "hit_locations.*.treated"),
    )
    at_hand = ("action_points", "damage_modifier", "initiative_bonus")
    foretold = outlook.FORETOLD

    # The sheet.

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        return creation.stages(sheet)

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        return creation.budgets(sheet, settings)

    def value(self, sheet: Data, path: str) -> Any:
        found = derived.standing(sheet, path)
        return super().value(sheet, path) if found is None else found

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        return derived.derive(sheet, settings)

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        return checks.checks(sheet, settings)

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        return ("state.luck", "state.magic")

    def body(self, sheet: Data, settings: Data) -> tuple[Place, ...]:
        return health.body(sheet, settings)

    def health(self, sheet: Data, settings: Data) -> Health:
        return health.health(sheet)

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        return derived.most(sheet, path)

    # Tests.

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        return checks.test_fields(settings)

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        return checks.adjusted(check, args, settings)

    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        return resolution.resolve(check, settings)

    # The fight.

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        return combat.turn(scene)

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return combat.offers(scene, actor)

    def cost(self, scene: Scene, action: Action) -> tuple[Effect, ...]:
        return combat.cost(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
        return combat.script(scene, action)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return combat.title(scene, action)

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

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return initiative.is_out(scene, fighter)

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        return outlook.open_marks(scene, fighter)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return outlook.odds(scene, action)

    def rather(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        return combat.rather(scene, fighter)

    def promise(self, scene: Scene, action: Action) -> int:
        return combat.promise(scene, action)
