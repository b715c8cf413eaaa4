"""Character creation: concept, abilities, attack, special abilities, arms. The table sets the points to spend."""

from __future__ import annotations

from rules.character.creation import Budget, Group, Stage, above, fields, section
from rules.character.fields import GEAR
from rules.core.paths import Data
from rules.games.chroniques.settings import setting
from rules.games.chroniques.sheet import ABILITY_LIST, ABILITY_SECTION, ARMOUR, SCHEMA, SHIELD, WEAPONS
from rules.games.chroniques.text import _

_ABILITIES, _ATTACK, _SPECIAL = "abilities", "attack", "special"
_PATHS = tuple(field.key for field in section(ABILITY_SECTION))
_SCORES = ("atc_base", "atd_base", "atp_base", "stealth_bonus")


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """The points spent and allowed for abilities and for attack and stealth, and the number of special abilities."""
    spent = {
        _ABILITIES: above(SCHEMA, sheet, _PATHS),
        _ATTACK: above(SCHEMA, sheet, _SCORES),
        _SPECIAL: len(sheet.get("abilities_list") or {}),
    }
    return tuple(Budget(key, _LABELS[key], spent[key], setting(settings, f"creation.{key}")) for key in spent)


_LABELS = {
    _ABILITIES: _("Points of abilities"),
    _ATTACK: _("Points of attack and stealth"),
    _SPECIAL: _("Special abilities"),
}

STAGES = (
    Stage(
        "concept",
        _("Who it is"),
        (Group(fields(SCHEMA, "name", "people", "profile", "family", "level")),),
        _("A name is all that is needed. Adventurers have two points of luck more."),
    ),
    Stage(
        "abilities",
        _("Abilities"),
        (Group(section(ABILITY_SECTION)),),
        _("Modifiers from −4 to 6: a point more costs one, and one below 0 gives its points back."),
        (_ABILITIES,),
    ),
    Stage(
        "attack",
        _("Attack and life"),
        (Group(fields(SCHEMA, *_SCORES, "hit_die", "hp.max")),),
        _("Scores without their ability: a point more costs one. Hit points left empty are those of the first level."),
        (_ATTACK,),
    ),
    Stage(
        "special",
        _("Special abilities"),
        (Group((ABILITY_LIST,)),),
        _("What the profile knows to do, with the action that it takes. Each counts as one."),
        (_SPECIAL,),
    ),
    Stage(
        "arms",
        _("Arms and gear"),
        (Group((WEAPONS, GEAR)), Group((*section(ARMOUR), *section(SHIELD)), _("Armour and shield"))),
    ),
)
