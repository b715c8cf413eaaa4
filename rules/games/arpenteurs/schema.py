"""The fields of a sheet, in the sections of the printed one."""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext
from rules.games.arpenteurs.tables import CATEGORIES, CHARACTERISTICS, LOCATIONS, SIZES, SKILLS

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


_USUAL = {"": pgettext("arpenteurs", "As usual")} | CHARACTERISTICS
_OF_LIST = {"": pgettext("arpenteurs", "A skill of one’s own")} | {key: one.label for key, one in SKILLS.items()}
_SIZES = {key: label for key, (label, _malus) in SIZES.items()}
_NONE = pgettext("arpenteurs", "0 where it has none.")

IDENTITY = Section(
    "",
    pgettext("arpenteurs", "Identity"),
    (
        _text("name", pgettext("arpenteurs", "Name"), required=True, most=80),
        _text("player", pgettext("arpenteurs", "Player"), most=80),
        _text("concept", pgettext("arpenteurs", "Concept"), most=80),
        _choice("size", pgettext("arpenteurs", "Size"), _SIZES, "normal", rule="ARP-MOD-01"),
        _flag("boss", pgettext("arpenteurs", "Creature of class “Boss”"), rule="ARP-INIT-04"),
    ),
)
CHARACTERISTIC_SECTION = Section(
    "characteristics",
    pgettext("arpenteurs", "Characteristics"),
    tuple(_number(key, label, 3, 1, 6, "ARP-TEST-01") for key, label in CHARACTERISTICS.items()),
)
SKILL_LIST = Field(
    "skills",
    pgettext("arpenteurs", "Skills"),
    "list",
    row=(
        _choice("of", pgettext("arpenteurs", "Skill of the list"), _OF_LIST, ""),
        _text("name", pgettext("arpenteurs", "Name"), most=80),
        _choice("first", pgettext("arpenteurs", "First characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _choice("second", pgettext("arpenteurs", "Second characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _number("level", pgettext("arpenteurs", "Level"), 0, 0, 6, "ARP-TEST-01"),
        _flag("favourite", pgettext("arpenteurs", "Favourite")),
    ),
    rule="ARP-TEST-01",
)
TALENTS = Field(
    "talents",
    pgettext("arpenteurs", "Talents"),
    "list",
    row=(
        _text("name", pgettext("arpenteurs", "Name"), required=True, most=80),
        _number("extra_actions", pgettext("arpenteurs", "More actions per round"), 0, 0, 5, "ARP-ACT-01"),
        _text("notes", pgettext("arpenteurs", "Notes")),
    ),
    rule="ARP-ACT-01",
)
MOST_ECG = 99
ECG_SECTION = Section(
    "ecg",
    pgettext("arpenteurs", "ECG status"),
    (
        _number("current", pgettext("arpenteurs", "ECG"), ECG, 0, MOST_ECG, "ARP-ECG-01"),
        _number("max", pgettext("arpenteurs", "ECG at most"), ECG, 1, MOST_ECG, "ARP-ECG-01"),
    ),
)
SANG_FROID_SECTION = Section(
    "sang_froid",
    pgettext("arpenteurs", "Sang-Froid"),
    (
        _number("current", pgettext("arpenteurs", "Sang-Froid"), SANG_FROID, 0, 20, "ARP-SF-01"),
        _number("max", pgettext("arpenteurs", "Sang-Froid at most"), SANG_FROID, 0, 20, "ARP-SF-02"),
    ),
)
LIFE = Section(
    "",
    pgettext("arpenteurs", "Life and death"),
    (
        _flag("saved", pgettext("arpenteurs", "Saved from death"), rule="ARP-SF-01"),
        _flag("dead", pgettext("arpenteurs", "Dead"), rule="ARP-SF-01"),
    ),
)
ARMOUR = Section(
    "armour",
    pgettext("arpenteurs", "Armour"),
    tuple(_number(key, label, 0, 0, 10, "ARP-DMG-01") for key, label in LOCATIONS.items()),
)
WEAPONS = Field(
    "weapons",
    pgettext("arpenteurs", "Weapons"),
    "list",
    row=(
        _text("name", pgettext("arpenteurs", "Name"), required=True, most=80),
        _choice("category", pgettext("arpenteurs", "Category"), CATEGORIES, "melee", rule="ARP-ATK-01"),
        _text("skill", pgettext("arpenteurs", "Skill used"), most=40, names_test=True),
        _choice("first", pgettext("arpenteurs", "First characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _choice("second", pgettext("arpenteurs", "Second characteristic"), _USUAL, "", rule="ARP-TEST-05"),
        _flag("short", pgettext("arpenteurs", "Short weapon"), rule="ARP-DIST-06"),
        _number("range_m", pgettext("arpenteurs", "Range (m)"), 0, 0, 5000, "ARP-RANGE-01", help=_NONE),
        _number("damage", pgettext("arpenteurs", "Damage"), 1, 0, 20, "ARP-DMG-01"),
        _number(
            "short_burst", pgettext("arpenteurs", "Rounds of a short burst"), 0, 0, 100, "ARP-BURST-01", help=_NONE
        ),
        _number("long_burst", pgettext("arpenteurs", "Rounds of a long burst"), 0, 0, 100, "ARP-BURST-02", help=_NONE),
        _number("magazine", pgettext("arpenteurs", "Magazine"), 0, 0, 999, "ARP-BURST-06", help=_NONE),
        _number("ammo", pgettext("arpenteurs", "Rounds left"), 0, 0, 999, "ARP-BURST-06"),
        _text("notes", pgettext("arpenteurs", "Notes")),
    ),
    rule="ARP-DMG-01",
)
GEAR = Field(
    "gear",
    pgettext("arpenteurs", "Gear"),
    "list",
    row=(
        _text("name", pgettext("arpenteurs", "Name"), required=True),
        _number("qty", pgettext("arpenteurs", "Quantity"), 1, 0, 9999),
        _text("notes", pgettext("arpenteurs", "Notes")),
    ),
)
NOTES = Section(
    "",
    pgettext("arpenteurs", "Notes"),
    (
        Field("notes", pgettext("arpenteurs", "Private notes"), "note"),
        Field("secret_notes", pgettext("arpenteurs", "Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        CHARACTERISTIC_SECTION,
        ECG_SECTION,
        SANG_FROID_SECTION,
        LIFE,
        Section("", pgettext("arpenteurs", "Skills"), (SKILL_LIST,)),
        ARMOUR,
        Section("", pgettext("arpenteurs", "Weapons, talents and gear"), (WEAPONS, TALENTS, GEAR)),
        NOTES,
    )
)
