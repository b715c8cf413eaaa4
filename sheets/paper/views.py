"""A character to take along: on paper, with the blank sheet of a game, and as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web.language import say
from sheets import import_export
from sheets.pages import sheet_of
from sheets.paper import layout, plain
from sheets.portraits import store
from sheets.portraits.limits import LARGE


@seat_pages.shown_to()
def sheet(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "read")
    context = {"seat": seat, "character": reading.character, "title": reading.character.name}
    context |= {"game": say(reading.system.name), "paper": layout.paper(reading)}
    context["face"] = store.address(reading.character.portrait, LARGE)
    return render(request, "sheets/print.html", context)


@seat_pages.shown_to()
def export(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """A character as our file; as a text (``as=text``) or a spreadsheet (``as=csv``), what is printed of it."""
    reading = sheet_of(seat, character, "read")
    kind = request.GET.get("as", "")
    if kind == "text":
        text, form, end = plain.text(reading), "text/plain", "txt"
    elif kind == "csv":
        text, form, end = plain.table(reading), "text/csv", "csv"
    else:
        text, form, end = import_export.written(reading.character, gm=seat.is_gm), "application/json", "json"
    name = slugify(reading.character.name)[:60] or "character"
    headers = {"Content-Disposition": f'{"inline" if end == "txt" else "attachment"}; filename="{name}.{end}"'}
    return HttpResponse(text, content_type=f"{form}; charset=utf-8", headers=headers)


@seat_pages.shown_to("create")
def blank(request: HttpRequest, seat: Seat) -> HttpResponse:
    reading = layout.blank_reading(seat.campaign)
    context = {"seat": seat, "title": _("Blank sheet"), "blank": True, "game": say(reading.system.name)}
    return render(request, "sheets/print.html", context | {"paper": layout.paper(reading, blank=True)})
