"""The page of messages and its forms; the address that requests a pause names no seat."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.live import regions as live_regions
from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.seats.players import players
from campaigns.web import commands
from encounters.messages import services
from encounters.models import Handout
from sheets.forms import fields_form


def _messages_address(seat: Seat) -> str:
    return reverse("messages", args=[seat.token])


def _whisper(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")
    values = {key: request.POST.get(key, "") for key in ("text", "to", "handout")}
    done = services.whisper(seat=seat, sent=commands.read(request), **values)
    return commands.respond(request, seat, done, toast=_("Whispered."), to=_messages_address(seat))


@commands.form_view(_whisper)
def messages(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page with a seat's whispers, the form for a new one, and the button that requests a pause."""
    page = live_regions.find_page(seat, "messages")
    if page is None:
        raise Http404
    context = {"seat": seat, "page": page, "form": fields_form((services.TEXT,), gm=seat.is_gm, ids="whisper")}
    if seat.is_gm:
        handouts = Handout.objects.filter(campaign=seat.campaign).order_by("-pk")
        context |= {"players": players(seat.campaign), "handouts": handouts}
    response = render(request, "encounters/messages.html", context)
    response["Referrer-Policy"] = "origin"  # else the log of the anonymous pause would name this page, and so the seat
    return response


@commands.command_view
def mark_read(request: HttpRequest, seat: Seat, message: str) -> HttpResponse:
    may_or_404(seat, "create")
    services.mark_read(seat=seat, sent=commands.read(request), message=message)
    return commands.respond(request, seat, to=_messages_address(seat))


@commands.command_view
def withdraw(request: HttpRequest, seat: Seat, message: str) -> HttpResponse:
    may_or_404(seat, "create")
    done = services.withdraw(seat=seat, sent=commands.read(request), message=message)
    return commands.respond(request, seat, done, toast=_("Taken away."), to=_messages_address(seat))


@commands.command_view
def resume(request: HttpRequest, seat: Seat) -> HttpResponse:
    services.resume(seat=seat, sent=commands.read(request))
    return commands.respond(request, seat, toast=_("The table goes on."), to=_messages_address(seat))


@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    return _pause(request, request.POST.get("table", ""))


@commands.command_view
def _pause(request: HttpRequest, seat: Seat) -> HttpResponse:
    services.pause(may_or_404(seat, "own"))
    return commands.respond(
        request, seat, toast=_("Pause. Nobody can see who asked for it."), to=_messages_address(seat)
    )
