"""A file of all that is kept of a person: an account, its seats, and what apps export of each (``Hooks.exported``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import translation

from campaigns import hooks
from campaigns.models import Passkey, Seat

FORMAT, VERSION = "tablee-personal-data", 1


def of(seats: Iterable[Seat], user: Any = None) -> dict[str, Any]:
    """Everything kept of who sits on these seats, and of the account."""
    values: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if user is not None:
        dates = {"joined": user.date_joined, "last_login": user.last_login}
        values["account"] = {
            "username": user.get_username(),
            **({"email": user.email} if user.email else {}),
            **{key: date.isoformat() for key, date in dates.items() if date},
            "passkeys": [_passkey(passkey) for passkey in user.passkeys.order_by("pk")],
        }
    return {**values, "seats": [_of(seat) for seat in seats]}


def _passkey(passkey: Passkey) -> dict[str, Any]:
    return {
        "name": passkey.name,
        "made": passkey.made.isoformat(),
        **({"used": passkey.used.isoformat()} if passkey.used else {}),
    }


def _of(seat: Seat) -> dict[str, Any]:
    with translation.override(seat.language):
        own = {"name": seat.name, "role": seat.role, "language": seat.language, "dice": seat.dice}
        table = {"table": seat.campaign.name, "game": seat.campaign.game}
        left = {"left_at": seat.left_at.isoformat()} if seat.left_at else {}
        joined = [use.at.isoformat() for use in seat.uses.order_by("pk")]
        return {**table, **own, **left, "joined": joined, **_exported(seat)}


def _exported(seat: Seat) -> dict[str, Any]:
    return {name: of_seat(seat) for app in hooks.registered() for name, of_seat in app.exported.items()}
