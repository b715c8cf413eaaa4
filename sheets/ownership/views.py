"""The page of characters: claim a free one or make one."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.journal.journal import Receipt
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from rules.core.errors import RulesError
from sheets import rows
from sheets.creation import draft
from sheets.models import Character
from sheets.ownership import services


def _send_form(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    sent = commands.read(request)
    try:
        done = services.make_character(
            seat=may_or_404(seat, "create"), sent=sent, sample=posted.get("sample", ""), name=posted.get("name", "")
        )
    except RulesError as error:
        return _page(request, seat, error)
    return _respond_created(request, seat, done)


@commands.form_view(_send_form)
def characters(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The characters to play, and the form to make one; posting makes one."""
    return _page(request, may_or_404(seat, "create"))


@commands.command_view
def take(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Claim a free character; a player who comes second reads so, beside the characters that are still free."""
    row = services.player_character(may_or_404(seat, "create").campaign, character)
    if row is None:
        raise Http404
    try:
        services.claim_character(seat=seat, sent=commands.read(request), character=row)
    except RulesError as error:
        if request.headers.get("HX-Request") == "true":
            raise
        return _page(request, seat, error)
    return commands.respond(request, seat, to=reverse("sheet", args=[seat.token, character]))


@commands.command_view
def give(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    may_or_404(seat, "run")
    row = get_object_or_404(Character, campaign=seat.campaign, token=character)
    to = request.POST.get("owner", "")
    player = get_object_or_404(Seat, campaign=seat.campaign, token=to, left_at=None) if to else None
    done = services.give_character(seat=seat, sent=commands.read(request), character=row, to=player)
    return commands.respond(request, seat, done, toast=_("Done."))


def _remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    row = _removable_or_404(seat, character)
    done = services.remove_character(seat=seat, sent=commands.read(request), character=row)
    toast = _("%(name)s is no longer at the table.") % {"name": row.name}
    return commands.respond(request, seat, done, toast=toast, to=reverse("characters", args=[seat.token]))


@commands.form_view(_remove)
def remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Ask for confirmation that a character is removed; posting removes it, for game masters only."""
    leaving = _removable_or_404(seat, character)
    context = {"seat": seat, "character": leaving, "title": _("Remove %(name)s") % {"name": leaving.name}}
    return render(request, "sheets/remove.html", context)


def _removable_or_404(seat: Seat, token: str) -> Character:
    may_or_404(seat, "run")
    rows = Character.objects.select_related("owner", "campaign")
    return get_object_or_404(rows, campaign=seat.campaign, token=token)


def _respond_created(request: HttpRequest, seat: Seat, done: Receipt) -> HttpResponse:
    made = reverse("sheet", args=[seat.token, done.first])
    to = reverse("characters", args=[seat.token]) if seat.is_gm else made
    return commands.respond(request, seat, done, toast=_("The character is at the table."), to=to)


def _page(request: HttpRequest, seat: Seat, error: RulesError | None = None) -> HttpResponse:
    campaign = seat.campaign
    everybody = services.player_characters(campaign)
    mine = [character for character in everybody if character.owner_id == seat.pk]
    context: dict[str, Any] = {
        "seat": seat,
        "mine": [rows.candidate_row(character, reads=True) for character in mine],
        "others": [rows.candidate_row(character, reads=seat.is_gm) for character in everybody if character not in mine],
        "may_take": not seat.is_gm and not mine,
        "samples": rows.sample_rows(campaign, Character.Kind.PC),
        **_gm_rows(seat),
        "most": services.NAME.most,
        "begun": draft.find_draft(seat),
        "page": regions.find_page(seat, "choosing"),
    }
    if error is not None:
        context |= _error_rows(request, error)
    return render(request, "sheets/characters.html", context, status=commands.status_of(error))


def _gm_rows(seat: Seat) -> dict[str, Any]:
    if not seat.is_gm:
        return {"opponents": [], "templates": []}
    templates = [rows.candidate_row(template) for template in services.list_templates(seat.campaign)]
    return {"opponents": rows.sample_rows(seat.campaign, Character.Kind.NPC), "templates": templates}


def _error_rows(request: HttpRequest, error: RulesError) -> dict[str, Any]:
    typed = {"name": request.POST.get("name", "")[:200], "sample": request.POST.get("sample", "")}
    return {"wrong": say(error.text), **typed}
