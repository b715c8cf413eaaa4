"""Character creation: concept, characteristics, skills, talents, arms. The table sets the points to spend."""

from __future__ import annotations

from dataclasses import replace

from rules.character.creation import Budget, Group, Stage, above, fields, section, shortened
from rules.character.fields import GEAR
from rules.core.paths import Data
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import (
    ARMOUR,
    CHARACTERISTIC_SECTION,
    SCHEMA,
    SKILL_LIST,
    SKILLS,
    TALENTS,
    WEAPONS,
    lines,
)
from rules.games.arpenteurs.text import _

_CHARACTERISTICS, _SKILLS, _TALENTS = "characteristics", "skills", "talents"
_PATHS = tuple(field.key for field in section(CHARACTERISTIC_SECTION))


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """The points spent and allowed for characteristics above 3 and for levels of skills, and the number of talents."""
    spent = {
        _CHARACTERISTICS: above(SCHEMA, sheet, _PATHS),
        _SKILLS: sum(line.level for line in lines(sheet)),
        _TALENTS: len(sheet.get("talents") or {}),
    }
    return tuple(Budget(key, _LABELS[key], spent[key], setting(settings, f"creation.{key}")) for key in spent)


_LABELS = {_CHARACTERISTICS: _("Points of characteristics"), _SKILLS: _("Levels of skills"), _TALENTS: _("Talents")}
_LEVELS = {f"skills.{key}.level": skill.label for key, skill in SKILLS.items()}
_OWN = replace(shortened(SKILL_LIST, "name", "level", "first", "second"), label=_("Skills of one’s own"))

STAGES = (
    Stage(
        "concept",
        _("Who it is"),
        (Group(fields(SCHEMA, "name", "concept", "size")),),
        _("A name is all that is needed; the concept says it in a few words."),
    ),
    Stage(
        "characteristics",
        _("Characteristics"),
        (Group(section(CHARACTERISTIC_SECTION)),),
        _("Each begins at 3. A point more costs one, a point less gives one back."),
        (_CHARACTERISTICS,),
    ),
    Stage(
        "skills",
        _("Skills"),
        (Group(fields(SCHEMA, *_LEVELS, names=_LEVELS)), Group((_OWN,))),
        _("A test is made under the level and two characteristics. Each level costs one."),
        (_SKILLS,),
    ),
    Stage(
        "talents",
        _("Talents"),
        (Group((TALENTS,)),),
        _("Everybody begins with two actions per round; a talent may give more. Each talent counts as one."),
        (_TALENTS,),
    ),
    Stage("arms", _("Arms and gear"), (Group((WEAPONS, GEAR)), Group(section(ARMOUR), _("Armour")))),
)
