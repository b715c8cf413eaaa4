"""The live page of a player without a character, which says why and offers free ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns.journal.event_cache import MOST_EVENTS
from campaigns.live.regions import Audience, PageKind, PlacedRegion, Region, View, subjects
from campaigns.models import Event, Seat
from campaigns.web.addresses import address
from sheets import rows
from sheets.models import Character
from sheets.ownership import services


def claim_page(seat: Seat, view: View) -> list[PlacedRegion] | None:
    """The regions while the player has no character; once they have one, the page redirects to their start page."""
    if view.key or seat.role != Seat.Role.PLAYER:
        return None
    has_one = Character.objects.filter(campaign=seat.campaign_id, owner=seat).exists()
    return None if has_one else [CHARACTER_TAKEN.own(), CANDIDATES.own()]


def character_taken(view: View) -> Mapping[str, Any] | None:
    """The game master who took this seat's last character back, and when; ``None`` if the player gave it up."""
    # Filtered by audience first, so that hidden events push nothing out.
    audible = Event.objects.filter(campaign=view.campaign, audience__in=("table", view.circle)).select_related("by")
    newest = audible.order_by("-seq")[:MOST_EVENTS]
    entry = next(((event, subject) for event in newest if (subject := _find_lost(event, view.seat))), None)
    if entry is None:
        return None
    event, subject = entry
    if event.by is not None and event.by.token == view.seat:
        return None
    values = {
        "who": event.by.shown_name if event.by else _("The game master"),
        "name": _name_of(view, event, subject),
        "time": formats.time_format(timezone.localtime(event.created), "H:i"),
    }
    return {"text": _("%(who)s took %(name)s back at %(time)s.") % values}


def candidates(view: View) -> Mapping[str, Any] | None:
    """The player characters of the table for a player who looks for one; free ones can be claimed."""
    characters = services.player_characters(view.campaign)
    if not characters:
        return None
    return {"rows": [_candidate_row(view, character) for character in characters]}


def _candidate_row(view: View, character: Character) -> Mapping[str, Any]:
    row = rows.candidate_row(character)
    return {
        **row,
        "played": _("Played by %(player)s") % {"player": row["owner"]} if row["owner"] else "",
        "play": _("Play %(name)s") % {"name": character.name},
        "take": address("take-character", view.seat, character.token),
    }


def _find_lost(event: Event, seat: str) -> str:
    for subject, path, before, after in event.changes:
        if subject.startswith("character:") and path in ("meta", "meta.owner"):
            owners = [row.get("owner") if isinstance(row, dict) else row for row in (before, after)]
            if owners[0] == seat != owners[1]:
                return str(subject)
    return ""


def _name_of(view: View, event: Event, subject: str) -> str:
    names_removed = (before for other, path, before, _after in event.changes if (other, path) == (subject, "name"))
    text = next(names_removed, None)
    if text is None:
        characters = Character.objects.filter(campaign=view.campaign, token=subject.partition(":")[2])
        text = characters.values_list("name", flat=True).first()
    return str(text or _("your character"))


CHARACTER_TAKEN = Region("character_taken", character_taken, audience=Audience.OWN, reads=subjects("character"))
CANDIDATES = Region("candidates", candidates, audience=Audience.OWN, reads=subjects("character"))
PAGE = PageKind(
    "choosing",
    claim_page,
    address=lambda seat, _key: reverse("characters", args=[seat.token]),
    reads=subjects("character"),
)
