"""What is thrown and shot: range bands, impact, loading (MYT-RANGED)."""

from __future__ import annotations

from dataclasses import replace

from rules.mythras import initiative
from rules.mythras import weapons as arms
from rules.mythras.tables import resized
from rules.mythras.weapons import Weapon
from rules.paths import Data
from rules.scene import Change, Scene
from rules.words import Text, pgettext

BANDS: dict[str, Text] = {
    "short": pgettext("mythras", "short range"),
    "effective": pgettext("mythras", "effective range"),
    "long": pgettext("mythras", "long range: half damage"),
}


def band(weapon: Weapon, metres: int) -> str:
    """MYT-RANGED-BANDS: the band of a distance, empty beyond the last; a boundary belongs to the nearer one."""
    return next((key for key, most in zip(BANDS, weapon.ranges, strict=True) if metres <= most), "")


def as_shot(weapon: Weapon, metres: int) -> Weapon:
    """MYT-RANGED-FORCE: a missile meets a shield with its impact, one size smaller at long range."""
    if not weapon.force:
        return weapon
    return replace(weapon, size=resized(weapon.force, -1 if band(weapon, metres) == "long" else 0))


def halved(weapon: Weapon, metres: int, damage: int) -> int:
    """MYT-RANGED-BANDS: half of the damage at long range, rounded up."""
    return -(-damage // 2) if band(weapon, metres) == "long" else damage


def unloaded(weapon: Weapon) -> Text | None:
    """MYT-AUTO-06: why a weapon cannot be shot: nothing is loaded, or it is jammed."""
    if weapon.jammed:
        return pgettext("mythras", "Jammed.")
    empty = weapon.magazine > 0 and weapon.loaded < 1
    return pgettext("mythras", "Nothing is loaded.") if empty else None


def loading(scene: Scene, fighter: str, weapon: Weapon) -> int:
    """MYT-AP-04: the turns of loading done so far."""
    return int(initiative.mark(scene, fighter, f"loading.{weapon.key}") or 0)


def load(scene: Scene, fighter: str, value: Data) -> tuple[Change, ...]:
    """MYT-ACT-RELOAD, MYT-RANGED-LOAD: one turn of loading; with the last one the rounds are in."""
    weapon = arms.find(scene.sheet(fighter), str(value["weapon"]), scene.settings)
    if weapon is None:
        return ()
    done = loading(scene, fighter, weapon) + 1
    if done < weapon.load:
        return (scene.mark(fighter, f"loading.{weapon.key}", done),)
    rounds = min(weapon.reserve, weapon.magazine - weapon.loaded)
    return (
        scene.mark(fighter, f"loading.{weapon.key}", None),
        scene.write(fighter, f"weapons.{weapon.key}.loaded", weapon.loaded + rounds),
        scene.write(fighter, f"weapons.{weapon.key}.reserve", weapon.reserve - rounds),
    )


def fire(scene: Scene, fighter: str, value: Data) -> tuple[Change, ...]:
    """MYT-AUTO-06: every round fired is spent."""
    weapon = arms.find(scene.sheet(fighter), str(value["weapon"]), scene.settings)
    if weapon is None or not weapon.magazine:
        return ()
    return (scene.write(fighter, f"weapons.{weapon.key}.loaded", max(0, weapon.loaded - 1)),)
