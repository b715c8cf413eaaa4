"""The sheet of a character as the site meets it: what is computed, what is always at hand, the body and its health."""

from __future__ import annotations

from typing import Any

from rules.character.character import Belongings, Character, Derived, Outfit, Step
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.games.polaris.character import derived, equipment, health, physique
from rules.games.polaris.character.schema import CONDITIONS, SCHEMA
from rules.games.polaris.character.sheet import at_hand, line, luck, mastery_step, most, value_or_start
from rules.games.polaris.harm import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.trials import checks


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """Every computed number; the thresholds of shock where that is played."""
    athletics = checks.global_level(sheet, settings, line(sheet, "athletics")).total
    rows = (*derived.derive(sheet, settings), *physique.derived(sheet, settings, athletics))
    shocks = bool(setting(settings, "shock_rules"))
    return tuple(row for row in rows if shocks or row.rule != "POL-SHEET-07")


def value(sheet: Data, path: str) -> Any:
    """The value of luck or of a skill line while nothing is filled in; ``None`` for any other path."""
    if path == "luck.current":
        return luck(sheet)
    return value_or_start(sheet, path) if path.startswith("skills.") else None


def step(sheet: Data, settings: Data, path: str, by: int) -> Step | None:
    """Boxes of the counter and masteries step by rules of their own."""
    if SCHEMA.field(path) is None:
        return None
    if path.startswith("wounds."):
        return wounds.step(sheet, settings, path, by)
    if path.startswith("skills.") and path.endswith(".mastery"):
        return mastery_step(sheet, path, by)
    return None


def public(scene: Scene, fighter: str) -> dict[str, Any]:
    """The public part of a sheet: its conditions, which the table hears of at once."""
    conditions: Data = scene.sheet(fighter).get("conditions") or {}
    return {"conditions": {key: conditions[key] for key in CONDITIONS if key in conditions}}


CHARACTER = Character(
    SCHEMA,
    health=lambda sheet, _settings: health.health(sheet),
    derive=derive,
    value=value,
    most=most,
    step=step,
    body=lambda sheet, _settings: health.body(sheet),
    wares=equipment.WARES,
    outfit=Outfit(armour="protections", held={"drawn": True}, trained="skills.{skill}.mastery"),
    belongings=Belongings(lists=("gear", "weapons", "protections"), coins=("money_sols",), worn=("drawn", "equipped")),
    vitals=at_hand,
    at_hand=("effective_reaction", "wound_penalty"),
    state=("luck.current", "wounds", "conditions", "fatigue", "sickness"),
    harm=("wounds", "wound_details", "hurt_days", "conditions", "fatigue", "sickness"),
    public=public,
)
