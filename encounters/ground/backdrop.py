"""The picture behind the places of a fight: kept by what it shows, seen by who sees the ground, carried in archives."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Seat
from campaigns.seats.access import seats_of
from campaigns.unpacking import Unfit
from encounters.models import Backdrop, Encounter
from rules.core.errors import Refused
from rules.core.text import _
from sheets.portraits.limits import WIDE, is_own

MOST_BACKDROPS = 40  # of a table, those of before among them, which an undo may bring back


def address(digest: str) -> str:
    """The address of a picture, the same for everybody; empty where there is none."""
    return reverse("backdrop", args=[digest]) if digest else ""


def keep(pen: Pen, picture: bytes) -> str:
    """Keep a picture at a table and return its name. Raises ``Refused`` where the table has too many."""
    digest, known = hashlib.sha256(picture).hexdigest(), Backdrop.objects.filter(campaign=pen.campaign)
    if not known.filter(digest=digest).exists():
        if known.count() >= MOST_BACKDROPS:
            raise Refused(_("There is no room for more pictures at this table."), "file")
        Backdrop.objects.create(campaign=pen.campaign, digest=digest, picture=picture)
    return digest


@require_GET
def backdrop(request: HttpRequest, digest: str) -> HttpResponse:
    raw = _seen_by(seats_of(request.session, request.user), digest)
    if raw is None:
        raise Http404
    answer = HttpResponse(raw, content_type="image/webp")
    answer["Cache-Control"] = "private, no-cache"  # the fight it lies behind may be hidden again
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["ETag"] = f'"{digest}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def _seen_by(seats: Iterable[Seat], digest: str) -> bytes | None:
    for seat in seats:
        picture = Backdrop.objects.filter(campaign=seat.campaign_id, digest=digest).first()
        if picture is not None and (seat.is_gm or _is_shown(picture)):
            return bytes(picture.picture)
    return None


def _is_shown(picture: Backdrop) -> bool:
    """True if the picture lies behind a fight that everybody sees."""
    seen = (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
    rows = Encounter.objects.filter(campaign=picture.campaign_id, status__in=seen)
    return any(row.state.get("ground", {}).get("picture") == picture.digest for row in rows)


def dump(campaign: Campaign, _admin: bool) -> list[dict[str, Any]]:
    rows = Backdrop.objects.filter(campaign=campaign).order_by("digest")
    return [{"digest": row.digest, "picture": base64.b64encode(bytes(row.picture)).decode()} for row in rows]


def load(campaign: Campaign, rows: list[dict[str, Any]]) -> None:
    """Make the pictures of an archive again. Raises ``Unfit`` for one that is not what its name says, or missing."""
    if len(rows) > MOST_BACKDROPS:
        raise Unfit(f"There are more pictures of places in this archive than a table may have: {MOST_BACKDROPS}.")
    for row in rows:
        try:
            picture, called = base64.b64decode(row["picture"], validate=True), row["digest"]
        except (LookupError, TypeError, ValueError) as error:
            raise Unfit("A picture of places of this archive cannot be read.") from error
        if hashlib.sha256(picture).hexdigest() != called or not is_own(picture, *WIDE):
            raise Unfit("A picture of places of this archive is not the one it is called.")
        Backdrop.objects.create(campaign=campaign, digest=called, picture=picture)
    laid = {row.state.get("ground", {}).get("picture") for row in Encounter.objects.filter(campaign=campaign)}
    if laid - {None, *(row["digest"] for row in rows)}:
        raise Unfit("A picture of places is missing in this archive.")
