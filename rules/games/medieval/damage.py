"""Damage: dice, Strength once, critical and double blows, and what armour leaves of it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.check import Breakdown, Modifier
from rules.core.dice import Dice
from rules.core.paths import Data
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

MORE = Dice(2, 6)  # MED-MANOEUVRE-COUP-FATAL
TRIPLE = 3  # MED-DMG-04


@dataclass(frozen=True)
class Manner:
    """How a blow hurts beside its dice: a critical hit, what was chosen for a Coup Fatal, and for a sneak attack.

    ``fatal`` is ``plus_2d6``, ``max`` or ``double``; ``sneak`` is ``max`` or ``double``; on a critical hit any word
    there doubles the whole.
    """

    critical: bool = False
    fatal: str = ""
    sneak: str = ""

    @property
    def is_maximal(self) -> bool:
        """Whether the dice are not thrown but taken at their highest."""
        return not self.critical and "max" in (self.fatal, self.sneak)


def best_of(weapon: Weapon) -> int:
    """The highest the dice of a weapon can show, its own flat part left out."""
    return weapon.damage.dice.count * weapon.damage.dice.sides if weapon.damage else 0


def dealt(
    sheet: Data, settings: Data, weapon: Weapon, faces: int, manner: Manner = Manner(), more: int = 0
) -> Breakdown:
    """MED-DMG-01, 02, 04: a blow before armour; ``faces`` is the sum of its dice, ``more`` that of 2d6."""
    rolled, once = _parts(sheet, settings, weapon, faces)
    if manner.critical:
        times = _("Critical: dice ×%(times)s", times=TRIPLE)
        rolled = rolled.plus(Modifier(times, rolled.total * (TRIPLE - 1), "MED-DMG-04"))
        return _doubled(rolled.plus(*once), settings, manner)
    once = (Modifier(_("Fatal Blow: 2d6"), more, "MED-MANOEUVRE-COUP-FATAL"), *once)
    if manner.fatal == "double" and not setting(settings, "coup_fatal.double_whole_total"):
        twice = _("Fatal Blow: dice ×2")
        rolled = rolled.plus(Modifier(twice, rolled.total, "MED-MANOEUVRE-COUP-FATAL"))
    whole = rolled.plus(*once)
    if manner.fatal == "double" and setting(settings, "coup_fatal.double_whole_total"):
        whole = _twice(whole, "MED-MANOEUVRE-COUP-FATAL")
    return _twice(whole, "MED-SNEAK-03") if manner.sneak == "double" else whole


def spread(sheet: Data, settings: Data, weapon: Weapon, manner: Manner) -> tuple[int, int]:
    """MED-DMG-01: the least and the most of a blow before armour."""
    highest = best_of(weapon)
    lowest = highest if weapon.damage is None or manner.is_maximal else weapon.damage.dice.count
    more = MORE if manner.fatal == "plus_2d6" and not manner.critical else None
    few, many = (more.count, more.count * more.sides) if more else (0, 0)
    rows = ((lowest, few), (highest, many))
    least, most = (dealt(sheet, settings, weapon, faces, manner, added).total for faces, added in rows)
    return least, most


def after_armour(inflicted: Breakdown, target: Data) -> Breakdown:
    """MED-DMG-03, 05: less the damage reduction, and never below nothing."""
    left = inflicted.plus(Modifier(_("RD"), -reduction(target), "MED-DMG-03"))
    return left.plus(Modifier(_("Nothing at least"), max(0, -left.total), "MED-DMG-05"))


def reduction(target: Data) -> int:
    """MED-DMG-03: what armour takes off a blow."""
    return int(SCHEMA.value(target, "armour.rd"))


def pressure(sheet: Data, settings: Data, weapon: Weapon) -> Breakdown:
    """MED-LUTTE-PRESS-01, MED-PUG-02: Strength and half the mastery, without a die."""
    rolled, once = _bare(sheet, settings, weapon)
    return rolled.plus(*once)


def _parts(sheet: Data, settings: Data, weapon: Weapon, faces: int) -> tuple[Breakdown, tuple[Modifier, ...]]:
    """What a critical hit triples, and what counts once."""
    if weapon.damage is None:
        return _bare(sheet, settings, weapon)
    rolled = Breakdown(Modifier(_("Dice"), faces, "MED-DMG-01"))
    rolled = rolled.plus(Modifier(weapon.name, weapon.damage.plus, "MED-DMG-01"))
    strength = sheets.trait(sheet, "force") if weapon.engagement != "ranged" else 0
    return rolled, (Modifier(_STRENGTH, strength, "MED-DMG-02"), _special(weapon))


def _bare(sheet: Data, settings: Data, weapon: Weapon) -> tuple[Breakdown, tuple[Modifier, ...]]:
    """MED-PUG-02: half the mastery stands for the dice; Strength counts once."""
    strength, skill = sheets.trait(sheet, "force"), sheets.half(weapon.mastery, settings)
    if setting(settings, "half_formula") == "half_of_sum":
        strength = sheets.half(strength + weapon.mastery, settings) - skill
    rolled = Breakdown(Modifier(_("Half the mastery"), skill, "MED-PUG-02"))
    return rolled, (Modifier(_STRENGTH, strength, "MED-PUG-02"), _special(weapon))


_STRENGTH = _("Strength")


def _special(weapon: Weapon) -> Modifier:
    return Modifier(_("Special bonus"), weapon.special, "MED-DMG-02")


def _doubled(whole: Breakdown, settings: Data, manner: Manner) -> Breakdown:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-04, 05: a critical blow of either kind is doubled as a whole, once."""
    stacks = bool(setting(settings, "sneak.stacks_with_coup_fatal"))
    if manner.fatal:
        whole = _twice(whole, "MED-MANOEUVRE-COUP-FATAL")
    if manner.sneak and (stacks or not manner.fatal):
        whole = _twice(whole, "MED-SNEAK-04")
    return whole


def _twice(whole: Breakdown, rule: str) -> Breakdown:
    return whole.plus(Modifier(_("Everything ×2"), whole.total, rule))
