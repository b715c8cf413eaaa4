"""The offensive techniques of the martial arts: what each asks for, and what it brings (POL-MARTIAL)."""

from __future__ import annotations

from dataclasses import replace

from rules.outcome import Check, Modifier
from rules.paths import Data
from rules.polaris import checks, initiative
from rules.polaris.settings import setting
from rules.polaris.sheet import line
from rules.polaris.weapons import Weapon
from rules.scene import Scene
from rules.sheet import Choice, Field
from rules.words import Text, pgettext

NONE, POWERFUL, INCAPACITATING, PRECISE = "none", "powerful_strike", "incapacitating_strike", "precise_strike"
SKILL = "martial_offense"
LIMITED = ("armed_combat", "unarmed_combat")  # POL-MARTIAL-01
EASED = 3  # POL-MARTIAL-07

NAMES: dict[str, Text] = {
    POWERFUL: pgettext("polaris", "Powerful strike"),
    INCAPACITATING: pgettext("polaris", "Incapacitating strike"),
    PRECISE: pgettext("polaris", "Precise strike"),
}
_HINTS: dict[str, Text] = {
    POWERFUL: pgettext("polaris", "Damage +3"),
    INCAPACITATING: pgettext("polaris", "A shock test at −5, whatever the wound"),
    PRECISE: pgettext("polaris", "Aiming costs 3 less"),
}
NO_INITIATIVE = pgettext("polaris", "The opponent has the initiative: no technique.")


def field(scene: Scene, fighter: str) -> Field:
    """POL-MARTIAL-02: one technique for the turn, or none."""
    none = Choice(NONE, pgettext("polaris", "None"))
    rows = tuple(Choice(key, NAMES[key], _refused(scene, fighter, key), _HINTS[key]) for key in NAMES)
    label = pgettext("polaris", "Technique, with the initiative alone")
    return Field("technique", label, "choice", default=NONE, choices=(none, *rows), rule="POL-MARTIAL-02")


def unfit(technique: str, weapon: Weapon, aims: bool) -> Text | None:
    """POL-MARTIAL-01, 07: why a technique does not go with what else is declared."""
    if weapon.skill not in LIMITED:
        return pgettext("polaris", "The martial arts go with armed or unarmed combat alone.")
    if technique == PRECISE and not aims:
        return pgettext("polaris", "A precise strike aims at a place: say which.")
    return None


def used(scene: Scene, fighter: str, target: str) -> str:
    """POL-MARTIAL-04: the technique a fighter has declared, empty without the initiative over his target."""
    said = str(initiative.declared(scene, fighter).get("technique", ""))
    return said if said and has_initiative(scene, fighter, target) else ""


def lost(scene: Scene, fighter: str, said: Data) -> Text | None:
    """Why a declared technique will not be used after all."""
    if not said.get("technique") or has_initiative(scene, fighter, said["target"]):
        return None
    return NO_INITIATIVE


def has_initiative(scene: Scene, fighter: str, target: str) -> bool:
    """POL-MARTIAL-04: whether a fighter acts before his opponent does; equals who act together do not."""
    if initiative.is_out(scene, target) or initiative.is_surprised(scene, target):
        return True
    late = initiative.is_delayed(scene, fighter), initiative.is_delayed(scene, target)
    mine, theirs = initiative.moment(scene, fighter), initiative.moment(scene, target)
    equal = late[0] == late[1] and mine == theirs
    if all(late):
        equal = initiative.reaction(scene, fighter) == initiative.reaction(scene, target)
    if equal:  # whether or not the other one has acted by now
        return bool(setting(scene.settings, "simultaneous_has_initiative"))
    return not initiative.mark(scene, target, "done") if any(late) else mine > theirs


def limited(scene: Scene, check: Check, technique: str) -> Check:
    """POL-MARTIAL-01: the skill of the weapon, no better than that of the techniques used with it."""
    if not technique:
        return check
    return replace(checks.limited(scene.sheet(check.actor), scene.settings, check, (SKILL,)), actor=check.actor)


def eased(scene: Scene, technique: str, aim: Modifier) -> Modifier:
    """POL-MARTIAL-07: a precise strike takes 3 off what aiming costs."""
    if technique != PRECISE:
        return aim
    least = -int(setting(scene.settings, "precise_strike_floor"))
    return replace(aim, value=max(aim.value, min(least, aim.value + EASED)), rule="POL-MARTIAL-07")


def damage_term(technique: str) -> Modifier:
    """POL-MARTIAL-05: what a powerful strike adds, on top of a charge."""
    return Modifier(NAMES[POWERFUL], 3 if technique == POWERFUL else 0, "POL-MARTIAL-05")


def shock_term(technique: str) -> Modifier | None:
    """POL-MARTIAL-06: the malus of the shock test an incapacitating strike demands."""
    return Modifier(NAMES[INCAPACITATING], -5, "POL-MARTIAL-06") if technique == INCAPACITATING else None


def _refused(scene: Scene, fighter: str, technique: str) -> Text | None:
    """POL-MARTIAL-05, 06: none of them may be tried without the skill."""
    if line(scene.sheet(fighter), SKILL).reserved:
        return pgettext("polaris", "Offensive techniques are not learnt.")
    if technique == INCAPACITATING and not setting(scene.settings, "shock_rules"):
        return pgettext("polaris", "Shock tests are not played here.")
    return None
