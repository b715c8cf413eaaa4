"""The page, and dialog, from which fighters join an encounter that may be going on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.seats.access import seat_or_404
from encounters.fight import snapshot
from encounters.prepare import regions, reserves


@require_GET
@never_cache
def add(request: HttpRequest, seat: str, encounter: str) -> HttpResponse:
    own_seat = seat_or_404(request, seat)
    view, fight = snapshot.run_by(own_seat, encounter)
    joins = [
        {"key": reserves.START, "label": _("At once")},
        {"key": reserves.NEXT, "label": _("In the next round")},
        {"key": reserves.SIGNAL, "label": _("At my signal")},
    ]
    context = {"seat": own_seat, "encounter": encounter, "title": _("Add fighters"), "joins": joins}
    rows = regions.palette_rows(view, fight)
    context |= {"rows": rows} | regions.palette_form(own_seat.campaign.game)
    return render(request, "encounters/add.html", context)
