"""The page on which a game master saves an opponent as a template."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may
from campaigns.web import commands
from sheets import sheet_view
from sheets.models import Character
from sheets.npc_templates import services as npc_templates_services
from sheets.ownership import services as ownership_services


def _save(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    posted = request.POST
    done = npc_templates_services.save(
        seat=seat,
        sent=commands.read(request),
        character=_opponent_or_404(seat, character),
        name=posted.get("name", ""),
        healed=posted.get("healed") == "1",
    )
    toast = _("Saved: you will find it when you prepare an encounter.")
    return commands.respond(request, seat, done, toast=toast, to=reverse("characters", args=[seat.token]))


@commands.form_view(_save)
def template(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Ask for the name of a template and whether its wounds are left out; posting saves it."""
    opponent = _opponent_or_404(seat, character)
    context = {
        "seat": seat,
        "character": opponent,
        "title": _("Save as a template"),
        "most": ownership_services.NAME.most,
    }
    return render(request, "sheets/template.html", context)


def _opponent_or_404(seat: Seat, token: str) -> Character:
    """An opponent or a template, for a game master. Raises ``Http404`` otherwise, even if the character exists."""
    character = sheet_view.find_character(seat.campaign, token) if may(seat, "run") else None
    if character is None or character.kind == Character.Kind.PC:
        raise Http404
    return character
