"""The making of a character: concept, attributes, skills, specialties, arms. The points are the table's own."""

from __future__ import annotations

from dataclasses import replace

from rules.character.creation import Budget, Group, Stage, above, fields, section, shortened
from rules.character.sheet import Field
from rules.core.paths import Data
from rules.games.polaris.character.derived import natural_aptitude
from rules.games.polaris.character.schema import ATTRIBUTE_SECTION, LEAST_MASTERY, PROTECTIONS, SCHEMA, SKILLS, WEAPONS
from rules.games.polaris.character.sheet import Line, lines
from rules.games.polaris.character.skills import CATALOGUE, CATEGORIES, RESERVED, SPECIAL
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

_ATTRIBUTES, _SKILLS = "attributes", "skills"
_PATHS = tuple(field.key for field in section(ATTRIBUTE_SECTION))


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """POL-SHEET-01, POL-SHEET-11: what the attributes are above 10, and the levels of mastery bought."""
    learnt = sum(_levels_bought(sheet, settings, line) for line in lines(sheet))
    return (
        Budget(
            _ATTRIBUTES,
            _("Points of attributes"),
            above(SCHEMA, sheet, _PATHS),
            setting(settings, "creation_attributes"),
        ),
        Budget(_SKILLS, _("Levels of mastery"), learnt, setting(settings, "creation_skills")),
    )


def _levels_bought(sheet: Data, settings: Data, line: Line) -> int:
    """POL-SHEET-11, 12: levels above where the catalogue starts; the first of a reserved skill makes it −3.

    POL-SHEET-10: a level typed is worth the mastery that would lead to it, but of a mother tongue, which is nobody’s
    to buy.
    """
    skill = CATALOGUE.get(line.of)
    start = skill.start if skill else 0
    if start == SPECIAL:
        return 0
    mastery = LEAST_MASTERY - 1 if line.reserved else line.mastery
    if mastery is None:
        mastery = (line.typed or 0) - sum(natural_aptitude(sheet, settings, code) for code in line.attributes)
    return max(0, mastery - (LEAST_MASTERY - 1 if start == RESERVED else int(start)))


_FIRST = Group(fields(SCHEMA, "name", "archetype", "background"))
_BODY = Group(fields(SCHEMA, "genetic_type", "handedness", "gender", "age", "height", "weight"), _("Body"))
_PAST = Group(
    fields(SCHEMA, "geographic_origin", "social_origin", "basic_training", "higher_education"),
    _("Where one comes from"),
)


def _masteries(category: str) -> tuple[Field, ...]:
    rows = (skill for skill in CATALOGUE.values() if skill.category == category and not skill.specialised)
    names = {f"skills.{skill.key}.mastery": skill.label for skill in rows}
    return tuple(replace(field, help=None) for field in fields(SCHEMA, *names, names=names))


def _specialties() -> Field:
    result = shortened(SKILLS, "of", "specialty", "name", "mastery", "lived", "level")
    named = {key for key, skill in CATALOGUE.items() if skill.specialised} | {""}
    of = replace(result.row[0], choices=tuple(choice for choice in result.row[0].choices if choice.key in named))
    return replace(result, row=(of, *result.row[1:]), label=_("Specialties, languages, lores"))


STAGES = (
    Stage(
        "concept",
        _("Who it is"),
        (_FIRST, _BODY, _PAST),
        _("A name is all that is needed; the rest can be told in play."),
    ),
    Stage(
        "attributes",
        _("Attributes"),
        (Group(section(ATTRIBUTE_SECTION)),),
        _("Each begins at 10. A point more costs one, a point less gives one back."),
        (_ATTRIBUTES,),
    ),
    Stage(
        "skills",
        _("Skills"),
        tuple(Group(rows, label) for key, label in CATEGORIES.items() if (rows := _masteries(key))),
        _("Levels of mastery at one point each, with attributes added. X is not learnt: the first level makes it −3."),
        (_SKILLS,),
    ),
    Stage(
        "specialties",
        _("Specialties"),
        (Group((_specialties(),)),),
        _("A mother tongue (Spé), other languages, and each skill that has to be named further. Each level costs one."),
        (_SKILLS,),
    ),
    Stage(
        "arms",
        _("Arms and gear"),
        (Group((WEAPONS, PROTECTIONS, *fields(SCHEMA, "gear"))), Group(fields(SCHEMA, "money_sols"))),
        _("What is chosen from the list comes with all its numbers."),
    ),
)
