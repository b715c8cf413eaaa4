"""Views of portraits: serve one to seats that may see it; choose, replace and remove it."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.seats.access import seats_of
from campaigns.web import commands, rate_limits, uploads
from campaigns.web.middleware import body_limit
from sheets import services
from sheets.pages import reading_or_404, sheet_address
from sheets.portraits import store, upload
from sheets.portraits.limits import FORMATS, LARGE, MOST_BYTES

FOREVER = 365 * 24 * 3600  # seconds: another picture has another address
MOST_BODY = MOST_BYTES + 2 * 1024 * 1024  # a slightly too large upload still gets our own message


@require_GET
def picture(request: HttpRequest, digest: str, side: int) -> HttpResponse:
    pair = store.find_visible(seats_of(request.session, request.user), digest, side)
    if pair is None:
        raise Http404
    raw, always = pair
    answer = HttpResponse(raw, content_type="image/webp")
    # The portrait of a character who may be hidden again is revalidated each time.
    answer["Cache-Control"] = f"private, max-age={FOREVER}, immutable" if always else "private, no-cache"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["ETag"] = f'"{digest}-{side}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def _save(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    if not rate_limits.PICTURES.take(seat.token):
        return commands.respond_late(request, seat)
    raw = read_upload(request)
    portrait = upload.make_portrait(raw)
    sent = Sent.of(request.POST.get("command", ""), [request.path, hashlib.sha256(raw).hexdigest()])
    done = services.portray(seat=seat, sent=sent, character=reading.character, portrait=portrait)
    return commands.respond(request, seat, done, toast=_("Saved."), to=sheet_address("sheet", seat, reading))


@body_limit(MOST_BODY)
@commands.form_view(_save)
def portrait(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    large = store.address(reading.character.portrait, LARGE)
    context = {"seat": seat, "character": reading.character, "title": _("Portrait"), **upload_form(large)}
    return render(request, "sheets/portrait.html", context)


def upload_form(large: str) -> dict[str, object]:
    accept = ",".join(f"image/{name.lower()}" for name in FORMATS)
    return {"large": large, "most": MOST_BYTES // 1024 // 1024, "accept": accept}


def read_upload(request: HttpRequest) -> bytes:
    return uploads.read_file(request, MOST_BYTES)


@commands.command_view
def remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    done = services.portray(seat=seat, sent=commands.read(request), character=reading.character, portrait=None)
    return commands.respond(request, seat, done, toast=_("Removed."))
