"""Views of the table: the game master's page, the shared screen, rolls, answers, older journal lines."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
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
from encounters.log import entries, sentences, undo_views
from encounters.log import rows as log_rows
from encounters.story import edits, recap
from rules.core.errors import RulesError, Stale
from sheets.models import Character
from sheets.sheet_view import find_character


@seat_pages.shown_to()
def show_table(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "table")
    game = say(page.seat.campaign.system.name)
    return render(request, "encounters/table.html", {"page": page, "seat": page.seat, "game": game})


@seat_pages.shown_to()
def show_screen(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "screen")
    context = {"page": page, "seat": page.seat, "theme": "dark", "overlay": "overlay" in request.GET}
    return render(request, "encounters/screen.html", context)


@seat_pages.shown_to("watch")
def show_journal(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "reading")
    context = {"page": page, "seat": seat, "journal": _journal(request, seat)}
    return render(request, "encounters/journal.html", context)


@seat_pages.shown_to("watch")
def show_story(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The story so far, to read, print or save; ``for`` gives a game master the table's version or a player's."""
    reader = request.GET.get("for", "") if seat.is_gm else ""
    readers = _readers(seat) if seat.is_gm else {}
    for_table = reader == "table"
    summary = recap.recap_for(seat, for_table=for_table, reader=readers.get(reader))
    name = slugify(seat.campaign.name) or "tablee"
    if request.GET.get("as") == "markdown":
        headers = {"Content-Disposition": f'attachment; filename="{name}.md"'}
        return HttpResponse(summary.to_markdown(), content_type="text/markdown; charset=utf-8", headers=headers)
    if request.GET.get("as") == "json":
        headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
        options = {"ensure_ascii": False, "indent": 1}
        return JsonResponse(summary.to_plain(), json_dumps_params=options, headers=headers)
    reader = reader if for_table or reader in readers else ""
    edits_it = seat.is_gm and reader not in readers
    ended, _command = (seat.is_gm and undo_views.find_ending(seat)) or ("", None)
    context = {
        "page": seat_pages.page_or_404(seat, "reading"),
        "seat": seat,
        "recap": summary,
        "wanted": reader,
        "readers": readers,
        "edits_it": edits_it,
        "ended": ended,
    }
    return render(request, "encounters/recap.html", {**context, "most": edits.TEXT.most})


def _readers(seat: Seat) -> dict[str, Seat]:
    return {player.token: player for player in players(seat.campaign).select_related("campaign")}


@commands.command_view
def write_story(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Edit the story: replace a sentence, add one beside a line, or restore the original."""
    may_or_404(seat, "run")
    posted, for_table = request.POST, request.POST.get("for") == "table"
    chapters = recap.recap_for(seat, for_table=for_table).chapters
    done = edits.write_edit(
        seat=seat,
        sent=commands.read(request),
        about=posted.get("about", ""),
        known={key for chapter in chapters for key in chapter.keys},
        text=posted.get("text", ""),
        how=posted.get("how", ""),
        for_table=for_table,
    )
    to = f"{reverse('recap', args=[seat.token])}{'?for=table' if for_table else ''}"
    return commands.respond(request, seat, done, toast=_("The story is kept."), to=to)


@commands.command_view
def roll_test(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    """Roll a test from a sheet; a game master may roll it ``hidden``."""
    row = _character(seat, character)
    values = request.POST.dict()
    done = services.roll_test(
        seat=seat,
        sent=commands.read(request),
        character=row,
        args=forms.read_args(row, values),
        faces=forms.read_faces(values.get("faces", "")),
        hidden=bool(values.get("hidden")),
    )
    plain = request.headers.get("HX-Request") != "true"
    to = reverse("sheet", args=[seat.token, character]) if plain else ""
    return commands.respond(request, seat, done, **sentences.outcome_toast(seat, done), to=to)


@commands.command_view
def send_answer(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    posted = request.POST
    throw = bool(posted.get("throw"))
    values = [] if throw else [value for value in posted.getlist("values") if value]
    exchange, key, sent = posted.get("exchange", ""), posted.get("key", ""), commands.read(request)
    args = {"exchange": exchange, "key": key, "values": values, "typed": not throw, "all": posted.get("throw") == "all"}
    try:
        done = services.act(seat=seat, sent=sent, encounter=encounter, kind="answer", actor="", args=args)
    except RulesError as error:
        pressed_before = superseded.find_own_answer(seat, encounter, args) if isinstance(error, Stale) else None
        if pressed_before is None:
            raise superseded.explain_refused_answer(seat, encounter, exchange, key, error) from error
        done = pressed_before
    return commands.respond(request, seat, done, **sentences.outcome_toast(seat, done))


def _character(seat: Seat, token: str) -> Character:
    character = find_character(seat.campaign, token)
    if character is None:
        raise Http404
    may_or_404(seat, "roll", character)
    return character


def _journal(request: HttpRequest, seat: Seat) -> str:
    token, character = request.GET.get("before", ""), request.GET.get("character", "")
    before = get_object_or_404(log_rows.visible_events(seat), token=token) if token else None
    viewer = roster.viewer_of(seat)
    result, more = entries.entries_page(seat.campaign, seat.circle, viewer, character=character, before=before)
    rows = log_rows.draw_list(log_rows.rows(result, seat))
    older = log_rows.older_address(seat.token, result[-1].event, character) if more else ""
    return form_keys.fill_forms(request, fragment("log.html", id="older", lines=rows, older=older, gm=seat.is_gm))
