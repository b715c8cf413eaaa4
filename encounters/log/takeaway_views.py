"""The page of one's own after a session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from encounters.log import takeaways


@seat_pages.shown_to("create")
def after(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The takeaways of a player: what to do now for each character, and what became of them; to read or to print."""
    return render(request, "encounters/after.html", {"seat": seat, "characters": takeaways.of(seat)})
