"""The page where somebody at a table looks up its game: a search, and one entry at a time."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.seats.access import may_or_404, seat_or_404
from rules.registry import lookups
from sheets.lookup import rows

MOST_LETTERS = 80


@require_GET
@never_cache
def lookup(request: HttpRequest, seat: str, subject: str = "") -> HttpResponse:
    own_seat = may_or_404(seat_or_404(request, seat), "watch")
    game = own_seat.campaign.game
    entry = lookups(game).by_subject.get(subject)
    if subject and entry is None:
        raise Http404
    query = request.GET.get("q", "").strip()[:MOST_LETTERS]
    listed = rows.found(game, query) if query or entry is None else rows.beside(game, entry)
    context = {
        "seat": own_seat,
        "query": query,
        "entry": rows.whole(own_seat.campaign, entry) if entry is not None and not query else None,
        "found": [rows.row(own_seat.token, other) for other in listed],
    }
    return render(request, "sheets/lookup.html", context)
