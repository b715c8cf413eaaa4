"""The page of the party, and what is posted from it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.web import commands
from encounters.party import clocks as clock_services
from rules.core.errors import Unreadable
from rules.core.text import _ as text


@require_GET
@never_cache
def party(request: HttpRequest, seat: str) -> HttpResponse:
    page = seat_pages.page_or_404(request, seat, "party")
    return render(request, "encounters/party.html", {"page": page, "seat": page.seat})


@commands.posted
def clocks(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    values = {key: posted[key] for key in ("name", "size") if key in posted}
    done = clock_services.make(seat=seat, sent=commands.sent(request), said=values, shown=posted.getlist("to"))
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.posted
def clock(request: HttpRequest, seat: Seat, clock: str) -> HttpResponse:
    """Fill or empty a segment, say who sees the clock, or put it away."""
    sent, wanted = commands.sent(request), request.POST.get("do", "")
    if wanted in ("tick", "untick"):
        by = 1 if wanted == "tick" else -1
        done = clock_services.tick(seat=seat, sent=sent, clock=clock, by=by)
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted == "show":
        done = clock_services.show(seat=seat, sent=sent, clock=clock, to=request.POST.getlist("to"))
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted == "remove":
        done = clock_services.remove(seat=seat, sent=sent, clock=clock)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(text("This choice is not offered."), "do")
