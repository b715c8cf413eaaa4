"""Views of a sheet: the sheet itself, the parts of a number, the boxes of a body part, a test before it is rolled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.live.regions import fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web.language import say
from rules.core.text import plain, signed
from rules.engine import offers
from sheets.editing import wound_boxes
from sheets.forms import fields_form
from sheets.lookup import rows as lookup_rows
from sheets.pages import reading_or_404, sheet_address
from sheets.rolls import odds
from sheets.rolls.fields import field_row
from sheets.rows import sum_lines
from sheets.sheet_view import Reading, find_character

TABS = ("state", "skills", "gear", "notes", "journal")


@seat_pages.shown_to()
def sheet(request: HttpRequest, seat: Seat, character: str, tab: str = "state") -> HttpResponse:
    page = seat_pages.page_or_404(seat, "sheet", character)
    names = {placed.name for placed in page.regions}
    row = find_character(page.seat.campaign, character)
    context = {"page": page, "seat": page.seat, "character": row, "tab": tab, "names": names}
    return render(request, "sheets/sheet.html", context)


@seat_pages.shown_to()
def parts(request: HttpRequest, seat: Seat, character: str, key: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "read")
    number = next((number for number in reading.derived if number.key == key), None)
    if number is None:
        raise Http404
    total = say(number.shown) if number.shown else number.value.total
    context = {"seat": seat, "character": reading.character, "title": say(number.label)}
    context["sum"] = fragment(
        "_sum.html", lines=sum_lines(number.value, seat.token), total=total, total_label=say(number.label)
    )
    return render(request, "sheets/parts.html", context)


@seat_pages.shown_to()
def place(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "read")
    column = wound_boxes.column(reading, path)
    if column is None:
        raise Http404
    for cell in column["cells"]:
        cell["next"] = wound_boxes.preview(reading, cell["path"], 1)
        cell["rule"] = lookup_rows.wound_link(seat.token, reading, cell["path"])
        cell["drawn"] = fragment("_boxes.html", **cell)
    context = {
        "seat": seat,
        "character": reading.character,
        **column,
        "action": sheet_address("sheet-step", seat, reading),
    }
    return render(request, "sheets/place.html", context)


@seat_pages.shown_to()
def check(request: HttpRequest, seat: Seat, character: str, check: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "roll")
    test = reading.checks.get(check)
    if test is None:
        raise Http404
    whole = reading.system.test_offer(reading.sheet, reading.settings, "")
    offer = replace(whole, fields=tuple(field for field in whole.fields if field.key != "check"))
    form = fields_form(offer.fields, gm=seat.is_gm, data=request.GET or None, gm_only=offer.gm_only, ids="said")
    args = offers.read_args(offer, dict(form.cleaned_data) if form.is_valid() else {}, seat.is_gm)
    refused = say(test.refused) if test.refused else ""
    context = {
        "seat": seat,
        "character": reading.character,
        "check": test,
        "title": say(test.what),
        "rule": lookup_rows.check_link(seat.token, reading, test),
        "refused": refused,
        "edit": sheet_address("sheet-field", seat, reading, test.path) if reading.schema.field(test.path) else "",
        "here": sheet_address("check", seat, reading, check),
        "said": [field_row(form, field) for field in offer.fields if field.key in form.fields],
        "dice": seat.dice,
        "odds": None if refused else _odds(seat, reading, check, args),
    }
    return render(request, "sheets/check.html", context)


def _odds(seat: Seat, reading: Reading, check: str, args: dict[str, Any]) -> SafeString | None:
    if reading.system.setting(reading.settings, "odds") == "off":
        return None
    chances = odds.find_chances(reading.system, reading.sheet, reading.settings, check, args)
    if chances is None:
        return None
    percent = _("%(percent)s%%") % {"percent": chances.percent}
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
