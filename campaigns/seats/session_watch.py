"""Detection of open pages whose browser has lost its seat: signed out, a new password, or an expired session."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from campaigns.live.site import Holder
from campaigns.models import Seat
from campaigns.seats.access import seats_held


def holders_lost(holders: Collection[Holder]) -> frozenset[Holder]:
    """The holders that no longer hold their seat, by the same rules as ``access.find_seat``."""
    keys = {holder.session for holder in holders}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    users = {key: _user_of(data) for key, data in sessions.items()}
    active = get_user_model().objects.filter(pk__in={user for user in users.values() if user}, is_active=True)
    accounts = {str(user.pk): user for user in active}
    seats = Seat.objects.in_bulk({holder.seat for holder in holders})
    return frozenset(
        holder
        for holder in holders
        if not _still_holds(sessions.get(holder.session), accounts.get(users.get(holder.session, "")), seats, holder)
    )


def _still_holds(session: dict[str, Any] | None, user: Any, seats: dict[int, Seat], holder: Holder) -> bool:
    seat = seats.get(holder.seat)
    if session is None or seat is None:
        return False
    if not _user_of(session):
        return seats_held(session).get(seat.token) == holder.moved
    verified = user is not None and constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
    return verified and (seats_held(session).get(seat.token) == holder.moved or seat.user_id == user.pk)


def _user_of(session: dict[str, Any]) -> str:
    return str(session.get(SESSION_KEY, "")) if BACKEND_SESSION_KEY in session else ""
