"""Polaris as the engine meets it: every question answered by the module of that chapter."""

from __future__ import annotations

from functools import partial
from typing import Any

from rules.core.check import Check, Outcome
from rules.core.creation import Budget, Stage
from rules.core.game import Derived, Game, Gauge, Headline, Offer, Place, Prompt, Slot, Step, Ware
from rules.core.odds import Odds
from rules.core.paths import Data
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Field
from rules.core.text import Text
from rules.games.polaris import (
    boost,
    catastrophes,
    checks,
    combat,
    creation,
    declarations,
    deeds,
    derived,
    equipment,
    health,
    initiative,
    ladder,
    landing,
    lasting,
    no_dice,
    outlook,
    physique,
    resolution,
    retouch,
    retries,
    rulings,
    sheet,
    telling,
    wishes,
    wounds,
)
from rules.games.polaris.schema import SCHEMA
from rules.games.polaris.settings import HOUSE, setting
from rules.games.polaris.sheet import at_hand, line, luck, mastery_step, most, standing
from rules.games.polaris.text import _


class Polaris(Game):
    """Polaris, third edition: d20 under the chances, where the die itself is the margin of a success."""

    key = "polaris"
    name = _("Polaris, 3rd edition")
    schema = SCHEMA
    house = HOUSE
    state_paths = ("luck.current", "wounds", "conditions", "fatigue", "sickness")
    harm_paths = ("wounds", "wound_details", "hurt_days", "conditions", "fatigue", "sickness")
    at_hand = ("effective_reaction", "wound_penalty")
    foretold = outlook.FORETOLD

    # The sheet.

    def blank(self, settings: Data) -> dict[str, Any]:
        return sheet.blank(settings)

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        return creation.STAGES

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        return creation.budgets(sheet, settings)

    def value(self, sheet: Data, path: str) -> Any:
        if path == "luck.current":
            return luck(sheet)
        return standing(sheet, path) if path.startswith("skills.") else super().value(sheet, path)

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        athletics = checks.global_level(sheet, settings, line(sheet, "athletics")).total
        found = (*derived.derive(sheet, settings), *physique.derived(sheet, settings, athletics))
        shocks = bool(setting(settings, "shock_rules"))
        return tuple(one for one in found if shocks or one.rule != "POL-SHEET-07")

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        return checks.checks(sheet, settings)

    def check(self, sheet: Data, settings: Data, key: str) -> Check | None:
        return checks.find(sheet, settings, key)

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        return at_hand(sheet)

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        found = most(sheet, path)
        return super().most(sheet, settings, path) if found is None else found

    def body(self, sheet: Data, settings: Data) -> tuple[Place, ...]:
        return health.body(sheet)

    def health(self, sheet: Data, settings: Data) -> Health:
        return health.health(sheet)

    def wares(self, path: str) -> tuple[Ware, ...]:
        return equipment.WARES.get(path, ())

    def step(self, sheet: Data, settings: Data, path: str, by: int) -> Step:
        usual = super().step(sheet, settings, path, by)
        if path.startswith("wounds."):
            return wounds.step(sheet, settings, path, by)
        if path.startswith("skills.") and path.endswith(".mastery"):
            return mastery_step(sheet, path, by)
        return usual

    # Tests.

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        return checks.test_fields(settings)

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        return checks.adjusted(check, args, settings)

    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        return resolution.resolve(check, settings)

    def said_of_test(self, sheet: Data, settings: Data) -> tuple[Field, ...]:
        return (*self.test_fields(settings), boost.field(sheet), checks.limit_field(sheet))

    def deeds(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        return deeds.offers(scene, actor)

    def test(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]]:
        sheet = scene.sheet(action.actor)
        again = partial(self.tried_again, scene, action)
        outcome = yield from resolution.test(sheet, scene.settings, action.actor, action.args, again)
        if outcome is None:
            return ()
        paid = boost.paid(action.actor, action.args) if outcome.faces else ()
        tested = (Effect("outcome", action.actor, outcome),)
        return (*tested, *catastrophes.fates(scene, tested), *paid)

    def tested(self, scene: Scene, action: Action) -> Check | None:
        sheet, settings = scene.sheet(action.actor), scene.settings
        found = resolution.prepared(sheet, settings, action.actor, action.args)
        return found and no_dice.foretold(wishes.foretold(found, action.args), action.args, settings)

    def retry_fields(self, settings: Data) -> tuple[Field, ...]:
        return retries.fields(settings)

    def tried_again(self, scene: Scene, action: Action, check: Check) -> Check:
        return retries.harder(scene, action.actor, check)

    # The fight.

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        return combat.turn(scene)

    def takes_turns(self, scene: Scene) -> bool:
        return combat.stage(scene) == "resolution"

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        more = rulings.offers(scene) if actor == "gm" else rulings.aside(scene, actor)
        return (*combat.offers(scene, actor), *more)

    def cost(self, scene: Scene, action: Action) -> tuple[Effect, ...]:
        return rulings.cost(action) if action.kind in rulings.KINDS else combat.cost(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
        if scene.kind == "test":
            found = deeds.script(scene, action)
        elif action.kind in rulings.KINDS:
            found = rulings.script(scene, action)
        else:
            found = combat.script(scene, action)
        return found and catastrophes.watched(scene, found)

    def title(self, scene: Scene, action: Action) -> Text | None:
        if scene.kind == "test" or action.kind in rulings.KINDS:
            return deeds.title(action)
        return combat.title(scene, action)

    def land(self, scene: Scene, effect: Effect) -> tuple[Change, ...]:
        return lasting.land(scene, effect) if effect.kind in lasting.LANDINGS else landing.land(scene, effect)

    def describe(self, scene: Scene, effect: Effect) -> Text | None:
        found = lasting.describe(scene, effect)
        return telling.describe(scene, effect) if found is None else found

    def public(self, scene: Scene, effect: Effect) -> Text | None:
        return telling.public(scene, effect)

    def hurts(self, effect: Effect) -> bool:
        return effect.kind in landing.HARMFUL

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        return declarations.gauge(scene, action)

    def retouch(self, effect: Effect) -> tuple[Field, ...]:
        return retouch.fields(effect)

    def order(self, scene: Scene) -> tuple[Slot, ...]:
        return ladder.order(scene)

    def tracks(self, scene: Scene, fighter: str, mine: bool) -> bool:
        return ladder.tracks(scene, fighter, mine)

    def intent(self, scene: Scene, fighter: str) -> Text | None:
        return ladder.openly(scene, fighter)

    def opened(self, before: Scene, after: Scene) -> tuple[tuple[str, Text], ...]:
        return declarations.opened(before, after)

    def headline(self, scene: Scene) -> Headline:
        return ladder.headline(scene)

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return initiative.is_out(scene, fighter)

    def is_beaten(self, scene: Scene, fighter: str) -> bool:
        return combat.is_beaten(scene, fighter)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return outlook.ahead(scene, action)

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        return outlook.open_marks(scene, fighter)

    def open_sheet(self, scene: Scene, fighter: str) -> Data:
        return outlook.open_sheet(scene, fighter)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return outlook.odds(scene, action)

    def rather(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        return combat.rather(scene, fighter)

    def promise(self, scene: Scene, action: Action) -> int:
        return combat.promise(scene, action)
