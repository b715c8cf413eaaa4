"""Helpers for the pages of a seat: views by permission, one page by its name, and the start address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns import hooks
from campaigns.live.regions import Page, find_page
from campaigns.models import Seat
from campaigns.seats.access import may_or_404, seat_or_404

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Seat, P], HttpResponse]


def shown_to(verb: str = "") -> Callable[[View[P]], Callable[Concatenate[HttpRequest, str, P], HttpResponse]]:
    """A decorator for uncached GET views of a seat held by this session, if it may do ``verb``; passes the ``Seat``.

    Raises ``Http404`` both for an unknown seat and for one without permission.
    """

    def page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
        @require_GET
        @never_cache
        @wraps(view)
        def answer(request: HttpRequest, seat: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            own_seat = seat_or_404(request, seat)
            if verb:
                may_or_404(own_seat, verb)
            return view(request, own_seat, *args, **kwargs)

        return answer

    return page


def page_or_404(seat: Seat, name: str, key: str = "") -> Page:
    """A page of a seat. Raises ``Http404`` if the seat has no page of this name."""
    page = find_page(seat, name, key)
    if page is None:
        raise Http404
    return page


def home_address(seat: Seat) -> str:
    return reverse("seat", args=[seat.token])


def start_address(seat: Seat) -> str | None:
    addresses = (start(seat) for start in hooks.offered(lambda app: app.start))
    return next(filter(None, addresses), None)
