"""The lookup page: a search, and one entry at a time."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from rules.registry import lookups
from sheets.lookup import rows

MOST_LETTERS = 80


@seat_pages.shown_to("watch")
def lookup(request: HttpRequest, seat: Seat, subject: str = "") -> HttpResponse:
    game = seat.campaign.game
    entry = lookups(game).by_subject.get(subject)
    if subject and entry is None:
        raise Http404
    query = request.GET.get("q", "").strip()[:MOST_LETTERS]
    listed = rows.find_entries(game, query) if query or entry is None else rows.entries_beside(game, entry)
    context = {
        "seat": seat,
        "query": query,
        "entry": rows.entry_row(seat.campaign, entry) if entry is not None and not query else None,
        "found": [rows.link_row(seat.token, other) for other in listed],
    }
    return render(request, "sheets/lookup.html", context)
