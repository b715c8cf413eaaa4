"""Live regions of the party: on its own page, on players' pages, and on the shared screen."""

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
    """The clocks that a circle sees, with buttons for a game master; ``None`` for others if there are none."""
    gm = view.circle == "gm"
    rows = [_clock_row(view, item) for item in _visible_clocks(view)]
    if not gm:
        return {"rows": rows, "gm": False} if rows else None
    return {
        "rows": rows,
        "gm": True,
        "make": address("clocks", view.seat),
        "sizes": list(range(clocks.LEAST_SIZE, clocks.MOST_SIZE + 1)),
        "viewers": _viewer_rows(view, {}),
    }


def wall_clocks(view: View) -> Context:
    rows = [_clock_face(item) for item in _visible_clocks(view)]
    return {"rows": rows} if rows else None


def clock_strip(view: View) -> Context:
    """The clocks a player sees, for every page, with a link to the page of the party."""
    rows = [_clock_face(item) for item in _visible_clocks(view)]
    return {"rows": rows, "all": address("party", view.seat)} if rows else None


def next_session_region(view: View) -> Context:
    """The next session, with its form for a game master; ``None`` for others if none is planned."""
    item = next(iter(items.list_items(view, next_session.KIND)), None)
    action = address("next-session", view.seat) if view.circle == "gm" else ""
    if item is None:
        return {"when": "", "place": "", "action": action, "answers": [], "answer": ""} if action else None
    answers: dict[str, str] = item.data.get("answers", {})
    return {
        "when": item.data["name"],
        "place": item.data.get("place", ""),
        "action": action,
        "answers": [
            {"name": name, "said": _answer_words(answers.get(token, "")), "key": answers.get(token, "")}
            for token, name in items.player_names(view)
        ],
        "answer": "" if action else address("answer-session", view.seat),
        "choices": _choice_rows(answers.get(view.circle.removeprefix("seat:"), "")),
    }


def _choice_rows(own: str) -> list[Row]:
    return [{"key": key, "name": say(word), "own": key == own} for key, word in next_session.SAYS.items()]


def _answer_words(key: str) -> str:
    return say(next_session.ANSWERS[key]) if key else _("no answer yet")


def calendar_region(view: View) -> Context:
    """The current day of the story, with forms for a game master; ``None`` for others until it is set."""
    item = next(iter(items.list_items(view, calendar.KIND)), None)
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
        "rest": _rest_form(view, rest) if rest else None,
        "no_rest": "" if rest else _("%(game)s does not say how time heals: only the days go by.") % {"game": game},
    }


def _rest_form(view: View, rest: Rest) -> Row:
    system = view.campaign.system
    heroes = [{"key": row.token, "name": row.name} for row in roster.everybody(view) if row.kind == row.Kind.PC]
    flags = [{"key": flag.key, "name": say(flag.label)} for flag in rest.flags]
    also = [{"key": kind, "name": say(system.act(kind).label)} for kind in rest.also if _is_offered(view, kind)]
    return {"says": say(rest.says), "most": rest.most, "heroes": heroes, "flags": flags, "also": also}


def _is_offered(view: View, kind: str) -> bool:
    heroes = [row for row in roster.everybody(view) if row.kind == row.Kind.PC]
    scene = downtime.scene_of(view.campaign, heroes)
    return any(view.campaign.system.offer(scene, row.token, kind) is not None for row in heroes)


def tables_region(view: View) -> Context:
    return {
        "rows": [_table_row(view, item) for item in items.list_items(view, random_tables.KIND)],
        "make": address("random-tables", view.seat),
    }


def _table_row(view: View, item: PartyItem) -> Row:
    rows = random_tables.parse_rows(item.data["dice"], item.data["rows"])
    lines = [
        {"at": str(row.first) if row.first == row.last else f"{row.first}–{row.last}", "text": row.text} for row in rows
    ]
    action = address("random-table", view.seat, item.token)
    return {"key": item.token, "name": item.data["name"], "dice": item.data["dice"], "lines": lines, "action": action}


def _visible_clocks(view: View) -> list[PartyItem]:
    return [item for item in items.list_items(view, clocks.KIND) if clocks.is_shown_to(item.data, view.circle)]


def _clock_face(item: PartyItem) -> Row:
    size, filled = int(item.data["size"]), int(item.data["filled"])
    count = _("%(filled)s of %(size)s") % {"filled": filled, "size": size}
    segments = [number < filled for number in range(size)]
    return {"name": item.data["name"], "filled": filled, "size": size, "count": count, "segments": segments}


def _clock_row(view: View, item: PartyItem) -> Row:
    row = {"key": item.token, **_clock_face(item)}
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
        "viewers": _viewer_rows(view, shown),
    }


def _viewer_rows(view: View, shown: Mapping[str, Any]) -> list[Row]:
    everybody = {"key": clocks.TABLE, "name": _("Everybody"), "checked": clocks.TABLE in shown}
    rows = [{"key": token, "name": name, "checked": token in shown} for token, name in items.player_names(view)]
    return [everybody, *rows]
