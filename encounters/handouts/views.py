"""The pages of handouts: the list, one handout to read or edit, and their forms."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.queries import get_or_none
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import may_or_404
from campaigns.web import commands, rate_limits
from campaigns.web.language import say
from campaigns.web.middleware import body_limit
from encounters.handouts import services
from encounters.handouts.handouts import SCENE, is_shown_to
from encounters.handouts.regions import reading_row
from encounters.models import Handout
from rules.core.errors import RulesError, Stale
from sheets.forms import fields_form
from sheets.portraits import upload
from sheets.portraits.views import MOST_BODY, read_upload, upload_form


def _save(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    may_or_404(seat, "run")  # checked before a picture is decoded
    raw = read_upload(request)
    if raw and not rate_limits.PICTURES.take(seat.token):
        return commands.respond_late(request, seat)
    values = {field.key: request.POST[field.key] for field in services.FIELDS if field.key in request.POST}
    removes, scene = bool(request.POST.get("no_picture")), bool(request.POST.get("scene"))
    digest = hashlib.sha256(raw).hexdigest()
    sent = Sent.of(request.POST.get("command", ""), [request.path, values, digest, removes, scene])
    try:
        picture = b"" if removes else upload.make_whole(raw) if raw else None
        done = services.save(seat=seat, sent=sent, said=values, picture=picture, handout=handout, scene=scene)
    except Stale:
        raise
    except RulesError as error:  # shown with what was typed
        return _show(request, seat, _find(seat, handout) if handout else None, error)
    return commands.respond(request, seat, done, toast=_("Saved."), to=reverse("handouts", args=[seat.token]))


def _add(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _save(request, seat, "")


def _show(request: HttpRequest, seat: Seat, row: Handout | None, refused: RulesError | None = None) -> HttpResponse:
    context: dict[str, Any] = {"seat": seat, "wrong": refused and say(refused.text)}
    if row is None:
        context["page"] = seat_pages.page_or_404(seat, "handouts")
    else:
        context |= {"handout": row, **reading_row(row)}
    if seat.is_gm:
        values, typed = {**row.data, "name": row.name} if row else {}, request.POST if refused else None
        context |= {"form": fields_form(services.FIELDS, gm=True, values=values, data=typed), **upload_form("")}
    template = "encounters/handout.html" if row else "encounters/handouts.html"
    return render(request, template, context, status=commands.status_of(refused))


def _find(seat: Seat, handout: str) -> Handout:
    row = get_or_none(Handout.objects.filter(campaign=seat.campaign, token=handout))
    if row is None or not is_shown_to(row.data, seat.circle):
        raise Http404
    return row


@body_limit(MOST_BODY)
@commands.form_view(_add)
def handouts(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The list of handouts that a seat may read, with the form that adds one for a game master."""
    return _show(request, seat, None)


@body_limit(MOST_BODY)
@commands.form_view(_save)
def handout(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    """One handout, with its form for a game master; 404 for a seat that may not read it."""
    may_or_404(seat, "own")
    return _show(request, seat, _find(seat, handout))


@commands.command_view
def show(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    """Show a handout to the recipient in the posted field ``to``, or make its picture the scene."""
    to, sent = request.POST.get("to", ""), commands.read(request)
    if to == SCENE:
        done = services.set_scene(seat=seat, sent=sent, handout=handout)
    else:
        done = services.show(seat=seat, sent=sent, handout=handout, to=to)
    return commands.respond(request, seat, done, toast=_("Shown."))


@commands.command_view
def withdraw(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    act = services.clear_scene if request.POST.get("of") == SCENE else services.take_away
    done = act(seat=seat, sent=commands.read(request), handout=handout)
    return commands.respond(request, seat, done, toast=_("Taken away."))


@commands.command_view
def remove(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    done = services.remove(seat=seat, sent=commands.read(request), handout=handout)
    return commands.respond(request, seat, done, toast=_("Removed."), to=reverse("handouts", args=[seat.token]))
