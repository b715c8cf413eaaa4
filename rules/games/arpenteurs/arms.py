"""What a fighter can attack with: the weapons of the sheet, objects of the scene, and what is in hand (ARP-ACT-02)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.paths import Data
from rules.core.scene import Scene
from rules.games.arpenteurs import initiative
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import HANDS
from rules.games.arpenteurs.text import _

NOT_IN_HAND = _("Not in hand: it must be drawn first.")
SWUNG = "-swung"  # what follows the key of an object where it is not thrown


def arms(scene: Scene, fighter: str) -> tuple[Weapon, ...]:
    """Every weapon of the sheet, then the objects that a fighter holds, each to be thrown or swung (ARP-DMG-02)."""
    held: Data = initiative.mark(scene, fighter, "objects") or {}
    objects = (weapon for key, row in held.items() for weapon in _object(key, row))
    return (*sheets.weapons(scene.sheet(fighter)), *objects)


def arm(scene: Scene, fighter: str, key: str) -> Weapon | None:
    """One of them by its key, or ``None`` when it is there no more."""
    return next((weapon for weapon in arms(scene, fighter) if weapon.key == key), None)


def is_in_hand(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """ARP-ACT-02: whether a weapon can be used without drawing it; before anything is said, it is in hand."""
    if not setting(scene.settings, "actions.drawing") or not hands(weapon):
        return True
    held = in_hand(scene, fighter)
    return weapon.thing in held or _taken(scene, fighter, held) + hands(weapon) <= HANDS


def grasped(scene: Scene, fighter: str, weapon: Weapon) -> list[str]:
    """What is in hand once a weapon has been taken there: what was held longest makes room."""
    held = [key for key in in_hand(scene, fighter) if key != weapon.thing]
    while held and _taken(scene, fighter, held) + hands(weapon) > HANDS:
        held = held[1:]
    return [*held, weapon.thing] if hands(weapon) else held


def in_hand(scene: Scene, fighter: str) -> list[str]:
    """The keys of what a fighter has used or drawn in this fight and still holds."""
    return list(initiative.mark(scene, fighter, "hands") or ())


def hands(weapon: Weapon) -> int:
    """How many hands a weapon takes: none where it is a part of the body, two for a long shooting weapon."""
    if weapon.category == "unarmed":
        return 0
    return 2 if weapon.is_shooting and not weapon.short else 1


def _taken(scene: Scene, fighter: str, held: Iterable[str]) -> int:
    known = {weapon.thing: hands(weapon) for weapon in arms(scene, fighter)}
    return sum(known.get(key, 0) for key in held)


def _object(key: str, row: Data) -> tuple[Weapon, Weapon]:
    name, damage = str(row["name"]), int(row["damage"])
    thrown = Weapon(key, name, "thrown", "athletisme", range_m=int(row["range_m"]), damage=damage)
    return thrown, Weapon(f"{key}{SWUNG}", name, "melee", "armes_blanches", damage=damage)
