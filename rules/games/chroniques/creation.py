"""How a character is made: concept, abilities, attack, special abilities, arms. The points are the table's own."""

from __future__ import annotations

from rules.core.creation import Budget, Group, Stage, above, fields, section
from rules.core.paths import Data
from rules.core.text import pgettext
from rules.games.chroniques.schema import ABILITY_LIST, ABILITY_SECTION, ARMOUR, GEAR, SCHEMA, SHIELD, WEAPONS
from rules.games.chroniques.settings import setting

_ABILITIES, _ATTACK, _SPECIAL = "abilities", "attack", "special"
_PATHS = tuple(field.key for field in section(ABILITY_SECTION))
_SCORES = ("atc_base", "atd_base", "atp_base", "stealth_bonus")


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """The sum of the abilities, the points of attack and stealth, and the special abilities."""
    spent = {
        _ABILITIES: above(SCHEMA, sheet, _PATHS),
        _ATTACK: above(SCHEMA, sheet, _SCORES),
        _SPECIAL: len(sheet.get("abilities_list") or {}),
    }
    return tuple(Budget(key, _LABELS[key], spent[key], setting(settings, f"creation.{key}")) for key in spent)


_LABELS = {
    _ABILITIES: pgettext("chroniques", "Points of abilities"),
    _ATTACK: pgettext("chroniques", "Points of attack and stealth"),
    _SPECIAL: pgettext("chroniques", "Special abilities"),
}

STAGES = (
    Stage(
        "concept",
        pgettext("chroniques", "Who it is"),
        (Group(fields(SCHEMA, "name", "people", "profile", "family", "level")),),
        pgettext("chroniques", "A name is all that is needed. Adventurers have two points of luck more."),
    ),
    Stage(
        "abilities",
        pgettext("chroniques", "Abilities"),
        (Group(section(ABILITY_SECTION)),),
        pgettext("chroniques", "Modifiers from −4 to 6: one below 0 gives its points back."),
        (_ABILITIES,),
    ),
    Stage(
        "attack",
        pgettext("chroniques", "Attack and life"),
        (Group(fields(SCHEMA, *_SCORES, "hit_die", "hp.max")),),
        pgettext("chroniques", "The scores without their ability. Hit points left empty are those of the first level."),
        (_ATTACK,),
    ),
    Stage(
        "special",
        pgettext("chroniques", "Special abilities"),
        (Group((ABILITY_LIST,)),),
        pgettext("chroniques", "What the profile knows to do, with the action that it takes."),
        (_SPECIAL,),
    ),
    Stage(
        "arms",
        pgettext("chroniques", "Arms and gear"),
        (
            Group((WEAPONS, GEAR)),
            Group((*section(ARMOUR), *section(SHIELD)), pgettext("chroniques", "Armour and shield")),
        ),
    ),
)
