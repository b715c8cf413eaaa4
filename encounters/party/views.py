"""The page of the party and its forms."""

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
    context = {"page": page, "seat": page.seat, "notes": _note_forms(page.seat), "sessions": _earlier_notes(page.seat)}
    return render(request, "encounters/party.html", context)


@commands.command_view
def save_note(request: HttpRequest, seat: Seat, whose: str) -> HttpResponse:
    """Save a session note; if somebody else saved meanwhile, respond with the form and the merged text."""
    posted = request.POST
    values = {key: posted.get(key, "") for key in ("day", "text", "replaces")}
    done = notes.save(seat=seat, sent=commands.read(request), whose=whose, **values)
    _text, merged = done.value or ("", False)
    if not merged:
        return commands.respond(request, seat, done, toast="" if "quiet" in posted else _("Saved."))
    toast = _("Somebody else has written here meanwhile: what you wrote stands below.")
    html = ""
    if request.headers.get("HX-Request") == "true":
        shown = next(form for form in _note_forms(seat, values["day"]) if form["whose"] == whose)
        html = render_to_string("encounters/_note_form.html", {"note": shown}, request)
    return commands.respond(request, seat, done, toast=toast, form=html)


@commands.command_view
def plan(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = next_session.plan(seat=seat, sent=commands.read(request), values=request.POST.dict())
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.command_view
def answer(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")
    done = next_session.answer(seat=seat, sent=commands.read(request), choice=request.POST.get("said", ""))
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.command_view
def change_calendar(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Set the day, let days pass, or let the chosen player characters rest, by the posted field ``do``."""
    sent, posted = commands.read(request), request.POST
    do = posted.get("do", "")
    if do == "set":
        done = calendar_services.set_day(seat=seat, sent=sent, values=posted.dict())
        return commands.respond(request, seat, done, toast=_("Saved."))
    if do in ("next", "pass"):
        days = "1" if do == "next" else posted.get("days", "")
        done = calendar_services.let_pass(seat=seat, sent=sent, days=days)
        return commands.respond(request, seat, done, toast=_("Saved."))
    if do == "rest":
        lists = {key: posted.getlist(key) for key in ("who", "flags", "also")}
        done = calendar_services.let_rest(seat=seat, sent=sent, days=posted.get("days", ""), **lists)
        return commands.respond(request, seat, done, toast=_("They have rested."))
    raise Unreadable(text("This choice is not offered."), "do")


@commands.command_view
def create_table(request: HttpRequest, seat: Seat) -> HttpResponse:
    done = table_services.create(seat=seat, sent=commands.read(request), values=request.POST.dict())
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.command_view
def use_table(request: HttpRequest, seat: Seat, table: str) -> HttpResponse:
    """Roll on a table, openly or in secret, or remove it, by the posted field ``do``."""
    sent, do = commands.read(request), request.POST.get("do", "")
    if do in ("roll", "secret"):
        done = table_services.roll(seat=seat, sent=sent, table=table, unseen=do == "secret")
        # No undo is offered: a throw stands.
        return commands.respond(request, seat, toast=say(done.value) if done.value else _("Done."))
    if do == "remove":
        done = table_services.remove(seat=seat, sent=sent, table=table)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(text("This choice is not offered."), "do")


def _note_forms(seat: Seat, day: str = "") -> list[dict[str, Any]]:
    """The forms for the notes of a session: the table's and the seat's own."""
    session_day = day or notes.today().isoformat()
    texts = {
        item.data["circle"]: item.data["text"] for item in _readable_notes(seat) if item.data["name"] == session_day
    }
    own = _("For game masters alone") if seat.is_gm else _("For you alone")
    return [
        {
            "whose": whose,
            "label": label,
            "private": whose == notes.OWN and not seat.is_gm,
            "text": texts.get(notes.circle_of(seat, whose), ""),
            "day": session_day,
            "most": notes.TEXT.most,
            "action": reverse("party-note", args=[seat.token, whose]),
        }
        for whose, label in ((notes.TABLE, _("For the whole table")), (notes.OWN, own))
    ]


def _readable_notes(seat: Seat) -> list[PartyItem]:
    return notes.notes_for(seat.campaign, seat.circle)


def _earlier_notes(seat: Seat) -> list[dict[str, Any]]:
    today = notes.today().isoformat()
    earlier = [item for item in _readable_notes(seat) if item.data["name"] != today]
    return [notes.note_row(item) for item in earlier]


@commands.command_view
def make_clock(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    values = {key: posted[key] for key in ("name", "size") if key in posted}
    done = clock_services.make(seat=seat, sent=commands.read(request), values=values, shown=posted.getlist("to"))
    return commands.respond(request, seat, done, toast=_("Saved."))


@commands.command_view
def change_clock(request: HttpRequest, seat: Seat, clock: str) -> HttpResponse:
    """Fill or empty a segment, set who sees the clock, or remove it, by the posted field ``do``."""
    sent, do = commands.read(request), request.POST.get("do", "")
    if do in ("tick", "untick"):
        by = 1 if do == "tick" else -1
        done = clock_services.tick(seat=seat, sent=sent, clock=clock, by=by)
        return commands.respond(request, seat, done, toast=_("Saved."))
    if do == "show":
        done = clock_services.show(seat=seat, sent=sent, clock=clock, to=request.POST.getlist("to"))
        return commands.respond(request, seat, done, toast=_("Saved."))
    if do == "remove":
        done = clock_services.remove(seat=seat, sent=sent, clock=clock)
        return commands.respond(request, seat, done, toast=_("Removed."))
    raise Unreadable(text("This choice is not offered."), "do")
