"""The live parts of the party: on its own page, on every page of a player, and on the shared screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.checks import downtime
from encounters.models import PartyItem
from encounters.party import calendar, clocks, items, next_session, random_tables
from rules.core.game import Rest

Row = dict[str, Any]
Context = Mapping[str, Any] | None


def clocks_region(view: View) -> Context:
    """The clocks that a circle sees, each with its buttons for a game master; nothing for others without any."""
    gm = view.circle == "gm"
    rows = [_clock(view, item) for item in _clocks(view)]
    if not gm:
        return {"rows": rows, "gm": False} if rows else None
    return {
        "rows": rows,
        "gm": True,
        "make": address("clocks", view.seat),
        "sizes": list(range(clocks.LEAST_SIZE, clocks.MOST_SIZE + 1)),
        "viewers": _viewers(view, {}),
    }


def wall_clocks(view: View) -> Context:
    rows = [_face(item) for item in _clocks(view)]
    return {"rows": rows} if rows else None


def strip(view: View) -> Context:
    """The clocks of a player on every page, with the way to all that the party keeps."""
    rows = [_face(item) for item in _clocks(view)]
    return {"rows": rows, "all": address("party", view.seat)} if rows else None


def planned(view: View) -> Context:
    """When and where the table meets again, with the form of its game master; nothing for others without a day."""
    item = next(iter(items.of_kind(view, next_session.KIND)), None)
    action = address("next-session", view.seat) if view.circle == "gm" else ""
    if item is None:
        return {"when": "", "place": "", "action": action, "answers": [], "answer": ""} if action else None
    given: dict[str, str] = item.data.get("answers", {})
    return {
        "when": item.data["name"],
        "place": item.data.get("place", ""),
        "action": action,
        "answers": [
            {"name": name, "said": _said(given.get(token, "")), "key": given.get(token, "")}
            for token, name in items.player_names(view)
        ],
        "answer": "" if action else address("answer-session", view.seat),
        "choices": _choices(given.get(view.circle.removeprefix("seat:"), "")),
    }


def _choices(own: str) -> list[Row]:
    return [{"key": key, "name": say(word), "own": key == own} for key, word in next_session.SAYS.items()]


def _said(key: str) -> str:
    return say(next_session.ANSWERS[key]) if key else _("no answer yet")


def dated(view: View) -> Context:
    """The day of the story, with what a game master does about it; nothing for others before it was ever set."""
    item = next(iter(items.of_kind(view, calendar.KIND)), None)
    date: Row = {"label": "", "day": 0, "numbered": ""}
    if item:
        day = item.data["day"]
        date = {"label": item.data.get("label", ""), "day": day, "numbered": _("Day %(day)s") % {"day": day}}
    if view.circle != "gm":
        return {**date, "action": ""} if item else None
    rest, game = view.campaign.system.rest, say(view.campaign.system.name)
    return {
        **date,
        "action": address("calendar", view.seat),
        "most_days": calendar.MOST_DAYS,
        "rest": _rest(view, rest) if rest else None,
        "no_rest": "" if rest else _("%(game)s does not say how time heals: only the days go by.") % {"game": game},
    }


def _rest(view: View, rest: Rest) -> Row:
    system = view.campaign.system
    heroes = [{"key": row.token, "name": row.name} for row in roster.everybody(view) if row.kind == row.Kind.PC]
    flags = [{"key": flag.key, "name": say(flag.label)} for flag in rest.flags]
    also = [{"key": kind, "name": say(system.act(kind).label)} for kind in rest.also if _is_offered(view, kind)]
    return {"says": say(rest.says), "most": rest.most, "heroes": heroes, "flags": flags, "also": also}


def _is_offered(view: View, kind: str) -> bool:
    """True if an act outside fights would bring something to a hero."""
    heroes = [row for row in roster.everybody(view) if row.kind == row.Kind.PC]
    scene = downtime.scene_of(view.campaign, heroes)
    return any(view.campaign.system.offer(scene, row.token, kind) is not None for row in heroes)


def tables(view: View) -> Context:
    return {
        "rows": [_table(view, item) for item in items.of_kind(view, random_tables.KIND)],
        "make": address("random-tables", view.seat),
    }


def _table(view: View, item: PartyItem) -> Row:
    rows = random_tables.rows_of(item.data["dice"], item.data["rows"])
    lines = [
        {"at": str(row.first) if row.first == row.last else f"{row.first}–{row.last}", "text": row.text} for row in rows
    ]
    action = address("random-table", view.seat, item.token)
    return {"key": item.token, "name": item.data["name"], "dice": item.data["dice"], "lines": lines, "action": action}


def _clocks(view: View) -> list[PartyItem]:
    return [item for item in items.of_kind(view, clocks.KIND) if clocks.is_shown_to(item.data, view.circle)]


def _face(item: PartyItem) -> Row:
    size, filled = int(item.data["size"]), int(item.data["filled"])
    count = _("%(filled)s of %(size)s") % {"filled": filled, "size": size}
    segments = [number < filled for number in range(size)]
    return {"name": item.data["name"], "filled": filled, "size": size, "count": count, "segments": segments}


def _clock(view: View, item: PartyItem) -> Row:
    row = {"key": item.token, **_face(item)}
    if view.circle != "gm":
        return row
    shown = item.data.get("shown", {})
    names = [name for token, name in items.player_names(view) if token in shown]
    seen_by = _("seen by everybody") if clocks.TABLE in shown else ", ".join(names) or _("you alone")
    return row | {
        "seen_by": seen_by,
        "hidden": not shown,
        "full": row["filled"] == row["size"],
        "action": address("clock", view.seat, item.token),
        "viewers": _viewers(view, shown),
    }


def _viewers(view: View, shown: Mapping[str, Any]) -> list[Row]:
    everybody = {"key": clocks.TABLE, "name": _("Everybody"), "checked": clocks.TABLE in shown}
    rows = [{"key": token, "name": name, "checked": token in shown} for token, name in items.player_names(view)]
    return [everybody, *rows]
