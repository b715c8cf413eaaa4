"""The bar of the demonstration: the same table as its game master, a player or the shared screen sees it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from campaigns.models import Invitation
from campaigns.seats.invitations import code_of


def see_as(request: HttpRequest) -> dict[str, Any]:
    """Return the seats of the table at hand with the codes of their links; nothing outside the demonstration.

    Whoever has the demonstration has all its links: they were printed where it was started.
    """
    match = request.resolver_match
    if not settings.TABLEE_DEMO or match is None or "seat" not in match.kwargs:
        return {}
    return {"see_as": SimpleLazyObject(lambda: _seats(match.kwargs["seat"]))}


def _seats(token: str) -> list[dict[str, Any]]:
    printed = Invitation.objects.filter(
        seat__campaign__seats__token=token, seat__left_at=None, revoked_at=None, expires_at=None, uses_left=None
    )
    rows = printed.select_related("seat").order_by("seat__pk")
    seats = ((row.seat, code_of(row)) for row in rows)
    return [{"name": seat.name, "here": seat.token == token, "code": code} for seat, code in seats if seat is not None]
