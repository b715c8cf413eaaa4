"""The fields of a sheet, in the sections of the printed one.

A number of points that stands at its maximum may be left empty.
"""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.medieval.tables import ENGAGEMENTS, EXOTIC, FAMILIES, MANOEUVRES, SKILLS, TRAITS
from rules.games.medieval.text import _

FULL = ""  # what a number of points holds while it stands at its maximum
USUAL = "usual"  # the engagement of a weapon that is used as its family is
MOST_HP = 500


def _text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str = "", **more: Any) -> Field:
    return Field(key, label, default=default, least=least, most=most, rule=rule, **more)


def _points(key: str, label: Text, least: int, most: int, rule: str) -> Field:
    """A number that stands at its maximum while nothing is filled in."""
    empty = _("Left empty, it stands at its maximum.")
    return Field(key, label, default=FULL, least=least, most=most, words=(FULL,), help=empty, rule=rule)


IDENTITY = Section(
    "",
    _("Identity"),
    (
        _text("name", _("Name"), required=True, most=80),
        _text("player", _("Player"), most=80),
        _text("people", _("People"), most=80),
        _text("calling", _("Calling"), most=80),
        _number("niveau", _("Level"), 1, 1, 20, "MED-PROG-01"),
    ),
)
TRAIT_SECTION = Section(
    "traits",
    _("Traits"),
    tuple(_number(key, label, 0, -5, 20, "MED-TEST-01") for key, label in TRAITS.items()),
)
HEALTH = Section(
    "hp",
    _("Hit points"),
    (
        _number("max", _("Hit points (PV) at most"), 20, 1, MOST_HP),
        _points("current", _("Hit points (PV)"), -MOST_HP, MOST_HP, "MED-DEATH-01"),
    ),
)
COMBAT_POINTS = Section(
    "pc",
    _("Combat points"),
    (
        _number("max", _("Combat points (PC) at most"), 3, 0, 99, "MED-MAN-01"),
        _points("current", _("Combat points (PC)"), 0, 99, "MED-MAN-01"),
    ),
)
SKILL_SECTION = Section(
    "skills",
    _("Skills"),
    tuple(_number(key, label, 0, 0, 20, "MED-TEST-01") for key, label in SKILLS.items()),
)
MASTERY = Section(
    "mastery",
    _("Mastery"),
    tuple(_number(key, label, 0, 0, 20, "MED-FAM-03") for key, (label, _usual) in FAMILIES.items()),
)
MANOEUVRE_SECTION = Section(
    "manoeuvres",
    _("Manoeuvres: ranks bought"),
    tuple(_number(key, row.label, 0, 0, row.most, "MED-MAN-02", help=row.says) for key, row in MANOEUVRES.items()),
)
BODY = Section(
    "",
    _("Body and points"),
    (
        _number("fatigue", _("Points of fatigue"), 0, 0, 20, "MED-FAT-01"),
        _number("mouvement", _("Movement (m per round)"), 5, 0, 50, "MED-MOVE-02"),
        _number("height_cm", _("Height (cm)"), 175, 10, 2000, "MED-LUTTE-01"),
    ),
)
PP = Section(
    "pp", _("Character points"),
    (_number("available", _("Character points (PP) left"), 0, 0, 9999, "MED-MAN-02"),),
)  # fmt: skip
ARMOUR = Section(
    "armour",
    _("Armour"),
    (
        _text("name", _("Armour"), most=80),
        _number("rd", _("Damage reduction (RD)"), 0, 0, 50, "MED-DMG-03"),
    ),
)
DYING = Section(
    "dying",
    _("Coma"),
    (
        _number("successes", _("Successes against death"), 0, 0, 3, "MED-DEATH-05"),
        _number("failures", _("Failures against death"), 0, 0, 3, "MED-DEATH-05"),
    ),
)
_FAMILY_CHOICES = (
    *(Choice(key, label) for key, (label, _usual) in FAMILIES.items()),
    Choice(EXOTIC, _("Exotic weapon")),
)
_ENGAGEMENT_CHOICES = (
    Choice(USUAL, _("As its family is used")),
    *(Choice(key, label) for key, label in ENGAGEMENTS.items()),
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        _text("name", _("Name"), required=True, most=80),
        Field("family", _("Family"), "choice", "lames", choices=_FAMILY_CHOICES, rule="MED-FAM-01"),
        Field(
            "engagement",
            _("Used in"),
            "choice",
            USUAL,
            choices=_ENGAGEMENT_CHOICES,
            rule="MED-ATT-03",
            help=_("Melee, throwing (javelin, throwing knife), shooting (bow, sling, crossbow)."),
        ),
        _text("dice", _("Damage"), most=12, help=_("Such as 2d6+1.")),
        _number("special_bonus", _("Special bonus to damage"), 0, -20, 50, "MED-DMG-02"),
        Field("in_hand", _("In hand"), "flag", default=False, rule="MED-DEF-02"),
        _text("notes", _("Notes")),
    ),
    rule="MED-DMG-01",
)
EXOTICS = Field(
    "exotics",
    _("Mastery of exotic weapons"),
    "list",
    row=(
        _text("name", _("Weapon"), required=True, most=80),
        _number("level", _("Mastery"), 0, 0, 20, "MED-FAM-02"),
    ),
    rule="MED-FAM-02",
)
OTHERS = Field(
    "others",
    _("Other skills"),
    "list",
    row=(
        _text("name", _("Skill"), required=True, most=80),
        _number("level", _("Level"), 0, 0, 20, "MED-TEST-01"),
    ),
    rule="MED-TEST-01",
)
GEAR = Field(
    "gear",
    _("Gear"),
    "list",
    row=(
        _text("name", _("Name"), required=True),
        _number("qty", _("Quantity"), 1, 0, 9999),
        _text("notes", _("Notes")),
    ),
)
NOTES = Section(
    "",
    _("Notes"),
    (
        Field("notes", _("Private notes"), "note"),
        Field("secret_notes", _("Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        TRAIT_SECTION,
        HEALTH,
        COMBAT_POINTS,
        SKILL_SECTION,
        MASTERY,
        MANOEUVRE_SECTION,
        ARMOUR,
        BODY,
        PP,
        DYING,
        Section("", _("Weapons, skills and gear"), (WEAPONS, EXOTICS, OTHERS, GEAR)),
        NOTES,
    )
)
