"""Actors of the two systems for Mythras that Foundry has: names and numbers, no descriptions and no pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.paths import Data
from rules.games.mythras.character.tables import CHARACTERISTICS
from rules.games.mythras.importing.mythras_sheet import MythrasSheet, location
from rules.games.mythras.text import _
from rules.importing import foundry
from rules.importing.builder import as_text, figure, get_nested
from rules.importing.foundry import first_value, items
from rules.importing.reading import Imported, Importer, Say, Source, import_each, rows_of

SYSTEMS = ("mythras", "mythras-foundry")
SKILLS = ("standardSkill", "professionalSkill", "magicSkill", "skill")
_LONG = dict(
    zip(
        CHARACTERISTICS,
        ("strength", "constitution", "size", "dexterity", "intelligence", "power", "charisma"),
        strict=True,
    )
)
_POINTS = ("trainingVal", "culturePoints", "professionPoints", "freePoints", "experiencePoints", "miscBonus")
_COMPUTED = (None, "", "auto", "none", "derived", "calculated")  # ways in which nothing was overridden


def read(source: Source, settings: Data, say: Say) -> tuple[Imported, ...]:
    return import_each(foundry.actors(source), partial(_actor, settings, say))


def _actor(settings: Data, say: Say, actor: Mapping[str, Any]) -> Imported:
    sheet, values = MythrasSheet(say, settings), foundry.fields(actor)
    sheet.characteristics({key: _characteristic(values, key) for key in CHARACTERISTICS})
    for name, skill in items(actor, *SKILLS):
        _skill(sheet, name, skill)
    for name, passion in items(actor, "passion"):
        _skill(sheet, f"Passion: {name}", passion)
    styles = [_style(sheet, name, style) for name, style in items(actor, "combatStyle")]
    for name, weapon in items(actor, "melee-weapon", "ranged-weapon", "weapon"):
        sheet.weapon(_weapon(name, weapon), next(filter(None, styles), None))
    sheet.take_in_hand()
    _body(sheet, actor)
    _about(sheet, values)
    return sheet.imported(actor, actor.get("name"), "pc" if actor.get("type") == "character" else "npc")


def _characteristic(values: Mapping[str, Any], key: str) -> Any:
    own = get_nested(values, "characteristics")
    return first_value(own, key, _LONG[key]) if isinstance(own, Mapping) else first_value(values, _LONG[key])


def _skill(sheet: MythrasSheet, name: str, skill: Mapping[str, Any]) -> None:
    slug = skill.get("slug")
    name = slug.replace("-", " ") if isinstance(slug, str) and sheet.is_standard(slug.replace("-", " ")) else name
    total = _total(skill)
    if total is None:
        sheet.trained(name, _points(skill))
    else:
        sheet.skill(name, total)


def _style(sheet: MythrasSheet, name: str, style: Mapping[str, Any]) -> str | None:
    total = _total(style)
    return sheet.trained_style(name, _points(style)) if total is None else sheet.style(name, total)


def _total(skill: Mapping[str, Any]) -> int | None:
    if skill.get("valueMode") not in _COMPUTED and figure(first_value(skill, "manualValue")) is not None:
        return figure(first_value(skill, "manualValue"))
    return figure(first_value(skill, "totalVal"))


def _points(skill: Mapping[str, Any]) -> int:
    return sum(figure(first_value(skill, key)) or 0 for key in _POINTS)


def _weapon(name: str, weapon: Mapping[str, Any]) -> dict[str, Any]:
    """A weapon as a stat block has it; of several ways to use one the first counts."""
    modes = rows_of(weapon.get("modes"))
    mode = {**weapon, **modes[0]} if modes else dict(weapon)
    ranges = [first_value(mode, key) for key in ("rangeShort", "rangeEffective", "rangeLong")]
    ranges = ranges if any(ranges) else [get_nested(mode, "range", key) for key in ("close", "effective", "long")]
    metres = [figure(value) for value in ranges]
    force = first_value(mode, "force")
    return {
        "name": name,
        "type": "ranged" if force or any(metres) else "1h-melee",
        "damage": first_value(mode, "damage"),
        "ap": first_value(mode, "armorPoints", "ap"),
        "hp": first_value(mode, "currentHitPoints", "hp"),
        "size": force or first_value(mode, "size"),
        "reach": first_value(mode, "reach"),
        "effects": first_value(mode, "combat-effects", "effects"),
        "range": "/".join(str(value or 0) for value in metres),
        "add_damage_modifier": first_value(mode, "damageModifier") in (True, "true", None),
    }


def _body(sheet: MythrasSheet, actor: Mapping[str, Any]) -> None:
    places = []
    for name, place in items(actor, "hitLocation"):
        low, high = first_value(place, "rollRangeStart", "rangeStart"), first_value(place, "rollRangeEnd", "rangeEnd")
        most, armour = (
            first_value(place, "maxHp", "maxHitPoints", "baseHp"),
            first_value(place, "naturalArmor", "armorPoints"),
        )
        read = location(name, low, high, most, armour)
        if read is None:
            text = f"{as_text(low)}–{as_text(high)}"
            sheet.remark(
                _(
                    "%(place)s: the range “%(range)s” is not understood, and the place left out.",
                    place=as_text(name),
                    range=text,
                )
            )
        else:
            places.append(read)
    sheet.body(sorted(places, key=lambda row: int(row["low"])), natural=True)
    worn = [name for name, _armour in items(actor, "armor", "armour")]
    if worn:
        sheet.remark(_("Armour is not read, put it on by hand: %(names)s", names=as_text(", ".join(worn))))


def _about(sheet: MythrasSheet, values: Mapping[str, Any]) -> None:
    sheet.put("player", get_nested(values, "identity", "playerName"))
    sheet.put("culture", get_nested(values, "identity", "culture", "name"))
    sheet.put("career", get_nested(values, "identity", "profession", "name"))
    sheet.put("state.luck", figure(get_nested(values, "resources", "luckPoints", "value")))
    sheet.put("state.magic", figure(get_nested(values, "resources", "magicPoints", "value")))
    overrides = [_override(values, key) for key in ("actionPoints", "damageModifier", "initiativeBonus")]
    sheet.printed_attributes(*overrides)


def _override(values: Mapping[str, Any], key: str) -> Any:
    return (
        None
        if get_nested(values, "attributeOverrides", key, "mode") in _COMPUTED
        else get_nested(values, "attributeOverrides", key, "value")
    )


FOUNDRY = Importer(
    "foundry",
    _("Actors of Foundry, of its two systems for Mythras (JSON)"),
    lambda source: foundry.is_of(source, *SYSTEMS),
    read,
)
