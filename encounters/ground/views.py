"""The page on which a ground is laid, and what is posted from it and from the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.journal.journal import Done
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats.access import seat_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters.fight import snapshot
from encounters.ground import readymade, services
from encounters.models import Encounter
from rules.character.sheet import Field
from rules.core.game import Game
from rules.ground import layout

Row = dict[str, Any]


@require_GET
@never_cache
def ground(request: HttpRequest, seat: str, encounter: str) -> HttpResponse:
    """The page of a game master on which places and ways are laid."""
    own_seat = seat_or_404(request, seat)
    _view, fight = snapshot.run_by(own_seat, encounter)
    page = regions.find_page(own_seat, "fight", encounter) or regions.find_page(own_seat, "prepare", encounter)
    context = {"seat": own_seat, "encounter": fight.encounter, "back": page.address if page else ""}
    laid = _laid(fight.system, fight.encounter, fight.scene.state.get("ground", {}))
    return render(request, "encounters/ground.html", context | laid)


def _laid(system: Game, encounter: Encounter, laid: Row) -> Row:
    places, ways = laid.get("places", {}), laid.get("ways", {})
    level = laid.get("level", layout.NONE)
    return {
        "levels": [{"key": key, "label": say(label), "on": key == level} for key, label in services.LEVELS.items()],
        "ready": [{"key": key, "label": str(row.name)} for key, row in readymade.GROUNDS.items()],
        "own": [{"key": other.token, "label": other.name} for other in services.own_grounds(encounter)],
        "places": [_form(key, row, services.place_fields(system)) for key, row in _ordered(places)],
        "new_place": _form("", _free_cell(places), services.place_fields(system)),
        "ways": [_form(key, row, services.way_fields(system, places)) for key, row in _ordered(ways)],
        "new_way": _form("", {}, services.way_fields(system, places)) if len(places) > 1 else None,
        "laid": level == layout.PLACES,
    }


def _ordered(rows: Row) -> list[tuple[str, Row]]:
    return sorted(rows.items(), key=lambda item: item[1].get("order", 0))


def _free_cell(places: Row) -> Row:
    taken = {(row.get("x", 0), row.get("y", 0)) for row in places.values()}
    cells = ((x, y) for y in range(layout.ROWS) for x in range(layout.COLUMNS))
    x, y = next((cell for cell in cells if cell not in taken), (0, 0))
    return {"x": x, "y": y}


def _form(key: str, row: Row, fields: dict[str, Field]) -> Row:
    return {"key": key, "name": row.get("name", ""), "fields": [_field(field, row) for field in fields.values()]}


def _field(field: Field, row: Row) -> Row:
    choices = [{"key": choice.key, "label": say(choice.label)} for choice in field.choices]
    value = row.get(field.key, field.blank)
    return {
        "key": field.key,
        "label": say(field.label),
        "kind": field.kind,
        "value": value,
        "least": field.least,
        "most": field.most,
        "choices": choices,
        "required": field.required,
    }


@commands.posted
def lay(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    said = {key: request.POST.get(key, "") for key in ("level", "ready", "other")}
    done = services.lay(seat=seat, sent=commands.sent(request), encounter=encounter, **said)
    return commands.respond(request, seat, done, to=_editor(seat, encounter))


@commands.posted
def place(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fields = services.place_fields(seat.campaign.system)
    return _kept(request, seat, encounter, fields, services.set_place, services.remove_place)


@commands.posted
def way(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fields = services.way_fields(seat.campaign.system, {})
    return _kept(request, seat, encounter, fields, services.set_way, services.remove_way)


def _kept(
    request: HttpRequest,
    seat: Seat,
    encounter: str,
    fields: dict[str, Field],
    keep: Callable[..., Done],
    remove: Callable[..., Done],
) -> HttpResponse:
    """A row that is added or changed, or, with ``remove``, taken away."""
    given = {"seat": seat, "sent": commands.sent(request), "encounter": encounter, "key": request.POST.get("key", "")}
    done = remove(**given) if request.POST.get("remove") else keep(**given, values=_values(request.POST, fields))
    return commands.respond(request, seat, done, to=_editor(seat, encounter))


def _values(posted: QueryDict, fields: dict[str, Field]) -> dict[str, Any]:
    """The posted values of these fields; ticks that may be absent are named in ``flags``."""
    values: dict[str, Any] = {key: posted[key] for key in fields if key in posted}
    return values | {key: False for key in posted.getlist("flags") if key in fields and key not in posted}


@commands.posted
def put(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Put those who are chosen into the place that was pressed."""
    who, where = request.POST.getlist("who"), request.POST.get("place", "")
    done = services.put(seat=seat, sent=commands.sent(request), encounter=encounter, who=who, place=where)
    return commands.respond(request, seat, done)


@commands.posted
def measure(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Measure the distance of two fighters, or take the measure back."""
    two = {key: request.POST.get(key, "") for key in ("fighter", "other", "metres")}
    done = services.measure(seat=seat, sent=commands.sent(request), encounter=encounter, **two)
    return commands.respond(request, seat, done)


def _editor(seat: Seat, encounter: str) -> str:
    return reverse("ground", args=[seat.token, encounter])
