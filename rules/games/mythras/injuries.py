"""What wounds write: on the body, on armour and on weapons (MYT-WOUND, MYT-FX)."""

from __future__ import annotations

from itertools import count
from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.games.mythras import initiative
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.settings import setting

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
    """MYT-FX-SUNDER: what is worn there loses its points, then the hide."""
    sheet, key, points = scene.sheet(fighter), str(value["location"]), int(value["points"])
    rows: Data = sheet.get("armour") or {}
    worn = [name for name, row in rows.items() if row.get("worn", True) and sheets.covers(row, key)]
    changes: Changes = ()
    for name in sorted(worn, key=lambda name: -sheets.effective(rows[name])):
        lost = min(points, sheets.effective(rows[name]))
        points -= lost
        whole = min(20, int(rows[name].get("sundered", 0)) + lost)
        changes += (scene.write(fighter, f"armour.{name}.sundered", whole),) if lost else ()
        if setting(scene.settings, "worn_layers") == "best":
            break
    found = sheets.location(sheet, key)
    if found is None or not points:
        return changes
    return (*changes, scene.write(fighter, f"hit_locations.{key}.natural", max(0, found.natural - points)))


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


def shaken(scene: Scene, fighter: str, turns: int) -> Changes:
    """MYT-WOUND-02: no attack at once, and for so many turns."""
    return (*cannot_attack(scene, fighter, turns), scene.mark(fighter, "shaken", True))


def cowed(scene: Scene, fighter: str, turns: int) -> Changes:
    """MYT-FX-PIN-DOWN: so many turns in which nothing is done that exposes one."""
    return (scene.mark(fighter, "cowed", max(int(initiative.mark(scene, fighter, "cowed") or 0), turns)),)


def entangled(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-FX-ENTANGLE: a limb held, by whom and with what; its author may throw the victim down in the next turn."""
    by = str(value["by"])
    row: Any = {"by": by, "weapon": str(value["weapon"])} if value.get("weapon") else by
    held = scene.mark(fighter, f"entangled.{value['location']}", row)
    if by not in scene.fighters or "die" not in value:
        return (held,)
    return held, scene.mark(by, f"snares.{fighter}", {"die": int(value["die"]), "level": int(value["level"])})


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
    where, held = str(value["location"]), initiative.held(scene, fighter, "impaled")
    if where in held:
        row |= {"location": where}
        where = next(key for key in (f"{where}_{number}" for number in count(2)) if key not in held)
    return (scene.mark(fighter, f"impaled.{where}", row),)


def pulled(scene: Scene, fighter: str, key: str) -> Changes:
    """MYT-FX-IMPALE: the weapon is out."""
    return (scene.mark(fighter, f"impaled.{key}", None),)
