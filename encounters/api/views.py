"""The endpoint of the API, its OpenAPI document, and the page on which a game master makes tokens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from campaigns import services
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands, rate_limits
from campaigns.web.language import speaking
from encounters.api.document import VERSION, openapi_document
from encounters.api.tokens import check_room, screens, seat_of, token_of

READS = rate_limits.Limit("api", 30, 2)
WRONG = rate_limits.Limit("api-wrong", 20, 20 / 60)


@require_GET
@never_cache
@vary_on_headers("Authorization")
def screen(request: HttpRequest) -> HttpResponse:
    """The values from which the screen's page is drawn now, for the screen that a token stands for; else 401."""
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    seat = seat_of(token.strip()) if scheme.lower() == "bearer" else None
    if seat is None:
        if token and not WRONG.take(rate_limits.address_of(request)):
            return WRONG.late(_problem(_("Too many requests: wait a moment.")))
        answer = _problem(_("A token of this table is needed."))
        answer.status_code = 401
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    translation.activate(seat.language)
    if not READS.take(seat.token):
        return READS.late(_problem(_("Too many requests: wait a moment.")))
    table = {"name": seat.campaign.name, "game": seat.campaign.game}
    return JsonResponse({"version": VERSION, "table": table, "screen": _values(seat)})


@require_GET
def openapi(_request: HttpRequest) -> HttpResponse:
    return JsonResponse(openapi_document(reverse("api-screen")), json_dumps_params={"ensure_ascii": False, "indent": 1})


def _show(request: HttpRequest, seat: Seat) -> HttpResponse:
    rows = [{"seat": screen, "token": token_of(screen)} for screen in screens(may_or_404(seat, "invite"))]
    address = request.build_absolute_uri(reverse("api-screen"))
    context = {"seat": seat, "title": _("Programs"), "rows": rows, "address": address}
    return render(request, "encounters/api.html", context)


def _make(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Add the seat of a screen for one more program; the journal records it like any other seat."""
    check_room(may_or_404(seat, "invite"))
    name = _("Program")
    sent = commands.read(request)
    services.add_seat(seat=seat, role=Seat.Role.SCREEN, name=name, language=seat.language, sent=sent)
    return commands.respond(request, seat, toast=_("The token is ready."), to=reverse("api-tokens", args=[seat.token]))


tokens = commands.form_view(_make)(_show)


def _values(seat: Seat) -> dict[str, object]:
    page = regions.find_page(seat, "screen")
    assert page is not None, "a screen has its page"
    with speaking(seat.language):
        return {
            placed.name: placed.region.context(page.view(placed))
            for placed in page.regions
            if placed.region.audience.includes(page.view(placed).circle)
        }


def _problem(sentence: str) -> JsonResponse:
    return JsonResponse({"problem": sentence})
