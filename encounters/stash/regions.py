"""Live regions of the stash and the purse, on the page of the party."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import join_dotted, say
from encounters import roster
from encounters.models import PartyItem
from encounters.party import items
from encounters.stash.stash import PURSE, THING, ThingList, list_at
from rules.character.sheet import Field
from rules.core.paths import get
from rules.core.text import plain, ready_made
from sheets.editing import change_log
from sheets.models import Character

Row = dict[str, Any]
MOST_FACTS = 3


def stash_region(view: View) -> Mapping[str, Any]:
    """The things and coins of the party, with the forms that move them to and from the viewer's own characters."""
    heroes = _own_heroes(view)
    takers = [{"key": hero.token, "name": hero.name} for hero in heroes]
    return {
        "rows": [_thing_row(view, item, takers) for item in items.list_items(view, THING)],
        "takers": takers,
        "coins": _coin_rows(view),
        "owned": [row for hero in heroes for row in _own_things(view, hero)],
        "make": address("stash", view.seat),
        "pay": address("purse", view.seat),
    }


def _own_heroes(view: View) -> list[Character]:
    """The player characters for whom this circle may move things: its own, or all for a game master."""
    viewer = roster.viewer(view)
    heroes = (row for row in roster.everybody(view) if row.kind == Character.Kind.PC)
    return [row for row in heroes if viewer.gm or viewer.owns(row.token)]


def _thing_row(view: View, item: PartyItem, takers: list[Row]) -> Row:
    system = view.campaign.system
    path = item.data.get("list", "")
    is_accepted = path == "" or path in system.belongings.lists
    things = list_at(system, path if is_accepted else "")
    row = item.data["row"]
    return {
        "key": item.token,
        "name": say(ready_made(view.campaign.game, item.data["name"])),
        "count": things.size(row),
        "facts": join_dotted(*list(_fact_words(view.campaign.game, things, row))[:MOST_FACTS]),
        "takers": takers if is_accepted and path else [],
        "stays": not path,
        "action": address("stash-thing", view.seat, item.token),
    }


def _fact_words(game: str, things: ThingList, row: Mapping[str, Any]) -> Iterator[str]:
    for key, leaf in things.row.items():
        value = row.get(key, leaf.blank)
        if key in ("name", things.count, *things.worn) or leaf.gm_only or leaf.names_test or value == leaf.blank:
            continue
        if leaf.kind in ("text", "choice"):
            yield say(ready_made(game, change_log.value_text(leaf, value)))
        elif leaf.kind == "number":
            yield f"{say(leaf.short or leaf.label)} {say(change_log.value_text(leaf, value))}"


def _own_things(view: View, hero: Character) -> list[Row]:
    """Everything on a sheet that can be put into the stash, list by list."""
    system, result = view.campaign.system, []
    for path in system.belongings.lists:
        field, rows = system.schema.field(path), get(hero.data, path) or {}
        if rows and isinstance(field, Field):
            things = [
                _thing_option(view, hero, f"{path}.{key}", list_at(system, path).size(row)) for key, row in rows.items()
            ]
            result.append({"label": f"{hero.name}, {say(field.label)}", "things": things})
    return result


def _thing_option(view: View, hero: Character, path: str, size: int) -> Row:
    name = say(ready_made(view.campaign.game, change_log.row_name(view.campaign, hero.data, path)))
    return {"key": f"{hero.token}:{path}", "name": name if size == 1 else f"{size} × {name}"}


def _coin_rows(view: View) -> list[Row]:
    purse = next(iter(items.list_items(view, PURSE)), None)
    schema, rows = view.campaign.system.schema, []
    for path in view.campaign.system.belongings.coins:
        field = schema.field(path)
        amount = int((get(purse.data, f"coins.{path}") if purse else 0) or 0)
        if field is not None:
            rows.append({"key": path, "label": say(field.label), "value": plain(amount), "held": amount})
    return rows
