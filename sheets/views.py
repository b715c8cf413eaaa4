"""The pages of a sheet: the sheet itself, the parts of a number, the boxes of a place, a test about to be rolled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.live.regions import fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web.language import say
from rules.core.text import plain, signed
from rules.engine import offers
from sheets.editing import wound_boxes
from sheets.forms import fields_form
from sheets.lookup import rows as lookup_rows
from sheets.pages import opened, url_of
from sheets.rolls import odds
from sheets.rolls.fields import field_row
from sheets.rows import sum_lines
from sheets.sheet_view import Reading, find

TABS = ("state", "skills", "gear", "notes", "journal")


@require_GET
@never_cache
def sheet(request: HttpRequest, seat: str, character: str, tab: str = "state") -> HttpResponse:
    page = seat_pages.page_or_404(request, seat, "sheet", character)
    names = {placed.name for placed in page.regions}
    row = find(page.seat.campaign, character)
    context = {"page": page, "seat": page.seat, "character": row, "tab": tab, "names": names}
    return render(request, "sheets/sheet.html", context)


@require_GET
@never_cache
def parts(request: HttpRequest, seat: str, character: str, key: str) -> HttpResponse:
    own_seat, reading = opened(request, seat, character)
    other = next((number for number in reading.derived if number.key == key), None)
    if other is None:
        raise Http404
    total = say(other.shown) if other.shown else other.value.total
    context = {"seat": own_seat, "character": reading.character, "title": say(other.label)}
    context["sum"] = fragment(
        "_sum.html", lines=sum_lines(other.value, own_seat.token), total=total, total_label=say(other.label)
    )
    return render(request, "sheets/parts.html", context)


@require_GET
@never_cache
def place(request: HttpRequest, seat: str, character: str, path: str) -> HttpResponse:
    own_seat, reading = opened(request, seat, character)
    column = wound_boxes.column(reading, path)
    if column is None:
        raise Http404
    for cell in column["cells"]:
        cell["next"] = wound_boxes.preview(reading, cell["path"], 1)
        cell["rule"] = lookup_rows.of_wound(own_seat.token, reading, cell["path"])
        cell["drawn"] = fragment("_boxes.html", **cell)
    context = {
        "seat": own_seat,
        "character": reading.character,
        **column,
        "action": url_of("sheet-step", own_seat, reading),
    }
    return render(request, "sheets/place.html", context)


@require_GET
@never_cache
def check(request: HttpRequest, seat: str, character: str, check: str) -> HttpResponse:
    own_seat, reading = opened(request, seat, character, "roll")
    test = reading.checks.get(check)
    if test is None:
        raise Http404
    offer = reading.system.test_offer(reading.sheet, reading.settings, "")
    fields = [field for field in offer.fields if field.key != "check"]
    form = fields_form(fields, gm=own_seat.is_gm, data=request.GET or None, gm_only=offer.gm_only, ids="said")
    args = dict(form.cleaned_data) if request.GET and form.is_valid() else {}
    given = offers.read_args(replace(offer, fields=tuple(fields)), args, own_seat.is_gm)
    context = {
        "seat": own_seat,
        "character": reading.character,
        "check": test,
        "title": say(test.what),
        "rule": lookup_rows.of_check(own_seat.token, reading, test),
        "refused": say(test.refused) if test.refused else "",
        "edit": url_of("sheet-field", own_seat, reading, test.path) if reading.schema.field(test.path) else "",
        "here": url_of("check", own_seat, reading, check),
        "said": [field_row(form, field) for field in fields if field.key in form.fields],
        "dice": own_seat.dice,
        "odds": None if test.refused else _odds(own_seat, reading, check, given),
    }
    return render(request, "sheets/check.html", context)


def _odds(seat: Seat, reading: Reading, check: str, args: dict[str, Any]) -> SafeString | None:
    if reading.system.setting(reading.settings, "odds") == "off":
        return None
    chances = odds.chances(reading.system, reading.sheet, reading.settings, check, args)
    if chances is None:
        return None
    percent = _("%(percent)s %%") % {"percent": chances.percent}
    words = _("%(percent)s of success") % {"percent": percent}
    test = chances.sample.check
    return fragment(
        "_odds.html",
        lines=sum_lines(test.target, seat.token),
        total=signed(test.target.total) if test.adds else plain(test.target.total),
        total_label=_("Bonus") if test.adds else _("Chances"),
        percent=percent,
        words=words,
        faces=chances.faces,
        parts=chances.parts,
        sentence="" if chances.dice else say(chances.sample.label),
    )
