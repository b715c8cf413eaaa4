"""Views that export a character: on paper, as a blank sheet of its game, and as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web.language import say
from sheets import import_export
from sheets.pages import reading_or_404
from sheets.paper import layout, plain
from sheets.portraits import store
from sheets.portraits.limits import LARGE


@seat_pages.shown_to()
def sheet(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "read")
    context = {"seat": seat, "character": reading.character, "title": reading.character.name}
    context |= {"game": say(reading.system.name), "paper": layout.build_paper(reading)}
    context["face"] = store.address(reading.character.portrait, LARGE)
    return render(request, "sheets/print.html", context)


@seat_pages.shown_to()
def export(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """A character as Tablée's own file, or its printed form as text (``as=text``) or spreadsheet (``as=csv``)."""
    reading = reading_or_404(seat, character, "read")
    kind = request.GET.get("as", "")
    if kind == "text":
        text, form, end = plain.stat_block(reading), "text/plain", "txt"
    elif kind == "csv":
        text, form, end = plain.csv_table(reading), "text/csv", "csv"
    else:
        text, form, end = import_export.to_text(reading.character, gm=seat.is_gm), "application/json", "json"
    name = slugify(reading.character.name)[:60] or "character"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{end}"'}
    return HttpResponse(text, content_type=f"{form}; charset=utf-8", headers=headers)


@seat_pages.shown_to("create")
def blank(request: HttpRequest, seat: Seat) -> HttpResponse:
    reading = layout.blank_reading(seat.campaign)
    context = {"seat": seat, "title": _("Blank sheet"), "blank": True, "game": say(reading.system.name)}
    return render(request, "sheets/print.html", context | {"paper": layout.build_paper(reading, blank=True)})
