"""A person's own page at a table, and the download of their personal data."""

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
def my_seat(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A seat's own page: its account, its personal data, and leaving the table."""
    return render(request, "campaigns/mine.html", {"seat": seat, "dice": Seat.Dice.choices})


@commands.command_view
def choose_preference(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Choose who throws a seat's dice, or its language, which this browser also keeps for pages without a table."""
    path = "language" if "language" in request.POST else "dice"
    value = request.POST.get(path, "")
    done = services.set_seat(seat=seat, sent=commands.read(request), path=path, value=value)
    if path == "dice":
        return commands.respond(request, seat, done, toast=gettext("Kept: %(what)s") % {"what": Seat.Dice(value).label})
    response = commands.respond(request, seat, done)
    cookies.write(response, settings.LANGUAGE_COOKIE_NAME, value)
    return response


@commands.command_view
def keep_in_account(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "own")
    if not request.user.is_authenticated:
        raise Refused(_("Log in first: the seat is kept in an account."))
    services.keep_seat(seat, request.user)
    return commands.respond(request, seat, toast=gettext("This seat is now in your account."))


@seat_pages.shown_to("own")
def download_data(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _download(data_export.export_person([seat]), seat.name)


@require_GET
@never_cache
@login_required
def download_account(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    seats = request.user.seats.select_related("campaign").order_by("pk")
    return _download(data_export.export_person(seats, request.user), request.user.get_username())


def _download(values: dict[str, object], name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name)[:60] or "tablee"}-tablee.json"'}
    return JsonResponse(values, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
