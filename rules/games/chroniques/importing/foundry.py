"""Actors of the Foundry system `co2`: names and numbers, no descriptions and no pictures.

That system plays the second edition of Chroniques Oubliées: its agility is our dexterity, its will has no place here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.dice import parse
from rules.core.errors import Unreadable
from rules.core.paths import Data
from rules.games.chroniques.sheet import ABILITIES, SCHEMA, SCORES
from rules.games.chroniques.text import _
from rules.importing import foundry
from rules.importing.builder import SheetBuilder, as_text, figure, get_nested
from rules.importing.foundry import items
from rules.importing.reading import Imported, Importer, Say, Source, import_each, rows_of

SYSTEM = "co2"
THEIRS = {"for_": "for", "dex": "agi", "con": "con", "int_": "int", "per": "per", "cha": "cha"}
PRINTED = {"def": "typed.def_", "init": "typed.init", "dr": "armour.rd"}
KINDS = {"melee": "contact", "ranged": "distance", "magic": "psychic"}
ATTACK, CARRIED = "attack", "equipment"
MOST_WEAPONS = 60
_DICE = re.compile(r"\s*([0-9]{0,2})\s*d\s*([0-9]{1,3})[a-z°!]*\s*([+\u2212-]\s*[0-9]{1,2}(?![0-9d]))?", re.IGNORECASE)


def recognises(source: Source) -> bool:
    return foundry.is_of(source, SYSTEM)


def read(source: Source, _settings: Data, say: Say) -> tuple[Imported, ...]:
    return import_each(foundry.actors(source), partial(_actor, say))


def _actor(say: Say, actor: Mapping[str, Any]) -> Imported:
    sheet, values = SheetBuilder(SCHEMA, say), foundry.fields(actor)
    played = actor.get("type") == "character"
    for key, name in THEIRS.items():
        _ability(sheet, key, values, name)
    will = figure(get_nested(values, "abilities", "vol", "base"))
    if will is not None:
        sheet.remark(_("Will has no place on this sheet: %(value)s.", value=as_text(will)))
    sheet.put("hp.max", _most_hp(values))
    sheet.put("hp.current", get_nested(values, "attributes", "hp", "value"))
    if played:
        sheet.put("level", get_nested(values, "attributes", "level", "base"))
        sheet.put("profile", next((name for name, _fields in items(actor, "profile")), None))
        sheet.remark(_("Defence, initiative and attacks are computed here by the rules of this game."))
    else:
        _read_printed(sheet, values)
    for kind in (ATTACK, CARRIED):
        for name, item in list(items(actor, kind))[:MOST_WEAPONS]:
            _weapon(sheet, name, item, obligatory=kind == ATTACK)
    return sheet.imported(actor, actor.get("name"), "pc" if played else "npc")


def _ability(sheet: SheetBuilder, key: str, values: Mapping[str, Any], name: str) -> None:
    base, more = (get_nested(values, "abilities", name, *path) for path in (("base",), ("bonuses", "sheet")))
    number, added = figure(base), figure(more)
    if number is not None and added:
        total = number + added
        sheet.remark(_("%(ability)s: %(base)s and %(more)s.", ability=ABILITIES[key], base=number, more=added))
        sheet.put(f"abilities.{key}", total)
    else:
        sheet.put(f"abilities.{key}", base)


def _most_hp(values: Mapping[str, Any]) -> Any:
    hit_points = get_nested(values, "attributes", "hp")
    numbers = hit_points if isinstance(hit_points, Mapping) else {}
    return numbers.get("max") or numbers.get("base")


def _read_printed(sheet: SheetBuilder, values: Mapping[str, Any]) -> None:
    for name, path in PRINTED.items():
        sheet.put(path, get_nested(values, "combat", name, "base"))
    for name, kind in KINDS.items():
        sheet.put(f"typed.{SCORES[kind][0]}", get_nested(values, "combat", name, "base"))
    challenge = get_nested(values, "attributes", "nc")
    if isinstance(challenge, str | int | float) and not isinstance(challenge, bool):
        sheet.note(f"NC {as_text(challenge)}")


def _weapon(sheet: SheetBuilder, name: str, item: Mapping[str, Any], *, obligatory: bool) -> None:
    """Add an item with a damage formula as a weapon, and list other carried items as left out."""
    formula = _formula(item)
    if not formula and not obligatory:
        sheet.left_out.append(as_text(name))
        return
    match = _DICE.match(formula)
    dice = _usable(match) if match else None
    if formula and dice is None:
        sheet.strange(_("%(weapon)s", weapon=as_text(name)), formula)
    metres = figure(item.get("range")) or None
    kind = KINDS.get(str(item.get("subtype")), "distance" if metres else "contact")
    adds = "@for" in formula.lower() or None
    sheet.row("weapons", name, {"name": name, "kind": kind, "dice": dice, "range_m": metres, "add_for": adds})


def _formula(item: Mapping[str, Any]) -> str:
    actions = rows_of(item.get("actions"))[:1]
    resolvers = [row for action in actions for row in rows_of(action.get("resolvers"))]
    formulas = (get_nested(row, "dmg", "formula") for row in resolvers)
    return next((text for text in formulas if isinstance(text, str) and text), "")


def _usable(match: re.Match[str]) -> str | None:
    more = (match[3] or "").replace("\u2212", "-").replace(" ", "")
    dice = f"{match[1] or 1}d{match[2]}{more}"
    try:
        parse(dice)
    except Unreadable:
        return None
    return dice


FOUNDRY = Importer("foundry-co2", _("Actors of Foundry, system co2 (JSON)"), recognises, read)
