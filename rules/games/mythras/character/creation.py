"""The making of a character: concept, characteristics, skills, what was learnt, arms."""

from __future__ import annotations

from collections.abc import Mapping

from rules.character.creation import Budget, Group, Stage, above, fields, section, shortened
from rules.character.sheet import Field
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.character.schema import (
    ARMOURS,
    CHARACTERISTIC_SECTION,
    PROFESSIONAL_SKILLS,
    SCHEMA,
    SKILLS,
    STYLES,
    WEAPONS,
)
from rules.games.mythras.character.tables import HUMANOID
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

_CHARACTERISTICS, _SKILLS = "characteristics", "skills"
_PATHS = tuple(field.key for field in section(CHARACTERISTIC_SECTION))
_LEARNT = ("professional", "styles")


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """The points of characteristics above the usual ones, and every point trained."""
    trained = above(SCHEMA, sheet, (field.key for field in section(SKILLS)))
    trained += sum(int(row.get("trained", 0)) for path in _LEARNT for row in _rows(sheet, path).values())
    return (
        Budget(
            _CHARACTERISTICS,
            _("Points of characteristics"),
            above(SCHEMA, sheet, _PATHS),
            setting(settings, "creation_characteristics"),
        ),
        Budget(_SKILLS, _("Skill points"), trained, setting(settings, "creation_skills")),
    )


def prices(settings: Data) -> Mapping[str, Text]:
    """The price of a point by stage, if the table counts points."""
    rows: dict[str, Text] = {}
    if setting(settings, "creation_characteristics"):
        rows[_CHARACTERISTICS] = _("A point above 10 (13 for SIZ and INT) costs one, a point below gives one back.")
    if setting(settings, "creation_skills"):
        rows[_SKILLS] = _("A point more costs one.")
        rows["learnt"] = _("A point more costs one, of the same points as the other skills.")
    return rows


def _rows(sheet: Data, path: str) -> Mapping[str, Data]:
    result: Mapping[str, Data] = sheet.get(path) or {}
    return result


def _bought(learnt: Field) -> Field:
    """A list of what was learnt without the value of a stat block, which would cost nothing."""
    return shortened(learnt, *(field.key for field in learnt.row if field.key != "printed"))


_ARMOUR = shortened(ARMOURS, "model", "name", "points", *(place.key for place in HUMANOID), "worn")
# What differs from the table is for the sheet.
_WEAPONS = shortened(WEAPONS, "model", "name", "style", "damage", "magazine", "reserve", "in_hand")
STAGES = (
    Stage(
        "concept",
        _("Who it is"),
        (Group(fields(SCHEMA, "name", "concept", "culture", "career", "era", "height_cm")),),
        _("A name is all that is needed; culture and career say what is learnt below."),
    ),
    Stage(
        "characteristics",
        _("Characteristics"),
        (Group(section(CHARACTERISTIC_SECTION)),),
        _("Type what your dice gave (usually 3d6, and 2d6+6 for SIZ and INT), or spread points."),
        (_CHARACTERISTICS,),
    ),
    Stage(
        "skills",
        _("Skills"),
        (Group(section(SKILLS)),),
        _("Points that are added to the base: those of the culture, of the career, and the bonus."),
        (_SKILLS,),
    ),
    Stage(
        "learnt",
        _("Styles and trade"),
        (Group((_bought(STYLES), _bought(PROFESSIONAL_SKILLS))),),
        _("Combat styles, and the professional skills of the career."),
        (_SKILLS,),
    ),
    Stage(
        "arms",
        _("Arms and gear"),
        (Group((_WEAPONS, _ARMOUR, *fields(SCHEMA, "gear"))),),
        _("What is chosen from the tables needs nothing more; a weapon asks for its style."),
    ),
)
