"""Pictures behind a fight or in handouts: stored by content, served to seats they are shown to."""

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
from encounters.fight.snapshot import OPEN
from encounters.handouts.handouts import SCENE, is_shown_to
from encounters.models import Encounter, Handout, ShownPicture
from rules.core.errors import Refused
from rules.core.text import _
from rules.ground.layout import PLACES
from sheets.portraits.limits import is_shown_whole

MOST_PICTURES = 100  # of a table, including former ones that an undo may restore


def address(digest: str) -> str:
    """The address of a picture, the same for everybody; empty without a picture."""
    return reverse("shown-picture", args=[digest]) if digest else ""


def save(pen: Pen, picture: bytes) -> str:
    """Store a picture for a table and return its name. Raises ``Refused`` if the table has too many."""
    digest, pictures = hashlib.sha256(picture).hexdigest(), ShownPicture.objects.filter(campaign=pen.campaign)
    if not pictures.filter(digest=digest).exists():
        if pictures.count() >= MOST_PICTURES:
            raise Refused(_("There is no room for more pictures at this table."), "file")
        ShownPicture.objects.create(campaign=pen.campaign, digest=digest, picture=picture)
    return digest


@require_GET
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    raw = _find_visible(seats_of(request.session, request.user), digest)
    if raw is None:
        raise Http404
    answer = HttpResponse(raw, content_type="image/webp")
    answer["Cache-Control"] = "private, no-cache"  # its fight or handout may be hidden again
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["ETag"] = f'"{digest}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def _find_visible(seats: Iterable[Seat], digest: str) -> bytes | None:
    for seat in seats:
        row = ShownPicture.objects.filter(campaign=seat.campaign_id, digest=digest).first()
        if row is not None and (seat.is_gm or _is_behind_fight(row) or _is_handed_out(row, seat)):
            return bytes(row.picture)
    return None


def _is_behind_fight(row: ShownPicture) -> bool:
    """True if the picture lies behind places that the page of a fight shows, which it does once the fight has begun."""
    fights = Encounter.objects.filter(campaign=row.campaign_id).exclude(status=Encounter.Status.DRAFT)
    grounds = (fight.state.get("ground", {}) for fight in fights)
    return any((ground.get("level"), ground.get("picture")) == (PLACES, row.digest) for ground in grounds)


def _is_handed_out(row: ShownPicture, seat: Seat) -> bool:
    """True if a handout shows the picture to this seat, or as the scene, which no screen shows during a fight."""
    handouts = Handout.objects.filter(campaign=row.campaign_id)
    shown = [handout.data for handout in handouts if handout.data.get("picture") == row.digest]
    if any(is_shown_to(data, seat.circle) for data in shown):
        return True
    fights = Encounter.objects.filter(campaign=row.campaign_id, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    return any(data.get(SCENE) for data in shown) and not fights.exists()


def dump(campaign: Campaign, _admin: bool) -> list[dict[str, Any]]:
    rows = ShownPicture.objects.filter(campaign=campaign).order_by("digest")
    return [{"digest": row.digest, "picture": base64.b64encode(bytes(row.picture)).decode()} for row in rows]


def load(campaign: Campaign, rows: list[dict[str, Any]]) -> None:
    """Restore the pictures of an archive. Raises ``Unfit`` if one is missing, unreadable or differs from its name."""
    if len(rows) > MOST_PICTURES:
        raise Unfit(f"There are more shown pictures in this archive than a table may have: {MOST_PICTURES}.")
    for row in rows:
        try:
            picture, name = base64.b64decode(row["picture"], validate=True), row["digest"]
        except (LookupError, TypeError, ValueError) as error:
            raise Unfit("A shown picture of this archive cannot be read.") from error
        if hashlib.sha256(picture).hexdigest() != name or not is_shown_whole(picture):
            raise Unfit("A shown picture of this archive is not the one it is called.")
        ShownPicture.objects.create(campaign=campaign, digest=name, picture=picture)
    in_grounds = {row.state.get("ground", {}).get("picture") for row in Encounter.objects.filter(campaign=campaign)}
    in_handouts = {row.data.get("picture") for row in Handout.objects.filter(campaign=campaign)}
    if (in_grounds | in_handouts) - {None, *(row["digest"] for row in rows)}:
        raise Unfit("A shown picture is missing in this archive.")
