"""Every table of Mythras, line by line: equipment, skills, damage modifiers, fatigue, grades, bodies and effects."""

from pathlib import Path

import pytest

from rules.games.mythras.actions.cover import HIDES
from rules.games.mythras.character.sheet import modifier_of
from rules.games.mythras.character.skills import PROFESSIONAL, STANDARD
from rules.games.mythras.character.tables import CLOSE, FATIGUE, HUMANOID, KIND_HP, LIMBS, RANGED, TRAITS
from rules.games.mythras.combat.situations import CAPS
from rules.games.mythras.effects.special_effects import EFFECTS
from rules.games.mythras.equipment.arms import ARMOUR, MODELS, OBJECTS
from rules.games.mythras.equipment.ranged import CROWD, GAITS
from rules.games.mythras.rolls.grades import GRADES

TABLES = Path(__file__).parent / "tables.txt"


def said(*cells):
    """One line; what is empty is a dash, several things are joined by commas."""
    shown = (",".join(sorted(map(str, one))) if isinstance(one, frozenset | tuple) else str(one) for one in cells)
    return " ".join(one or "–" for one in shown)


def weapon(key, row):
    """A weapon of the tables with everything that is counted of it."""
    body, ranges = f"{row.armour}/{row.hp}", "/".join(map(str, row.ranges))
    near = said(row.category, row.damage, row.size, row.reach, body, row.flags, row.passive)
    return f"weapon {key} {near}" + (f" {shot(row, ranges)}" if row.category == "ranged" else "")


def shot(row, ranges):
    load = "–" if row.load is None else row.load
    return said(row.kind, row.adds_modifier, row.force, ranges, load, row.impale, row.magazine, row.modes, row.rate)


def fatigue(key, row):
    cells = (row.grade, row.metres, row.halved, row.immobile, row.initiative, row.points, row.minutes, row.out)
    return f"fatigue {key} {said(*cells)}"


def lines():
    """Every table, one row a line."""
    yield from (weapon(key, row) for key, row in MODELS.items())
    yield from (f"armour {key} {points}" for key, (_label, points) in ARMOUR.items())
    yield from (f"object {key} {armour}/{hp}" for key, (_label, armour, hp) in OBJECTS.items())
    for key, skill in (STANDARD | PROFESSIONAL).items():
        yield f"skill {key} {skill.of[0]}+{skill.of[1]}{f'+{skill.plus}' if skill.plus else ''}"
    yield from (f"modifier {total} {one} {one.sign}" for total in (1, *range(5, 132)) for one in (modifier_of(total),))
    yield from (fatigue(key, row) for key, row in FATIGUE.items())
    yield from (f"grade {key} {row.rank} {row.over}/{row.under} {row.plus}" for key, row in GRADES.items())
    for place in HUMANOID:
        yield f"place {place.key} {place.kind} {place.low}-{place.high} {KIND_HP[place.kind]} {place.kind in LIMBS}"
    yield from (f"trait {key} {rule}" for key, (_label, rule) in TRAITS.items())
    for name, table in (("close", CLOSE), ("ranged", RANGED), ("cap", CAPS)):
        yield from (f"{name} {key} {worth} {rule}" for key, (_label, worth, rule) in table.items())
    yield from (f"hides {key} {said(kinds)}" for key, (_label, kinds) in HIDES.items())
    yield from (f"crowd {key} {grade}" for key, (_label, grade) in CROWD.items())
    yield from (f"gait {key} {steps}" for key, (_label, steps) in GAITS.items())
    for key, row in EFFECTS.items():
        yield f"effect {key} {row.rule} {row.group} {said(row.sides, row.stacks, row.resisted)}"


@pytest.mark.rules("MYT-EQ-MELEE", "MYT-EQ-SHIELDS", "MYT-EQ-RANGED", "MYT-EQ-ARMOUR", "MYT-EQ-OBJECTS")
@pytest.mark.rules("MYT-ATTR-02", "MYT-FATIGUE-01", "MYT-CORE-02", "MYT-DMG-02", "MYT-STYLE-COVERAGE", "MYT-FX-00e")
def test_every_table_is_that_of_the_book():
    assert list(lines()) == TABLES.read_text(encoding="utf-8").splitlines()
