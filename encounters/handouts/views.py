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
from campaigns.web.middleware import body_limit
from encounters.handouts import services
from encounters.handouts.handouts import SCENE, is_shown_to
from encounters.handouts.regions import reading_row
from encounters.models import Handout
from sheets.forms import fields_form
from sheets.portraits import upload
from sheets.portraits.views import MOST_BODY, read_upload, upload_form


def _save(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    may_or_404(seat, "run")  # checked before a picture is decoded
    raw = read_upload(request)
    if raw and not rate_limits.PICTURES.take(seat.token):
        return commands.respond_late(request, seat)
    picture = upload.make_whole(raw) if raw else None
    if request.POST.get("no_picture"):
        picture = b""
    values = {field.key: request.POST[field.key] for field in services.FIELDS if field.key in request.POST}
    digest = hashlib.sha256(raw).hexdigest()
    scene = bool(request.POST.get("scene"))
    sent = Sent.of(request.POST.get("command", ""), [request.path, values, digest, picture == b"", scene])
    done = services.save(seat=seat, sent=sent, values=values, picture=picture, handout=handout, scene=scene)
    return commands.respond(request, seat, done, toast=_("Saved."), to=reverse("handouts", args=[seat.token]))


def _add(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _save(request, seat, "")


@body_limit(MOST_BODY)
@commands.form_view(_add)
def handouts(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The list of handouts that a seat may read, with the form that adds one for a game master."""
    page = seat_pages.page_or_404(seat, "handouts")
    context: dict[str, Any] = {"seat": seat, "page": page, **upload_form("")}
    if seat.is_gm:
        context["form"] = fields_form(services.FIELDS, gm=True)
    return render(request, "encounters/handouts.html", context)


@body_limit(MOST_BODY)
@commands.form_view(_save)
def handout(request: HttpRequest, seat: Seat, handout: str) -> HttpResponse:
    """One handout, with its form for a game master; 404 for a seat that may not read it."""
    may_or_404(seat, "own")
    row = get_or_none(Handout.objects.filter(campaign=seat.campaign, token=handout))
    if row is None or not is_shown_to(row.data, seat.circle):
        raise Http404
    context: dict[str, Any] = {"seat": seat, "handout": row, **reading_row(row)}
    if seat.is_gm:
        values = {**row.data, "name": row.name}
        context |= {"form": fields_form(services.FIELDS, gm=True, values=values), **upload_form("")}
    return render(request, "encounters/handout.html", context)


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
