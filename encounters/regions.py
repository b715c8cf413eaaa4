"""Live regions of a table outside a fight: the group, the journal, the last result, requested tests."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.seats.regions import presence_row
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import join_dotted
from encounters import roster
from encounters.checks import rows as checks_rows
from encounters.fight import prompts, regions, snapshot
from encounters.log import grouping
from encounters.log import rows as log_rows
from encounters.log.results import is_own
from encounters.models import Encounter
from rules.core.scene import Scene
from rules.engine import exchanges
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.limits import LARGE

Context = Mapping[str, Any] | None
Row = dict[str, Any]


def group_region(view: View) -> Context:
    """Every character with its health and main numbers for a game master; player characters first."""
    characters = roster.everybody(view)
    heroes = [_gm_card(view, character) for character in characters if character.kind == Character.Kind.PC]
    others = [_gm_card(view, character) for character in characters if character.kind != Character.Kind.PC]
    return {"heroes": heroes, "others": others, "spectators": _spectator_rows(view)}


def _spectator_rows(view: View) -> list[Row]:
    def read() -> list[Seat]:
        return list(Seat.objects.filter(campaign=view.campaign, role=Seat.Role.SPECTATOR, left_at=None).order_by("pk"))

    seats = view.cached_rows("spectators", ("seat",), read)
    return [{"name": seat.name, "presence": presence_row(view, seat.pk)} for seat in seats]


def log_region(view: View) -> Context:
    newest, more = log_rows.newest_entries(view, view.key)
    entries = grouping.join_beginnings(newest)
    system = view.campaign.system
    shown = grouping.fold_asked(entries, log_rows.ready_rows(view, entries), lambda entry: is_own(view, entry))
    rows = grouping.group_rows(*shown, system.opening_kinds, system.ending)
    older = log_rows.older_address(view.seat, newest[-1].event, view.key) if more and view.seat else ""
    return {"lines": log_rows.draw_list(rows), "older": older, "gm": view.circle == "gm"}


def pending_region(view: View) -> Context:
    """The prompts and requests that wait: this seat's own first, then for a game master those of others."""
    waiting = _rows_of_tests(view)
    lists_encounters = (
        view.circle == "gm" and not view.key
    )  # a game master's table page lists the encounters right below this region
    fight = None if lists_encounters else regions.ongoing_fight(view)
    return {**waiting, "fight": fight} if fight is not None or any(waiting.values()) else None


def called_region(view: View) -> Context:
    """The fight that goes on, for a spectator who reads something else."""
    fight = snapshot.find_current(view)
    if fight is None:
        return None
    href = "../screen/"  # spectators share their regions, which hold no address of a seat
    shown = {"name": fight.encounter.name, "href": href, "asked": [], "turn": False}
    return {"own": [], "others": [], "requests": [], "fight": shown}


def tests_region(view: View) -> Context:
    waiting = _rows_of_tests(view)
    return {**waiting, "fight": None} if any(waiting.values()) else None


def _rows_of_tests(view: View) -> dict[str, list[Row]]:
    rows_of_tests = (_test_rows(view, encounter) for encounter in snapshot.tests(view))
    shown = [test for test in rows_of_tests if view.key in ("", *test["characters"])]
    rows = [row for test in shown for row in _with_presence(view, test["rows"])]
    others = [row for row in rows if not row["own"]]
    requests = [_with_waiting(view, test["kept"], others) for test in shown if test["kept"] is not None]
    return {
        "own": [row for row in rows if row["own"]],
        "others": _without_requests(others, requests),
        "requests": requests,
    }


def _without_requests(others: list[Row], requests_shown: list[Row]) -> list[Row]:
    requests = {request["request"] for request in requests_shown}
    return [row for row in others if row["request"] not in requests]


def _with_presence(view: View, rows: list[Row]) -> list[Row]:
    shown = (row for row in rows if view.key in ("", row["character"]))
    return [
        _kept(view, row["id"], {**row, "presence": roster.presence_of_player(view, row["character"])}) for row in shown
    ]


def _with_waiting(view: View, request: Row, others: list[Row]) -> Row:
    waiting = [row for row in others if row["request"] == request["request"]]
    return _kept(view, (request["id"], view.key), {**request, "waiting": waiting})


def _kept(view: View, name: Hashable, row: Row) -> Row:
    return view.keep_row(name, row, lambda: row)


def _test_rows(view: View, encounter: Encounter) -> Row:
    """The prompts and the card of a test, without presence, memoized until the test or a character is written."""
    characters = [row["character"] for row in encounter.state.get("fighters", {}).values()]

    def make() -> Row:
        rows = _prompt_rows(view, encounter, scene)
        return {"characters": characters, "rows": rows, "kept": checks_rows.request_card(view, encounter, scene)}

    scene = snapshot.shown_scene(view, encounter.token)
    stamp = (roster.viewer(view), view.seat, view.language, view.settings_stamp)
    return exchanges.memoize_in(scene, ("asked in", *stamp), make)


def _prompt_rows(view: View, encounter: Encounter, scene: Scene) -> list[Row]:
    prompts_shown = []
    for row in prompts.rows(view, encounter, scene):
        exchange = scene.exchanges.get(row["exchange"])
        words = checks_rows.request_words(view, scene, exchange.action.actor) if exchange is not None else None
        further = exchange is not None and bool(exchange.answers)  # another die of a test that has begun
        given = {"title": "", "refused": "", "attempt": "", "request": encounter.token}
        prompts_shown.append({**given, **row, **(words or {}), "further": further})
    return [*prompts_shown, *checks_rows.rows(view, encounter, scene)]


def party_region(view: View) -> Context:
    """The names that everybody may know, each with its health in words: the turn order of a fight, else the heroes."""
    ladder = regions.wall(view)
    return {
        "rows": known_heroes(view) if ladder is None else [],
        "ladder": ladder,
        "window": regions.wall_part(ladder),
        "title": view.campaign.name,
    }


def known_heroes(view: View, seen: Collection[str] | None = None) -> list[Row]:
    """The cards of the heroes, of those ``seen`` in a fight alone while there is one."""
    heroes = (character for character in roster.everybody(view) if character.kind == Character.Kind.PC)
    return [_public_card(view, hero) for hero in heroes if seen is None or hero.token in seen]


def _gm_card(view: View, character: Character) -> Row:
    name, presence = ("card", character.token), roster.presence_of_player(view, character.token)
    written = (f"character:{character.token}",)
    card = view.cached((*name, view.language), written, lambda: _build_gm_card(view, character))
    return view.keep_row(name, (card, presence), lambda: {**card, "presence": presence})


def _build_gm_card(view: View, character: Character) -> Row:
    health = roster.about(view, character.token, roster.health_in_full)
    return {
        "token": character.token,
        "name": character.name,
        "portrait": store.address(character.portrait),
        "player": character.owner.shown_name if character.owner else "",
        "href": address("sheet", view.seat, character.token),
        **health,
        "place": join_dotted(health["place"], *roster.lasting_states(character)),
        "numbers": roster.about(view, character.token, roster.numbers_at_glance),
    }


def _public_card(view: View, character: Character) -> Row:
    return {
        "name": character.name,
        "portrait": store.address(character.portrait, LARGE),
        "side": "pc",
        "side_word": _("Player character"),
        **roster.about(view, character.token, roster.health_in_full),
    }
