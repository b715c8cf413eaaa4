"""Pages of the table: the game master's, the shared screen, rolls, answers, the older journal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.live.regions import fragment
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.seats.players import players
from campaigns.web import commands, form_keys
from campaigns.web.language import say
from encounters import forms, roster, services
from encounters.correct import superseded
from encounters.log import edits, entries, recap
from encounters.log import rows as log_rows
from rules.core.errors import RulesError
from sheets.models import Character


@seat_pages.shown_to()
def table(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "table")
    game = say(page.seat.campaign.system.name)
    return render(request, "encounters/table.html", {"page": page, "seat": page.seat, "game": game})


@seat_pages.shown_to()
def screen(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "screen")
    context = {"page": page, "seat": page.seat, "theme": "dark", "overlay": "overlay" in request.GET}
    return render(request, "encounters/screen.html", context)


@seat_pages.shown_to("watch")
def journal(request: HttpRequest, seat: Seat) -> HttpResponse:
    return render(request, "encounters/journal.html", {"seat": seat, "journal": _journal(request, seat)})


@seat_pages.shown_to("watch")
def story(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The story so far, to read, print or keep; a game master reads it as the table does or a player (``for``), too."""
    wanted = request.GET.get("for", "") if seat.is_gm else ""
    readers = _readers(seat) if seat.is_gm else {}
    for_table = wanted == "table"
    summary = recap.of(seat, for_table=for_table, reader=readers.get(wanted))
    name = slugify(seat.campaign.name) or "tablee"
    if request.GET.get("as") == "markdown":
        headers = {"Content-Disposition": f'attachment; filename="{name}.md"'}
        return HttpResponse(summary.markdown(), content_type="text/markdown; charset=utf-8", headers=headers)
    if request.GET.get("as") == "json":
        headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
        kept = {"ensure_ascii": False, "indent": 1}
        return JsonResponse(summary.plain(), json_dumps_params=kept, headers=headers)
    wanted = wanted if for_table or wanted in readers else ""
    edits_it = seat.is_gm and wanted not in readers
    context = {"seat": seat, "recap": summary, "wanted": wanted, "readers": readers, "edits_it": edits_it}
    return render(request, "encounters/recap.html", {**context, "most": edits.TEXT.most})


def _readers(seat: Seat) -> dict[str, Seat]:
    return {player.token: player for player in players(seat.campaign).select_related("campaign")}


@commands.posted
def write_story(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Write a sentence of the story: in place of one, beside a line, or back as it was."""
    may_or_404(seat, "run")
    posted, for_table = request.POST, request.POST.get("for") == "table"
    chapters = recap.of(seat, for_table=for_table).chapters
    done = edits.write(
        seat=seat,
        sent=commands.sent(request),
        about=posted.get("about", ""),
        known={key for chapter in chapters for key in chapter.keys},
        text=posted.get("text", ""),
        how=posted.get("how", ""),
        for_table=for_table,
    )
    to = f"{reverse('recap', args=[seat.token])}{'?for=table' if for_table else ''}"
    return commands.respond(request, seat, done, toast=_("The story is kept."), to=to)


@commands.posted
def roll(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Roll a test from a sheet; a game master may keep it to themselves (``hidden``)."""
    row = _character(seat, character)
    values = request.POST.dict()
    done = services.roll_test(
        seat=seat,
        sent=commands.sent(request),
        character=row,
        args=forms.args_of(row, values),
        faces=forms.faces_of(values.get("faces", "")),
        hidden=bool(values.get("hidden")),
    )
    plain = request.headers.get("HX-Request") != "true"
    to = reverse("sheet", args=[seat.token, character]) if plain else ""
    return commands.respond(request, seat, done, toast=log_rows.outcome(seat, done), to=to)


@commands.posted
def answer(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    posted = request.POST
    throw = bool(posted.get("throw"))
    values = [] if throw else [value for value in posted.getlist("values") if value]
    exchange, key, sent = posted.get("exchange", ""), posted.get("key", ""), commands.sent(request)
    args = {"exchange": exchange, "key": key, "values": values, "typed": not throw, "all": posted.get("throw") == "all"}
    try:
        done = services.act(seat=seat, sent=sent, encounter=encounter, kind="answer", actor="", args=args)
    except RulesError as error:
        raise superseded.answer(seat, encounter, exchange, key, error) from error
    # A game master's board has the last result, and its undo, in view always.
    on_board = seat.is_gm and request.headers.get("X-Page", "").startswith("fight/")
    return commands.respond(request, seat, done, toast="" if on_board else log_rows.outcome(seat, done))


def _character(seat: Seat, token: str) -> Character:
    character = get_object_or_404(Character, campaign=seat.campaign, token=token)
    character.campaign = seat.campaign  # read already
    may_or_404(seat, "roll", character)
    return character


def _journal(request: HttpRequest, seat: Seat) -> str:
    token, character = request.GET.get("before", ""), request.GET.get("character", "")
    before = get_object_or_404(log_rows.of(seat), token=token) if token else None
    viewer = roster.viewer_of(seat)
    result, more = entries.page(seat.campaign, seat.circle, viewer, character=character, before=before)
    rows = log_rows.listed(log_rows.rows(result, seat))
    older = log_rows.older(seat.token, result[-1].event, character) if more else ""
    return form_keys.filled(request, fragment("log.html", id="older", lines=rows, older=older, gm=seat.is_gm))
