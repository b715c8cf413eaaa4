"""The fields of a sheet, in the sections of the printed one."""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.arpenteurs.tables import CATEGORIES, CHARACTERISTICS, LOCATIONS, SIZES, SKILLS
from rules.games.arpenteurs.text import _

ECG, SANG_FROID = 10, 3


def _text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def _flag(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "flag", default=False, **more)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str = "", **more: Any) -> Field:
    return Field(key, label, default=default, least=least, most=most, rule=rule, **more)


def _choice(key: str, label: Text, rows: dict[str, Text], default: str, **more: Any) -> Field:
    choices = tuple(Choice(one, name) for one, name in rows.items())
    return Field(key, label, "choice", default=default, choices=choices, **more)


_USUAL = {"": _("As usual")} | CHARACTERISTICS
_OF_LIST = {"": _("A skill of one’s own")} | {key: one.label for key, one in SKILLS.items()}
_SIZES = {key: label for key, (label, _malus) in SIZES.items()}
_NONE = _("0 where it has none.")

IDENTITY = Section(
    "",
    _("Identity"),
    (
        _text("name", _("Name"), required=True, most=80),
        _text("player", _("Player"), most=80),
        _text("concept", _("Concept"), most=80),
        _choice("size", _("Size"), _SIZES, "normal", rule="ARP-MOD-01"),
        _flag("boss", _("Creature of class “Boss”"), rule="ARP-INIT-04"),
    ),
)
CHARACTERISTIC_SECTION = Section(
    "characteristics",
    _("Characteristics"),
    tuple(_number(key, label, 3, 1, 6, "ARP-TEST-01") for key, label in CHARACTERISTICS.items()),
)
SKILL_LIST = Field(
    "skills",
    _("Skills"),
    "list",
    row=(
        _choice("of", _("Skill of the list"), _OF_LIST, ""),
        _text("name", _("Name"), most=80),
        _choice("first", _("First characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _choice("second", _("Second characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _number("level", _("Level"), 0, 0, 6, "ARP-TEST-01"),
        _flag("favourite", _("Favourite")),
    ),
    rule="ARP-TEST-01",
)
TALENTS = Field(
    "talents",
    _("Talents"),
    "list",
    row=(
        _text("name", _("Name"), required=True, most=80),
        _number("extra_actions", _("More actions per round"), 0, 0, 5, "ARP-ACT-01"),
        _text("notes", _("Notes")),
    ),
    rule="ARP-ACT-01",
)
MOST_ECG = 99
ECG_SECTION = Section(
    "ecg",
    _("ECG status"),
    (
        _number("current", _("ECG"), ECG, 0, MOST_ECG, "ARP-ECG-01"),
        _number("max", _("ECG at most"), ECG, 1, MOST_ECG, "ARP-ECG-01"),
    ),
)
SANG_FROID_SECTION = Section(
    "sang_froid",
    _("Sang-Froid"),
    (
        _number("current", _("Sang-Froid"), SANG_FROID, 0, 20, "ARP-SF-01"),
        _number("max", _("Sang-Froid at most"), SANG_FROID, 0, 20, "ARP-SF-02"),
    ),
)
LIFE = Section(
    "",
    _("Life and death"),
    (
        _flag("saved", _("Saved from death"), rule="ARP-SF-01"),
        _flag("dead", _("Dead"), rule="ARP-SF-01"),
    ),
)
ARMOUR = Section(
    "armour",
    _("Armour"),
    tuple(_number(key, label, 0, 0, 10, "ARP-DMG-01") for key, label in LOCATIONS.items()),
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        _text("name", _("Name"), required=True, most=80),
        _choice("category", _("Category"), CATEGORIES, "melee", rule="ARP-ATK-01"),
        _text("skill", _("Skill used"), most=40, names_test=True),
        _choice("first", _("First characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _choice("second", _("Second characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _flag("short", _("Short weapon"), rule="ARP-DIST-06"),
        _number("range_m", _("Range (m)"), 0, 0, 5000, "ARP-RANGE-01", help=_NONE),
        _number("damage", _("Damage"), 1, 0, 20, "ARP-DMG-01"),
        _number("short_burst", _("Rounds of a short burst"), 0, 0, 100, "ARP-BURST-01", help=_NONE),
        _number("long_burst", _("Rounds of a long burst"), 0, 0, 100, "ARP-BURST-02", help=_NONE),
        _number("magazine", _("Magazine"), 0, 0, 999, "ARP-BURST-06", help=_NONE),
        _number("ammo", _("Rounds left"), 0, 0, 999, "ARP-BURST-06"),
        _text("notes", _("Notes")),
    ),
    rule="ARP-DMG-01",
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
        CHARACTERISTIC_SECTION,
        ECG_SECTION,
        SANG_FROID_SECTION,
        LIFE,
        Section("", _("Skills"), (SKILL_LIST,)),
        ARMOUR,
        Section("", _("Weapons, talents and gear"), (WEAPONS, TALENTS, GEAR)),
        NOTES,
    )
)
