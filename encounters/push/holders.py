"""Subscriptions whose browser no longer holds its seat, found by the checks that open pages use."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.live.site import Holder
from campaigns.models import Seat
from campaigns.seats import session_watch
from encounters.models import PushSubscription


def ended_subscriptions(rows: Collection[PushSubscription]) -> set[PushSubscription]:
    """The given subscriptions that get no more notifications."""
    holders = {row: Holder(row.session, row.seat_id, row.moved) for row in rows}
    lost = session_watch.holders_lost(set(holders.values()))
    return {row for row, holder in holders.items() if holder in lost or not _still_plays(row)}


def _still_plays(row: PushSubscription) -> bool:
    """True while a player has the seat, and on the same device as at subscription."""
    return row.seat.left_at is None and row.seat.role == Seat.Role.PLAYER and row.seat.moved == row.moved
