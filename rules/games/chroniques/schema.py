"""The fields of a sheet, in the sections of the printed one.

A score that follows from others may be typed instead, as the blocks of opponents give it: left empty it is computed.
"""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.chroniques.tables import ABILITIES, ABILITIES_SHORT, KINDS, STATES
from rules.games.chroniques.text import _

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


_EMPTY = _("Left empty, it is computed.")
_ANY = _("0 for any number.")

FAMILIES = {
    "other": _("Another family"),
    "adventure": _("Adventurers"),
}
HIT_DICE = {
    "d6": _("d6"),
    "d8": _("d8"),
    "d10": _("d10"),
}
VERSUS = {
    "nature": _("As its nature says"),
    "def_": _("DEF"),
    "dep": _("DEP"),
}
ABILITY_ACTIONS = {
    "L": _("Limited (L)"),
    "M": _("Movement (M)"),
    "A": _("Attack (A)"),
    "F": _("Free"),
    "passive": _("Passive"),
}
GRANTS = {
    "nothing": _("Nothing"),
    "free_attack": _("An attack as a free action"),
    "free_move": _("A move as a free action"),
}

IDENTITY = Section(
    "",
    _("Identity"),
    (
        _text("name", _("Name"), required=True, most=80),
        _text("player", _("Player"), most=80),
        _text("people", _("People"), most=80),
        _text("profile", _("Profile"), most=80),
        _choice("family", _("Family"), FAMILIES, "other"),
        _number("level", _("Level"), 1, 1, 20),
    ),
)
ABILITY_SECTION = Section(
    "abilities",
    _("Abilities"),
    tuple(_number(key, label, 0, -4, 6, short=ABILITIES_SHORT[key]) for key, label in ABILITIES.items()),
)
ATTACK = Section(
    "",
    _("Attack and stealth"),
    (
        _number("atc_base", _("Contact attack, without FOR"), 0, 0, 20, "CHO-ATK-01"),
        _number("atd_base", _("Distance attack, without DEX"), 0, 0, 20, "CHO-ATK-01"),
        _number("atp_base", _("Psychic attack, without PER"), 0, 0, 20, "CHO-ATK-01"),
        _number("stealth_bonus", _("Stealth: skill bonus"), 0, 0, 10, "CHO-SURPRISE-03"),
        _number("movement_m", _("Metres per movement action"), 20, 0, 100, "CHO-ACT-03"),
    ),
)
ARMOUR = Section(
    "armour",
    _("Armour"),
    (
        _text("name", _("Armour"), most=80),
        _number("def_bonus", _("DEF of the armour"), 0, 0, 10),
        _number("rd", _("Damage reduction (RD)"), 0, 0, 10, "CHO-DMG-03"),
        _number("penalty", _("Encumbrance of the armour"), 0, 0, 10, "CHO-INIT-05"),
    ),
)
SHIELD = Section(
    "shield",
    _("Shield"),
    (_number("def_bonus", _("DEF of the shield"), 0, 0, 10),),
)
TYPED = Section(
    "typed",
    _("Scores typed from a stat block"),
    (
        _typed("init", _("Initiative"), -20, 60, "CHO-INIT-05"),
        _typed("def_", _("Physical defence (DEF)"), 0, 60, "CHO-ATK-02"),
        _typed("dep", _("Psychic defence (DEP)"), 0, 60, "CHO-ATK-02"),
        _typed("atc", _("Contact attack (ATC)"), -20, 60, "CHO-ATK-01"),
        _typed("atd", _("Distance attack (ATD)"), -20, 60, "CHO-ATK-01"),
        _typed("atp", _("Psychic attack (ATP)"), -20, 60, "CHO-ATK-01"),
        _typed("wound_threshold", _("Wound threshold"), 1, 99, "CHO-DMG-04"),
    ),
)
MOST_HP = 500
HEALTH = Section(
    "hp",
    _("Hit points"),
    (
        _typed("max", _("Hit points at most"), 1, MOST_HP),
        _typed("current", _("Hit points"), 0, MOST_HP, "CHO-DMG-05"),
    ),
)
LUCK = Section(
    "luck",
    _("Luck"),
    (
        _typed("max", _("Luck at most"), 0, 20),
        _typed("current", _("Luck (PC)"), 0, 20),
    ),
)
STATE_SECTION = Section(
    "states",
    _("Detrimental states"),
    tuple(_flag(key, state.label, rule="CHO-STATE-01") for key, state in STATES.items() if key != "severe_wound"),
)
LIFE = Section(
    "",
    _("Life"),
    (
        _choice("hit_die", _("Hit die"), HIT_DICE, "d8"),
        _flag("severe_wound", STATES["severe_wound"].label, rule="CHO-DMG-04"),
        _flag("stable", _("Out of danger"), rule="CHO-DMG-05"),
        _flag("dead", _("Dead"), rule="CHO-DMG-05"),
    ),
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        _text("name", _("Name"), required=True, most=80),
        _choice("kind", _("Kind of attack"), KINDS, "contact", rule="CHO-ATK-01"),
        _text("dice", _("Damage (DM)"), most=12, help=_("Such as 1d8+1.")),
        _flag("add_for", _("FOR is added to the damage"), rule="CHO-DMG-01"),
        _choice("versus", _("Against"), VERSUS, "nature", rule="CHO-ATK-02"),
        _number("range_m", _("Range (m)"), 0, 0, 5000),
        _text("notes", _("Notes")),
    ),
    rule="CHO-DMG-01",
)
ABILITY_LIST = Field(
    "abilities_list",
    _("Special abilities"),
    "list",
    row=(
        _text("name", _("Name"), required=True, most=80),
        _choice("action", _("Action"), ABILITY_ACTIONS, "passive", rule="CHO-ACT-01"),
        _choice("grants", _("Grants"), GRANTS, "nothing", rule="CHO-ACT-07"),
        _number("per_turn", _("Times per turn"), 1, 0, 9, "CHO-ACT-07", help=_ANY),
        _text("notes", _("Notes")),
    ),
    rule="CHO-ACT-07",
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
        ABILITY_SECTION,
        HEALTH,
        LUCK,
        ATTACK,
        ARMOUR,
        SHIELD,
        LIFE,
        STATE_SECTION,
        Section("", _("Weapons, abilities and gear"), (WEAPONS, ABILITY_LIST, GEAR)),
        NOTES,
        TYPED,
    )
)
