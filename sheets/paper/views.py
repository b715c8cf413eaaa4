"""Pages made for paper: a sheet, and the blank sheet of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.seats.access import may_or_404, seat_or_404
from campaigns.web.language import say
from sheets.pages import opened
from sheets.paper import layout
from sheets.portraits import store
from sheets.portraits.limits import LARGE


@require_GET
@never_cache
def sheet(request: HttpRequest, seat: str, character: str) -> HttpResponse:
    own_seat, reading = opened(request, seat, character)
    context = {"seat": own_seat, "character": reading.character, "title": reading.character.name}
    context |= {"game": say(reading.system.name), "paper": layout.paper(reading)}
    context["face"] = store.address(reading.character.portrait, LARGE)
    return render(request, "sheets/print.html", context)


@require_GET
@never_cache
def blank(request: HttpRequest, seat: str) -> HttpResponse:
    own_seat = may_or_404(seat_or_404(request, seat), "create")
    reading = layout.blank_reading(own_seat.campaign)
    context = {"seat": own_seat, "title": _("Blank sheet"), "blank": True, "game": say(reading.system.name)}
    return render(request, "sheets/print.html", context | {"paper": layout.paper(reading, blank=True)})
