"""Handouts as they stand on pages: the list, the strip on every page of a player, and the shared screen."""

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


def listed(view: View) -> Mapping[str, Any]:
    """The handouts of the table, each with who is shown it for a game master; for others those they are shown."""
    players = [(seat.token, seat.name) for seat in _players(view)] if view.circle == "gm" else []
    rows = [_row(view, handout, players) for handout in shown_to(view)]
    return {"rows": rows, "gm": view.circle == "gm", "has_players": bool(players)}


def strip(view: View) -> Mapping[str, Any] | None:
    """The newest handout that a player is shown, with the number of all of them."""
    rows = shown_to(view)
    if not rows:
        return None
    more = len(rows) - 1
    words = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more else ""
    return {"newest": _line(view, rows[0]), "more": words, "all": addresses.address("handouts", view.seat)}


def wall(view: View) -> Mapping[str, Any] | None:
    """The handout on the shared screen, with the state of the group beneath."""
    on_screen = next((row for row in _all(view) if row.data.get("on_screen")), None)
    return {**read(on_screen), "heroes": known_heroes(view)} if on_screen else None


def scene(view: View) -> Mapping[str, Any] | None:
    """The picture of the scene, without a word of its handout, while no fight is open."""
    lent = next((row.data["picture"] for row in _all(view) if row.data.get(SCENE) and row.data.get("picture")), "")
    return {"picture": pictures.address(lent)} if lent and snapshot.current(view) is None else None


def shown_to(view: View) -> list[Handout]:
    """The handouts that a circle reads, the newest first."""
    return [row for row in _all(view) if is_shown_to(row.data, view.circle)]


def _all(view: View) -> list[Handout]:
    return view.kept_rows(
        "handouts", SUBJECTS, lambda: list(Handout.objects.filter(campaign=view.campaign).order_by("-pk"))
    )


def _players(view: View) -> list[Seat]:
    return view.rows("players", lambda: list(players(view.campaign)))


def _line(view: View, handout: Handout) -> Row:
    address = addresses.address("handout", view.seat, handout.token)
    return {"name": handout.name, "picture": pictures.address(handout.data.get("picture", "")), "href": address}


def read(handout: Handout) -> Row:
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
