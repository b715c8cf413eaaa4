"""The page of a player's takeaways after a session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from encounters.log import takeaways


@seat_pages.shown_to("create")
def after_session(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A player's takeaways after a session, to read or print."""
    page = seat_pages.page_or_404(seat, "reading")
    context = {"page": page, "seat": seat, "characters": takeaways.takeaways_for(seat)}
    return render(request, "encounters/after.html", context)
