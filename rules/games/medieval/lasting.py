"""What effects write on the sheets, where it outlasts the fight: points, care, weapons in hand, and what was bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.games.medieval import advancement, dying
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import MOST_HP, SCHEMA

Changes = tuple[Change, ...]


def _written(scene: Scene, fighter: str, writes: Mapping[str, Any]) -> Changes:
    return tuple(scene.write(fighter, path, after) for path, after in writes.items())


def _damage(scene: Scene, fighter: str, value: Data) -> Changes:
    lost = max(0, min(int(value["damage"]), MOST_HP + sheets.hp(scene.sheet(fighter))))
    return _written(scene, fighter, dying.wounded(scene.sheet(fighter), scene.settings, lost))


def _death(scene: Scene, fighter: str, value: Data) -> Changes:
    return _written(scene, fighter, dying.counted(scene.sheet(fighter), value))


def _heal(scene: Scene, fighter: str, value: Data) -> Changes:
    return _written(scene, fighter, dying.healed(scene.sheet(fighter), int(value["amount"])))


def _points(path: str) -> Callable[[Scene, str, Data], Changes]:
    def landed(scene: Scene, fighter: str, value: Data) -> Changes:
        sheet = scene.sheet(fighter)
        standing = sheets.standing(sheet, path)
        before = int(SCHEMA.value(sheet, path) if standing is None else standing)
        most, after = sheets.most(sheet, path), max(0, before + int(value["by"]))
        return (scene.write(fighter, path, after if most is None else min(after, max(most, before))),)

    return landed


def _draw(scene: Scene, fighter: str, weapon: str) -> Changes:
    """MED-DEF-02: the weapon that is used, the only one in hand."""
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    if weapon not in rows:
        return ()
    return (*_drop(scene, fighter, None), scene.write(fighter, f"weapons.{weapon}.in_hand", True))


def _drop(scene: Scene, fighter: str, _value: None) -> Changes:
    rows: Data = scene.sheet(fighter).get("weapons") or {}
    return tuple(scene.write(fighter, f"weapons.{key}.in_hand", None) for key in rows if rows[key].get("in_hand"))


def _buy(scene: Scene, fighter: str, value: Data) -> Changes:
    return _written(scene, fighter, advancement.bought(scene.sheet(fighter), scene.settings, value["item"]))


def _level_up(scene: Scene, fighter: str, _value: None) -> Changes:
    return _written(scene, fighter, advancement.level_up(scene.sheet(fighter), scene.settings))


LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "damage": _damage,
    "death": _death,
    "heal": _heal,
    "pc": _points("pc.current"),
    "pp": _points("pp.available"),
    "fatigue": _points("fatigue"),
    "draw": _draw,
    "drop": _drop,
    "buy": _buy,
    "level_up": _level_up,
}
