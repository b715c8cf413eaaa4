"""The page behind a link: it asks before anything changes; posting takes a seat, and a character with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import invitations, limits, live, people_regions
from campaigns.journal import Pen
from campaigns.language import say
from campaigns.models import Invitation, Seat
from rules.errors import RulesError, Stale, Unreadable
from rules.words import _
from sheets import casting, reading, rows
from sheets.models import Character

NEW = "new"


@require_http_methods(["GET", "POST"])
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    """A link to a seat that exists, or to new seats; every void one gets the same page."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if not limits.CODES.take(address):
        return limits.CODES.late(render(request, "campaigns/join_late.html"))
    found = invitations.find(code)
    if found is None:
        return _void(request)
    limits.CODES.give(address)
    if found.seat is None:
        return _enter(request, found) if request.method == "POST" else _asked(request, found)
    if request.method == "POST":
        seat = invitations.bind(request, code)
        return HttpResponseRedirect(live.home(seat)) if seat is not None else _void(request)
    return render(request, "campaigns/join.html", {"seat": found.seat, "campaign": found.campaign})


def _enter(request: HttpRequest, found: Invitation) -> HttpResponse:
    said, chosen = request.POST, request.POST.get("character", "")
    name = said.get("name", "") if found.role != Seat.Role.SCREEN else say(_("Shared screen"))
    try:
        chooses = _taking(found, chosen) if found.role == Seat.Role.PLAYER and chosen not in ("", NEW) else None
        seat = invitations.enter(request, found, name, get_language() or "fr", chooses)
    except invitations.Void:
        return _void(request)
    except RulesError as error:
        return _asked(request, found, error)
    made = found.role == Seat.Role.PLAYER and chosen == NEW
    return HttpResponseRedirect(reverse("create", args=[seat.token]) if made else live.home(seat))


def _taking(found: Invitation, token: str) -> invitations.Also:
    character = reading.find(found.campaign, token)
    if character is None:
        raise Unreadable(_("Choose a character from the list."), "character")
    taken: Character = character

    def also(pen: Pen) -> None:
        casting.taken(pen, taken)

    return also


def _asked(request: HttpRequest, found: Invitation, error: RulesError | None = None) -> HttpResponse:
    characters = casting.player_characters(found.campaign) if found.role == Seat.Role.PLAYER else []
    context: dict[str, Any] = {
        "campaign": found.campaign,
        "game": say(found.campaign.system.name),
        "role": Seat.Role(found.role),
        "characters": [rows.candidate(one) for one in characters],
        "until": people_regions.moment(found.expires_at) if found.expires_at else "",
        "code": people_regions.grouped(found),
        "most": invitations.NAME.most,
    }
    if error is not None:
        context |= {"wrong": say(error.text), "field": error.field, "chosen": request.POST.get("character", "")}
        context["name"] = request.POST.get("name", "")[: invitations.NAME.most]
    status = 200 if error is None else 409 if isinstance(error, Stale) else 422
    return render(request, "campaigns/enter.html", context, status=status)


def _void(request: HttpRequest) -> HttpResponse:
    return render(request, "campaigns/join_void.html", status=404)
