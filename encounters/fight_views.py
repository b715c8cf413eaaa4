"""Pages of a fight and what is posted from them: preparing it, running it, acting in it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns import answers, live
from campaigns.access import may, seat_or_404
from campaigns.journal import Done
from campaigns.models import Seat
from encounters import confirming, lines, preparing, services
from encounters.models import Encounter
from encounters.offering import PREFIX
from rules import registry
from rules.errors import Refused
from rules.words import _ as text


@require_GET
@never_cache
def fight(request: HttpRequest, seat: str, encounter: str, fighter: str = "") -> HttpResponse:
    """A fight: the game master's board, or a player's page; one that has not begun is prepared elsewhere."""
    key = f"{encounter}-{fighter}" if fighter else encounter
    found = seat_or_404(request, seat)
    page = live.find_page(found, "fight", key) or live.page_or_404(request, seat, "prepare", encounter)
    if page.name != "fight":
        return HttpResponseRedirect(page.address)
    encountered = Encounter.objects.get(campaign=found.campaign, token=encounter)
    board = "encounters/board.html" if may(found, "run") else "encounters/fight.html"
    return render(request, board, {"page": page, "seat": found, "encounter": encountered})


@require_GET
@never_cache
def prepare(request: HttpRequest, seat: str, encounter: str) -> HttpResponse:
    """The page on which an encounter is prepared: ready-made opponents, and who takes part."""
    found = seat_or_404(request, seat)
    page = live.find_page(found, "prepare", encounter) or live.page_or_404(request, seat, "fight", encounter)
    if page.name != "prepare":
        return HttpResponseRedirect(page.address)
    samples = registry.samples(found.campaign.game)
    rows = [{"key": key, "name": str(row["data"].get("name", key))} for key, row in samples.items()]
    context = {"page": page, "seat": found, "encounter": encounter, "samples": sorted(rows, key=_by_name)}
    return render(request, "encounters/prepare.html", context)


@answers.posted
def fights(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A new encounter, opened for preparation."""
    done = preparing.prepare(seat=seat, sent=answers.sent(request), name=request.POST.get("name", ""))
    page = live.find_page(seat, "prepare", done.value) if done.value else None
    return answers.respond(request, seat, done, to=page.address if page else "")


@answers.posted
def rename(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Another name for an encounter."""
    name = request.POST.get("name", "")
    done = preparing.rename(seat=seat, sent=answers.sent(request), encounter=encounter, name=name)
    return answers.respond(request, seat, done)


@answers.posted
def enrol(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Characters of the table take part, or copies of a ready-made one."""
    said, sent = request.POST, answers.sent(request)
    if sample := said.get("sample", ""):
        count, hidden = _number(said.get("count", "1")), bool(said.get("hidden"))
        done = preparing.recruit(seat=seat, sent=sent, encounter=encounter, sample=sample, count=count, hidden=hidden)
    else:
        done = preparing.enrol(seat=seat, sent=sent, encounter=encounter, characters=said.getlist("characters"))
    return answers.respond(request, seat, done, toast=_("Added."))


@answers.posted
def fighter(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """What the players see of a fighter; ticks that may be absent are named in ``flags``."""
    said: dict[str, Any] = {key: request.POST[key] for key in preparing.ABOUT if key in request.POST}
    said |= {key: False for key in request.POST.getlist("flags") if key not in request.POST}
    done = preparing.describe(seat=seat, sent=answers.sent(request), encounter=encounter, fighter=fighter, said=said)
    return answers.respond(request, seat, done)


@answers.posted
def dismiss(request: HttpRequest, seat: Seat, encounter: str, fighter: str) -> HttpResponse:
    """Take somebody out of an encounter that has not begun."""
    done = preparing.dismiss(seat=seat, sent=answers.sent(request), encounter=encounter, fighter=fighter)
    return answers.respond(request, seat, done, toast=_("Removed."))


@answers.posted
def status(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Start, pause, take up again or end."""
    wanted = request.POST.get("status", "")
    done = preparing.turn_to(seat=seat, sent=answers.sent(request), encounter=encounter, status=wanted)
    name = "table" if wanted == Encounter.Status.ENDED else "fight"
    page = live.find_page(seat, name, "" if name == "table" else encounter)
    return answers.respond(request, seat, done, to=page.address if page else "")


@answers.posted
def act(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    """Do one thing in a fight: what somebody may do, or what only the engine knows (next, reveal, confirm…)."""
    said, sent = request.POST, answers.sent(request)
    kind, actor, args = said.get("kind", ""), said.get("actor", ""), _args(said)
    if kind in ("reveal", "hide"):
        fighter = str(args.get("fighter", ""))
        done = preparing.reveal(seat=seat, sent=sent, encounter=encounter, fighter=fighter, hide=kind == "hide")
    elif kind == "confirm":
        args = confirming.args(seat, encounter, args)
        done = services.act(seat=seat, sent=sent, encounter=encounter, kind=kind, actor=actor, args=args)
    elif kind == "answer":
        raise Refused(text("This cannot be done now."), "kind")
    else:
        done = services.act(seat=seat, sent=sent, encounter=encounter, kind=kind, actor=actor, args=args)
    # A game master's board has its last act and its undo in view always.
    return answers.respond(request, seat, done, toast="" if seat.is_gm else _toast(seat, done))


def _args(said: QueryDict) -> dict[str, Any]:
    """The arguments of an act; a number that was left empty was not said."""
    given = {key.removeprefix(PREFIX): value for key, value in said.items() if key.startswith(PREFIX)}
    return {key: value for key, value in given.items() if value != ""}


def _toast(seat: Seat, done: Done) -> str:
    """The newest line the act brought for its own seat."""
    return lines.newest(seat, done) or _("Done.")


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 4 else 0


def _by_name(row: dict[str, str]) -> str:
    return row["name"]
