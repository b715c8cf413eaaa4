"""A person's own page at a table, and the files of all that is kept of them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns import services
from campaigns.accounts import data_export
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.web import commands, cookies
from rules.core.errors import Refused
from rules.core.text import _


@seat_pages.shown_to("own")
def mine(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A seat's own page: how it is kept, what is known of whoever sits there, and the way out."""
    return render(request, "campaigns/mine.html", {"seat": seat, "dice": Seat.Dice.choices})


@commands.posted
def choose(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Change who throws the dice of a seat, or its language; this browser keeps the language for what is no table's."""
    path = "language" if "language" in request.POST else "dice"
    value = request.POST.get(path, "")
    done = services.set_seat(seat=seat, sent=commands.sent(request), path=path, value=value)
    if path == "dice":
        return commands.respond(request, seat, done, toast=gettext("Kept: %(what)s") % {"what": Seat.Dice(value).label})
    response = commands.respond(request, seat, done)
    cookies.keep(response, settings.LANGUAGE_COOKIE_NAME, value)
    return response


@commands.posted
def keep(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "own")
    if not request.user.is_authenticated:
        raise Refused(_("Log in first: an account keeps the seat."))
    services.keep_seat(seat, request.user)
    return commands.respond(request, seat, toast=gettext("Your account keeps this seat."))


@seat_pages.shown_to("own")
def data(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _file(data_export.of([seat]), seat.name)


@require_GET
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    seats = request.user.seats.select_related("campaign").order_by("pk")
    return _file(data_export.of(seats, request.user), request.user.get_username())


def _file(values: dict[str, object], name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name)[:60] or "tablee"}-tablee.json"'}
    return JsonResponse(values, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
