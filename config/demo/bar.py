"""The bar of the demonstration: switch between the game master's, a player's and the shared screen's view."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from campaigns.models import Invitation
from campaigns.seats.invitations import code_of


def see_as(request: HttpRequest) -> dict[str, Any]:
    """Return the seats of the current table with the codes of their links; nothing outside the demonstration.

    These are no secrets there: all links were printed where the demonstration was started.
    """
    match = request.resolver_match
    if not settings.TABLEE_DEMO or match is None or "seat" not in match.kwargs:
        return {}
    return {"see_as": SimpleLazyObject(lambda: _seat_rows(match.kwargs["seat"]))}


def _seat_rows(token: str) -> list[dict[str, Any]]:
    links = Invitation.objects.filter(
        seat__campaign__seats__token=token, seat__left_at=None, revoked_at=None, expires_at=None, uses_left=None
    )
    rows = links.select_related("seat").order_by("seat__pk")
    seats = ((row.seat, code_of(row)) for row in rows)
    return [{"name": seat.name, "here": seat.token == token, "code": code} for seat, code in seats if seat is not None]
