"""The ground editor, and the views that the editor and the board post to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from campaigns.journal.journal import Receipt, Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web import commands, form_keys, rate_limits
from campaigns.web.language import say
from campaigns.web.middleware import body_limit
from encounters import pictures
from encounters.fight import snapshot
from encounters.ground import readymade, services
from encounters.models import Encounter
from rules.character.sheet import Field
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.text import _
from rules.ground import layout
from sheets.portraits import upload
from sheets.portraits.views import MOST_BODY, read_upload, upload_form

Row = dict[str, Any]
SHOT = (640, 400)  # the size at which a picture is pressed, in CSS pixels


@seat_pages.shown_to()
def ground(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """The page of a game master on which places and ways are laid."""
    _view, fight = snapshot.fight_or_404(seat, encounter)
    page = regions.find_page(seat, "fight", encounter) or regions.find_page(seat, "prepare", encounter)
    context = {"seat": seat, "encounter": fight.encounter, "back": page.address if page else ""}
    rows = _editor_rows(fight.system, fight.encounter, fight.scene.state.get("ground", {}))
    board = next((placed for placed in page.regions if placed.name == "ground"), None) if page else None
    board_html = form_keys.fill_forms(request, page.draw(board)) if page and board else ""
    return render(request, "encounters/ground.html", {**context, **rows, "board": board_html})


def _editor_rows(system: Game, encounter: Encounter, laid: Row) -> Row:
    places, ways = laid.get("places", {}), laid.get("ways", {})
    level, picture = laid.get("level", layout.NONE), laid.get("picture", "")
    fields = services.place_fields(system, bool(picture))
    return {
        "levels": [{"key": key, "label": say(label), "on": key == level} for key, label in services.LEVELS.items()],
        "ready": [{"key": key, "label": str(row.name)} for key, row in readymade.GROUNDS.items()],
        "own": [{"key": other.token, "label": other.name} for other in services.own_grounds(encounter)],
        "places": [_form_row(key, services.as_form_values(row), fields) for key, row in _in_order(places)],
        "new_place": _form_row("", services.as_form_values(_free_cell(places)), fields),
        "ways": [_form_row(key, row, services.way_fields(system, places)) for key, row in _in_order(ways)],
        "new_way": _form_row("", _first_two(places), services.way_fields(system, places)) if len(places) > 1 else None,
        "laid": level == layout.PLACES or bool(places),
        "picture": pictures.address(picture),
        "shot": SHOT,
        **upload_form(""),
    }


def _in_order(rows: Row) -> list[tuple[str, Row]]:
    return sorted(rows.items(), key=lambda item: item[1]["order"])


def _free_cell(places: Row) -> Row:
    taken = {(row["x"], row["y"]) for row in places.values()}
    cells = ((x, y) for y in range(layout.ROWS) for x in range(layout.COLUMNS))
    x, y = next((cell for cell in cells if cell not in taken), (0, 0))
    return {"x": x, "y": y, "left": (2 * x + 1) * 50 // layout.COLUMNS, "top": (2 * y + 1) * 50 // layout.ROWS}


def _first_two(places: Row) -> Row:
    """The ends of a new way before anybody chooses them: the first two places."""
    return dict(zip("ab", (key for key, _row in _in_order(places)), strict=False))


def _form_row(key: str, row: Row, fields: dict[str, Field]) -> Row:
    return {"key": key, "name": row.get("name", ""), "fields": [_field_row(field, row) for field in fields.values()]}


def _field_row(field: Field, row: Row) -> Row:
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


@commands.command_view
def lay(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    values = {key: request.POST.get(key, "") for key in ("level", "ready", "other")}
    done = services.lay(seat=seat, sent=commands.read(request), encounter=encounter, **values)
    return commands.respond(request, seat, done, to=_editor_address(seat, encounter))


@commands.command_view
def save_place(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fields = services.place_fields(seat.campaign.system, pinned=True)
    return _save_row(request, seat, encounter, fields, services.set_place, services.remove_place)


@commands.command_view
def save_way(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fields = services.way_fields(seat.campaign.system, {})
    return _save_row(request, seat, encounter, fields, services.set_way, services.remove_way)


def _save_row(
    request: HttpRequest,
    seat: Seat,
    encounter: str,
    fields: dict[str, Field],
    save: Callable[..., Receipt],
    remove: Callable[..., Receipt],
) -> HttpResponse:
    common = {"seat": seat, "sent": commands.read(request), "encounter": encounter, "key": request.POST.get("key", "")}
    done = remove(**common) if request.POST.get("remove") else save(**common, values=_read_values(request.POST, fields))
    return commands.respond(request, seat, done, to=_editor_address(seat, encounter))


@body_limit(MOST_BODY)
@commands.command_view
def set_picture(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """The picture behind the places, replaced, or with ``remove`` taken away."""
    snapshot.fight_or_404(seat, encounter)  # nothing is decoded for anybody else
    raw = b"" if request.POST.get("remove") else read_upload(request)
    if not request.POST.get("remove") and not rate_limits.PICTURES.take(seat.token):
        return commands.respond_late(request, seat)
    shown = b"" if request.POST.get("remove") else upload.make_wide(raw)
    sent = Sent.of(request.POST.get("command", ""), [request.path, hashlib.sha256(raw).hexdigest()])
    done = services.set_picture(seat=seat, sent=sent, encounter=encounter, picture=shown)
    return commands.respond(request, seat, done, to=_editor_address(seat, encounter))


@commands.command_view
def set_pin(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """A place that is put where the picture was pressed; raises ``Refused`` where a key pressed it nowhere."""
    spot = [request.POST.get(f"spot.{axis}", "") for axis in "xy"]
    if not all(value.isdecimal() for value in spot) or spot == ["0", "0"]:
        raise Refused(_("Press the picture where the place is, or give its percentages."), "spot")
    left, top = (min(100, round(100 * int(value) / most)) for value, most in zip(spot, SHOT, strict=True))
    key, sent = request.POST.get("key", ""), commands.read(request)
    values = {"left": left, "top": top}
    done = services.set_place(seat=seat, sent=sent, encounter=encounter, key=key, values=values)
    return commands.respond(request, seat, done, to=_editor_address(seat, encounter))


def _read_values(posted: QueryDict, fields: dict[str, Field]) -> dict[str, Any]:
    """The posted values of these fields; ticks that may be absent are named in ``flags``."""
    values: dict[str, Any] = {key: posted[key] for key in fields if key in posted}
    return values | {key: False for key in posted.getlist("flags") if key in fields and key not in posted}


@commands.command_view
def put(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Put those who are chosen into the place that was pressed."""
    who, where = request.POST.getlist("who"), request.POST.get("place", "")
    done = services.put(seat=seat, sent=commands.read(request), encounter=encounter, who=who, place=where)
    return commands.respond(request, seat, done)


@commands.command_view
def measure(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Measure the distance of two fighters, or take the measure back."""
    pair = {key: request.POST.get(key, "") for key in ("fighter", "other", "metres")}
    done = services.measure(seat=seat, sent=commands.read(request), encounter=encounter, **pair)
    return commands.respond(request, seat, done)


def _editor_address(seat: Seat, encounter: str) -> str:
    return reverse("ground", args=[seat.token, encounter])
