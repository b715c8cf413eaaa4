"""Damage: location, dice, what a parry and armour leave of them (MYT-DMG, MYT-PARRY-05, MYT-ARM)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.dice import Dice
from rules.mythras import initiative
from rules.mythras import sheet as sheets
from rules.mythras import weapons as arms
from rules.mythras.defence import remaining, stops
from rules.mythras.sheet import Location
from rules.mythras.tables import DamageModifier
from rules.mythras.weapons import Weapon
from rules.outcome import Breakdown, Modifier
from rules.scene import Scene
from rules.script import Option, Script, choose, roll
from rules.words import pgettext

D20 = Dice(1, 20)


@dataclass(frozen=True)
class Blow:
    """A blow that lands: whom, where, with what, and how the special effects change it."""

    scene: Scene
    attacker: str
    victim: str
    weapon: Weapon
    guard: Weapon | None = None
    chosen: tuple[str, ...] = ()
    modifier: DamageModifier = field(default_factory=lambda: DamageModifier(4))
    shift: int = 0
    stopped: str = "none"
    half: bool = False
    key: str = ""


@dataclass(frozen=True)
class Damage:
    """What a blow does: raw, after parry, and to the body; ``sundered`` is what the armour lost."""

    location: Location
    raw: int
    passed: int
    dealt: int
    lines: Breakdown
    sundered: int = 0


def place(blow: Blow) -> Script[Location]:
    """MYT-DMG-02, MYT-FX-LOCATION: the location that is struck, by a d20 or by choice."""
    sheet = blow.scene.sheet(blow.victim)
    if "choose_location" in blow.chosen:
        rows = tuple(Option(one.key, one.label) for one in sheets.locations(sheet))
        label = pgettext("mythras", "Which location?")
        key = yield from choose(f"{blow.key}where", blow.attacker, label, rows)
        found = sheets.location(sheet, key)
        return found if found is not None else sheets.struck(sheet, 1)
    faces = yield from roll(f"{blow.key}location", blow.attacker, D20, pgettext("mythras", "Location"))
    return (yield from _moved(blow, sheets.struck(sheet, faces[0])))


def _moved(blow: Blow, found: Location) -> Script[Location]:
    """MYT-FX-MARKSMAN, MYT-STYLE-MARKSMAN: a shot that may go to an adjacent location instead."""
    sheet = blow.scene.sheet(blow.victim)
    trait = "ranged_marksman" in sheets.traits(blow.scene.sheet(blow.attacker), blow.weapon.style)
    near = [one for key in found.adjacent if (one := sheets.location(sheet, key)) is not None]
    if not blow.weapon.ranged or not near or not (trait or "marksman" in blow.chosen):
        return found
    rows = tuple(Option(one.key, one.label) for one in (found, *near))
    key = yield from choose(f"{blow.key}moved", blow.attacker, pgettext("mythras", "Move the shot?"), rows)
    return next(one for one in (found, *near) if one.key == key)


def raw(blow: Blow, with_modifier: bool = True) -> Script[tuple[int, Breakdown]]:
    """MYT-DMG-01, MYT-FX-MAXIMISE, MYT-FX-IMPALE: weapon dice and damage modifier, never less than nothing."""
    weapon = blow.weapon
    if weapon.damage is None:
        return 0, Breakdown(Modifier(weapon.label, 0, "MYT-DMG-01"))
    total = yield from _weapon_dice(blow, "damage")
    if "impale" in blow.chosen:
        again = yield from _weapon_dice(blow, "damage-again")
        total = max(total, again)
    lines = Breakdown(Modifier(weapon.label, total, "MYT-DMG-01"))
    if weapon.adds_modifier and with_modifier:
        added = yield from modifier_dice(blow.attacker, blow.modifier, f"{blow.key}modifier")
        lines = lines.plus(Modifier(pgettext("mythras", "Damage modifier"), added, "MYT-ATTR-02"))
    return max(0, lines.total), lines


def modifier_dice(fighter: str, modifier: DamageModifier, key: str) -> Script[int]:
    """MYT-ATTR-02: the dice of a damage modifier."""
    total = 0
    for number, dice in enumerate(modifier.dice, 1):
        label = pgettext("mythras", "Damage modifier")
        faces = yield from roll(f"{key}{number if number > 1 else ''}", fighter, dice, label, reads="sum")
        total += sum(faces)
    return modifier.sign * total


def strike(blow: Blow) -> Script[Damage]:
    """MYT-DMG-01: location, dice, then parry, guard and armour in this order."""
    location = yield from place(blow)
    total, lines = yield from raw(blow)
    if blow.half:
        lines = lines.plus(Modifier(pgettext("mythras", "Long range"), -(total // 2), "MYT-RANGED-BANDS"))
        total -= total // 2
    return settled(blow, location, total, lines)


def settled(blow: Blow, location: Location, total: int, lines: Breakdown) -> Damage:
    """MYT-PARRY-05, MYT-CLOSE-PASSIVE, MYT-ARM-01: what a parry, a guard and armour leave of damage."""
    scene = blow.scene
    passed = remaining(total, blow.stopped, scene.settings)
    lines = lines.plus(Modifier(_PARRIED, passed - total, "MYT-PARRY-05"))
    warded = ward(scene, blow.victim, location.key)
    if warded is not None:
        after = remaining(passed, stops(scene, blow.victim, warded, blow.weapon, blow.shift), scene.settings)
        lines = lines.plus(Modifier(pgettext("mythras", "Guard"), after - passed, "MYT-CLOSE-PASSIVE"))
        passed = after
    armour = _armour(blow, location)
    sundered = 0
    if "sunder" in blow.chosen:
        surplus = max(0, passed - armour)
        sundered, dealt = min(surplus, armour), max(0, surplus - armour)
    else:
        dealt = max(0, passed - armour)
    lines = lines.plus(Modifier(pgettext("mythras", "Armour"), dealt - passed, "MYT-ARM-01"))
    return Damage(location, total, passed, dealt, lines, sundered)


_PARRIED = pgettext("mythras", "Parry")


def ward(scene: Scene, victim: str, location: str) -> Weapon | None:
    """MYT-CLOSE-PASSIVE: what guards a location, if anything does."""
    for key, places in initiative.held(scene, victim, "wards").items():
        found = arms.find(scene.sheet(victim), key, scene.settings)
        if location in places and found is not None and not found.broken:
            return found
    return None


def _armour(blow: Blow, location: Location) -> int:
    """MYT-ARM-01, MYT-FX-BYPASS-ARMOUR: the armour that counts; each bypass takes the better layer left."""
    worn = sheets.worn(blow.scene.sheet(blow.victim), location.key, blow.scene.settings)
    layers = sorted((worn, location.natural))
    times = blow.chosen.count("bypass_armour")
    return sum(layers[: max(0, len(layers) - times)])


def _weapon_dice(blow: Blow, key: str) -> Script[int]:
    """MYT-FX-MAXIMISE: the dice that are still thrown, beside those that show their highest face."""
    damage = blow.weapon.damage
    assert damage is not None
    sure = min(blow.chosen.count("maximise_damage"), damage.dice.count)
    total = sure * damage.dice.sides + damage.plus
    if sure < damage.dice.count:
        dice = Dice(damage.dice.count - sure, damage.dice.sides)
        label = pgettext("mythras", "Damage: %(weapon)s", weapon=blow.weapon.label)
        faces = yield from roll(f"{blow.key}{key}", blow.attacker, dice, label, reads="sum")
        total += sum(faces)
    return max(0, total)


def pushed(damage: int, siz: int) -> int:
    """MYT-CLOSE-KNOCKBACK: the metres that damage above SIZ pushes back."""
    return max(0, -(-(damage - siz) // 5))
