"""The techniques of the martial arts: what each asks for, and what the offensive ones bring (POL-MARTIAL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.character.sheet import Choice, Choices, Field
from rules.core.check import Modifier
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.character.schema import LEAST_MASTERY
from rules.games.polaris.character.sheet import line
from rules.games.polaris.close_combat import modes
from rules.games.polaris.harm.wounds import is_prone
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative

OFFENSE, DEFENSE, WRESTLING = "martial_offense", "martial_defense", "martial_wrestling"
NONE, POWERFUL, INCAPACITATING, PRECISE = "none", "powerful_strike", "incapacitating_strike", "precise_strike"
COMBO, TWO_WEAPONS, SWEEP, TRIP = initiative.COMBO, "two_weapon_combat", "sweep", "untrained_sweep"
GUARD, COUNTER, DODGE = "combat_guard", "simultaneous_counter", "dodge"
PARRY, CROWD, RELEASE = "two_weapon_defense", "multiple_opponents", "release"
LOCK, CHOKE, THROW = "lock", "choke", "throw"
GRAB, UNTRAINED_LOCK, UNTRAINED_CHOKE = "seize", "untrained_lock", "untrained_choke"
LIMITED = ("armed_combat", "unarmed_combat")  # POL-MARTIAL-01
EASED = 3  # POL-MARTIAL-07
UNTRAINED = -5  # POL-MARTIAL-03, 10


@dataclass(frozen=True)
class Technique:
    """One technique: the skill that limits it, empty for one tried untrained, and the modes it may be used in."""

    label: Text
    hint: Text
    skill: str
    modes: tuple[str, ...]


_STRIKING = tuple(modes.ATTACKING)  # POL-MARTIAL-04
_GUARDED = (modes.NORMAL, *modes.DEFENDING)  # POL-MARTIAL-11
_CLOSE = (modes.NORMAL, "offensive", "defensive")  # POL-MARTIAL-19

TECHNIQUES: dict[str, Technique] = {
    POWERFUL: Technique(
        _("Powerful strike"), _("Damage +3"), OFFENSE, _STRIKING
    ),
    INCAPACITATING: Technique(
        _("Incapacitating strike"),
        _("A shock test at −5, whatever the wound"),
        OFFENSE,
        _STRIKING,
    ),
    PRECISE: Technique(
        _("Precise strike"), _("Aiming costs 3 less"), OFFENSE, _STRIKING
    ),
    COMBO: Technique(
        _("Combo"),
        _("Two attacks at 0 and −3, or three at −3, −5 and −7"),
        OFFENSE,
        _STRIKING,
    ),
    TWO_WEAPONS: Technique(
        _("Combat with two weapons"),
        _("One more attack with the other hand, at −5"),
        OFFENSE,
        _STRIKING,
    ),
    SWEEP: Technique(
        _("Sweep"),
        _("No damage: initiative, balance, or the feet"),
        OFFENSE,
        _STRIKING,
    ),
    TRIP: Technique(
        _("Sweep, untrained"),
        _("Attack −5; at most initiative, or the feet"),
        "",
        _STRIKING,
    ),
    GUARD: Technique(
        _("Combat guard"), _("Who attacks you has −3"), DEFENSE, _GUARDED
    ),
    COUNTER: Technique(
        _("Simultaneous counter-attack"),
        _("Strike back once at −5, in defensive mode"),
        DEFENSE,
        ("defensive",),
    ),
    DODGE: Technique(
        _("Dodge"),
        _("A retreat that gives no ground"),
        DEFENSE,
        (modes.RETREAT,),
    ),
    PARRY: Technique(
        _("Defence with two weapons"), _("Defence +3"), DEFENSE, _GUARDED
    ),
    CROWD: Technique(
        _("Defence against several"),
        _("Several opponents cost 3 less"),
        DEFENSE,
        _GUARDED,
    ),
    RELEASE: Technique(
        _("Release"),
        _("Breaks a hold at once"),
        DEFENSE,
        _GUARDED,
    ),
    GRAB: Technique(
        _("Seize"), _("Takes hold, and no more"), "", _CLOSE
    ),
    LOCK: Technique(
        _("Lock"), _("Controls, and may wound"), WRESTLING, _CLOSE
    ),
    CHOKE: Technique(
        _("Choke"), _("Faints in two turns, then dies"), WRESTLING, _CLOSE
    ),
    THROW: Technique(
        _("Throw"), _("To the ground, for 1d6 and the modifiers"), WRESTLING, _CLOSE
    ),
    UNTRAINED_LOCK: Technique(
        _("Lock, untrained"),
        _("Attack −5, then strength every turn"),
        "",
        _CLOSE,
    ),
    UNTRAINED_CHOKE: Technique(
        _("Choke, untrained"),
        _("Attack −5, then strength every turn"),
        "",
        _CLOSE,
    ),
}  # fmt: skip
NAMES: dict[str, Text] = {key: technique.label for key, technique in TECHNIQUES.items()}
OFFENSIVE = tuple(key for key, technique in TECHNIQUES.items() if technique.modes == _STRIKING)
DEFENSIVE = tuple(key for key, technique in TECHNIQUES.items() if technique.skill == DEFENSE)
IN_ATTACK = tuple(key for key, technique in TECHNIQUES.items() if {*technique.modes} & modes.ATTACKING.keys())
SWEEPS = (SWEEP, TRIP)
GRIPS = (GRAB, LOCK, CHOKE, THROW, UNTRAINED_LOCK, UNTRAINED_CHOKE)
NO_INITIATIVE = _("The opponent has the initiative: no technique.")
_NOT_LEARNT = {
    OFFENSE: _("Offensive techniques are not learnt."),
    DEFENSE: _("Defensive techniques are not learnt."),
    WRESTLING: _("Wrestling is not learnt."),
}


def field(scene: Scene, fighter: str, keys: tuple[str, ...], barred: Mapping[str, Text | None]) -> Field:
    """POL-MARTIAL-02: one technique for the turn, or none; of some, others know what they are ``barred`` by."""
    sheet, settings = scene.sheet(fighter), scene.settings

    def tried() -> Iterator[Choice]:
        reasons = ((key, _why_refused(sheet, settings, key) or barred.get(key)) for key in keys)
        return (Choice(key, NAMES[key], reason, TECHNIQUES[key].hint) for key, reason in reasons)

    rows = Choices((Choice(NONE, _("None")),), tried)
    label = _("Technique of the martial arts")
    return Field("technique", label, "choice", default=NONE, choices=rows, rule="POL-MARTIAL-02")


def check_fit(scene: Scene, fighter: str, said: Data, weapon: Weapon) -> None:
    """POL-MARTIAL-01 to 22: raises ``Refused`` where a technique does not go with what else is declared."""
    technique = str(said.get("technique", ""))
    if not technique:
        return
    used = initiative.free_technique(scene, fighter)
    if used not in ("", technique):
        raise Refused(_("One technique a turn: %(technique)s is used.", technique=NAMES[used]), "technique")
    row, mode = TECHNIQUES[technique], str(said.get("mode", modes.NORMAL))
    if mode not in row.modes and setting(scene.settings, "combat_modes"):
        allowed = tuple(modes.MODES[key].label for key in row.modes)
        why = _("%(technique)s asks for one of these modes: %(modes)s.", technique=row.label, modes=allowed)
        raise Refused(why, "technique")
    if technique in (TWO_WEAPONS, PARRY) and not said.get("other_hand"):
        raise Refused(_("This takes a second weapon: say which."), "technique")
    whom = str(said.get("target", ""))
    if technique in SWEEPS and whom in scene.fighters and is_prone(scene.sheet(whom)):
        raise Refused(_("%(who)s lies on the ground already.", who=scene.name(whom)), "technique")
    if reason := _why_unfit(technique, weapons.skill_of(scene.sheet(fighter), weapon), said):
        raise Refused(reason, "technique")


def _why_unfit(technique: str, skill: str, said: Data) -> Text | None:
    if skill not in LIMITED and technique != RELEASE:  # which takes the hands alone
        return _("The martial arts go with armed or unarmed combat alone.")
    if technique == PRECISE and not said.get("aim"):
        return _("A precise strike aims at a place: say which.")
    if technique in GRIPS and said.get("attacks"):
        return _("Whoever seizes somebody makes one attack alone.")
    if technique in GRIPS and skill != weapons.HANDS_SKILL:
        return _("Whoever seizes somebody does so with bare hands.")
    return None


def attack_technique(scene: Scene, fighter: str, target: str) -> str:
    """POL-MARTIAL-04: the technique a fighter attacks with; an offensive one needs the initiative over their target."""
    plan = str(initiative.declaration(scene, fighter).get("technique", ""))
    if plan in DEFENSIVE:
        return ""
    return plan if plan not in OFFENSIVE or initiative.has_initiative(scene, fighter, target) else ""


def defence_technique(scene: Scene, fighter: str) -> str:
    """POL-MARTIAL-11: the technique a fighter defends themselves with, empty where they use none."""
    plan = str(initiative.declaration(scene, fighter).get("technique", ""))
    return plan if plan in DEFENSIVE else ""


def why_lost(scene: Scene, fighter: str, target: str) -> Text | None:
    """The reason why a declared technique will not be used after all."""
    plan = str(initiative.declaration(scene, fighter).get("technique", ""))
    if plan not in OFFENSIVE or initiative.has_initiative(scene, fighter, target):
        return None
    return NO_INITIATIVE


def skills(technique: str) -> tuple[str, ...]:
    """POL-MARTIAL-01: the skill that limits that of the weapon, none for what is tried without it."""
    skill = TECHNIQUES[technique].skill if technique else ""
    return (skill,) if skill else ()


def limits(scene: Scene, fighter: str, weapon: Weapon, technique: str) -> tuple[str, ...]:
    """POL-MARTIAL-01, 02: the arts that limit a test: of its own technique, and where the house plays it for the turn,
    of the one the fighter uses in it.
    """
    own = skills(technique)
    plan = str(initiative.declaration(scene, fighter).get("technique", ""))
    if plan in ("", technique) or setting(scene.settings, "martial_limit") == "test":
        return own
    if weapons.skill_of(scene.sheet(fighter), weapon) not in LIMITED:
        return own
    target = initiative.declared_target(scene, fighter)
    plays = plan not in OFFENSIVE or bool(target and attack_technique(scene, fighter, target))
    return tuple(dict.fromkeys((*own, *skills(plan)))) if plays else own


def aiming_relief(scene: Scene, technique: str, aim: Modifier) -> Modifier:
    """POL-MARTIAL-07: a precise strike takes 3 off what aiming costs."""
    if technique != PRECISE:
        return aim
    least = -int(setting(scene.settings, "precise_strike_floor"))
    return replace(aim, value=max(aim.value, min(least, aim.value + EASED)), rule="POL-MARTIAL-07")


def untrained_term(technique: str) -> Modifier:
    """POL-MARTIAL-03: what a technique costs that is tried without its skill; merely to seize needs none."""
    costs = technique in TECHNIQUES and not TECHNIQUES[technique].skill and technique != GRAB
    rule = "POL-MARTIAL-10" if technique == TRIP else "POL-MARTIAL-03"
    return Modifier(_("Untrained"), UNTRAINED if costs else 0, rule)


def damage_term(technique: str) -> Modifier:
    """POL-MARTIAL-05: what a powerful strike adds, on top of a charge."""
    return Modifier(NAMES[POWERFUL], 3 if technique == POWERFUL else 0, "POL-MARTIAL-05")


def shock_term(technique: str) -> Modifier | None:
    """POL-MARTIAL-06: the malus of the shock test an incapacitating strike demands."""
    return Modifier(NAMES[INCAPACITATING], -5, "POL-MARTIAL-06") if technique == INCAPACITATING else None


def is_learnt(sheet: Data, settings: Data, skill: str) -> bool:
    """POL-MARTIAL-03: true if a fighter is trained in an art, by a level bought where the house asks for one."""
    own = line(sheet, skill)
    bought = own.mastery is None or own.mastery > LEAST_MASTERY
    return not own.reserved and (bought or setting(settings, "martial_training") == "any")


def _why_refused(sheet: Data, settings: Data, technique: str) -> Text | None:
    """POL-MARTIAL-03: what may not be tried without the skill."""
    skill = TECHNIQUES[technique].skill
    if skill and not is_learnt(sheet, settings, skill):
        return _NOT_LEARNT[skill]
    if technique == INCAPACITATING and not setting(settings, "shock_rules"):
        return _("Shock tests are not played here.")
    return None
