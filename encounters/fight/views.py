"""Pages of a fight and what is posted from them: preparing it, running it, acting in it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.journal.journal import Done, Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may
from campaigns.web import commands
from campaigns.web.language import say
from encounters import services
from encounters.correct import superseded
from encounters.fight import confirmation, group_actions
from encounters.fight.offer_form import args_of
from encounters.log import rows
from encounters.models import Encounter
from encounters.prepare import participants, reserves, timers
from encounters.prepare import regions as prepare_regions
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, RulesError
from rules.core.text import _


@seat_pages.shown_to()
def fight(request: HttpRequest, seat: Seat, encounter: str, fighter: str = "") -> HttpResponse:
    """A fight: the game master's board, or a player's page; one that has not begun is prepared elsewhere."""
    key = f"{encounter}-{fighter}" if fighter else encounter
    page = regions.find_page(seat, "fight", key) or seat_pages.page_or_404(seat, "prepare", encounter)
    if page.name != "fight":
        return HttpResponseRedirect(page.address)
    encountered = Encounter.objects.get(campaign=seat.campaign, token=encounter)
    board = "encounters/board.html" if may(seat, "run") else "encounters/fight.html"
    return render(request, board, {"page": page, "seat": seat, "encounter": encountered})


@seat_pages.shown_to()
def prepare(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    page = regions.find_page(seat, "prepare", encounter) or seat_pages.page_or_404(seat, "fight", encounter)
    if page.name != "prepare":
        return HttpResponseRedirect(page.address)
    joins = [{"key": choice.key, "label": say(choice.label)} for choice in reserves.JOINS.choices]
    context = {"page": page, "seat": seat, "encounter": encounter, "joins": joins}
    return render(request, "encounters/prepare.html", context | prepare_regions.palette_form(seat.campaign.game))


@commands.posted
def fights(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = prepare_services.prepare(seat=seat, sent=commands.sent(request), name=request.POST.get("name", ""))
    page = regions.find_page(seat, "prepare", done.first)
    return commands.respond(request, seat, done, to=page.address if page else "")


@commands.posted
def rename(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    name = request.POST.get("name", "")
    done = prepare_services.rename(seat=seat, sent=commands.sent(request), encounter=encounter, name=name)
    return commands.respond(request, seat, done)


@commands.posted
def notes(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    text = request.POST.get("notes", "")
    begun = request.POST.get("replaces")
    sent = commands.sent(request)
    done = prepare_services.annotate(seat=seat, sent=sent, encounter=encounter, text=text, replaces=begun)
    written = [row[3] for event in done.events for row in event.changes]
    merged = any(after not in (None, prepare_services.NOTES.read(text)) for after in written)
    toast = gettext("Somebody else has written here meanwhile: what you wrote stands below.") if merged else ""
    return commands.respond(request, seat, done, toast=toast)


@commands.posted
def enrol(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    posted = request.POST
    done = participants.muster(
        seat=seat,
        sent=commands.sent(request),
        encounter=encounter,
        what=posted.get("what", ""),
        pick=posted.get("pick", ""),
        hidden=bool(posted.get("hidden")),
        joins=posted.get("joins", reserves.START),
        called=posted.get("called", ""),
        arms={key: posted[key] for key in ("weapon", "armour") if key in posted},
    )
    page = regions.find_page(seat, "fight", encounter) if posted.get("to") == "fight" else None
    toast = "" if page else rows.newest(seat, done) or gettext("Added.")  # a board has its last act in view
    return commands.respond(request, seat, done, toast=toast, to=page.address if page else "")


@commands.posted
def clone(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    done = participants.clone(seat=seat, sent=commands.sent(request), encounter=encounter, fighter=fighter)
    return commands.respond(request, seat, done, toast=rows.newest(seat, done) or gettext("Added."))


@commands.posted
def bring(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fighters = request.POST.getlist("fighters")
    done = reserves.bring(seat=seat, sent=commands.sent(request), encounter=encounter, fighters=fighters)
    return commands.respond(request, seat, done)


@commands.posted
def fighter(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """The form of what players see of a fighter; ticks that may be absent are named in ``flags``."""
    known = (*prepare_services.ABOUT, reserves.JOINS.key)
    values: dict[str, Any] = {key: request.POST[key] for key in known if key in request.POST}
    values |= {key: False for key in request.POST.getlist("flags") if key not in request.POST}
    done = prepare_services.describe(
        seat=seat, sent=commands.sent(request), encounter=encounter, fighter=fighter, about=values
    )
    return commands.respond(request, seat, done)


@commands.posted
def time(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """Put a fighter under a condition for a time, or lift one (``lift`` names it)."""
    sent, lifted = commands.sent(request), request.POST.get("lift", "")
    if lifted:
        done = timers.lift(seat=seat, sent=sent, encounter=encounter, fighter=fighter, key=lifted)
    else:
        timer = timers.new(fighter, request.POST)
        done = timers.put(seat=seat, sent=sent, encounter=encounter, timer=timer)
    return commands.respond(request, seat, done)


@commands.posted
def lot(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    values: dict[str, Any] = {key: request.POST[key] for key in ("hidden", "joins") if key in request.POST}
    fighters = request.POST.getlist("fighters")
    done = prepare_services.describe_all(
        seat=seat, sent=commands.sent(request), encounter=encounter, fighters=fighters, about=values
    )
    return commands.respond(request, seat, done)


@commands.posted
def dismiss(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    done = prepare_services.dismiss(seat=seat, sent=commands.sent(request), encounter=encounter, fighter=fighter)
    return commands.respond(request, seat, done, toast=gettext("Removed."))


@commands.posted
def status(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    wanted = request.POST.get("status", "")
    begin = bool(request.POST.get("begin"))
    sent = commands.sent(request)
    done = prepare_services.turn_to(seat=seat, sent=sent, encounter=encounter, status=wanted, begin=begin)
    if wanted == Encounter.Status.ENDED:
        return commands.respond(request, seat, done, to=f"{reverse('recap', args=[seat.token])}#fight-{encounter}")
    page = regions.find_page(seat, "fight", encounter)
    return commands.respond(request, seat, done, to=page.address if page else "")


@commands.posted
def act(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Do one thing in a fight: what somebody may do, or what no game knows (next, reveal, confirm, throw…)."""
    posted, sent = request.POST, commands.sent(request)
    kind, actor, args = posted.get("kind", ""), posted.get("actor", ""), args_of(posted)
    try:
        done = _acted(seat, sent, encounter, kind, actor, args, posted)
    except RulesError as error:
        raise superseded.act(seat, encounter, kind, actor, args, error) from error
    # A game master's board has its last act and its undo in view always.
    return commands.respond(request, seat, done, toast="" if seat.is_gm else _toast(seat, done))


def _acted(
    seat: Seat, sent: Sent, encounter: str, kind: str, actor: str, args: dict[str, Any], posted: QueryDict
) -> Done:
    if kind in ("reveal", "hide"):
        fighter = str(args.get("fighter", ""))
        return prepare_services.reveal(seat=seat, sent=sent, encounter=encounter, fighter=fighter, hide=kind == "hide")
    if kind == "throw":
        return services.throw_due(seat=seat, sent=sent, encounter=encounter, everybody=bool(args.get("everybody")))
    if kind == "all":
        return services.act_for_all(seat=seat, sent=sent, encounter=encounter, kind=str(args.get("kind", "")))
    if kind == "confirm" and seat.is_gm:
        args = confirmation.args(seat, encounter, args)
    elif kind == "answer":
        raise Refused(_("This cannot be done now."), "kind")
    more = {"whole": posted.get(group_actions.FIELD) == "on", "call": posted.get("call") == "on"}
    return services.act(seat=seat, sent=sent, encounter=encounter, kind=kind, actor=actor, args=args, **more)


def _toast(seat: Seat, done: Done) -> str:
    return rows.newest(seat, done) or gettext("Done.")
