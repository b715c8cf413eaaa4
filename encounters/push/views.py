"""The form that chooses the notifications of a phone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from encounters.push import subscriptions


@commands.command_view
def push(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    named = {key: posted.get(key, "") for key in ("endpoint", "point", "secret")}
    session = request.session.session_key or ""
    subscriptions.subscribe(may_or_404(seat, "create"), session, **named, wants=posted.getlist("wants"))
    return commands.respond(request, seat, toast=_("Saved."))
