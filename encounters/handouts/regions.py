"""Live regions of handouts: the list, the strip on a player's pages, and the shared screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.seats.players import players
from campaigns.web import addresses
from encounters import pictures
from encounters.fight import snapshot
from encounters.handouts.handouts import SCENE, TABLE, is_shown_to
from encounters.models import Handout
from encounters.regions import known_heroes
from sheets.notes import markdown

Row = dict[str, Any]
SUBJECTS = ("handout",)


def handout_list(view: View) -> Mapping[str, Any]:
    """The handouts that a circle may read; a game master gets all, each with the players who see it."""
    players = [(seat.token, seat.name) for seat in _players(view)] if view.circle == "gm" else []
    rows = [_row(view, handout, players) for handout in handouts_read_by(view)]
    return {"rows": rows, "gm": view.circle == "gm", "has_players": bool(players)}


def newest_strip(view: View) -> Mapping[str, Any] | None:
    """The newest handout that a player may read, and the number of older ones; ``None`` without any."""
    rows = handouts_read_by(view)
    if not rows:
        return None
    more = len(rows) - 1
    words = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more else ""
    return {"newest": _line(view, rows[0]), "more": words, "all": addresses.address("handouts", view.seat)}


def wall_handout(view: View) -> Mapping[str, Any] | None:
    """The handout on the shared screen, with the state of the player characters; ``None`` without one."""
    on_screen = next((row for row in _handouts(view) if row.data.get("on_screen")), None)
    if on_screen is None:
        return None
    return {**reading_row(on_screen), "heroes": known_heroes(view, snapshot.find_seen(view.campaign))}


def scene_picture(view: View) -> Mapping[str, Any] | None:
    """The picture of the scene, without its handout's text; an address only while no fight is open."""
    lent = next((row.data["picture"] for row in _handouts(view) if row.data.get(SCENE) and row.data.get("picture")), "")
    return {"picture": pictures.address(lent)} if lent and snapshot.find_current(view) is None else None


def handouts_read_by(view: View) -> list[Handout]:
    return [row for row in _handouts(view) if is_shown_to(row.data, view.circle)]


def _handouts(view: View) -> list[Handout]:
    return view.cached_rows(
        "handouts", SUBJECTS, lambda: list(Handout.objects.filter(campaign=view.campaign).order_by("-pk"))
    )


def _players(view: View) -> list[Seat]:
    return view.memoize_rows("players", lambda: list(players(view.campaign)))


def _line(view: View, handout: Handout) -> Row:
    address = addresses.address("handout", view.seat, handout.token)
    return {"name": handout.name, "picture": pictures.address(handout.data.get("picture", "")), "href": address}


def reading_row(handout: Handout) -> Row:
    text = handout.data.get("text", "")
    picture = pictures.address(handout.data.get("picture", ""))
    return {"name": handout.name, "picture": picture, "text": mark_safe(markdown.html(text)) if text else ""}


def _row(view: View, handout: Handout, players: list[tuple[str, str]]) -> Row:
    line = {"key": handout.token, **_line(view, handout)}
    if view.circle != "gm":
        return line
    shown = handout.data.get("shown", {})
    by_name = {"show": "show-handout", "take_away": "take-handout"}
    return line | {
        "on_screen": bool(handout.data.get("on_screen")),
        "scene": bool(handout.data.get(SCENE)),
        "to_all": TABLE in shown,
        "to": [name for token, name in players if token in shown],
        "players": [{"key": token, "name": name} for token, name in players if token not in shown],
        **{key: addresses.address(name, view.seat, handout.token) for key, name in by_name.items()},
    }
