"""The live parts of a table outside a fight: the group, the journal, the last result, requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from encounters import roster
from encounters.checks import rows as checks_rows
from encounters.fight import prompts, regions, snapshot
from encounters.log import grouping
from encounters.log import rows as log_rows
from encounters.models import Encounter
from rules.core.game import Game
from rules.core.scene import Scene
from rules.engine import exchanges
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.limits import LARGE

Context = Mapping[str, Any] | None
Row = dict[str, Any]


def group(view: View) -> Context:
    """Every character with what a game master wants at a glance; who has no player stands apart."""
    system = view.campaign.system
    characters = roster.everybody(view)
    heroes = [_card(view, system, character) for character in characters if character.kind == Character.Kind.PC]
    others = [_card(view, system, character) for character in characters if character.kind != Character.Kind.PC]
    return {"heroes": heroes, "others": others}


def log(view: View) -> Context:
    entries, more = log_rows.entries(view, view.key)
    shown = grouping.grouped(entries, log_rows.shown(view, entries))
    older = log_rows.older(view.seat, entries[-1].event, view.key) if more and view.seat else ""
    return {"lines": log_rows.listed(shown), "older": older, "gm": view.circle == "gm"}


def pending(view: View) -> Context:
    """The prompts and requests that wait: this seat's own first, then for a game master those of others."""
    waiting = _waiting_in_tests(view)
    listed = view.circle == "gm" and not view.key  # the table of a game master lists the encounters right below
    fight = None if listed else regions.called(view)
    return {**waiting, "fight": fight} if fight is not None or any(waiting.values()) else None


def tests(view: View) -> Context:
    waiting = _waiting_in_tests(view)
    return {**waiting, "fight": None} if any(waiting.values()) else None


def _waiting_in_tests(view: View) -> dict[str, list[Row]]:
    running = [_asked_in(view, encounter) for encounter in _tests(view)]
    shown = [test for test in running if view.key in ("", *test["characters"])]
    rows = [row for test in shown for row in _present(view, test["rows"])]
    others = [row for row in rows if not row["own"]]
    kept = [_with_waiting(test["kept"], others) for test in shown if test["kept"] is not None]
    return {"own": [row for row in rows if row["own"]], "others": _unkept(others, kept), "kept": kept}


def _unkept(others: list[Row], kept: list[Row]) -> list[Row]:
    known = {request["request"] for request in kept}
    return [row for row in others if row["request"] not in known]


def _present(view: View, rows: list[Row]) -> list[Row]:
    """The rows of a sheet, or all, with who has a page open."""
    shown = (row for row in rows if view.key in ("", row["character"]))
    return [{**row, "presence": roster.player_here(view, row["character"])} for row in shown]


def _with_waiting(request: Row, others: list[Row]) -> Row:
    return {**request, "waiting": [row for row in others if row["request"] == request["request"]]}


def _asked_in(view: View, encounter: Encounter) -> Row:
    """All that is asked in a test, without who is there, until it or one of its characters is written."""
    characters = [row["character"] for row in encounter.state.get("fighters", {}).values()]
    made_of = (f"encounter:{encounter.token}", *(f"character:{token}" for token in characters))

    def make() -> Row:
        rows = _rows_of(view, encounter, scene)
        return {"characters": characters, "rows": rows, "kept": checks_rows.kept(view, encounter, scene)}

    scene = snapshot.shown_scene(view, encounter, made_of)
    looks = (roster.viewer(view), view.seat, view.language, view.recent.stamp(()))
    return exchanges.memoized(scene, ("asked in", *looks), make)


def _rows_of(view: View, encounter: Encounter, scene: Scene) -> list[Row]:
    begun = []
    for row in prompts.rows(view, encounter, scene):
        exchange = scene.exchanges.get(row["exchange"])
        words = checks_rows.heading(view, scene, exchange.action.actor) if exchange is not None else None
        begun.append({"title": "", "refused": "", "attempt": "", "request": encounter.token, **row, **(words or {})})
    return [*begun, *checks_rows.rows(view, encounter, scene)]


def party(view: View) -> Context:
    """The names everybody may know, each with its state as a word: a fight in its order, else the player characters."""
    ladder = regions.wall(view)
    return {
        "rows": known_heroes(view),
        "ladder": ladder,
        "window": regions.on_wall(ladder),
        "title": view.campaign.name,
    }


def known_heroes(view: View) -> list[Row]:
    """The player characters, each with its state as a word."""
    system = view.campaign.system
    return [_known(system, character) for character in roster.everybody(view) if character.kind == Character.Kind.PC]


def _card(view: View, system: Game, character: Character) -> Row:
    sheet, settings = character.data, character.campaign.settings
    return {
        "token": character.token,
        "name": character.name,
        "portrait": store.address(character.portrait),
        "player": character.owner.shown_name if character.owner else "",
        "presence": roster.player_here(view, character.token),
        "href": address("sheet", view.seat, character.token),
        **roster.state(system, sheet, settings),
        "numbers": roster.numbers(system, sheet, settings),
    }


def _known(system: Game, character: Character) -> Row:
    return {
        "name": character.name,
        "portrait": store.address(character.portrait, LARGE),
        "side": "pc",
        "side_word": _("Player character"),
        **roster.state(system, character.data, character.campaign.settings),
    }


def _tests(view: View) -> list[Encounter]:
    def read() -> list[Encounter]:
        tests = Encounter.objects.select_related("campaign").filter(campaign=view.campaign, kind=Encounter.Kind.TEST)
        return list(tests.filter(status=Encounter.Status.RUNNING).order_by("pk"))

    return view.kept_rows("tests", ("encounter",), read)
