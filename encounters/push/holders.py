"""Subscriptions whose browser holds its seat no longer: by the watch that ends the open pages of that browser."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.live.site import Holder
from campaigns.models import Seat
from campaigns.seats import session_watch
from encounters.models import PushSubscription


def ended(rows: Collection[PushSubscription]) -> set[PushSubscription]:
    """The subscriptions among these that are told nothing any more."""
    holders = {row: Holder(row.session, row.seat_id, row.moved) for row in rows}
    gone = session_watch.lost(set(holders.values()))
    return {row for row, holder in holders.items() if holder in gone or not _plays(row)}


def _plays(row: PushSubscription) -> bool:
    """True while a player sits there, and on the device that asked."""
    return row.seat.left_at is None and row.seat.role == Seat.Role.PLAYER and row.seat.moved == row.moved
