"""The step on which a character that is being made is given a face; it may be left out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands, rate_limits
from campaigns.web.middleware import body_limit
from sheets.creation import draft as creation_draft
from sheets.creation import rows
from sheets.creation.wizard import Wizard
from sheets.portraits import store, upload, views


def _put(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")
    if request.POST.get("do") == "remove":
        creation_draft.portray(seat, None)
    elif not rate_limits.PICTURES.take(seat.token):
        return commands.late(request, seat)
    else:
        creation_draft.portray(seat, upload.made(views.received(request)))
    return HttpResponseRedirect(reverse("create-portrait", args=[seat.token]))


@body_limit(views.MOST_BODY)
@commands.shown(_put)
def face(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The portrait of who is being made, and the form that changes it; who is making nobody begins."""
    draft = creation_draft.find(may_or_404(seat, "create"))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    making = Wizard.of(draft)
    context = {
        "seat": seat,
        "name": making.data.get("name", ""),
        "steps": rows.steps(making, draft.done, ""),
        "face": bool(draft.small),
        "here": "portrait",
        "last": making.stages[-1].key,
        **views.asked(store.inline(draft.large)),
    }
    return render(request, "sheets/create_face.html", context)
