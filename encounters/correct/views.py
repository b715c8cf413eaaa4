"""The page of a line of the journal that is wrong: do it otherwise, go back to before it, or make up for it."""

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
from encounters.correct.correction import Look
from encounters.fight.offer_form import PREFIX
from encounters.models import Encounter
from rules.core.errors import Refused, RulesError

Row = dict[str, Any]
LOOK = "look"


def _do(request: HttpRequest, seat: Seat, event: str) -> HttpResponse:
    line = _event(seat, event)
    sent, act = commands.sent(request), correction.act_of(line)
    if request.POST.get("do") == "make_up":
        done = compensation.make_up(seat=seat, sent=sent, event=line)
        return commands.respond(request, seat, done, toast=_("Made up for."), to=_home(seat, line))
    if act is None:
        raise Http404
    values = rows.correction_of(request.POST)
    if request.POST.get("do") == "throw":
        done = correction.throw(seat=seat, sent=sent, event=act, wanted=values)
        query = urlencode([*rows.kept(request.POST), (LOOK, "1")])
        return commands.respond(request, seat, done, to=f"{reverse('correct', args=[seat.token, event])}?{query}")
    seen = request.POST.get("seen", "")
    done = correction.correct(seat=seat, sent=sent, event=act, wanted=values, seen=seen)
    return commands.respond(request, seat, done, toast=_("Corrected."), to=_home(seat, line))


@commands.shown(_do)
def correct(request: HttpRequest, seat: Seat, event: str) -> HttpResponse:
    line = _event(seat, event)
    act = correction.act_of(line)
    base = act or line
    context: Row = {
        "seat": seat,
        "line": rows.line(line),
        "event": line,
        "home": _home(seat, line),
        "said": rows.kept(request.GET),
        "asked": LOOK in request.GET,
        "back": _back(seat, base),
        "makes_up": compensation.rows(seat, line),
    }
    try:
        look = correction.look(seat=seat, event=act, wanted=rows.correction_of(request.GET)) if act else None
        context |= _looked(seat, look, context["asked"]) if look else {}
        context["carried"] = _carried(context)
    except RulesError as error:
        context["wrong"] = say(error.text)
    return render(request, "encounters/correct.html", context)


def _event(seat: Seat, token: str) -> Event:
    may_or_404(seat, "run")
    known = Event.objects.select_related("command__seat", "by", "campaign").filter(undoes=None)
    return get_object_or_404(known, campaign=seat.campaign, token=token)


def _looked(seat: Seat, look: Look, asked: bool) -> Row:
    scene = look.replay.scene
    questions = [
        rows.request_row(question.exchange, question.request, scene=scene) for question in look.replay.questions
    ]
    wrong = next(
        (redone.why for redone in look.replay.lost if redone.old and redone.old.token == look.event.token), None
    )
    return {
        "form": rows.form(seat, look),
        "question": next(iter(questions), None),
        "questions": questions,
        "unasked": rows.unasked(look),
        "keeps": bool(look.replay.kept),
        "outlook": rows.differences(seat.campaign, look.now, look.replay.scene),
        "changes": rows.changes(look),
        "same": rows.count_unchanged(look),
        "ready": look.ready and wrong is None,
        "wrong": say(wrong) if wrong and asked else "",
        "seen": look.seen,
    }


def _carried(context: Row) -> list[tuple[str, str]]:
    shown = [*((context.get("form") or {}).get("given", ())), *filter(None, [context.get("question")])]
    names = {"kind", *(other["name"] for other in shown)}
    return [(name, value) for name, value in context["said"] if name not in names and not name.startswith(PREFIX)]


def _back(seat: Seat, event: Event) -> Row | None:
    try:
        pen, taken = journal.rehearse(seat, lambda pen: undo.unwind(pen, event.command))
    except RulesError:
        return None
    count = len({other.command_id for other in taken})
    outlook = []
    if event.encounter and pen.read(f"encounter:{event.encounter}"):
        now = scenes.under_lock(journal.Pen(seat.campaign, seat, ""), event.encounter)
        outlook = rows.differences(seat.campaign, now, scenes.under_lock(pen, event.encounter))
    return {"command": event.command.token, "count": count, "outlook": outlook}


def _home(seat: Seat, event: Event) -> str:
    fights = Encounter.objects.filter(campaign=seat.campaign, kind=Encounter.Kind.FIGHT)
    if event.encounter and fights.filter(token=event.encounter).exists():
        return reverse("fight", args=[seat.token, event.encounter])
    return reverse("journal", args=[seat.token])


@seat_pages.shown_to("run")
def keep_fight(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """A fight as a file, for the tests of a game from outside."""
    kept = get_object_or_404(Encounter, campaign=seat.campaign, token=encounter)
    try:
        text = golden.of(kept)
    except Refused as refused:
        raise Http404 from refused
    headers = {"Content-Disposition": f'attachment; filename="{seat.campaign.game}-{encounter}.json"'}
    return HttpResponse(text, content_type="application/json", headers=headers)
