"""The correction page of a journal line: change the act, go back to before it, or compensate for it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.journal import journal, undo
from campaigns.models import Event, Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters import scenes
from encounters.correct import compensation, correction, golden, rows
from encounters.correct.correction import Preview
from encounters.fight.offers.offer_form import PREFIX
from encounters.models import Encounter
from rules.core.errors import Refused, RulesError

Row = dict[str, Any]
LOOK = "look"


def _send(request: HttpRequest, seat: Seat, event: str) -> HttpResponse:
    line = _event_or_404(seat, event)
    sent, act = commands.read(request), correction.find_act(line)
    if request.POST.get("do") == "make_up":
        done = compensation.give_back(seat=seat, sent=sent, event=line)
        return commands.respond(request, seat, done, toast=_("Compensated for."), to=_address_after(seat, line))
    if act is None:
        raise Http404
    values = rows.read_correction(request.POST)
    if request.POST.get("do") == "throw":
        done = correction.throw(seat=seat, sent=sent, event=act, wanted=values)
        query = urlencode([*rows.form_pairs(request.POST), (LOOK, "1")])
        return commands.respond(request, seat, done, to=f"{reverse('correct', args=[seat.token, event])}?{query}")
    seen = request.POST.get("seen", "")
    done = correction.correct(seat=seat, sent=sent, event=act, wanted=values, seen=seen)
    return commands.respond(request, seat, done, toast=_("Corrected."), to=_address_after(seat, line))


@commands.form_view(_send)
def correct(request: HttpRequest, seat: Seat, event: str) -> HttpResponse:
    line = _event_or_404(seat, event)
    act = correction.find_act(line)
    base = act or line
    context: Row = {
        "seat": seat,
        "line": rows.line_sentence(line),
        "event": line,
        "home": _address_after(seat, line),
        "said": rows.form_pairs(request.GET),
        "asked": LOOK in request.GET,
        "back": _undo_row(seat, base),
        "makes_up": compensation.compensation_rows(seat, line),
    }
    try:
        preview = correction.preview(seat=seat, event=act, wanted=rows.read_correction(request.GET)) if act else None
        if preview is not None:
            context |= _preview_rows(seat, preview, context["asked"])
        context["carried"] = _carried_pairs(context)
    except RulesError as error:
        context["wrong"] = say(error.text)
    return render(request, "encounters/correct.html", context)


def _event_or_404(seat: Seat, token: str) -> Event:
    may_or_404(seat, "run")
    events = Event.objects.select_related("command__seat", "by", "campaign").filter(undoes=None)
    return get_object_or_404(events, campaign=seat.campaign, token=token)


def _preview_rows(seat: Seat, preview: Preview, is_shown: bool) -> Row:
    replay, token = preview.replay, preview.event.token
    questions = [
        rows.request_row(question.exchange, question.request, scene=replay.scene) for question in replay.questions
    ]
    wrong = next((redone.why for redone in replay.lost_steps if redone.old and redone.old.token == token), None)
    return {
        "form": rows.form_row(seat, preview),
        "question": next(iter(questions), None),
        "questions": questions,
        "unasked": rows.unasked_row(preview),
        "keeps": bool(replay.overrides),
        "differences": rows.difference_rows(seat.campaign, preview.now, replay.scene),
        "changes": rows.change_rows(preview),
        "same": rows.count_unchanged(preview),
        "ready": preview.ready and wrong is None,
        "wrong": say(wrong) if wrong and is_shown else "",
        "seen": preview.digest,
    }


def _carried_pairs(context: Row) -> list[tuple[str, str]]:
    requests = [*((context.get("form") or {}).get("given", ())), *filter(None, [context.get("question")])]
    names = {"kind", *(other["name"] for other in requests)}
    return [(name, value) for name, value in context["said"] if name not in names and not name.startswith(PREFIX)]


def _undo_row(seat: Seat, event: Event) -> Row | None:
    try:
        pen, undone = journal.rehearse(seat, lambda pen: undo.take_back_all(pen, event.command))
    except RulesError:
        return None
    count = len({other.command_id for other in undone})
    differences = []
    if event.encounter and pen.read(f"encounter:{event.encounter}"):
        scene = scenes.under_lock(journal.Pen(seat.campaign, seat, ""), event.encounter)
        differences = rows.difference_rows(seat.campaign, scene, scenes.under_lock(pen, event.encounter))
    return {"command": event.command.token, "count": count, "differences": differences}


def _address_after(seat: Seat, event: Event) -> str:
    fights = Encounter.objects.filter(campaign=seat.campaign, kind=Encounter.Kind.FIGHT)
    if event.encounter and fights.filter(token=event.encounter).exists():
        return reverse("fight", args=[seat.token, event.encounter])
    return reverse("journal", args=[seat.token])


@seat_pages.shown_to("run")
def download_fight(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """A fight as a file, for the tests of a game from outside."""
    copy = get_object_or_404(Encounter, campaign=seat.campaign, token=encounter)
    try:
        text = golden.dump(copy)
    except Refused as refused:
        raise Http404 from refused
    headers = {"Content-Disposition": f'attachment; filename="{seat.campaign.game}-{encounter}.json"'}
    return HttpResponse(text, content_type="application/json", headers=headers)
