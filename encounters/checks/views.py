"""The page on which a game master requests tests and manages those that are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.live import regions
from campaigns.models import Campaign, Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters import forms
from encounters.checks import form as checks_form
from encounters.checks import requests
from encounters.checks.form import RequestForm
from encounters.checks.requests import AskedNames
from encounters.fight.offers.offer_form import PREFIX
from encounters.log import sentences
from rules.core.errors import RulesError, Unreadable
from rules.core.text import _
from sheets.models import Character


def _send_request(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = checks_form.read_form(_gm_or_404(seat), _people(seat.campaign), request.POST)
    if not form.is_valid():
        return _page(request, seat, form, form.problems())
    try:
        done = requests.ask(seat=seat, sent=commands.read(request), request=form.check_request())
    except RulesError as error:
        return _page(request, seat, form, [say(error.text)])
    toast = _toast(done.value, form.check_request().hidden) if done.value else gettext("Done.")
    return commands.respond(request, seat, done, toast=toast, to=_address_after(seat, request.POST.get("fight", "")))


@commands.form_view(_send_request)
def ask(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _page(request, _gm_or_404(seat))


@commands.command_view
def throw_or_count(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Throw a requested test; a game master may also count attempts by hand, or withdraw the request."""
    posted = request.POST
    shared: dict[str, Any] = {"seat": seat, "sent": commands.read(request), "encounter": encounter}
    do = posted.get("do", "")
    if do == "throw":
        faces = [] if posted.get("throw") else forms.read_faces(" ".join(posted.getlist("values")))
        if not faces and not posted.get("throw"):
            raise Unreadable(_("Type what your dice show, or have them thrown here."), "values")
        own = {key.removeprefix(PREFIX): value for key, value in posted.items() if key.startswith(PREFIX)}
        done = requests.throw(**shared, fighter=posted.get("fighter", ""), faces=faces, args=own)
        return commands.respond(request, seat, done, **sentences.outcome_toast(seat, done))
    if do in ("spend", "give"):
        done = requests.spend(**shared, by=1 if do == "spend" else -1)
        return commands.respond(request, seat, done, toast=gettext("Done."))
    if do != "finish":
        raise Unreadable(_("This cannot be done now."), "do")
    done = requests.finish(**shared)
    return commands.respond(request, seat, done, toast=gettext("This request is no longer open."))


def _address_after(seat: Seat, fight: str) -> str:
    page = regions.find_page(seat, "fight", fight) if fight else None
    return page.address if page else reverse("table", args=[seat.token])


def _toast(asked: AskedNames, hidden: bool) -> str:
    names = ", ".join(asked.names)
    sentence = gettext("Rolled in secret for %(names)s.") if hidden else gettext("Request sent to %(names)s.")
    sentences = [sentence % {"names": names}]
    for name, reason in asked.refused:
        sentences.append(gettext("Not to %(name)s: %(why)s") % {"name": name, "why": say(reason)})
    return " ".join(sentences)


def _page(
    request: HttpRequest, seat: Seat, form: RequestForm | None = None, wrong: list[str] | None = None
) -> HttpResponse:
    people = _people(seat.campaign)
    typed = request.GET if set(request.GET) - {"fight"} else None
    form = form or checks_form.read_form(seat, people, typed)
    fight = (request.POST or request.GET).get("fight", "")
    shared = {"seat": seat, "wrong": wrong or [], "fight": fight, "back": _address_after(seat, fight)}
    context: Mapping[str, Any] = {**shared, **form.context()}
    return render(request, "encounters/ask.html", context, status=422 if wrong else 200)


def _people(campaign: Campaign) -> list[Character]:
    everybody = Character.objects.select_related("campaign", "owner").filter(campaign=campaign)
    characters = list(everybody.exclude(kind=Character.Kind.TEMPLATE).order_by("pk"))
    return sorted(characters, key=lambda character: character.kind != Character.Kind.PC)


def _gm_or_404(seat: Seat) -> Seat:
    return may_or_404(seat, "run")
