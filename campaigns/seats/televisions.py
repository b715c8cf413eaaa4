"""The page of a television without a keyboard: it shows a code and waits to be paired."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats import pairing
from campaigns.seats.access import seats_of
from campaigns.web import rate_limits


@require_http_methods(["GET", "POST"])
@never_cache
def television(request: HttpRequest) -> HttpResponse:
    """Show a code, wait for the game master by reloading repeatedly, then redirect to the shared screen."""
    if request.method == "POST":
        if not rate_limits.SCREENS.take(rate_limits.address_of(request)):
            late = _page(request, 429, wrong=_("Too many codes were requested from here. Wait a minute."))
            return rate_limits.SCREENS.late(late)
        pairing.make_code(request.session)
        answer = HttpResponse() if request.headers.get("HX-Request") == "true" else redirect("tv")
        answer["HX-Redirect"] = reverse("tv")
        return answer
    seat = pairing.take_seat(request.session, request.user) or _earlier_screen(request)
    if seat is not None:
        return HttpResponseRedirect(seat_pages.home_address(seat))
    return _page(request, 200)


def tv_address() -> str:
    return f"{urlsplit(settings.TABLEE_URL).netloc}{reverse('tv')}"


def _earlier_screen(request: HttpRequest) -> Seat | None:
    if pairing.find_waiting(request.session) is not None:
        return None
    return next((seat for seat in seats_of(request.session, request.user) if seat.role == Seat.Role.SCREEN), None)


def _page(request: HttpRequest, status: int, wrong: str = "") -> HttpResponse:
    row = pairing.find_waiting(request.session)
    code = pairing.code_of(row) if row else ""
    minutes = max(1, round((row.expires_at - timezone.now()).total_seconds() / 60)) if row else 0
    context = {"code": code, "left": minutes, "wrong": wrong, "theme": "dark"}
    return render(request, "campaigns/television.html", context, status=status)
