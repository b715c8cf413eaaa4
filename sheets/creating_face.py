"""The step on which a character that is being made is given a face; it may be left out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from campaigns import answers, limits
from campaigns.access import may_or_404
from campaigns.middleware import body_limit
from campaigns.models import Seat
from sheets import drafts, pictures, portrait_views, portraits, stages
from sheets.making import Making


def _put(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Keep a picture with the draft, or take it away."""
    may_or_404(seat, "create")
    if request.POST.get("do") == "remove":
        drafts.portray(seat, None)
    elif not limits.PICTURES.take(seat.token):
        return answers.late(request, seat)
    else:
        drafts.portray(seat, pictures.made(portrait_views.received(request)))
    return HttpResponseRedirect(reverse("create-portrait", args=[seat.token]))


@body_limit(portrait_views.MOST_BODY)
@answers.shown(_put)
def face(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The portrait of who is being made, and the form that changes it; who is making nobody begins."""
    draft = drafts.find(may_or_404(seat, "create"))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    making = Making.of(draft)
    context = {
        "seat": seat,
        "name": making.data.get("name", ""),
        "steps": stages.steps(making, draft.done, ""),
        "face": bool(draft.small),
        "here": "portrait",
        "last": making.stages[-1].key,
        **portrait_views.asked(portraits.inline(draft.large)),
    }
    return render(request, "sheets/create_face.html", context)
