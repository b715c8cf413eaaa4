"""The sheet in the sections of the printed one: its fields, its points, and the vital state of its character.

Hit points and combat points that are at their maximum may be left empty.
"""

from __future__ import annotations

from rules.character.fields import COMPUTED, GEAR, NOTES, choice, filled, flag, number, text
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.check import Breakdown, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import ENGAGEMENTS, EXOTIC, FAMILIES, MANOEUVRES, PACES, SKILLS, TRAITS
from rules.games.medieval.text import _

USUAL = "usual"  # the engagement of a weapon that is used as its family is
MOST_HP, MOST_FATIGUE = 500, 20


def _points(key: str, label: Text, least: int, most: int, rule: str) -> Field:
    empty = _("Left empty, it stands at its maximum.")
    return Field(key, label, default=COMPUTED, least=least, most=most, words=(COMPUTED,), help=empty, rule=rule)


TRAIT_SECTION = Section(
    "traits", _("Traits"), tuple(number(key, label, 0, -5, 20, "MED-TEST-01") for key, label in TRAITS.items())
)
SKILL_SECTION = Section(
    "skills", _("Skills"), tuple(number(key, label, 0, 0, 20, "MED-TEST-01") for key, label in SKILLS.items())
)
MASTERY = Section(
    "mastery",
    _("Mastery"),
    tuple(number(key, label, 0, 0, 20, "MED-FAM-03") for key, (label, _usual) in FAMILIES.items()),
)
MANOEUVRE_SECTION = Section(
    "manoeuvres",
    _("Manoeuvres: ranks bought"),
    tuple(number(key, row.label, 0, 0, row.most, "MED-MAN-02", help=row.says) for key, row in MANOEUVRES.items()),
)
ARMOUR = Section(
    "armour",
    _("Armour"),
    (text("name", _("Armour"), most=80), number("rd", _("Damage reduction (RD)"), 0, 0, 50, "MED-DMG-03")),
)
_FAMILY_CHOICES = {**{key: label for key, (label, _usual) in FAMILIES.items()}, EXOTIC: _("Exotic weapon")}
_ENGAGEMENT_CHOICES = {USUAL: _("As usual for its family"), **ENGAGEMENTS}
_USES = _("Melee, throwing (javelin, throwing knife), shooting (bow, sling, crossbow).")
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        choice("family", _("Family"), _FAMILY_CHOICES, "lames", rule="MED-FAM-01"),
        choice("engagement", _("Used for"), _ENGAGEMENT_CHOICES, rule="MED-ATT-03", help=_USES),
        text("dice", _("Damage"), most=12, dice=True, help=_("For example 2d6+1.")),
        number("special_bonus", _("Special bonus to damage"), 0, -20, 50, "MED-DMG-02"),
        flag("in_hand", _("In hand"), rule="MED-DEF-02"),
        text("notes", _("Notes")),
    ),
    rule="MED-DMG-01",
)
EXOTICS = Field(
    "exotics",
    _("Mastery of exotic weapons"),
    "list",
    row=(text("name", _("Weapon"), required=True, most=80), number("level", _("Mastery"), 0, 0, 20, "MED-FAM-02")),
    rule="MED-FAM-02",
)
OTHERS = Field(
    "others",
    _("Other skills"),
    "list",
    row=(text("name", _("Skill"), required=True, most=80), number("level", _("Level"), 0, 0, 20, "MED-TEST-01")),
    rule="MED-TEST-01",
)

SCHEMA = SheetSchema(
    (
        Section(
            "",
            _("Identity"),
            (
                text("name", _("Name"), required=True, most=80),
                text("player", _("Player"), most=80),
                text("people", _("People"), most=80),
                text("calling", _("Calling"), most=80),
                number("niveau", _("Level"), 1, 1, 20, "MED-PROG-01"),
            ),
        ),
        TRAIT_SECTION,
        Section(
            "hp",
            _("Hit points"),
            (
                number("max", _("Hit points (PV) at most"), 20, 1, MOST_HP),
                _points("current", _("Hit points (PV)"), -MOST_HP, MOST_HP, "MED-DEATH-01"),
            ),
        ),
        Section(
            "pc",
            _("Combat points"),
            (
                number("max", _("Combat points (PC) at most"), 3, 0, 99, "MED-MAN-01"),
                _points("current", _("Combat points (PC)"), 0, 99, "MED-MAN-01"),
            ),
        ),
        SKILL_SECTION,
        MASTERY,
        MANOEUVRE_SECTION,
        ARMOUR,
        Section(
            "",
            _("Body and points"),
            (
                number("fatigue", _("Points of fatigue"), 0, 0, MOST_FATIGUE, "MED-FAT-01"),
                number("mouvement", _("Movement (m per round)"), 5, 0, 50, "MED-MOVE-02"),
                number("height_cm", _("Height (cm)"), 175, 10, 2000, "MED-LUTTE-01"),
            ),
        ),
        Section(
            "pp",
            _("Character points"),
            (number("available", _("Character points (PP) left"), 0, 0, 9999, "MED-MAN-02"),),
        ),
        Section(
            "dying",
            _("Coma"),
            (
                number("successes", _("Successes against death"), 0, 0, 3, "MED-DEATH-05"),
                number("failures", _("Failures against death"), 0, 0, 3, "MED-DEATH-05"),
            ),
        ),
        Section("", _("Weapons, skills and gear"), (WEAPONS, EXOTICS, OTHERS, GEAR)),
        NOTES,
    )
)


def trait(sheet: Data, key: str) -> int:
    return int(SCHEMA.value(sheet, f"traits.{key}"))


@memoize
def rank(sheet: Data, key: str) -> int:
    """MED-MAN-02: the number of ranks bought of a manoeuvre."""
    return int(SCHEMA.value(sheet, f"manoeuvres.{key}"))


def hp_max(sheet: Data) -> int:
    return int(SCHEMA.value(sheet, "hp.max"))


def pc_max(sheet: Data) -> int:
    """MED-MAN-01: the most combat points."""
    return int(SCHEMA.value(sheet, "pc.max"))


def hp(sheet: Data) -> int:
    return filled(SCHEMA, sheet, "hp.current", hp_max(sheet))


def pc(sheet: Data) -> int:
    """MED-MAN-01: the combat points left."""
    return filled(SCHEMA, sheet, "pc.current", pc_max(sheet))


def fatigue(sheet: Data, settings: Data, attacking: bool = False) -> Modifier:
    """MED-FAT-01: the malus of fatigue on every roll of 2d10, or on attacks alone."""
    counts = attacking or setting(settings, "fatigue.counts_on") == "all"
    points = int(SCHEMA.value(sheet, "fatigue")) if counts else 0
    return Modifier(_("Fatigue"), -points * int(setting(settings, "fatigue.malus_per_point")), "MED-FAT-01")


def term(sheet: Data, key: str, rule: str, times: int = 1, label: Text | None = None) -> Modifier:
    return Modifier(label or TRAITS[key], times * trait(sheet, key), rule)


def half(points: int, settings: Data) -> int:
    """MED-MOVEACT-01: half of a number, rounded up or down by the house settings."""
    return points // 2 if setting(settings, "round") == "down" else -(-points // 2)


def metres(sheet: Data, settings: Data, terrain: str, sprint: bool = False, halved: bool = False) -> int:
    """MED-MOVE-01: the combat speed in metres per round."""
    base, (times, speeds) = int(SCHEMA.value(sheet, "mouvement")), PACES[terrain, sprint]
    speed = speeds * trait(sheet, "vitesse")
    multiplied = setting(settings, "move.vitesse_as") == "multiplier"
    whole = max(0, base * (times + speed) if multiplied else base * times + speed)
    return half(whole, settings) if halved else whole


# Between life and death.

ACTIVE, DYING, STABLE, DEAD = "active", "dying", "stable_coma", "dead"
THREE = 3  # MED-DEATH-05
_VITAL: dict[str, Text] = {DYING: _("Dying"), STABLE: _("In a stable coma"), DEAD: _("Dead")}
_RANKS = (_("Unhurt"), _("Scratched"), _("Wounded"), _("Badly wounded"), _("Barely standing"))


def threshold(sheet: Data) -> Breakdown:
    """MED-DEATH-02: the lowest hit points at which a character still lives."""
    level = int(SCHEMA.value(sheet, "niveau"))
    return Breakdown(Modifier(_("Base"), -10, "MED-DEATH-02")).plus(
        Modifier(_("Level ×2"), -2 * level, "MED-DEATH-02"),
        term(sheet, "robustesse", "MED-DEATH-02", -2, _("Robustness ×2")),
    )


@memoize
def vital(sheet: Data) -> str:
    """MED-DEATH-01 to 05: active, dying, in a stable coma, or dead."""
    left = hp(sheet)
    if left > 0:
        return ACTIVE
    if left < threshold(sheet).total or SCHEMA.value(sheet, "dying.failures") >= THREE:
        return DEAD
    return STABLE if SCHEMA.value(sheet, "dying.successes") >= THREE else DYING


@memoize
def is_curable(sheet: Data) -> bool:
    """MED-DEATH-07: the character is dying, stabilised, or wounded."""
    return vital(sheet) in (DYING, STABLE) or 0 < hp(sheet) < hp_max(sheet)


@memoize
def health(sheet: Data, settings: Data) -> Health:
    state, left, whole = vital(sheet), hp(sheet), hp_max(sheet)
    if state != ACTIVE:
        return Health(5, _VITAL[state], for_good=state == DEAD)
    grade = 0 if left >= whole else 1 + sum(4 * left <= quarters * whole for quarters in (3, 2, 1))
    return Health(grade, _RANKS[grade])
