"""The page of characters: taking a free one, making one; and what is posted there."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.journal.journal import Done
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from rules.core.errors import RulesError, Stale
from sheets import rows
from sheets.creation import draft
from sheets.models import Character
from sheets.ownership import services


def _make(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    sent = commands.sent(request)
    try:
        done = services.make(seat=_maker(seat), sent=sent, sample=posted.get("sample", ""), name=posted.get("name", ""))
    except RulesError as error:
        return _page(request, seat, error)
    return _made(request, seat, done)


@commands.shown(_make)
def characters(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The characters to play, and the form to make one; posting makes one."""
    return _page(request, _maker(seat))


@commands.posted
def take(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Take a free character; who comes second reads so, beside those that are still free."""
    row = services.player_character(_maker(seat).campaign, character)
    if row is None:
        raise Http404
    try:
        services.take(seat=seat, sent=commands.sent(request), character=row)
    except RulesError as error:
        if request.headers.get("HX-Request") == "true":
            raise
        return _page(request, seat, error)
    return commands.respond(request, seat, to=reverse("sheet", args=[seat.token, character]))


@commands.posted
def give(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    may_or_404(seat, "run")
    row = get_object_or_404(Character, campaign=seat.campaign, token=character)
    to = request.POST.get("owner", "")
    player = get_object_or_404(Seat, campaign=seat.campaign, token=to, left_at=None) if to else None
    done = services.give(seat=seat, sent=commands.sent(request), character=row, to=player)
    return commands.respond(request, seat, done, toast=_("Done."))


def _remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    row = _removable(seat, character)
    done = services.remove(seat=seat, sent=commands.sent(request), character=row)
    toast = _("%(name)s is no longer at the table.") % {"name": row.name}
    return commands.respond(request, seat, done, toast=toast, to=reverse("characters", args=[seat.token]))


@commands.shown(_remove)
def remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Ask whether a character is to go, and let it go; only a game master's."""
    leaving = _removable(seat, character)
    context = {"seat": seat, "character": leaving, "title": _("Remove %(name)s") % {"name": leaving.name}}
    return render(request, "sheets/remove.html", context)


def _removable(seat: Seat, token: str) -> Character:
    may_or_404(seat, "run")
    known = Character.objects.select_related("owner", "campaign")
    return get_object_or_404(known, campaign=seat.campaign, token=token)


def _made(request: HttpRequest, seat: Seat, done: Done) -> HttpResponse:
    made = reverse("sheet", args=[seat.token, done.first])
    to = reverse("characters", args=[seat.token]) if seat.is_gm else made
    return commands.respond(request, seat, done, toast=_("The character is at the table."), to=to)


def _page(request: HttpRequest, seat: Seat, error: RulesError | None = None) -> HttpResponse:
    campaign = seat.campaign
    everybody = services.player_characters(campaign)
    mine = [character for character in everybody if character.owner_id == seat.pk]
    context: dict[str, Any] = {
        "seat": seat,
        "mine": [rows.candidate(character) for character in mine],
        "others": [rows.candidate(character) for character in everybody if character not in mine],
        "may_take": not seat.is_gm and not mine,
        "samples": services.samples(campaign, Character.Kind.PC),
        **_for_gm(seat),
        "most": services.NAME.most,
        "begun": draft.find(seat),
        "page": regions.find_page(seat, "choosing"),
    }
    if error is not None:
        context |= _wrong(request, error)
    status = 200 if error is None else 409 if isinstance(error, Stale) else 422
    return render(request, "sheets/characters.html", context, status=status)


def _for_gm(seat: Seat) -> dict[str, Any]:
    if not seat.is_gm:
        return {"opponents": {}, "templates": []}
    templates = [rows.candidate(template) for template in services.templates(seat.campaign)]
    return {"opponents": services.samples(seat.campaign, Character.Kind.NPC), "templates": templates}


def _wrong(request: HttpRequest, error: RulesError) -> dict[str, Any]:
    typed = {"name": request.POST.get("name", "")[:200], "sample": request.POST.get("sample", "")}
    return {"wrong": say(error.text), **typed}


def _maker(seat: Seat) -> Seat:
    return may_or_404(seat, "create")
