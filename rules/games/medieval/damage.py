"""Damage: dice, Strength, critical and doubled blows, armour, and the hit points lost (MED-DMG, MED-DEATH-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.character.fields import choice
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import Effects
from rules.core.check import Breakdown, Modifier, bracketed
from rules.core.dice import Dice
from rules.core.effects import DEATH, OUT, Effect, Story
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text
from rules.games.medieval import initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.manoeuvres import Chained, ChainEvent
from rules.games.medieval.movement import contact
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DEAD, DYING, MOST_HP, SCHEMA, STABLE
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon
from rules.odds.distribution import Distribution, certain, totals

MORE = Dice(2, 6)  # MED-MANOEUVRE-COUP-FATAL
TRIPLE = 3  # MED-DMG-04


@dataclass(frozen=True)
class Manner:
    """The things that change a blow's damage: a critical hit, and the options of a Coup Fatal and a sneak attack.

    ``fatal`` is ``plus_2d6``, ``max`` or ``double``; ``sneak`` is ``max`` or ``double``; on a critical hit each option
    doubles the whole damage.
    """

    critical: bool = False
    fatal: str = ""
    sneak: str = ""

    @property
    def is_maximal(self) -> bool:
        """The dice count as their maximum instead of being rolled."""
        return not self.critical and "max" in (self.fatal, self.sneak)


def best_of(weapon: Weapon) -> int:
    """The maximum of a weapon's dice, without its flat bonus."""
    return weapon.damage.dice.count * weapon.damage.dice.sides if weapon.damage else 0


def blow_damage(
    sheet: Data, settings: Data, weapon: Weapon, faces: int, manner: Manner = Manner(), more: int = 0
) -> Breakdown:
    """MED-DMG-01, 02, 04: damage before armour; ``faces`` is the sum of the dice, ``more`` of a Coup Fatal's 2d6."""
    rolled, once = _parts(sheet, settings, weapon, faces)
    if manner.critical:
        times = _("Critical: dice ×%(times)s", times=TRIPLE)
        rolled = rolled.plus(Modifier(times, rolled.total * (TRIPLE - 1), "MED-DMG-04"))
        return _double(rolled.plus(*once), settings, manner)
    once = (Modifier(_("Fatal Blow: 2d6"), more, "MED-MANOEUVRE-COUP-FATAL"), *once)
    if manner.fatal == "double" and not setting(settings, "coup_fatal.double_whole_total"):
        twice = _("Fatal Blow: dice ×2")
        rolled = rolled.plus(Modifier(twice, rolled.total, "MED-MANOEUVRE-COUP-FATAL"))
    whole = rolled.plus(*once)
    if manner.fatal == "double" and setting(settings, "coup_fatal.double_whole_total"):
        whole = _twice(whole, "MED-MANOEUVRE-COUP-FATAL")
    return _twice(whole, "MED-SNEAK-03") if manner.sneak == "double" else whole


def damage_bounds(sheet: Data, settings: Data, weapon: Weapon, manner: Manner) -> tuple[int, int]:
    """MED-DMG-01: the minimum and maximum damage of a blow before armour."""
    highest = best_of(weapon)
    lowest = highest if weapon.damage is None or manner.is_maximal else weapon.damage.dice.count
    more = MORE if manner.fatal == "plus_2d6" and not manner.critical else None
    few, many = (more.count, more.count * more.sides) if more else (0, 0)
    rows = ((lowest, few), (highest, many))
    least, most = (blow_damage(sheet, settings, weapon, faces, manner, added).total for faces, added in rows)
    return least, most


def losses(sheet: Data, target: Data, settings: Data, weapon: Weapon, manner: Manner) -> Distribution[int]:
    """MED-DMG-01 to 05: the distribution of hit points lost to a hit; before armour damage is linear in its dice."""

    def inflicted(faces: int, more: int) -> int:
        return blow_damage(sheet, settings, weapon, faces, manner, more).total

    least = inflicted(0, 0)
    each, every = inflicted(1, 0) - least, inflicted(0, 1) - least
    fixed = manner.is_maximal or weapon.damage is None
    thrown = certain(best_of(weapon)) if fixed or weapon.damage is None else totals(weapon.damage.dice)
    added = totals(MORE) if manner.fatal == "plus_2d6" and not manner.critical else certain(0)
    armour = reduction(target)
    return thrown.beside(added).map(lambda two: max(0, least + each * two[0] + every * two[1] - armour))


def after_armour(inflicted: Breakdown, target: Data) -> Breakdown:
    """MED-DMG-03, 05: subtract the damage reduction, down to 0 at least."""
    left = inflicted.plus(Modifier(_("RD"), -reduction(target), "MED-DMG-03"))
    return left.plus(Modifier(_("Nothing at least"), max(0, -left.total), "MED-DMG-05"))


def reduction(target: Data) -> int:
    """MED-DMG-03: the damage reduction of the target's armour."""
    return int(SCHEMA.value(target, "armour.rd"))


def pressure(sheet: Data, settings: Data, weapon: Weapon) -> Breakdown:
    """MED-LUTTE-PRESS-01, MED-PUG-02: damage without a roll: Strength and half the mastery."""
    rolled, once = _bare(sheet, settings, weapon)
    return rolled.plus(*once)


def _parts(sheet: Data, settings: Data, weapon: Weapon, faces: int) -> tuple[Breakdown, tuple[Modifier, ...]]:
    """The terms of damage that a critical hit triples, and those that it counts once."""
    if weapon.damage is None:
        return _bare(sheet, settings, weapon)
    rolled = Breakdown(Modifier(_("Dice"), faces, "MED-DMG-01"))
    rolled = rolled.plus(Modifier(weapon.name, weapon.damage.plus, "MED-DMG-01"))
    strength = sheets.trait(sheet, "force") if weapon.engagement != "ranged" else 0
    return rolled, (Modifier(_STRENGTH, strength, "MED-DMG-02"), _special(weapon))


def _bare(sheet: Data, settings: Data, weapon: Weapon) -> tuple[Breakdown, tuple[Modifier, ...]]:
    """MED-PUG-02: the terms of unarmed damage: half the mastery instead of dice; Strength counts once."""
    strength, skill = sheets.trait(sheet, "force"), sheets.half(weapon.mastery, settings)
    if setting(settings, "half_formula") == "half_of_sum":
        strength = sheets.half(strength + weapon.mastery, settings) - skill
    rolled = Breakdown(Modifier(_("Half the mastery"), skill, "MED-PUG-02"))
    return rolled, (Modifier(_STRENGTH, strength, "MED-PUG-02"), _special(weapon))


_STRENGTH = _("Strength")


def _special(weapon: Weapon) -> Modifier:
    return Modifier(_("Special bonus"), weapon.special, "MED-DMG-02")


def _double(whole: Breakdown, settings: Data, manner: Manner) -> Breakdown:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-04, 05: double the whole of a critical Coup Fatal or sneak attack."""
    stacks = bool(setting(settings, "sneak.stacks_with_coup_fatal"))
    if manner.fatal:
        whole = _twice(whole, "MED-MANOEUVRE-COUP-FATAL")
    if manner.sneak and (stacks or not manner.fatal):
        whole = _twice(whole, "MED-SNEAK-04")
    return whole


def _twice(whole: Breakdown, rule: str) -> Breakdown:
    return whole.plus(Modifier(_("Everything ×2"), whole.total, rule))


# The hit points lost.

FRESH: dict[str, int | None] = {"dying.successes": None, "dying.failures": None}  # MED-DEATH-05: no roll counted yet


def wound_writes(sheet: Data, settings: Data, lost: int) -> dict[str, int | None]:
    """MED-DMG-03, MED-DEATH-03, 05: the sheet values after a loss of hit points; a new coma resets the counters.

    By house setting a new wound ends the state of being stabilised.
    """
    writes: dict[str, int | None] = {"hp.current": sheets.hp(sheet) - lost}
    reopens = sheets.vital(sheet) == STABLE and bool(setting(settings, "dying.rewound_resets"))
    return writes | FRESH if lost and (reopens or sheets.hp(sheet) > 0) else writes


def written(scene: Scene, fighter: str, writes: Mapping[str, Any]) -> tuple[Change, ...]:
    return tuple(scene.write(fighter, path, value) for path, value in writes.items())


def sheet_after(scene: Scene, fighter: str, writes: Mapping[str, Any]) -> Data:
    return scene.with_changes(written(scene, fighter, writes)).sheet(fighter)


STORY = Story(
    {"dies": DEATH, "falls into a coma": OUT},
    frozenset(
        {
            "moves %(metres)s m at most",
            "successes %(successes)s/3, failures %(failures)s/3, hit points %(hp)s (threshold %(threshold)s)",
        }
    ),
)


def fate(sheet: Data) -> Text | None:
    """MED-DEATH-01, 02, 05: the words for a character who is stabilised, dead or dying; ``None`` for an active one."""
    words = {ACTIVE: None, STABLE: _("is stabilised"), DEAD: _("dies")}
    return words.get(sheets.vital(sheet), _("falls into a coma"))


class Damage(Effect):
    """MED-DMG-03, MED-DEATH-01, 02: a fighter loses hit points, and may fall into a coma or die."""

    kind = "damage"
    harmful = True
    damage: int
    lines: Breakdown | None = None

    def writes(self, scene: Scene) -> dict[str, int | None]:
        sheet = scene.sheet(self.target)
        return wound_writes(sheet, scene.settings, max(0, min(int(self.damage), MOST_HP + sheets.hp(sheet))))

    def land(self, scene: Scene) -> tuple[Change, ...]:
        writes = self.writes(scene)
        if (writes["hp.current"] or 0) > 0:
            return written(scene, self.target, writes)
        ended = (*contact.loosed(scene, self.target), *contact.halted(scene, self.target))
        return *written(scene, self.target, writes), *ended

    def told(self, scene: Scene) -> Text | None:
        number = int(self.damage)
        terms = bracketed(number, self.lines)
        unharmed = _("is hit without harm%(terms)s", terms=terms)
        lost = _("loses %(number)s hp%(terms)s", number=number, terms=terms) if number else unharmed
        then = self._fate(scene)
        return _("%(lost)s: %(then)s", lost=lost, then=then) if then else lost

    def public(self, scene: Scene) -> Text | None:
        if not int(self.damage):
            return _("is hit without harm")
        shown = scene.fighters[self.target].is_health_public
        return (self._fate(scene) if shown else None) or _("is hit")

    def _fate(self, scene: Scene) -> Text | None:
        sheet = sheet_after(scene, self.target, self.writes(scene))
        before, after = initiative.vital(scene, self.target), sheets.vital(sheet)
        if (before, after) == (STABLE, DYING):
            return _("is dying again")
        return None if before == after else fate(sheet)


class DealDamage(rounds.DealDamage):
    """MED-DMG-03, 05: the game master deals damage, in a fight or outside one."""

    label = _("Damage")
    rules = ("MED-DMG-03", "MED-DMG-05")
    lost, armour = _("Hit points lost"), _("Armour counts")
    damage, less_armour = Damage, staticmethod(after_armour)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm"

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if initiative.vital(scene, who) != DEAD)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        chains = any(sheets.rank(scene.sheet(who), "enchainement") for who in scene.fighters)
        source = choice("source", _("It comes from"), _SOURCES, rule="MED-MANOEUVRE-ENCHAINEMENT", help=_BREAKS)
        return *super().more(scene), *((source,) if chains else ())

    def cost(self, scene: Scene, action: Action) -> Effects:
        event = _ENEMY_HITS.get(action.args.get("source", "none"))
        broken = (Chained(action.args["fighter"], event),) if event else ()
        return (*super().cost(scene, action), *broken)


# MED-MANOEUVRE-ENCHAINEMENT: where damage dealt by hand comes from, and what of it ends a chain.
_SOURCES = {"none": _("Something else"), "melee": _("A hit in melee"), "ranged": _("A shot or a throw")}
_ENEMY_HITS = {"melee": ChainEvent.ENEMY_HIT_MELEE, "ranged": ChainEvent.ENEMY_HIT_RANGED}
_BREAKS = _("A hit by an opponent ends a chain of attacks.")
