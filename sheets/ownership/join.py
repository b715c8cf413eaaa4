"""The page of an invitation: it asks first; its form takes a seat, and a character with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.models import Invitation, JoinRequest, Seat
from campaigns.seats import invitations, join_requests
from campaigns.seats import pages as seat_pages
from campaigns.seats import regions as seats_regions
from campaigns.web import commands, rate_limits
from campaigns.web.language import say
from rules.core.errors import RulesError, Unreadable
from rules.core.text import _
from sheets import rows
from sheets.ownership import services

NEW = "new"


@require_http_methods(["GET", "POST"])
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    """A link to an existing seat, or to new seats; all void links get the same page."""
    sent = commands.sent_by_anybody(request)
    if request.method == "POST" and (seat := invitations.retake_seat(request, code, sent)) is not None:
        return _redirect(request, seat)
    link = invitations.find(code)
    if request.method == "GET" and request.headers.get("HX-Request") == "true":
        return _check_again(request, link)
    if link is None:
        return _void_page(request)
    if link.seat is None:
        return _join_by_role(request, link)
    if request.method == "POST":
        seat_taken = invitations.take_seat(request, code, sent)
        return (
            HttpResponseRedirect(seat_pages.home_address(seat_taken)) if seat_taken is not None else _void_page(request)
        )
    return render(request, "campaigns/join.html", {"seat": link.seat, "campaign": link.campaign})


def _join_by_role(request: HttpRequest, link: Invitation) -> HttpResponse:
    join_request = join_requests.find_request(request.session, link)
    if link.asks and not (join_request is not None and join_request.let_in):
        return _ask(request, link) if request.method == "POST" else _waiting_page(request, link, join_request)
    let_in = join_request if join_request is not None and join_request.let_in else None
    return (
        _enter(request, link, let_in) if request.method == "POST" else _render_page(request, link, join_request=let_in)
    )


def _ask(request: HttpRequest, link: Invitation) -> HttpResponse:
    name, sent = _name(request, link), commands.sent_by_anybody(request)
    try:
        join_requests.ask(request.session, link, name, get_language() or "fr", sent)
    except RulesError as error:
        return _waiting_page(request, link, None, error)
    return HttpResponseRedirect(request.path)


def _waiting_page(
    request: HttpRequest, link: Invitation, join_request: JoinRequest | None, error: RulesError | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "campaign": link.campaign,
        "join_request": join_request,
        "most": invitations.NAME.most,
        "role": Seat.Role(link.role),
    }
    if error is not None:
        context |= {"wrong": say(error.text), "name": _name(request, link)[: invitations.NAME.most]}
    return render(request, "campaigns/join_wait.html", context, status=200 if error is None else 422)


def _check_again(request: HttpRequest, link: Invitation | None) -> HttpResponse:
    join_request = join_requests.find_request(request.session, link) if link is not None and link.asks else None
    if join_request is not None and join_request.let_in is None:
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


def _name(request: HttpRequest, link: Invitation) -> str:
    return request.POST.get("name", "") if link.role != Seat.Role.SCREEN else say(_("Shared screen"))


def _enter(request: HttpRequest, link: Invitation, join_request: JoinRequest | None) -> HttpResponse:
    name, chosen = _name(request, link), request.POST.get("character", "")
    try:
        claims = link.role == Seat.Role.PLAYER and chosen not in ("", NEW)
        claim = _claiming(link, chosen) if claims else None
        sent, blank = commands.sent_by_anybody(request), join_request.seat if join_request is not None else None
        seat = invitations.enter(request, link, name, get_language() or "fr", sent, claim, blank)
    except invitations.Void:
        return _void_page(request)
    except RulesError as error:
        return _render_page(request, link, error, join_request)
    return _redirect(request, seat)


def _redirect(request: HttpRequest, seat: Seat) -> HttpResponse:
    makes_character = seat.role == Seat.Role.PLAYER and request.POST.get("character") == NEW
    return HttpResponseRedirect(
        reverse("create", args=[seat.token]) if makes_character else seat_pages.home_address(seat)
    )


def _claiming(link: Invitation, token: str) -> invitations.Also:
    character = services.player_character(link.campaign, token)
    if character is None:
        raise Unreadable(_("Choose a character from the list."), "character")
    return partial(services.claim_in_command, character=character)


def _render_page(
    request: HttpRequest, link: Invitation, error: RulesError | None = None, join_request: JoinRequest | None = None
) -> HttpResponse:
    characters = services.player_characters(link.campaign) if link.role == Seat.Role.PLAYER else []
    context: dict[str, Any] = {
        "campaign": link.campaign,
        "game": say(link.campaign.system.name),
        "role": Seat.Role(link.role),
        "characters": [rows.candidate_row(character) for character in characters],
        "until": seats_regions.format_expiry(link.expires_at) if link.expires_at else "",
        "code": seats_regions.format_code(link),
        "most": invitations.NAME.most,
        "name": join_request.name if join_request is not None else "",
    }
    if error is not None:
        context |= {"wrong": say(error.text), "field": error.field, "chosen": request.POST.get("character", "")}
        context["name"] = request.POST.get("name", "")[: invitations.NAME.most]
    return render(request, "campaigns/enter.html", context, status=commands.status_of(error))


def _void_page(request: HttpRequest) -> HttpResponse:
    if not rate_limits.CODES.take(rate_limits.address_of(request)):
        return rate_limits.CODES.late(render(request, "campaigns/join_late.html"))
    return render(request, "campaigns/join_void.html", status=404)
