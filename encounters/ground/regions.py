"""Live regions of the ground: the board of places for each circle, and distances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from encounters.fight import snapshot
from encounters.fight.snapshot import Fight
from encounters.ground import rows
from rules.ground.layout import PLACES
from rules.views import ground as view

Context = Mapping[str, Any] | None


def ground_board(page: View) -> Context:
    """The ground of the fight on this page; for game masters with the forms that place fighters."""
    fight = snapshot.find(page)
    shown = view.view(fight.system, fight.scene, fight.viewer) if fight is not None else None
    if fight is None or shown is None:
        return None
    board = rows.board(fight, shown)
    if fight.viewer.gm:
        seen = _screen_words(board) if shown.level == PLACES else ""
        return {
            **board,
            "gm": True,
            "seen": seen,
            **_gm_forms(page, fight),
            "away": rows.distances(fight, fight.selected),
        }
    mine = [row.fighter for row in fight.board.rows if row.mine]
    away = [row for row in (rows.distances(fight, fighter) for fighter in mine) if row is not None]
    return {**board, "gm": False, "mine": away, "unknown": _explain_no_distance(shown)}


def wall_ground(page: View) -> Context:
    """The ground on the shared screen; ``None`` until a visible fighter stands on it."""
    fight = snapshot.find_current(page)
    shown = view.view(fight.system, fight.scene, fight.viewer) if fight is not None else None
    if fight is None or shown is None or not any(spot.groups for spot in shown.spots):
        return None
    return {**rows.board(fight, shown), "gm": False}


def _gm_forms(page: View, fight: Fight) -> dict[str, Any]:
    """The forms of a game master, who chooses a side or fighters, then presses a place."""
    sides = {"pc": _("Player characters"), "ally": _("Allies"), "foe": _("Opponents"), "unknown": _("Unknown")}
    present = [row.side for row in fight.board.rows]
    token = fight.encounter.token
    return {
        "action": address("put", page.seat, token),
        "measure": {"action": address("measure", page.seat, token), "fighter": fight.selected},
        "editor": address("ground", page.seat, token),
        "sides": [
            {"key": key, "label": label, "count": present.count(key)} for key, label in sides.items() if key in present
        ],
        "people": [{"key": row.fighter, "name": row.name} for row in fight.board.rows],
    }


def _explain_no_distance(shown: view.GroundBoard) -> str:
    if shown.level != PLACES:
        return _("No distance is measured yet.")
    if any(spot.groups for spot in shown.spots):
        return _("You stand in no place yet: the game master puts you into one.")
    return _("Nobody is placed yet.")


def _screen_words(laid: Mapping[str, Any]) -> str:
    """A sentence on the places and fighters that the shared screen shows, which is nothing until one is placed."""
    places = sum(not place["hidden"] for place in laid["places"])
    people = sum(not face["hidden"] for place in laid["places"] for group in place["groups"] for face in group)
    if not people:
        return _("The screen shows the ground once somebody stands on it")
    shown = ngettext("%(count)s place", "%(count)s places", places) % {"count": places}
    seen = ngettext("%(count)s fighter", "%(count)s fighters", people) % {"count": people}
    return _("The screen shows %(places)s and %(people)s") % {"places": shown, "people": seen}
