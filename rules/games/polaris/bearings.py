"""What effects write about who stands where, how firmly, and who holds whom (POL-MELEE, POL-MARTIAL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.games.polaris import initiative, situation, weapons
from rules.games.polaris.melee import CONTACT, EVEN

Changes = tuple[Change, ...]


def _engage(scene: Scene, fighter: str, opponent: str) -> Changes:
    """POL-MELEE-14: two fighters are in contact; who is already keeps the distance he has."""
    pairs = ((fighter, opponent), (opponent, fighter))
    return tuple(
        scene.mark(one, f"engaged.{other}", EVEN) for one, other in pairs
        if not get(scene.fighters[one].marks, f"engaged.{other}")
    )  # fmt: skip


def _disengage(scene: Scene, fighter: str, opponent: str) -> Changes:
    """POL-MELEE-08: breaking contact gives lost distance back."""
    pairs = ((fighter, opponent), (opponent, fighter))
    return tuple(scene.mark(one, f"engaged.{other}", None) for one, other in pairs)


def _distance(scene: Scene, fighter: str, value: Data) -> Changes:
    return (scene.mark(fighter, f"engaged.{scene.fighters[value['opponent']].id}", str(value["state"])),)


def _metres(scene: Scene, fighter: str, value: Data) -> Changes:
    first, second = sorted((fighter, value["other"]))
    apart = _disengage(scene, fighter, value["other"]) if int(value["metres"]) > CONTACT else ()
    return (scene.change(f"marks.metres.{first}.{second}", int(value["metres"])), *apart)


def _situation(scene: Scene, fighter: str, value: Data) -> Changes:
    return tuple(scene.mark(fighter, key, value[key]) for key in ("cover", "size"))


def _light(scene: Scene, _gm: str, value: str) -> Changes:
    return (scene.change("marks.light", str(value)),)


def _place(scene: Scene, _gm: str, value: Data) -> Changes:
    return tuple(scene.change(f"marks.{key}", bool(value[key]) or None) for key in ("confined", "underwater"))


def _unbalanced(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-MARTIAL-10: the loss falls on the next action: what this turn cannot take any more, the next one does."""
    lost, now = -int(value["by"]), initiative.current(scene, fighter)
    waits = fighter in initiative.pending(scene)
    taken = min(lost, max(0, now - 1)) if waits else 0
    owed = initiative.owed(scene, fighter) + lost - taken
    shaken = (scene.mark(fighter, "unsteady", "next"),) if value.get("unsteady") else ()
    return (scene.mark(fighter, "initiative", now - taken), scene.mark(fighter, "owed", owed or None), *shaken)


def steadier(scene: Scene, fighter: str) -> Changes:
    """POL-MARTIAL-10: lost balance lasts for one action."""
    after = {"next": "now"}.get(initiative.mark(scene, fighter, "unsteady"))
    return (scene.mark(fighter, "unsteady", after),)


def _hold(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-MARTIAL-19 to 21: a hold begins, changes or lasts."""
    row = {"grip": str(value["grip"]), "trained": bool(value["trained"])}
    counts = {"turns": int(value["turns"]), "wins": int(value["wins"])}
    return (scene.mark(fighter, f"holds.{scene.fighters[value['target']].id}", row | counts),)


def _freed(scene: Scene, fighter: str, holder: str) -> Changes:
    return (scene.mark(holder, f"holds.{scene.fighters[fighter].id}", None),)


def _disarm(scene: Scene, fighter: str, weapon: str) -> Changes:
    known = weapons.find(scene.sheet(fighter), weapon)
    return (scene.write(fighter, f"weapons.{weapon}.drawn", None),) if known and weapon != weapons.HANDS else ()


def _footing(scene: Scene, fighter: str, value: Data) -> Changes:
    return tuple(scene.mark(fighter, key, value[key]) for key in situation.MARKS)


LANDINGS: dict[str, Callable[[Scene, str, Any], Changes]] = {
    "engage": _engage,
    "disengage": _disengage,
    "distance": _distance,
    "metres": _metres,
    "situation": _situation,
    "light": _light,
    "place": _place,
    "unbalanced": _unbalanced,
    "hold": _hold,
    "freed": _freed,
    "disarm": _disarm,
    "footing": _footing,
    "threat": lambda scene, fighter, by: (scene.mark(fighter, "threat", scene.fighters[by].id if by else None),),
}
