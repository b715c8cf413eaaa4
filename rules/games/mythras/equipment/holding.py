"""Weapons in hand and out of it: drawn, dropped, taken, guarding a location (MYT-ACT-READY, MYT-FREE-WARD)."""

from __future__ import annotations

from itertools import chain, count

from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.mythras.character.tables import OUTSIDE
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.weapons import find, label_of
from rules.games.mythras.marks import AIM, CROUCHED, EMPTY, LEFT_AT, LOADING, LYING, PINNED, QUICK, STEADIED, WARDS
from rules.games.mythras.rounds.states import Unsettled
from rules.games.mythras.text import _
from rules.ground.layout import layout

Changes = tuple[Change, ...]
FAR = 2  # MYT-ACT-READY: actions to have in hand again what lies on the ground


def end_guard(scene: Scene, fighter: str, weapon: str) -> Changes:
    """MYT-CLOSE-PASSIVE: what has left the hand guards nothing, and nobody crouches behind nothing."""
    others = WARDS.rows(scene, fighter).keys() - {weapon}
    return (WARDS.clear(scene, fighter, weapon), *(() if others else (CROUCHED.clear(scene, fighter),)))


def fall(scene: Scene, fighter: str, weapon: str, beside: str) -> Changes:
    """MYT-ACT-READY: a weapon lies where somebody stands, as far as the ground has places that everybody sees."""
    place = layout(scene).open.at.get(beside)
    return LYING.set(scene, fighter, FAR, weapon), LEFT_AT.set(scene, fighter, place, weapon)


def why_not_reached(scene: Scene, fighter: str, weapon: str) -> Text | None:
    """MYT-ACT-READY: why somebody does not get to what lies nearby: they go nowhere."""
    near = int(LYING.rows(scene, fighter).get(weapon, 0)) < FAR
    return None if near else limbs.why_immobile(scene, fighter)


def why_elsewhere(scene: Scene, fighter: str, weapon: str) -> Text | None:
    """MYT-ACT-READY: why somebody takes up no weapon that lies in another place."""
    ground, key = layout(scene).open, str(LEFT_AT.rows(scene, fighter).get(weapon))
    far = key in ground.places and ground.at.get(fighter) != key
    return _("It lies elsewhere: %(place)s.", place=ground.places[key].name) if far else None


class Hold(Effect):
    """MYT-ACT-READY, MYT-FX-PIN-WEAPON: a weapon in hand, or not; it neither guards a location nor is pinned now.

    MYT-RANGED-AIM, MYT-ACT-STEADY: nobody aims or steadies what they put away, nor goes on while they draw something.
    """

    kind = "hold"
    is_open = True
    weapon: str
    draw: bool = False

    def land(self, scene: Scene) -> Changes:
        if self.weapon not in (scene.sheet(self.target).get("weapons") or {}):
            return ()
        moves = not self.draw or self.weapon in LYING.rows(scene, self.target)  # a net that is picked up again
        return (
            scene.write(self.target, f"weapons.{self.weapon}.in_hand", True if self.draw else None),
            *end_guard(scene, self.target, self.weapon),
            *(mark.clear(scene, self.target, self.weapon) for mark in (PINNED, LYING, LEFT_AT)),
            *(limbs.slacken(scene, self.target, self.weapon) if moves else ()),
            *(mark.clear(scene, self.target) for mark in (AIM, STEADIED) if self.draw or self._shoots(scene)),
        )

    def _shoots(self, scene: Scene) -> bool:
        weapon = find(scene.sheet(self.target), self.weapon, scene.settings)
        return weapon is not None and weapon.ranged

    def told(self, scene: Scene) -> Text | None:
        label = label_of(scene, self.target, self.weapon)
        return _("draws: %(weapon)s", weapon=label) if self.draw else _("sheathes: %(weapon)s", weapon=label)


class Drop(Effect):
    """MYT-FREE-DROP, MYT-ACT-READY, MYT-FX-DISARM: it lies on the ground, or as far away as it flew."""

    kind = "drop"
    harmful = passing = is_open = True
    weapon: str
    metres: int = 0
    beside: str = ""

    def land(self, scene: Scene) -> Changes:
        lies = fall(scene, self.target, self.weapon, self.beside or self.target)
        sheathed = Hold(self.target, self.weapon).land(scene)
        return (*(change for change in sheathed if change.path not in {row.path for row in lies}), *lies)

    def told(self, scene: Scene) -> Text | None:
        label = label_of(scene, self.target, self.weapon)
        if not self.metres:
            return _("drops: %(weapon)s", weapon=label)
        return _("loses hold of a weapon (%(weapon)s, %(metres)s m away)", weapon=label, metres=int(self.metres))


def _same_style(mine: Data, theirs: Data, key: str | None) -> str | None:
    named = {style.get("name"): other for other, style in (theirs.get("styles") or {}).items()}
    return named.get(((mine.get("styles") or {}).get(key) or {}).get("name"))


class Taken(Effect):
    """MYT-FX-DISARM: the weapon moves to the other sheet, in hand, with its style if the taker has the same."""

    kind = "taken"
    harmful = passing = is_open = True
    weapon: str
    by: str

    def land(self, scene: Scene) -> Changes:
        mine, theirs = scene.sheet(self.target), scene.sheet(self.by)
        if self.weapon not in (mine.get("weapons") or {}):
            return ()
        row = mine["weapons"][self.weapon]
        style = _same_style(mine, theirs, row.get("style"))
        names = chain([self.weapon], (f"{self.weapon}_{number}" for number in count(2)))
        free = next(name for name in names if name not in (theirs.get("weapons") or {}))
        taken = {**row, "style": style or OUTSIDE, "in_hand": True}
        empty = EMPTY.rows(scene, self.target).get(self.weapon)  # MYT-RANGED-LOAD: nobody loads by taking
        return (
            *(mark.clear(scene, self.target, self.weapon) for mark in (EMPTY, LOADING, QUICK)),
            EMPTY.set(scene, self.by, empty, free),
            *end_guard(scene, self.target, self.weapon),
            PINNED.clear(scene, self.target, self.weapon),
            *limbs.slacken(scene, self.target, self.weapon),
            scene.write(self.target, f"weapons.{self.weapon}", None),
            scene.write(self.by, f"weapons.{free}", taken),
        )

    def told(self, scene: Scene) -> Text | None:
        label = label_of(scene, self.target, self.weapon)
        return _("loses: %(weapon)s, which %(who)s takes", weapon=label, who=scene.name(self.by))


class Reached(Effect):
    """MYT-ACT-READY, MYT-ACT-BRACE, MYT-RANGED-AIM: nearer to what lies on the ground, which ends stance and aim."""

    kind = "reached"
    weapon: str
    left: int

    def land(self, scene: Scene) -> Changes:
        who, weapon = self.target, self.weapon
        nearer = LYING.set(scene, who, int(self.left), weapon), LEFT_AT.clear(scene, who, weapon)
        return (*nearer, *Unsettled(who).land(scene))


class Ward(Effect):
    """MYT-FREE-WARD, MYT-CLOSE-PASSIVE: the locations that a weapon guards, none to end it."""

    kind = "ward"
    weapon: str
    places: tuple[str, ...] = ()

    def land(self, scene: Scene) -> Changes:
        return (WARDS.set(scene, self.target, list(self.places) or None, self.weapon),)


EFFECTS = (Hold, Drop, Taken, Reached, Ward)
