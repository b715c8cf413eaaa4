"""The page of the party, and what is posted from it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters.models import PartyItem
from encounters.party import calendar as calendar_services
from encounters.party import clocks as clock_services
from encounters.party import next_session, notes
from encounters.party import random_tables as table_services
from rules.core.errors import Unreadable
from rules.core.text import _ as text


@seat_pages.shown_to()
def party(request: HttpRequest, seat: Seat) -> HttpResponse:
    page = seat_pages.page_or_404(seat, "party")
    context = {"page": page, "seat": page.seat, "notes": _note_forms(page.seat), "sessions": _sessions(page.seat)}
    return render(request, "encounters/party.html", context)


@commands.posted
def note(request: HttpRequest, seat: Seat, whose: str) -> HttpResponse:
    """Keep a note of a session; where somebody else wrote meanwhile, its form comes back with both texts."""
    posted = request.POST
    given = {key: posted.get(key, "") for key in ("day", "text", "replaces")}
    done = notes.save(seat=seat, sent=commands.sent(request), whose=whose, **given)
    _text, merged = done.value or ("", False)
    if not merged:
        return commands.respond(request, seat, done, toast="" if "quiet" in posted else _("Saved."))
    toast = _("Somebody else has written here meanwhile: what you wrote stands below.")
    html = ""
    if request.headers.get("HX-Request") == "true":
        shown = next(form for form in _note_forms(seat, given["day"]) if form["whose"] == whose)
        html = render_to_string("encounters/_note_form.html", {"note": shown}, request)
    return commands.respond(request, seat, done, toast=toast, form=html)


@commands.posted
def plan(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = next_session.plan(seat=seat, sent=commands.sent(request), said=request.POST.dict())
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.posted
def answer(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")
    done = next_session.answer(seat=seat, sent=commands.sent(request), said=request.POST.get("said", ""))
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.posted
def calendar(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Name the day, let days pass, or let the heroes who are named rest meanwhile."""
    sent, posted = commands.sent(request), request.POST
    wanted = posted.get("do", "")
    if wanted == "set":
        done = calendar_services.set_day(seat=seat, sent=sent, said=posted.dict())
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted in ("next", "pass"):
        days = "1" if wanted == "next" else posted.get("days", "")
        done = calendar_services.let_pass(seat=seat, sent=sent, days=days)
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted == "rest":
        lists = {key: posted.getlist(key) for key in ("who", "flags", "also")}
        done = calendar_services.rest(seat=seat, sent=sent, days=posted.get("days", ""), **lists)
        return commands.respond(request, seat, done, toast=_("They have rested."))
    raise Unreadable(text("This choice is not offered."), "do")


@commands.posted
def random_tables(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = table_services.keep(seat=seat, sent=commands.sent(request), said=request.POST.dict())
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.posted
def random_table(request: HttpRequest, seat: Seat, table: str) -> HttpResponse:
    """Roll on a table, openly or in secret, or put it away."""
    sent, wanted = commands.sent(request), request.POST.get("do", "")
    if wanted in ("roll", "secret"):
        done = table_services.roll(seat=seat, sent=sent, table=table, unseen=wanted == "secret")
        # No undo is offered: what fell, fell.
        return commands.respond(request, seat, toast=say(done.value) if done.value else _("Done."))
    if wanted == "remove":
        done = table_services.remove(seat=seat, sent=sent, table=table)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(text("This choice is not offered."), "do")


def _note_forms(seat: Seat, day: str = "") -> list[dict[str, Any]]:
    """The notes of a session to be written: those of the table and one's own."""
    named = day or notes.today().isoformat()
    texts = {item.data["circle"]: item.data["text"] for item in _read(seat) if item.data["name"] == named}
    own = _("For game masters alone") if seat.is_gm else _("For you alone")
    return [
        {
            "whose": whose,
            "label": label,
            "private": whose == notes.OWN and not seat.is_gm,
            "text": texts.get(notes.circle_of(seat, whose), ""),
            "day": named,
            "most": notes.TEXT.most,
            "action": reverse("party-note", args=[seat.token, whose]),
        }
        for whose, label in ((notes.TABLE, _("For the whole table")), (notes.OWN, own))
    ]


def _read(seat: Seat) -> list[PartyItem]:
    return notes.read_by(seat.campaign, seat.circle)


def _sessions(seat: Seat) -> list[dict[str, Any]]:
    today = notes.today().isoformat()
    earlier = [item for item in _read(seat) if item.data["name"] != today]
    return [notes.note_row(item) for item in earlier]


@commands.posted
def clocks(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    values = {key: posted[key] for key in ("name", "size") if key in posted}
    done = clock_services.make(seat=seat, sent=commands.sent(request), said=values, shown=posted.getlist("to"))
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.posted
def clock(request: HttpRequest, seat: Seat, clock: str) -> HttpResponse:
    """Fill or empty a segment, say who sees the clock, or put it away."""
    sent, wanted = commands.sent(request), request.POST.get("do", "")
    if wanted in ("tick", "untick"):
        by = 1 if wanted == "tick" else -1
        done = clock_services.tick(seat=seat, sent=sent, clock=clock, by=by)
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted == "show":
        done = clock_services.show(seat=seat, sent=sent, clock=clock, to=request.POST.getlist("to"))
        return commands.respond(request, seat, done, toast=_("Saved."))
    if wanted == "remove":
        done = clock_services.remove(seat=seat, sent=sent, clock=clock)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(text("This choice is not offered."), "do")
