"""The house settings of Mythras: what the text leaves open, and the readings a table may prefer."""

from __future__ import annotations

from typing import Any

from rules.paths import Data
from rules.sheet import Choice, Field, Section, SheetSchema
from rules.words import Text, pgettext


def _flag(key: str, label: Text, default: bool, rule: str) -> Field:
    return Field(key, label, "flag", default=default, rule=rule)


def _choice(key: str, label: Text, rule: str, *rows: tuple[str, Text]) -> Field:
    """A choice whose first value is the default."""
    choices = tuple(Choice(one, words) for one, words in rows)
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule=rule)


ROLLS = Section(
    "",
    pgettext("mythras", "Skill rolls"),
    (
        _choice(
            "difficulty_method",
            pgettext("mythras", "Difficulty grades"),
            "MYT-CORE-02",
            ("fractions", pgettext("mythras", "By fractions of the skill")),
            ("simplified", pgettext("mythras", "By fixed amounts of 20")),
        ),
        _choice(
            "fumble_threshold_on",
            pgettext("mythras", "A 99 is no fumble above 100, read on"),
            "MYT-CORE-01",
            ("modified", pgettext("mythras", "the modified skill")),
            ("raw", pgettext("mythras", "the skill of the sheet")),
        ),
        _choice(
            "opposed_tie",
            pgettext("mythras", "Opposed rolls with the same die"),
            "MYT-CORE-06",
            ("reroll", pgettext("mythras", "are rolled again")),
            ("active_wins", pgettext("mythras", "go to the active side")),
            ("resister_wins", pgettext("mythras", "go to who resists")),
        ),
        _choice(
            "opposed_both_fail",
            pgettext("mythras", "Opposed rolls that both fail"),
            "MYT-CORE-06",
            ("status_quo", pgettext("mythras", "change nothing")),
            ("reroll", pgettext("mythras", "are rolled again")),
        ),
    ),
)
TURN = Section(
    "",
    pgettext("mythras", "Action points"),
    (
        _choice(
            "action_points_mode",
            pgettext("mythras", "Action points"),
            "MYT-ATTR-01",
            ("flat2", pgettext("mythras", "Two for everybody")),
            ("core_banding", pgettext("mythras", "By INT and DEX")),
        ),
    ),
)
BLOWS = Section(
    "",
    pgettext("mythras", "Blows, weapons and armour"),
    (
        _choice(
            "half_rounding",
            pgettext("mythras", "Half of the damage, rounded"),
            "MYT-PARRY-05",
            ("up", pgettext("mythras", "up")),
            ("down", pgettext("mythras", "down")),
        ),
        _choice(
            "evade_tie",
            pgettext("mythras", "Evading at the same level"),
            "MYT-CLOSE-EVADE",
            ("higher_die", pgettext("mythras", "The higher die wins")),
            ("defender", pgettext("mythras", "Who evades wins")),
            ("attacker", pgettext("mythras", "Who attacks wins")),
        ),
        _choice(
            "great_axe_size",
            pgettext("mythras", "Size of the great axe"),
            "MYT-EQ-MELEE",
            ("huge", pgettext("mythras", "Huge (H)")),
            ("enormous", pgettext("mythras", "Enormous (E)")),
        ),
        _choice(
            "worn_layers",
            pgettext("mythras", "Two pieces of armour on one location"),
            "MYT-ARM-01",
            ("best", pgettext("mythras", "The best one counts")),
            ("sum", pgettext("mythras", "Both count")),
        ),
    ),
)
EFFECTS = Section(
    "",
    pgettext("mythras", "Special effects"),
    (
        _choice(
            "bash_rounding",
            pgettext("mythras", "Metres of Bash, rounded"),
            "MYT-FX-BASH",
            ("down", pgettext("mythras", "down")),
            ("up", pgettext("mythras", "up")),
        ),
        _choice(
            "blind_grade",
            pgettext("mythras", "Grade of who is blinded"),
            "MYT-FX-BLIND",
            ("ask", pgettext("mythras", "The game master says")),
            ("hard", pgettext("mythras", "Hard")),
            ("formidable", pgettext("mythras", "Formidable")),
        ),
        _choice(
            "stack_effect_turns",
            pgettext("mythras", "The same effect taken twice"),
            "MYT-FX-OVEREXTEND",
            ("add", pgettext("mythras", "lasts longer")),
            ("single", pgettext("mythras", "lasts no longer")),
        ),
        _flag(
            "surrender_npc_only",
            pgettext("mythras", "Player characters are never made to surrender"),
            False,
            "MYT-FX-SURRENDER",
        ),
    ),
)

HOUSE = (ROLLS, TURN, BLOWS, EFFECTS)
_DEFAULTS = SheetSchema(HOUSE).defaults()


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    usual = _DEFAULTS[key]
    found = settings.get(key)
    return usual if found is None else found
