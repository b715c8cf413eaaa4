"""The fields of a sheet, in the sections of the printed one.

What is left empty of a weapon or a location is that of the table; hit points left empty are all there.
"""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext
from rules.games.mythras.arms import ARMOUR, CATEGORIES, CLASSES, FLAGS, MODELS, MODES
from rules.games.mythras.skills import PROFESSIONAL, STANDARD
from rules.games.mythras.tables import (
    CHARACTERISTICS,
    CHARACTERISTICS_SHORT,
    FATIGUE,
    HUMANOID,
    KINDS,
    REACHES,
    SIZES,
    TRAITS,
)

UNWRITTEN = ""  # a number that is as the table or the characteristics say


def _text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def _flag(key: str, label: Text, rule: str = "") -> Field:
    return Field(key, label, "flag", default=False, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str = "", **more: Any) -> Field:
    return Field(key, label, default=default, least=least, most=most, rule=rule, **more)


def _open(key: str, label: Text, least: int, most: int, rule: str = "") -> Field:
    """A number that follows from the rest while nothing is written."""
    return Field(key, label, default=UNWRITTEN, least=least, most=most, words=(UNWRITTEN,), rule=rule)


def _choice(key: str, label: Text, rows: dict[str, Text], default: str, **more: Any) -> Field:
    choices = tuple(Choice(one, words) for one, words in rows.items())
    return Field(key, label, "choice", default=default, choices=choices, **more)


_AS_TABLE = {"": pgettext("mythras", "As in the table")}
_OWN = {"": pgettext("mythras", "One’s own")}
_NAME = pgettext("mythras", "Name")

ERAS = {
    "ancient": pgettext("mythras", "Antiquity"),
    "medieval": pgettext("mythras", "Middle Ages"),
    "modern": pgettext("mythras", "Modern times"),
    "future": pgettext("mythras", "Future"),
}
BODIES = {
    "humanoid": pgettext("mythras", "Humanoid"),
    "own": pgettext("mythras", "The locations listed here"),
}

IDENTITY = Section(
    "",
    pgettext("mythras", "Identity"),
    (
        _text("name", _NAME, required=True, most=80),
        _text("player", pgettext("mythras", "Player"), most=80),
        _text("concept", pgettext("mythras", "Concept"), most=80),
        _text("culture", pgettext("mythras", "Culture"), most=80),
        _text("career", pgettext("mythras", "Career"), most=80),
        _choice("era", pgettext("mythras", "Era"), ERAS, "ancient"),
        _number("height_cm", pgettext("mythras", "Height (cm)"), 175, 10, 5000, "MYT-MOVE-JUMP"),
        _number("legs", pgettext("mythras", "Legs"), 2, 0, 20, "MYT-FX-TRIP"),
        Field("sapient", pgettext("mythras", "Understands speech"), "flag", default=True, rule="MYT-FX-SURRENDER"),
    ),
)
CHARACTERISTIC_SECTION = Section(
    "characteristics",
    pgettext("mythras", "Characteristics"),
    tuple(
        _number(key, label, 13 if key in ("siz", "int") else 10, 1, 60, short=CHARACTERISTICS_SHORT[key])
        for key, label in CHARACTERISTICS.items()
    ),
)
STATE = Section(
    "state",
    pgettext("mythras", "State"),
    (
        _choice(
            "fatigue",
            pgettext("mythras", "Fatigue"),
            {key: row.label for key, row in FATIGUE.items()},
            "fresh",
            rule="MYT-FATIGUE-01",
        ),
        _open("luck", pgettext("mythras", "Luck points"), 0, 20, "MYT-LUCK-01"),
        _open("magic", pgettext("mythras", "Magic points"), 0, 99),
        _flag("bleeding", pgettext("mythras", "Bleeding"), "MYT-WOUND-05"),
        _flag("unconscious", pgettext("mythras", "Unconscious"), "MYT-WOUND-02"),
        _flag("dead", pgettext("mythras", "Dead"), "MYT-WOUND-03"),
    ),
)
MOVEMENT = Section(
    "",
    pgettext("mythras", "Movement"),
    (_number("movement", pgettext("mythras", "Movement (m)"), 6, 0, 100, "MYT-ATTR-06"),),
)
SKILLS = Section(
    "skills",
    pgettext("mythras", "Standard skills: points trained"),
    tuple(_number(key, skill.label, 0, 0, 300) for key, skill in STANDARD.items()),
)
PROFESSIONAL_SKILLS = Field(
    "professional",
    pgettext("mythras", "Professional skills"),
    "list",
    row=(
        _choice("of", pgettext("mythras", "Skill"), _OWN | {key: row.label for key, row in PROFESSIONAL.items()}, ""),
        _text("name", pgettext("mythras", "Speciality, or name of one’s own"), most=80),
        _number("trained", pgettext("mythras", "Points trained"), 0, 0, 300),
        _choice("first", pgettext("mythras", "First characteristic"), CHARACTERISTICS, "int"),
        _choice("second", pgettext("mythras", "Second characteristic"), CHARACTERISTICS, "int"),
    ),
)
STYLES = Field(
    "styles",
    pgettext("mythras", "Combat styles"),
    "list",
    row=(
        _text("name", _NAME, required=True, most=80),
        _number("trained", pgettext("mythras", "Points trained"), 0, 0, 300),
        *(_flag(key, label, rule) for key, (label, rule) in TRAITS.items()),
    ),
    rule="MYT-STYLE-COVERAGE",
)
LOCATIONS = Field(
    "hit_locations",
    pgettext("mythras", "Hit locations"),
    "list",
    row=(
        _text("name", _NAME, most=40),
        _choice("kind", pgettext("mythras", "Kind"), _AS_TABLE | KINDS, ""),
        _number("low", pgettext("mythras", "d20 from"), 0, 0, 20, "MYT-DMG-02"),
        _number("high", pgettext("mythras", "d20 to"), 0, 0, 20, "MYT-DMG-02"),
        _open("hp_max", pgettext("mythras", "Hit points at most"), 1, 200, "MYT-ATTR-04"),
        _open("hp", pgettext("mythras", "Hit points"), -200, 200, "MYT-WOUND-01"),
        _number("natural", pgettext("mythras", "Natural armour"), 0, 0, 30, "MYT-ARM-01"),
        _text("beside", pgettext("mythras", "Adjacent locations (keys)"), rule="MYT-FX-MARKSMAN"),
        _flag("useless", pgettext("mythras", "Useless"), "MYT-WOUND-02"),
        _flag("treated", pgettext("mythras", "Treated"), "MYT-HEAL-01"),
        _number("scars", pgettext("mythras", "Scars"), 0, 0, 99, "MYT-FX-SCAR"),
    ),
    rule="MYT-DMG-02",
)
BODY = Section(
    "", pgettext("mythras", "Body"), (_choice("body", pgettext("mythras", "Body"), BODIES, "humanoid"), LOCATIONS)
)
ARMOURS = Field(
    "armour",
    pgettext("mythras", "Armour"),
    "list",
    row=(
        _text("name", _NAME, most=80),
        _choice(
            "model", pgettext("mythras", "Armour of the table"), _OWN | {k: row[0] for k, row in ARMOUR.items()}, ""
        ),
        _open("points", pgettext("mythras", "Armour points"), 0, 20, "MYT-ARM-01"),
        _number("sundered", pgettext("mythras", "Points sundered"), 0, 0, 20, "MYT-FX-SUNDER"),
        *(_flag(place.key, place.label) for place in HUMANOID),
        _text("elsewhere", pgettext("mythras", "Other locations (keys)")),
        Field("worn", pgettext("mythras", "Worn"), "flag", default=True),
    ),
    rule="MYT-ARM-01",
)
WEAPONS = Field(
    "weapons",
    pgettext("mythras", "Weapons"),
    "list",
    row=(
        _text("name", _NAME, most=80),
        _choice(
            "model", pgettext("mythras", "Weapon of the tables"), _OWN | {k: row.label for k, row in MODELS.items()}, ""
        ),
        _text("style", pgettext("mythras", "Style (key)"), most=40, rule="MYT-ATK-02"),
        _choice("category", pgettext("mythras", "Kind"), _AS_TABLE | CATEGORIES, ""),
        _text("damage", pgettext("mythras", "Damage"), most=12),
        _choice("size", pgettext("mythras", "Size"), _AS_TABLE | SIZES, "", rule="MYT-PARRY-07"),
        _choice("reach", pgettext("mythras", "Reach"), _AS_TABLE | REACHES, ""),
        _open("armour", pgettext("mythras", "Armour points"), 0, 30),
        _open("hp_max", pgettext("mythras", "Hit points at most"), 0, 200),
        _open("hp", pgettext("mythras", "Hit points"), 0, 200, "MYT-FX-DAMAGE-WEAPON"),
        *(_flag(key, label) for key, label in FLAGS.items()),
        _number("passive", pgettext("mythras", "Locations of a passive parry"), 0, 0, 7, "MYT-CLOSE-PASSIVE"),
        _choice("kind", pgettext("mythras", "Class"), _AS_TABLE | CLASSES, ""),
        _flag("adds_modifier", pgettext("mythras", "Damage modifier applies"), "MYT-RANGED-DM"),
        _choice("force", pgettext("mythras", "Impact"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-FORCE"),
        _choice(
            "impale", pgettext("mythras", "Size when impaling"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-IMPALE-SIZE"
        ),
        _number("short", pgettext("mythras", "Short range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        _number("effective", pgettext("mythras", "Effective range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        _number("long", pgettext("mythras", "Long range (m)"), 0, 0, 99999, "MYT-RANGED-BANDS"),
        _open("load", pgettext("mythras", "Turns to load"), 0, 20, "MYT-RANGED-LOAD"),
        _open("magazine", pgettext("mythras", "Magazine"), 0, 999, "MYT-AUTO-06"),
        _open("loaded", pgettext("mythras", "Rounds left"), 0, 999, "MYT-AUTO-06"),
        _number("reserve", pgettext("mythras", "Rounds in reserve"), 0, 0, 9999),
        _choice("mode", pgettext("mythras", "Fire mode"), MODES, "semi_auto", rule="MYT-AUTO-01"),
        _number("burst", pgettext("mythras", "Rounds of a short burst"), 3, 2, 5, "MYT-AUTO-02"),
        _flag("short_burst", pgettext("mythras", "Fires short bursts"), "MYT-AUTO-01"),
        _flag("long_burst", pgettext("mythras", "Fires long bursts"), "MYT-AUTO-01"),
        _flag("linked", pgettext("mythras", "Linked to its bearer’s mind"), "MYT-ACT-SWITCH-FIRE"),
        _number("scope", pgettext("mythras", "Scope: grades"), 0, 0, 3, "MYT-RANGED-SCOPE"),
        _number(
            "scope_metres", pgettext("mythras", "Scope: a shot is placed up to (m)"), 0, 0, 9999, "MYT-RANGED-SCOPE"
        ),
        _flag("malfunction", pgettext("mythras", "Jammed"), "MYT-FX-WEAPON-MALFUNCTION"),
        _flag("in_hand", pgettext("mythras", "In hand")),
    ),
    rule="MYT-EQ-MELEE",
)
NOTES = Section(
    "",
    pgettext("mythras", "Notes"),
    (
        _text("gear", pgettext("mythras", "Gear")),
        Field("notes", pgettext("mythras", "Private notes"), "note"),
        Field("secret_notes", pgettext("mythras", "Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        CHARACTERISTIC_SECTION,
        STATE,
        MOVEMENT,
        SKILLS,
        Section("", pgettext("mythras", "Skills learnt"), (PROFESSIONAL_SKILLS, STYLES)),
        BODY,
        Section("", pgettext("mythras", "Weapons and armour"), (WEAPONS, ARMOURS)),
        NOTES,
    )
)
