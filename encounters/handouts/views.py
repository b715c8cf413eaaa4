"""The pages of handouts: their list, one to be read or written, and what is posted from them."""

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
from campaigns.web.middleware import body_limit
from encounters.handouts import services
from encounters.handouts.handouts import SCENE, is_shown_to
from encounters.handouts.regions import read
from encounters.models import Handout
from sheets.forms import fields_form
from sheets.portraits import upload
from sheets.portraits.views import MOST_BODY, asked, received


def _keep(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    may_or_404(seat, "run")  # nothing is decoded for anybody else
    raw = received(request)
    if raw and not rate_limits.PICTURES.take(seat.token):
        return commands.late(request, seat)
    picture = b"" if request.POST.get("no_picture") else upload.made_whole(raw) if raw else None
    values = {field.key: request.POST[field.key] for field in services.FIELDS if field.key in request.POST}
    digest = hashlib.sha256(raw).hexdigest()
    scene = bool(request.POST.get("scene"))
    sent = Sent.of(request.POST.get("command", ""), [request.path, values, digest, picture == b"", scene])
    done = services.keep(seat=seat, sent=sent, said=values, picture=picture, handout=handout, scene=scene)
    return commands.respond(request, seat, done, toast=_("Saved."), to=reverse("handouts", args=[seat.token]))


def _add(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _keep(request, seat, "")


@body_limit(MOST_BODY)
@commands.shown(_add)
def handouts(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The handouts a seat may read; a game master adds one here."""
    page = seat_pages.page_or_404(seat, "handouts")
    context: dict[str, Any] = {"seat": seat, "page": page, **asked("")}
    if seat.is_gm:
        context["form"] = fields_form(services.FIELDS, gm=True)
    return render(request, "encounters/handouts.html", context)


@body_limit(MOST_BODY)
@commands.shown(_keep)
def handout(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    """One handout, to be read by whoever is shown it, or written by its game master."""
    may_or_404(seat, "own")
    row = get_or_none(Handout.objects.filter(campaign=seat.campaign, token=handout))
    if row is None or not is_shown_to(row.data, seat.circle):
        raise Http404
    context: dict[str, Any] = {"seat": seat, "handout": row, **read(row)}
    if seat.is_gm:
        values = {**row.data, "name": row.name}
        context |= {"form": fields_form(services.FIELDS, gm=True, values=values), **asked("")}
    return render(request, "encounters/handout.html", context)


@commands.posted
def show(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    """Show a handout to whom it is posted ``to``, or make its picture the scene."""
    to, sent = request.POST.get("to", ""), commands.sent(request)
    if to == SCENE:
        done = services.set_scene(seat=seat, sent=sent, handout=handout)
    else:
        done = services.show(seat=seat, sent=sent, handout=handout, to=to)
    return commands.respond(request, seat, done, toast=_("Shown."))


@commands.posted
def take_away(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    act = services.clear_scene if request.POST.get("of") == SCENE else services.take_away
    done = act(seat=seat, sent=commands.sent(request), handout=handout)
    return commands.respond(request, seat, done, toast=_("Taken away."))


@commands.posted
def remove(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    done = services.remove(seat=seat, sent=commands.sent(request), handout=handout)
    return commands.respond(request, seat, done, toast=_("Removed."), to=reverse("handouts", args=[seat.token]))
