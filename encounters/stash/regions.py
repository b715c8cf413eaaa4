"""The stash and the purse as they stand on the page of the party, for whoever plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import say
from encounters import roster
from encounters.models import PartyItem
from encounters.party import items
from encounters.stash.stash import PURSE, THING, ThingList, list_at
from rules.character.sheet import Field
from rules.core.paths import get
from rules.core.text import plain
from sheets.editing import change_log
from sheets.models import Character

Row = dict[str, Any]
MOST_FACTS = 3


def stash(view: View) -> Mapping[str, Any]:
    """The things and coins of the party, with the forms that move them to and from one's own characters."""
    heroes = _own(view)
    takers = [{"key": hero.token, "name": hero.name} for hero in heroes]
    return {
        "rows": [_thing(view, item, takers) for item in items.of_kind(view, THING)],
        "takers": takers,
        "coins": _coins(view),
        "owned": [row for hero in heroes for row in _owned(view, hero)],
        "make": address("stash", view.seat),
        "pay": address("purse", view.seat),
    }


def _own(view: View) -> list[Character]:
    """The player characters that this circle moves things for: its own, and all for a game master."""
    viewer = roster.viewer(view)
    heroes = (row for row in roster.everybody(view) if row.kind == Character.Kind.PC)
    return [row for row in heroes if viewer.gm or viewer.owns(row.token)]


def _thing(view: View, item: PartyItem, takers: list[Row]) -> Row:
    system = view.campaign.system
    path = item.data.get("list", "")
    known = path == "" or path in system.belongings.lists
    here = list_at(system, path if known else "")
    row = item.data["row"]
    return {
        "key": item.token,
        "name": item.data["name"],
        "count": here.size(row),
        "facts": " · ".join(list(_facts(here, row))[:MOST_FACTS]),
        "takers": takers if known and path else [],
        "stays": not path,
        "action": address("stash-thing", view.seat, item.token),
    }


def _facts(here: ThingList, row: Mapping[str, Any]) -> Iterator[str]:
    for key, leaf in here.row.items():
        value = row.get(key, leaf.blank)
        if key in ("name", here.count, *here.worn) or leaf.gm_only or leaf.names_test or value == leaf.blank:
            continue
        if leaf.kind in ("text", "choice"):
            yield str(say(change_log.value_text(leaf, value)))
        elif leaf.kind == "number":
            yield f"{say(leaf.short or leaf.label)} {say(change_log.value_text(leaf, value))}"


def _owned(view: View, hero: Character) -> list[Row]:
    """Everything on a sheet that may go into the stash, list by list."""
    system, result = view.campaign.system, []
    for path in system.belongings.lists:
        field, rows = system.schema.field(path), get(hero.data, path) or {}
        if rows and isinstance(field, Field):
            things = [
                _option(view, hero, f"{path}.{key}", list_at(system, path).size(row)) for key, row in rows.items()
            ]
            result.append({"label": f"{hero.name}, {say(field.label)}", "things": things})
    return result


def _option(view: View, hero: Character, path: str, size: int) -> Row:
    name = say(change_log.row_name(view.campaign, hero.data, path))
    return {"key": f"{hero.token}:{path}", "name": name if size == 1 else f"{size} × {name}"}


def _coins(view: View) -> list[Row]:
    purse = next(iter(items.of_kind(view, PURSE)), None)
    schema, rows = view.campaign.system.schema, []
    for path in view.campaign.system.belongings.coins:
        field = schema.field(path)
        held = int((get(purse.data, f"coins.{path}") if purse else 0) or 0)
        if field is not None:
            rows.append({"key": path, "label": say(field.label), "value": plain(held), "held": held})
    return rows
