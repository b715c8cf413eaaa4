"""A portrait as it is sent to who may see it, and the page on which it is chosen, replaced and taken away."""

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
from campaigns.web import commands, rate_limits
from campaigns.web.middleware import body_limit
from sheets import services
from sheets.pages import sheet_of, url_of
from sheets.portraits import store, upload
from sheets.portraits.limits import FORMATS, LARGE, MOST_BYTES

FOREVER = 365 * 24 * 3600  # seconds: another picture has another address
MOST_BODY = MOST_BYTES + 2 * 1024 * 1024  # what is a little too large still gets its own sentence


@require_GET
def picture(request: HttpRequest, digest: str, side: int) -> HttpResponse:
    pair = store.seen_by(seats_of(request.session, request.user), digest, side)
    if pair is None:
        raise Http404
    raw, always = pair
    answer = HttpResponse(raw, content_type="image/webp")
    # Of who may be hidden again a browser asks each time.
    answer["Cache-Control"] = f"private, max-age={FOREVER}, immutable" if always else "private, no-cache"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["ETag"] = f'"{digest}-{side}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def _put(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    if not rate_limits.PICTURES.take(seat.token):
        return commands.late(request, seat)
    raw = received(request)
    portrait = upload.made(raw)
    sent = Sent.of(request.POST.get("command", ""), [request.path, hashlib.sha256(raw).hexdigest()])
    done = services.portray(seat=seat, sent=sent, character=reading.character, portrait=portrait)
    return commands.respond(request, seat, done, toast=_("Saved."), to=url_of("sheet", seat, reading))


@body_limit(MOST_BODY)
@commands.shown(_put)
def portrait(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    large = store.address(reading.character.portrait, LARGE)
    context = {"seat": seat, "character": reading.character, "title": _("Portrait"), **asked(large)}
    return render(request, "sheets/portrait.html", context)


def asked(large: str) -> dict[str, object]:
    accept = ",".join(f"image/{name.lower()}" for name in FORMATS)
    return {"large": large, "most": MOST_BYTES // 1024 // 1024, "accept": accept}


def received(request: HttpRequest) -> bytes:
    """The file that somebody sent, as far as it may be read; nothing where there is none."""
    given = request.FILES.get("file")
    return given.read(MOST_BYTES + 1) if given is not None else b""


@commands.posted
def remove(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    done = services.portray(seat=seat, sent=commands.sent(request), character=reading.character, portrait=None)
    return commands.respond(request, seat, done, toast=_("Removed."))
