"""The players who sit at a table, in the order in which they came."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from campaigns.models import Campaign, Seat
from campaigns.queries import get_or_none
from rules.core.errors import Refused
from rules.core.text import _

NOBODY = _("There is no such player at this table.")


def players(campaign: Campaign) -> QuerySet[Seat]:
    """Their seats, without those who have left."""
    return Seat.objects.filter(campaign=campaign, role=Seat.Role.PLAYER, left_at=None).order_by("pk")


def player(campaign: Campaign, token: str) -> Seat:
    """The player whose seat has this token. Raises ``Refused``."""
    seat = get_or_none(players(campaign).filter(token=token))
    if seat is None:
        raise Refused(NOBODY)
    return seat


def check_players(campaign: Campaign, tokens: Collection[str]) -> None:
    """Raise ``Refused`` unless each token is that of a player."""
    if not set(tokens) <= set(players(campaign).values_list("token", flat=True)):
        raise Refused(NOBODY)
