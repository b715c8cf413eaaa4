"""Weapons in a fight: those of the sheet, objects of the scene, and the ones in hand (ARP-ACT-02)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from rules.character.fields import number, text
from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.marks import Mark
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.initiative import is_out
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import SWUNG, Weapon
from rules.games.arpenteurs.text import _, ngettext

HANDS = Mark("hands", is_open=True)  # the keys of things used or drawn and still held
OBJECTS = Mark("objects", keyed=True, is_open=True)  # objects of the scene in hand, by key
TWO = 2  # hands

NOT_IN_HAND = _("Not in hand: “Do something else” draws it.")


def arms(scene: Scene, fighter: str) -> tuple[Weapon, ...]:
    """All weapons of the sheet, then the objects that a fighter holds, each one thrown and swung (ARP-DMG-02)."""
    objects = (weapon for key, row in OBJECTS.rows(scene, fighter).items() for weapon in _object(key, row))
    return (*sheets.weapons(scene.sheet(fighter)), *objects)


def arm(scene: Scene, fighter: str, key: str) -> Weapon | None:
    return next((weapon for weapon in arms(scene, fighter) if weapon.key == key), None)


def is_in_hand(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """ARP-ACT-02: a weapon can be used without drawing it: it is in hand, or enough hands are free."""
    if not setting(scene.settings, "actions.drawing") or not takes(weapon):
        return True
    held = in_hand(scene, fighter)
    return weapon.thing in held or _count_hands(scene, fighter, held) + takes(weapon) <= TWO


def hands_after_taking(scene: Scene, fighter: str, weapon: Weapon) -> list[str]:
    """The keys of what is in hand after taking a weapon; the things held longest are put away if hands are lacking."""
    held = [key for key in in_hand(scene, fighter) if key != weapon.thing]
    while held and _count_hands(scene, fighter, held) + takes(weapon) > TWO:
        held = held[1:]
    return [*held, weapon.thing] if takes(weapon) else held


def in_hand(scene: Scene, fighter: str) -> list[str]:
    """The keys of the things that a fighter has used or drawn in this fight and still holds."""
    return list(HANDS.of(scene, fighter) or ())


def takes(weapon: Weapon) -> int:
    """The number of hands that a weapon needs: 0 for the body, 2 for a long shooting weapon, 1 for others."""
    if weapon.category == "unarmed":
        return 0
    return 2 if weapon.is_shooting and not weapon.short else 1


def counts_rounds(weapon: Weapon, settings: Data) -> bool:
    """ARP-BURST-06: the rounds of a weapon are counted: it has a magazine, and the house settings track ammunition."""
    return bool(weapon.magazine and setting(settings, "ammo.track"))


def _count_hands(scene: Scene, fighter: str, held: Iterable[str]) -> int:
    needs = _hands_needed(scene, fighter)
    return sum(needs.get(key, 0) for key in held)


@memoize
def _hands_needed(scene: Scene, fighter: str) -> dict[str, int]:
    return {weapon.thing: takes(weapon) for weapon in arms(scene, fighter)}


def _object(key: str, row: Data) -> tuple[Weapon, Weapon]:
    name, damage = str(row["name"]), int(row["damage"])
    thrown = Weapon(key, name, "thrown", "athletisme", range_m=int(row["range_m"]), damage=damage)
    return thrown, Weapon(f"{key}{SWUNG}", name, "melee", "armes_blanches", damage=damage)


def _take(scene: Scene, fighter: str, weapon: Weapon) -> tuple[Change, ...]:
    """ARP-ACT-02, ARP-DMG-02: the changes of taking a weapon in hand; an object that leaves the hands falls."""
    held, drawing = hands_after_taking(scene, fighter, weapon), setting(scene.settings, "actions.drawing")
    fallen = (key for key in OBJECTS.rows(scene, fighter) if drawing and key not in held)
    return HANDS.set(scene, fighter, held or None), *(OBJECTS.clear(scene, fighter, key) for key in fallen)


class Held(Effect):
    """ARP-ACT-02, ARP-DMG-02: a weapon is in hand, or no longer if ``off``; a thrown object is gone."""

    mark = HANDS
    is_open = True
    weapon: str
    off: bool = False
    drawn: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        weapon = arm(scene, self.target, self.weapon)
        if weapon is None:
            return ()
        if not self.off:
            return _take(scene, self.target, weapon)
        held = [key for key in in_hand(scene, self.target) if key != weapon.thing]
        return HANDS.set(scene, self.target, held or None), OBJECTS.clear(scene, self.target, weapon.thing)

    def told(self, scene: Scene) -> Text | None:
        weapon = arm(scene, self.target, self.weapon)
        return _("has in hand: %(object)s", object=weapon.label) if weapon and self.drawn else None


class Ammunition(Effect):
    """ARP-BURST-06: a weapon loses the rounds fired, or is reloaded to a full magazine."""

    kind = "ammo"
    weapon: str
    fired: int = 0
    reload: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        weapon = arm(scene, self.target, self.weapon)
        if weapon is None or get(scene.sheet(self.target), f"weapons.{weapon.key}") is None:
            return ()
        return (scene.write(self.target, f"weapons.{weapon.key}.ammo", self._left(weapon)),)

    def told(self, scene: Scene) -> Text | None:
        weapon = arm(scene, self.target, self.weapon)
        if weapon is None or not weapon.magazine:
            return None
        return ngettext("%(count)s cartridge left", "%(count)s cartridges left", self._left(weapon))

    def _left(self, weapon: Weapon) -> int:
        return weapon.magazine if self.reload else max(0, weapon.ammo - int(self.fired))


class Seized(Effect):
    """ARP-DMG-02: a fighter has an object of the scene in hand, to swing or throw."""

    kind = "object"
    is_open = True
    name: str
    range_m: int
    damage: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        taken = {weapon.thing for weapon in arms(scene, self.target)}
        key = next(name for name in (f"object{number}" for number in count(1)) if name not in taken)
        row = {"name": str(self.name), "range_m": int(self.range_m), "damage": int(self.damage)}
        return OBJECTS.set(scene, self.target, row, key), *_take(scene, self.target, _object(key, row)[0])

    def told(self, scene: Scene) -> Text | None:
        return _("has in hand: %(object)s", object=str(self.name))

    def editable(self) -> tuple[Field, ...]:
        return ()


class SeizeObject(AboutFighter):
    """ARP-DMG-02: the game master lets a fighter seize an object such as a chair, and sets its damage and range."""

    kind = "object"
    label = _("Object of the scene")
    rules = ("ARP-DMG-02",)
    says = _("%(who)s seizes something")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not is_out(scene, who))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (
            text("name", _("What it is"), most=80, required=True, rule="ARP-DMG-02"),
            number("damage", _("Damage"), 1, 0, 20, "ARP-DMG-02"),
            number("range_m", _("Range (m)"), 5, 1, 100, "ARP-DMG-02"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (Seized(args["fighter"], args["name"], args["range_m"], args["damage"]),)
