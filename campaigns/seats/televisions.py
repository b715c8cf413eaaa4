"""A television without keyboard: it shows a code and waits."""

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
    """Ask for a code, show it, wait for the game master by loading again and again, then show the screen."""
    if request.method == "POST":
        if not rate_limits.SCREENS.take(rate_limits.address_of(request)):
            late = _page(request, 429, wrong=_("Too many codes were asked for from here. Wait a minute."))
            return rate_limits.SCREENS.late(late)
        pairing.begin(request.session)
        answer = HttpResponse() if request.headers.get("HX-Request") == "true" else redirect("tv")
        answer["HX-Redirect"] = reverse("tv")
        return answer
    seat = pairing.arrive(request.session, request.user) or _kept(request)
    if seat is not None:
        return HttpResponseRedirect(seat_pages.home(seat))
    return _page(request, 200)


def tv_address() -> str:
    return f"{urlsplit(settings.TABLEE_URL).netloc}{reverse('tv')}"


def _kept(request: HttpRequest) -> Seat | None:
    if pairing.waiting(request.session) is not None:
        return None
    return next((seat for seat in seats_of(request.session, request.user) if seat.role == Seat.Role.SCREEN), None)


def _page(request: HttpRequest, status: int, wrong: str = "") -> HttpResponse:
    row = pairing.waiting(request.session)
    code = pairing.code_of(row) if row else ""
    left = max(1, round((row.expires_at - timezone.now()).total_seconds() / 60)) if row else 0
    context = {"code": code, "left": left, "wrong": wrong, "theme": "dark"}
    return render(request, "campaigns/television.html", context, status=status)
