"""The pages of copying between tables of one game master: choose a table, then what to copy."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may, may_or_404, seats_of
from campaigns.web import commands
from campaigns.web.language import say
from encounters.copying import offered, services
from rules import registry


@seat_pages.shown_to("run")
def tables(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The other tables of this game master, to which things may be copied."""
    rows = [{"seat": other, "game": say(other.campaign.game_name)} for other in _other_tables(request, seat)]
    context = {"seat": seat, "title": _("Copy to another of my tables"), "tables": rows}
    return render(request, "encounters/copy_tables.html", context)


def _show(request: HttpRequest, seat: Seat, source: str) -> HttpResponse:
    origin = _source(request, seat, source)
    context = {
        "seat": seat,
        "source": origin,
        "title": _("Copy to %(table)s") % {"table": seat.campaign.name},
        "sections": offered.sections(origin, seat),
    }
    return render(request, "encounters/copy.html", context)


def _copy(request: HttpRequest, seat: Seat, source: str) -> HttpResponse:
    origin, picks = _source(request, seat, source), set(request.POST.getlist("pick"))
    done = services.copy(seat=seat, sent=commands.read(request), source=origin, picks=picks)
    toast = ngettext("%(count)s thing was copied.", "%(count)s things were copied.", len(picks))
    kinds = {pick.partition(":")[0] for pick in picks}
    page = {"character": "characters", "handout": "handouts"}.get("".join(kinds), "table")
    to = reverse(page, args=[seat.token])
    return commands.respond(request, seat, done, toast=toast % {"count": len(picks)}, to=to)


copy = commands.form_view(_copy)(_show)


def _source(request: HttpRequest, seat: Seat, source: str) -> Seat:
    """The seat at the table to copy from. Raises ``Http404`` unless it belongs to the same game master."""
    may_or_404(seat, "run")
    origin = next((other for other in _other_tables(request, seat) if other.token == source), None)
    if origin is None:
        raise Http404
    return origin


def _other_tables(request: HttpRequest, seat: Seat) -> list[Seat]:
    return [
        other
        for other in seats_of(request.session, request.user)
        if may(other, "run") and other.campaign_id != seat.campaign_id and other.campaign.game in registry.all_keys()
    ]
