"""The fields of a sheet, in the sections of the printed one.

What is left empty of a weapon or a location is that of the table; hit points left empty are all there.
"""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.mythras.character.skills import PROFESSIONAL, STANDARD
from rules.games.mythras.character.tables import (
    CHARACTERISTICS,
    CHARACTERISTICS_SHORT,
    FATIGUE,
    HUMANOID,
    KINDS,
    REACHES,
    SIZES,
    TRAITS,
)
from rules.games.mythras.equipment.arms import ARMOUR, CATEGORIES, CLASSES, FLAGS, MODELS, MODES
from rules.games.mythras.text import _

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
    choices = tuple(Choice(row, words) for row, words in rows.items())
    return Field(key, label, "choice", default=default, choices=choices, **more)


_AS_TABLE = {"": _("As in the table")}
_OWN = {"": _("One’s own")}
_NAME = _("Name")

ERAS = {"ancient": _("Antiquity"), "medieval": _("Middle Ages"), "modern": _("Modern times"), "future": _("Future")}
BODIES = {"humanoid": _("Humanoid"), "own": _("The locations listed here")}

IDENTITY = Section(
    "",
    _("Identity"),
    (
        _text("name", _NAME, required=True, most=80),
        _text("player", _("Player"), most=80),
        _text("concept", _("Concept"), most=80),
        _text("culture", _("Culture"), most=80),
        _text("career", _("Career"), most=80),
        _choice("era", _("Era"), ERAS, "ancient"),
        _number("height_cm", _("Height (cm)"), 175, 10, 5000, "MYT-MOVE-JUMP"),
        _number("legs", _("Legs"), 2, 0, 20, "MYT-FX-TRIP"),
        Field("sapient", _("Understands speech"), "flag", default=True, rule="MYT-FX-SURRENDER"),
        _flag("heedless", _("Does not care for its own defence"), "MYT-FX-PRESS"),
    ),
)
CHARACTERISTIC_SECTION = Section(
    "characteristics",
    _("Characteristics"),
    tuple(
        _number(key, label, 13 if key in ("siz", "int") else 10, 1, 60, short=CHARACTERISTICS_SHORT[key])
        for key, label in CHARACTERISTICS.items()
    ),
)
STATE = Section(
    "state",
    _("State"),
    (
        _choice(
            "fatigue", _("Fatigue"), {key: row.label for key, row in FATIGUE.items()}, "fresh", rule="MYT-FATIGUE-01"
        ),
        _open("luck", _("Luck points"), 0, 20, "MYT-LUCK-01"),
        _open("magic", _("Magic points"), 0, 99),
        _flag("bleeding", _("Bleeding"), "MYT-WOUND-05"),
        _flag("unconscious", _("Unconscious"), "MYT-WOUND-02"),
        _flag("dead", _("Dead"), "MYT-WOUND-03"),
    ),
)
MOVEMENT = Section("", _("Movement"), (_number("movement", _("Movement (m)"), 6, 0, 100, "MYT-ATTR-06"),))
SKILLS = Section(
    "skills",
    _("Standard skills: points trained"),
    tuple(_number(key, skill.label, 0, 0, 300) for key, skill in STANDARD.items()),
)
PROFESSIONAL_SKILLS = Field(
    "professional",
    _("Professional skills"),
    "list",
    row=(
        _choice("of", _("Skill"), _OWN | {key: row.label for key, row in PROFESSIONAL.items()}, ""),
        _text("name", _("Speciality, or name of one’s own"), most=80),
        _number("trained", _("Points trained"), 0, 0, 300),
        _choice("first", _("First characteristic"), CHARACTERISTICS, "int"),
        _choice("second", _("Second characteristic"), CHARACTERISTICS, "int"),
    ),
)
STYLES = Field(
    "styles",
    _("Combat styles"),
    "list",
    row=(
        _text("name", _NAME, required=True, most=80),
        _number("trained", _("Points trained"), 0, 0, 300),
        *(_flag(key, label, rule) for key, (label, rule) in TRAITS.items()),
        _text("traits", _("Other traits"), most=120, rule="MYT-STYLE-LIMIT"),
    ),
    rule="MYT-STYLE-COVERAGE",
)
LOCATIONS = Field(
    "hit_locations",
    _("Hit locations"),
    "list",
    row=(
        _text("name", _NAME, most=40),
        _choice("kind", _("Kind"), _AS_TABLE | KINDS, ""),
        _number("low", _("d20 from"), 0, 0, 20, "MYT-DMG-02"),
        _number("high", _("d20 to"), 0, 0, 20, "MYT-DMG-02"),
        _open("hp_max", _("Hit points at most"), 1, 200, "MYT-ATTR-04"),
        _open("hp", _("Hit points"), -200, 200, "MYT-WOUND-01"),
        _number("natural", _("Natural armour"), 0, 0, 30, "MYT-ARM-01"),
        _text("beside", _("Adjacent locations (keys)"), rule="MYT-FX-MARKSMAN"),
        _flag("useless", _("Useless"), "MYT-WOUND-02"),
        _flag("treated", _("Treated"), "MYT-HEAL-01"),
        _number("scars", _("Scars"), 0, 0, 99, "MYT-FX-SCAR"),
    ),
    rule="MYT-DMG-02",
)
BODY = Section("", _("Body"), (_choice("body", _("Body"), BODIES, "humanoid"), LOCATIONS))
ARMOURS = Field(
    "armour",
    _("Armour"),
    "list",
    row=(
        _text("name", _NAME, most=80),
        _choice("model", _("Armour of the table"), _OWN | {k: row[0] for k, row in ARMOUR.items()}, ""),
        _open("points", _("Armour points"), 0, 20, "MYT-ARM-01"),
        _number("sundered", _("Points sundered"), 0, 0, 20, "MYT-FX-SUNDER"),
        *(_flag(place.key, place.label) for place in HUMANOID),
        _text("elsewhere", _("Other locations (keys)")),
        _flag("magical", _("Magical protection"), "MYT-ARM-01"),
        Field("worn", _("Worn"), "flag", default=True),
    ),
    rule="MYT-ARM-01",
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        _text("name", _NAME, most=80),
        _choice("model", _("Weapon of the tables"), _OWN | {k: row.label for k, row in MODELS.items()}, ""),
        _text("style", _("Style (key)"), most=40, rule="MYT-ATK-02"),
        _choice("category", _("Kind"), _AS_TABLE | CATEGORIES, ""),
        _text("damage", _("Damage"), most=12),
        _choice("size", _("Size"), _AS_TABLE | SIZES, "", rule="MYT-PARRY-07"),
        _choice("reach", _("Reach"), _AS_TABLE | REACHES, ""),
        _open("armour", _("Armour points"), 0, 30),
        _open("hp_max", _("Hit points at most"), 0, 200),
        _open("hp", _("Hit points"), 0, 200, "MYT-FX-DAMAGE-WEAPON"),
        *(_flag(key, label) for key, label in FLAGS.items()),
        _number("passive", _("Locations of a passive parry"), 0, 0, 7, "MYT-CLOSE-PASSIVE"),
        _choice("kind", _("Class"), _AS_TABLE | CLASSES, ""),
        _flag("adds_modifier", _("Damage modifier applies"), "MYT-RANGED-DM"),
        _flag("own_flags", _("Only the qualities ticked here, not those of the table"), "MYT-RANGED-DM"),
        _choice("force", _("Impact"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-FORCE"),
        _choice("impale", _("Size when impaling"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-IMPALE-SIZE"),
        _number("short", _("Short range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        _number("effective", _("Effective range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        _number("long", _("Long range (m)"), 0, 0, 99999, "MYT-RANGED-BANDS"),
        _open("load", _("Turns to load"), 0, 20, "MYT-RANGED-LOAD"),
        _open("magazine", _("Magazine"), 0, 999, "MYT-AUTO-06"),
        _open("loaded", _("Rounds left"), 0, 999, "MYT-AUTO-06"),
        _number("reserve", _("Rounds in reserve"), 0, 0, 9999),
        _choice("mode", _("Fire mode"), MODES, "semi_auto", rule="MYT-AUTO-01"),
        _number("burst", _("Rounds of a short burst"), 3, 2, 5, "MYT-AUTO-02"),
        _number("rate", _("Most rounds of a long burst (0: as in the table)"), 0, 0, 200, "MYT-AUTO-04"),
        _flag("short_burst", _("Fires short bursts"), "MYT-AUTO-01"),
        _flag("long_burst", _("Fires long bursts"), "MYT-AUTO-01"),
        _flag("linked", _("Linked to its bearer’s mind"), "MYT-ACT-SWITCH-FIRE"),
        _number("scope", _("Scope: grades"), 0, 0, 3, "MYT-RANGED-SCOPE"),
        _number("scope_metres", _("Scope: a shot is placed up to (m)"), 0, 0, 9999, "MYT-RANGED-SCOPE"),
        _flag("malfunction", _("Jammed"), "MYT-FX-WEAPON-MALFUNCTION"),
        _flag("in_hand", _("In hand")),
    ),
    rule="MYT-EQ-MELEE",
)
NOTES = Section(
    "",
    _("Notes"),
    (
        _text("gear", _("Gear")),
        Field("notes", _("Private notes"), "note"),
        Field("secret_notes", _("Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        CHARACTERISTIC_SECTION,
        STATE,
        MOVEMENT,
        SKILLS,
        Section("", _("Skills learnt"), (PROFESSIONAL_SKILLS, STYLES)),
        BODY,
        Section("", _("Weapons and armour"), (WEAPONS, ARMOURS)),
        NOTES,
    )
)
