"""Views of a fight: preparing it, running it, and acting in it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.journal import undo
from campaigns.journal.journal import Receipt, Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may
from campaigns.web import commands
from encounters import services
from encounters.correct import superseded
from encounters.fight import confirmation
from encounters.fight.offers import group_actions
from encounters.fight.offers.offer_form import read_args
from encounters.log import sentences, undo_views
from encounters.models import Encounter
from encounters.prepare import participants, reserves, timers
from encounters.prepare import regions as prepare_regions
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, RulesError, Stale
from rules.core.text import _


@seat_pages.shown_to()
def fight(request: HttpRequest, seat: Seat, encounter: str, fighter: str = "") -> HttpResponse:
    """A fight: the game master's board or a player's page; redirects to preparation if it has not begun."""
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
    joins = reserves.joins_rows(seat.campaign.system)
    context = {"page": page, "seat": seat, "encounter": encounter, "joins": joins}
    return render(request, "encounters/prepare.html", context | prepare_regions.palette_form(seat.campaign.game))


@commands.command_view
def create(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = prepare_services.prepare(seat=seat, sent=commands.read(request), name=request.POST.get("name", ""))
    page = regions.find_page(seat, "prepare", done.first)
    return commands.respond(request, seat, done, to=page.address if page else "")


@commands.command_view
def rename(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    name = request.POST.get("name", "")
    done = prepare_services.rename(seat=seat, sent=commands.read(request), encounter=encounter, name=name)
    return commands.respond(request, seat, done)


@commands.command_view
def annotate(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    text = request.POST.get("notes", "")
    begun = request.POST.get("replaces")
    sent = commands.read(request)
    done = prepare_services.annotate(seat=seat, sent=sent, encounter=encounter, text=text, replaces=begun)
    written = [row[3] for event in done.events for row in event.changes]
    merged = any(after not in (None, prepare_services.NOTES.read(text)) for after in written)
    toast = gettext("Somebody else has written here meanwhile: what you wrote stands below.") if merged else ""
    return commands.respond(request, seat, done, toast=toast)


@commands.command_view
def enrol(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    posted = request.POST
    done = participants.add_participants(
        seat=seat,
        sent=commands.read(request),
        encounter=encounter,
        what=posted.get("what", ""),
        pick=posted.get("pick", ""),
        hidden=bool(posted.get("hidden")),
        joins=posted.get("joins", reserves.START),
        called=posted.get("called", ""),
        arms={key: posted[key] for key in ("weapon", "armour") if key in posted},
    )
    to = _address_asked_for(request, seat, encounter)
    # The board shows the last act anyway.
    toast = "" if to else sentences.newest_sentence(seat, done) or gettext("Added.")
    return commands.respond(request, seat, done, toast=toast, to=to)


@commands.command_view
def clone(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    done = participants.clone(seat=seat, sent=commands.read(request), encounter=encounter, fighter=fighter)
    return commands.respond(request, seat, done, toast=sentences.newest_sentence(seat, done) or gettext("Added."))


@commands.command_view
def bring(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    fighters = request.POST.getlist("fighters")
    done = prepare_services.bring_in(seat=seat, sent=commands.read(request), encounter=encounter, fighters=fighters)
    return commands.respond(request, seat, done)


@commands.command_view
def describe(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """Set what players see of a fighter; ``flags`` names the checkboxes, because unticked ones are not posted."""
    keys = (*prepare_services.ABOUT, reserves.JOINS.key)
    values: dict[str, Any] = {key: request.POST[key] for key in keys if key in request.POST}
    values |= {key: False for key in request.POST.getlist("flags") if key not in request.POST}
    done = prepare_services.describe(
        seat=seat, sent=commands.read(request), encounter=encounter, fighter=fighter, about=values
    )
    return commands.respond(request, seat, done)


@commands.command_view
def set_timer(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """Put a fighter into a state for some time, or lift the timer named by ``lift``."""
    sent, lifted = commands.read(request), request.POST.get("lift", "")
    if lifted:
        done = timers.lift(seat=seat, sent=sent, encounter=encounter, fighter=fighter, key=lifted)
    else:
        timer = timers.read_timer(fighter, request.POST)
        done = timers.set_timer(seat=seat, sent=sent, encounter=encounter, timer=timer)
    return commands.respond(request, seat, done)


@commands.command_view
def describe_several(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    values: dict[str, Any] = {key: request.POST[key] for key in ("hidden", "joins") if key in request.POST}
    fighters = request.POST.getlist("fighters")
    done = prepare_services.describe_all(
        seat=seat, sent=commands.read(request), encounter=encounter, fighters=fighters, about=values
    )
    return commands.respond(request, seat, done)


@commands.command_view
def dismiss(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    done = prepare_services.dismiss(seat=seat, sent=commands.read(request), encounter=encounter, fighter=fighter)
    return commands.respond(request, seat, done, toast=gettext("Removed."))


@commands.command_view
def set_status(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    wanted = request.POST.get("status", "")
    begin = bool(request.POST.get("begin"))
    sent, ending = commands.read(request), undo_views.find_ending(seat)
    if wanted == Encounter.Status.RUNNING and ending is not None and ending[0] == encounter:
        done = undo.undo(seat=seat, sent=sent, command=ending[1])
    else:
        done = prepare_services.turn_to(seat=seat, sent=sent, encounter=encounter, status=wanted, begin=begin)
    if wanted == Encounter.Status.ENDED:
        return commands.respond(request, seat, done, to=f"{reverse('recap', args=[seat.token])}#fight-{encounter}")
    page = regions.find_page(seat, "fight", encounter)
    return commands.respond(request, seat, done, to=page.address if page else "")


@commands.command_view
def act(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Do an act in a fight: one of the game's, or one of the table's own (next, reveal, confirm, throw…)."""
    posted, sent = request.POST, commands.read(request)
    kind, actor, args = posted.get("kind", ""), posted.get("actor", ""), read_args(posted)
    try:
        done = _do(seat, sent, encounter, kind, actor, args, posted)
    except RulesError as error:
        same = superseded.find_same_press(seat, sent) if isinstance(error, Stale) and error.present is None else None
        if same is None:
            raise superseded.explain_refused_act(seat, encounter, kind, actor, args, error) from error
        done = same
    # The game master's board always shows its last act and its undo.
    to = _address_asked_for(request, seat, encounter)
    return commands.respond(request, seat, done, toast="" if seat.is_gm else _toast(seat, done), to=to)


def _address_asked_for(request: HttpRequest, seat: Seat, encounter: str) -> str:
    # A form on a page of its own leads back to the fight.
    page = regions.find_page(seat, "fight", encounter) if request.POST.get("to") == "fight" else None
    return page.address if page else ""


def _do(
    seat: Seat, sent: Sent, encounter: str, kind: str, actor: str, args: dict[str, Any], posted: QueryDict
) -> Receipt:
    if kind in ("reveal", "hide"):
        fighter = str(args.get("fighter", ""))
        return prepare_services.reveal(seat=seat, sent=sent, encounter=encounter, fighter=fighter, hide=kind == "hide")
    if kind == "throw":
        return services.throw_due(seat=seat, sent=sent, encounter=encounter, everybody=bool(args.get("everybody")))
    if kind == "all":
        return services.act_for_all(seat=seat, sent=sent, encounter=encounter, kind=str(args.get("kind", "")))
    if kind == "confirm" and seat.is_gm:
        args = confirmation.read_args(seat, encounter, args)
    elif kind == "answer":
        raise Refused(_("This cannot be done now."), "kind")
    more = {"whole": posted.get(group_actions.FIELD) == "on", "call": posted.get("call") == "on"}
    return services.act(seat=seat, sent=sent, encounter=encounter, kind=kind, actor=actor, args=args, **more)


def _toast(seat: Seat, done: Receipt) -> str:
    return sentences.newest_sentence(seat, done) or gettext("Done.")
