"""How a character is made: concept, traits, skills, masteries, manoeuvres, arms, all for the same character points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.creation import Budget, Group, Stage, above, fields, section
from rules.core.paths import Data
from rules.games.medieval.schema import (
    ARMOUR,
    EXOTICS,
    GEAR,
    MANOEUVRE_SECTION,
    MASTERY,
    OTHERS,
    SCHEMA,
    SKILL_SECTION,
    TRAIT_SECTION,
    WEAPONS,
)
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import MANOEUVRES
from rules.games.medieval.text import _

_POINTS = "points"
_KEPT = "pp.available"


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """MED-PROG-01: every character point that bought something, and those that are kept; each level brings more."""
    levels = int(SCHEMA.value(sheet, "niveau")) - 1
    most = setting(settings, "creation.points")
    total = most + levels * int(setting(settings, "cost.pp_per_level")) if most else 0
    return (Budget(_POINTS, _("Character points (PP)"), spent(sheet, settings), total),)


def spent(sheet: Data, settings: Data) -> int:
    """MED-MAN-02, MED-PROG-01: what is on a sheet at the prices of the table; a trait below 0 gives its price back."""
    return (
        above(SCHEMA, sheet, _keys("traits")) * int(setting(settings, "cost.trait"))
        + (above(SCHEMA, sheet, _keys("skills")) + sum(_levels(sheet, "others"))) * int(setting(settings, "cost.skill"))
        + sum(level * (level + 1) // 2 for level in _masteries(sheet)) * int(setting(settings, "cost.mastery"))
        + sum(MANOEUVRES[key].pp * int(SCHEMA.value(sheet, f"manoeuvres.{key}")) for key in MANOEUVRES)
        + -(-max(0, above(SCHEMA, sheet, ("hp.max",))) // int(setting(settings, "cost.hp_per_pp")))
        + max(0, above(SCHEMA, sheet, ("pc.max",))) * int(setting(settings, "cost.pp_per_pc"))
        + int(SCHEMA.value(sheet, _KEPT))
    )


def _masteries(sheet: Data) -> Iterator[int]:
    yield from (int(SCHEMA.value(sheet, path)) for path in _keys("mastery"))
    yield from _levels(sheet, "exotics")


def _levels(sheet: Data, path: str) -> Iterator[int]:
    return (int(row.get("level", 0)) for row in (sheet.get(path) or {}).values())


def _keys(kind: str) -> tuple[str, ...]:
    sections = {one.key: one for one in (TRAIT_SECTION, SKILL_SECTION, MASTERY)}
    return tuple(field.key for field in section(sections[kind]))


(_NIVEAU,) = fields(SCHEMA, "niveau")
_LEVEL = replace(_NIVEAU, gm_only=True)  # a level brings points: the game master gives it

STAGES = (
    Stage(
        "concept",
        _("Who it is"),
        (Group((*fields(SCHEMA, "name", "people", "calling", "height_cm"), _LEVEL)),),
        _("A name is all that is needed; the rest can be told in play."),
    ),
    Stage(
        "traits",
        _("Traits"),
        (Group(section(TRAIT_SECTION)),),
        _("0 is what people commonly are; below, a trait gives its points back."),
        (_POINTS,),
    ),
    Stage(
        "skills",
        _("Skills"),
        (Group((*section(SKILL_SECTION), OTHERS)),),
        budgets=(_POINTS,),
    ),
    Stage(
        "mastery",
        _("Mastery"),
        (Group((*section(MASTERY), EXOTICS)),),
        _("Families of weapons; each level costs more than the one before."),
        (_POINTS,),
    ),
    Stage(
        "manoeuvres",
        _("Manoeuvres and life"),
        (
            Group(fields(SCHEMA, "hp.max", "pc.max", _KEPT, names={_KEPT: _("Points kept (PP)")})),
            Group(section(MANOEUVRE_SECTION), _("Manoeuvres: ranks bought")),
        ),
        _("Points that buy nothing now can be kept for later."),
        (_POINTS,),
    ),
    Stage(
        "arms",
        _("Arms and gear"),
        (
            Group((WEAPONS, GEAR)),
            Group(section(ARMOUR), _("Armour")),
        ),
    ),
)
