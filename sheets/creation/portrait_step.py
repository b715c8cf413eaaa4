"""The portrait step of character creation; it may be skipped."""

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


def _save_portrait(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "create")
    if request.POST.get("do") == "remove":
        creation_draft.portray(seat, None)
    elif not rate_limits.PICTURES.take(seat.token):
        return commands.respond_late(request, seat)
    else:
        creation_draft.portray(seat, upload.make_portrait(views.read_upload(request)))
    return HttpResponseRedirect(reverse("create-portrait", args=[seat.token]))


@body_limit(views.MOST_BODY)
@commands.form_view(_save_portrait)
def portrait_page(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The portrait of the draft and the form that changes it; redirects to the start without a draft."""
    draft = creation_draft.find_draft(may_or_404(seat, "create"))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    wizard = Wizard.of(draft)
    context = {
        "seat": seat,
        "name": wizard.data.get("name", ""),
        "steps": rows.step_rows(wizard, draft.done, ""),
        "face": bool(draft.small),
        "here": "portrait",
        "last": wizard.stages[-1].key,
        **views.upload_form(store.inline(draft.large)),
    }
    return render(request, "sheets/create_face.html", context)
