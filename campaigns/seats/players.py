"""The players seated at a table, in the order in which they joined."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from campaigns.models import Campaign, Seat
from campaigns.queries import get_or_none
from rules.core.errors import Refused
from rules.core.text import _

NOBODY = _("No such player is at this table.")


def players(campaign: Campaign) -> QuerySet[Seat]:
    """The seats of players who have not left."""
    return Seat.objects.filter(campaign=campaign, role=Seat.Role.PLAYER, left_at=None).order_by("pk")


def player(campaign: Campaign, token: str) -> Seat:
    """The player whose seat has this token. Raises ``Refused`` if there is none."""
    seat = get_or_none(players(campaign).filter(token=token))
    if seat is None:
        raise Refused(NOBODY)
    return seat


def check_players(campaign: Campaign, tokens: Collection[str]) -> None:
    """Raise ``Refused`` unless each token belongs to a player."""
    if not set(tokens) <= set(players(campaign).values_list("token", flat=True)):
        raise Refused(NOBODY)
