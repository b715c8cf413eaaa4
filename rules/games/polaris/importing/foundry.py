"""Actors of the two systems for Polaris that Foundry has: names and numbers, no descriptions and no pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.paths import Data
from rules.games.polaris.importing.polaris_sheet import ATTRIBUTES, PolarisSheet
from rules.games.polaris.text import _
from rules.importing import foundry
from rules.importing.builder import figure, get_nested
from rules.importing.foundry import first_value, items
from rules.importing.reading import Imported, Importer, Say, Source, import_each

SYSTEMS = ("polaris-v3", "polaris")
LUCK = "chc"
_ADDED = ("modifType", "modifCreation", "geneticModifier", "competencePointsModifier", "otherModifier")
_CARRIED = ("arme", "protection", "weapon", "armor", "armour")
MOST_SKILLS = 300


def read(source: Source, _settings: Data, say: Say) -> tuple[Imported, ...]:
    return import_each(foundry.actors(source), partial(_actor, say))


def _actor(say: Say, actor: Mapping[str, Any]) -> Imported:
    sheet, values = PolarisSheet(say), foundry.fields(actor)
    own = first_mapping(values, "attributs", "attributes")
    for code in ATTRIBUTES:
        row = first_mapping(own, code.lower(), code)
        sheet.attribute(code, row.get("base"), [row.get(name) for name in _ADDED])
    sheet.luck(get_nested(own, LUCK, "base"))
    for name, skill in list(first_mapping(values, "competences").items())[:MOST_SKILLS]:
        if isinstance(skill, Mapping) and (figure(skill.get("maitrise")) or skill.get("acquise") is True):
            sheet.skill(str(name), skill.get("maitrise"))
    for name, skill in list(items(actor, "skill"))[:MOST_SKILLS]:
        sheet.skill(name, first_value(skill, "mastery"))
    sheet.equipment(name for name, _item in items(actor, *_CARRIED))
    kind = "pc" if actor.get("type") in ("character", "personnage") else "npc"
    return sheet.imported(actor, actor.get("name"), kind)


def first_mapping(values: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """The first of these fields that is an object; an empty one where none is."""
    return next((row for name in names if isinstance(row := values.get(name), Mapping)), {})


def recognises(source: Source) -> bool:
    return foundry.is_of(source, *SYSTEMS)


FOUNDRY = Importer("foundry-polaris", _("Actors of Foundry, systems polaris-v3 and polaris (JSON)"), recognises, read)
