"""Pages made for paper: a sheet, and the blank sheet of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web.language import say
from sheets.pages import sheet_of
from sheets.paper import layout
from sheets.portraits import store
from sheets.portraits.limits import LARGE


@seat_pages.shown_to()
def sheet(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "read")
    context = {"seat": seat, "character": reading.character, "title": reading.character.name}
    context |= {"game": say(reading.system.name), "paper": layout.paper(reading)}
    context["face"] = store.address(reading.character.portrait, LARGE)
    return render(request, "sheets/print.html", context)


@seat_pages.shown_to("create")
def blank(request: HttpRequest, seat: Seat) -> HttpResponse:
    reading = layout.blank_reading(seat.campaign)
    context = {"seat": seat, "title": _("Blank sheet"), "blank": True, "game": say(reading.system.name)}
    return render(request, "sheets/print.html", context | {"paper": layout.paper(reading, blank=True)})
