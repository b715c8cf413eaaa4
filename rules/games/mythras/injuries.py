"""What wounds write: on the body, on armour and on weapons (MYT-WOUND, MYT-FX)."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.games.mythras import initiative
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms

Changes = tuple[Change, ...]


def hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-WOUND-01: hit points lost; a wound that is new is not treated."""
    found = sheets.location(scene.sheet(fighter), str(value["location"]))
    if found is None:
        return ()
    lost = int(value["damage"])
    fresh = (scene.write(fighter, f"hit_locations.{found.key}.treated", None),) if lost else ()
    return (scene.write(fighter, f"hit_locations.{found.key}.hp", max(-200, found.hp - lost)), *fresh)


def sundered(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-SUNDER: the best piece worn there loses its points, or the hide where nothing is worn."""
    sheet, key, points = scene.sheet(fighter), str(value["location"]), int(value["points"])
    rows: Data = sheet.get("armour") or {}
    worn = [name for name, row in rows.items() if row.get("worn", True) and sheets.covers(row, key)]
    if worn:
        best = max(worn, key=lambda name: sheets.effective(rows[name]))
        lost = min(20, int(rows[best].get("sundered", 0)) + points)
        return (scene.write(fighter, f"armour.{best}.sundered", lost),)
    found = sheets.location(sheet, key)
    return (scene.write(fighter, f"hit_locations.{key}.natural", max(0, found.natural - points)),) if found else ()


def weapon_hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-DAMAGE-WEAPON: hit points a weapon lost."""
    found = arms.find(scene.sheet(fighter), str(value["weapon"]), scene.settings)
    if found is None:
        return ()
    return (scene.write(fighter, f"weapons.{found.key}.hp", max(0, found.hp - int(value["damage"]))),)


def cannot_attack(scene: Scene, fighter: str, turns: int) -> Changes:
    """MYT-FX-PRESS, MYT-WOUND-02: so many turns without an attack, the longest that holds."""
    now = initiative.mark(scene, fighter, "cannot_attack")
    return (scene.mark(fighter, "cannot_attack", max(now or turns, turns)),)


def unconscious(scene: Scene, fighter: str, _minutes: int) -> Changes:
    """MYT-WOUND-02, MYT-WOUND-03: down and out."""
    return scene.write(fighter, "state.unconscious", True), scene.mark(fighter, "prone", True)


def useless(scene: Scene, fighter: str, key: str) -> Changes:
    """MYT-WOUND-02: a location that cannot be used."""
    return (scene.write(fighter, f"hit_locations.{key}.useless", True),)


def scar(scene: Scene, fighter: str, key: str) -> Changes:
    """MYT-FX-SCAR: one more mark for life."""
    rows: Data = scene.sheet(fighter).get("hit_locations") or {}
    return (scene.write(fighter, f"hit_locations.{key}.scars", int(rows.get(key, {}).get("scars", 0)) + 1),)


def stunned(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-STUN: a location out of use for some turns."""
    return (scene.mark(fighter, f"stunned.{value['location']}", int(value["turns"])),)


def impaled(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-IMPALE: the weapon stays where it is until somebody pulls it out."""
    row: dict[str, Any] = {key: str(value[key]) for key in ("weapon", "by", "grade")}
    row |= {"shot": True} if value.get("shot") else {}
    return (scene.mark(fighter, f"impaled.{value['location']}", row),)


def pulled(scene: Scene, fighter: str, key: str) -> Changes:
    """MYT-FX-IMPALE: the weapon is out."""
    return (scene.mark(fighter, f"impaled.{key}", None),)
