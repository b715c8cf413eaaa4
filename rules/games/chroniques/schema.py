"""The fields of a sheet, in the sections of the printed one.

A score that follows from others may be typed instead, as the blocks of opponents give it: left empty it is computed.
"""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext
from rules.games.chroniques.tables import ABILITIES, ABILITIES_SHORT, KINDS, STATES

COMPUTED = ""  # what a typed score holds while it is computed


def _text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def _flag(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "flag", default=False, **more)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str = "", **more: Any) -> Field:
    return Field(key, label, default=default, least=least, most=most, rule=rule, **more)


def _typed(key: str, label: Text, least: int, most: int, rule: str = "") -> Field:
    """A number that is computed while nothing is typed."""
    return Field(key, label, default=COMPUTED, least=least, most=most, words=(COMPUTED,), help=_EMPTY, rule=rule)


def _choice(key: str, label: Text, rows: dict[str, Text], default: str, **more: Any) -> Field:
    choices = tuple(Choice(one, name) for one, name in rows.items())
    return Field(key, label, "choice", default=default, choices=choices, **more)


_EMPTY = pgettext("chroniques", "Left empty, it is computed.")
_ANY = pgettext("chroniques", "0 for any number.")

FAMILIES = {
    "other": pgettext("chroniques", "Another family"),
    "adventure": pgettext("chroniques", "Adventurers"),
}
HIT_DICE = {
    "d6": pgettext("chroniques", "d6"),
    "d8": pgettext("chroniques", "d8"),
    "d10": pgettext("chroniques", "d10"),
}
VERSUS = {
    "nature": pgettext("chroniques", "As its nature says"),
    "def_": pgettext("chroniques", "DEF"),
    "dep": pgettext("chroniques", "DEP"),
}
ABILITY_ACTIONS = {
    "L": pgettext("chroniques", "Limited (L)"),
    "M": pgettext("chroniques", "Movement (M)"),
    "A": pgettext("chroniques", "Attack (A)"),
    "F": pgettext("chroniques", "Free"),
    "passive": pgettext("chroniques", "Passive"),
}
GRANTS = {
    "nothing": pgettext("chroniques", "Nothing"),
    "free_attack": pgettext("chroniques", "An attack as a free action"),
    "free_move": pgettext("chroniques", "A move as a free action"),
}

IDENTITY = Section(
    "",
    pgettext("chroniques", "Identity"),
    (
        _text("name", pgettext("chroniques", "Name"), required=True, most=80),
        _text("player", pgettext("chroniques", "Player"), most=80),
        _text("people", pgettext("chroniques", "People"), most=80),
        _text("profile", pgettext("chroniques", "Profile"), most=80),
        _choice("family", pgettext("chroniques", "Family"), FAMILIES, "other"),
        _number("level", pgettext("chroniques", "Level"), 1, 1, 20),
    ),
)
ABILITY_SECTION = Section(
    "abilities",
    pgettext("chroniques", "Abilities"),
    tuple(_number(key, label, 0, -4, 6, short=ABILITIES_SHORT[key]) for key, label in ABILITIES.items()),
)
ATTACK = Section(
    "",
    pgettext("chroniques", "Attack and stealth"),
    (
        _number("atc_base", pgettext("chroniques", "Contact attack, without FOR"), 0, 0, 20, "CHO-ATK-01"),
        _number("atd_base", pgettext("chroniques", "Distance attack, without DEX"), 0, 0, 20, "CHO-ATK-01"),
        _number("atp_base", pgettext("chroniques", "Psychic attack, without PER"), 0, 0, 20, "CHO-ATK-01"),
        _number("stealth_bonus", pgettext("chroniques", "Stealth: skill bonus"), 0, 0, 10, "CHO-SURPRISE-03"),
        _number("movement_m", pgettext("chroniques", "Metres per movement action"), 20, 0, 100, "CHO-ACT-03"),
    ),
)
ARMOUR = Section(
    "armour",
    pgettext("chroniques", "Armour"),
    (
        _text("name", pgettext("chroniques", "Armour"), most=80),
        _number("def_bonus", pgettext("chroniques", "DEF of the armour"), 0, 0, 10),
        _number("rd", pgettext("chroniques", "Damage reduction (RD)"), 0, 0, 10, "CHO-DMG-03"),
        _number("penalty", pgettext("chroniques", "Encumbrance of the armour"), 0, 0, 10, "CHO-INIT-05"),
    ),
)
SHIELD = Section(
    "shield",
    pgettext("chroniques", "Shield"),
    (_number("def_bonus", pgettext("chroniques", "DEF of the shield"), 0, 0, 10),),
)
TYPED = Section(
    "typed",
    pgettext("chroniques", "Scores typed from a stat block"),
    (
        _typed("init", pgettext("chroniques", "Initiative"), -20, 60, "CHO-INIT-05"),
        _typed("def_", pgettext("chroniques", "Physical defence (DEF)"), 0, 60, "CHO-ATK-02"),
        _typed("dep", pgettext("chroniques", "Psychic defence (DEP)"), 0, 60, "CHO-ATK-02"),
        _typed("atc", pgettext("chroniques", "Contact attack (ATC)"), -20, 60, "CHO-ATK-01"),
        _typed("atd", pgettext("chroniques", "Distance attack (ATD)"), -20, 60, "CHO-ATK-01"),
        _typed("atp", pgettext("chroniques", "Psychic attack (ATP)"), -20, 60, "CHO-ATK-01"),
        _typed("wound_threshold", pgettext("chroniques", "Wound threshold"), 1, 99, "CHO-DMG-04"),
    ),
)
MOST_HP = 500
HEALTH = Section(
    "hp",
    pgettext("chroniques", "Hit points"),
    (
        _typed("max", pgettext("chroniques", "Hit points at most"), 1, MOST_HP),
        _typed("current", pgettext("chroniques", "Hit points"), 0, MOST_HP, "CHO-DMG-05"),
    ),
)
LUCK = Section(
    "luck",
    pgettext("chroniques", "Luck"),
    (
        _typed("max", pgettext("chroniques", "Luck at most"), 0, 20),
        _typed("current", pgettext("chroniques", "Luck (PC)"), 0, 20),
    ),
)
STATE_SECTION = Section(
    "states",
    pgettext("chroniques", "Detrimental states"),
    tuple(_flag(key, state.label, rule="CHO-STATE-01") for key, state in STATES.items() if key != "severe_wound"),
)
LIFE = Section(
    "",
    pgettext("chroniques", "Life"),
    (
        _choice("hit_die", pgettext("chroniques", "Hit die"), HIT_DICE, "d8"),
        _flag("severe_wound", STATES["severe_wound"].label, rule="CHO-DMG-04"),
        _flag("stable", pgettext("chroniques", "Out of danger"), rule="CHO-DMG-05"),
        _flag("dead", pgettext("chroniques", "Dead"), rule="CHO-DMG-05"),
    ),
)
WEAPONS = Field(
    "weapons",
    pgettext("chroniques", "Weapons"),
    "list",
    row=(
        _text("name", pgettext("chroniques", "Name"), required=True, most=80),
        _choice("kind", pgettext("chroniques", "Kind of attack"), KINDS, "contact", rule="CHO-ATK-01"),
        _text("dice", pgettext("chroniques", "Damage (DM)"), most=12, help=pgettext("chroniques", "Such as 1d8+1.")),
        _flag("add_for", pgettext("chroniques", "FOR is added to the damage"), rule="CHO-DMG-01"),
        _choice("versus", pgettext("chroniques", "Against"), VERSUS, "nature", rule="CHO-ATK-02"),
        _number("range_m", pgettext("chroniques", "Range (m)"), 0, 0, 5000),
        _text("notes", pgettext("chroniques", "Notes")),
    ),
    rule="CHO-DMG-01",
)
ABILITY_LIST = Field(
    "abilities_list",
    pgettext("chroniques", "Special abilities"),
    "list",
    row=(
        _text("name", pgettext("chroniques", "Name"), required=True, most=80),
        _choice("action", pgettext("chroniques", "Action"), ABILITY_ACTIONS, "passive", rule="CHO-ACT-01"),
        _choice("grants", pgettext("chroniques", "Grants"), GRANTS, "nothing", rule="CHO-ACT-07"),
        _number("per_turn", pgettext("chroniques", "Times per turn"), 1, 0, 9, "CHO-ACT-07", help=_ANY),
        _text("notes", pgettext("chroniques", "Notes")),
    ),
    rule="CHO-ACT-07",
)
GEAR = Field(
    "gear",
    pgettext("chroniques", "Gear"),
    "list",
    row=(
        _text("name", pgettext("chroniques", "Name"), required=True),
        _number("qty", pgettext("chroniques", "Quantity"), 1, 0, 9999),
        _text("notes", pgettext("chroniques", "Notes")),
    ),
)
NOTES = Section(
    "",
    pgettext("chroniques", "Notes"),
    (
        Field("notes", pgettext("chroniques", "Private notes"), "note"),
        Field("secret_notes", pgettext("chroniques", "Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        ABILITY_SECTION,
        HEALTH,
        LUCK,
        ATTACK,
        ARMOUR,
        SHIELD,
        LIFE,
        STATE_SECTION,
        Section("", pgettext("chroniques", "Weapons, abilities and gear"), (WEAPONS, ABILITY_LIST, GEAR)),
        NOTES,
        TYPED,
    )
)
