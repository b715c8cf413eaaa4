"""The page of one's own after a session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.seats.access import may_or_404, seat_or_404
from encounters.log import takeaways


@require_GET
@never_cache
def after(request: HttpRequest, seat: str) -> HttpResponse:
    """The takeaways of a player: what to do now for each character, and what became of them; to read or to print."""
    own_seat = may_or_404(seat_or_404(request, seat), "create")
    return render(request, "encounters/after.html", {"seat": own_seat, "characters": takeaways.of(own_seat)})
