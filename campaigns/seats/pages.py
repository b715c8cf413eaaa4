"""The pages of a seat: one by its address, the address of a seat, and where it begins."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.urls import reverse

from campaigns import hooks
from campaigns.live.regions import Page, find_page
from campaigns.models import Seat
from campaigns.seats.access import seat_or_404


def page_or_404(request: HttpRequest, token: str, name: str, key: str = "") -> Page:
    """A page of the seat of this token. Raises ``Http404`` alike for no seat and no page."""
    page = find_page(seat_or_404(request, token), name, key)
    if page is None:
        raise Http404
    return page


def home(seat: Seat) -> str:
    return reverse("seat", args=[seat.token])


def start(seat: Seat) -> str | None:
    addresses = (app.start(seat) for app in hooks.registered() if app.start is not None)
    return next(filter(None, addresses), None)
