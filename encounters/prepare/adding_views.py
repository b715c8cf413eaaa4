"""The page (and dialog) that adds fighters to an encounter, even one that is running."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from encounters.fight import snapshot
from encounters.log.round_words import words_of
from encounters.prepare import regions, reserves


@seat_pages.shown_to()
def add(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    view, fight = snapshot.fight_or_404(seat, encounter)
    joins = [
        {"key": reserves.START, "label": _("At once")},
        {"key": reserves.NEXT, "label": str(words_of(seat.campaign.system).next)},
        {"key": reserves.SIGNAL, "label": _("At my signal")},
    ]
    context = {"seat": seat, "encounter": encounter, "title": _("Add fighters"), "joins": joins}
    rows = regions.palette_rows(view, fight)
    context |= {"rows": rows} | regions.palette_form(seat.campaign.game)
    return render(request, "encounters/add.html", context)
