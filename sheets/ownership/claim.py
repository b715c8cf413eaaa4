"""The live page of a player who plays nobody: it says who took a character back, and leads to it once it is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns.journal.event_cache import MOST_EVENTS
from campaigns.live.regions import Audience, PageKind, Placed, Region, View, subjects
from campaigns.models import Event, Seat
from sheets.models import Character


def page(seat: Seat, view: View) -> list[Placed] | None:
    """Its region while the player has no character: as soon as one is theirs, the page leads to where they begin."""
    if view.key or seat.role != Seat.Role.PLAYER:
        return None
    has_one = Character.objects.filter(campaign=seat.campaign_id, owner=seat).exists()
    return None if has_one else [CHARACTER_TAKEN.own()]


def character_taken(view: View) -> Mapping[str, Any] | None:
    """The game master who took this seat's last character back, and when; nothing where the player gave it up."""
    # What is hidden never pushes it off the page.
    heard = Event.objects.filter(campaign=view.campaign, audience__in=("table", view.circle)).select_related("by")
    newest = heard.order_by("-seq")[:MOST_EVENTS]
    entry = next(((event, subject) for event in newest if (subject := _lost(event, view.seat))), None)
    if entry is None:
        return None
    event, subject = entry
    if event.by is not None and event.by.token == view.seat:
        return None
    values = {
        "who": event.by.shown_name if event.by else _("The game master"),
        "name": _name(view, event, subject),
        "time": formats.time_format(timezone.localtime(event.created), "H:i"),
    }
    return {"text": _("%(who)s took %(name)s back at %(time)s.") % values}


def _lost(event: Event, seat: str) -> str:
    for subject, path, before, after in event.changes:
        if subject.startswith("character:") and path in ("meta", "meta.owner"):
            owners = [row.get("owner") if isinstance(row, dict) else row for row in (before, after)]
            if owners[0] == seat != owners[1]:
                return str(subject)
    return ""


def _name(view: View, event: Event, subject: str) -> str:
    gone = (before for other, path, before, _after in event.changes if (other, path) == (subject, "name"))
    text = next(gone, None)
    if text is None:
        known = Character.objects.filter(campaign=view.campaign, token=subject.partition(":")[2])
        text = known.values_list("name", flat=True).first()
    return str(text or _("your character"))


CHARACTER_TAKEN = Region("character_taken", character_taken, audience=Audience.OWN, reads=subjects("character"))
PAGE = PageKind(
    "choosing", page, address=lambda seat, _key: reverse("characters", args=[seat.token]), reads=subjects("character")
)
