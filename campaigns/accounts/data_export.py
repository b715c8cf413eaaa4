"""What is kept of a person, as a file for that person: an account, its seats, and what apps add to each seat.

An app adds what it keeps: ``own_data.also("characters", characters_of)``, where ``characters_of(seat)`` gives plain
values that the seat itself may read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils import translation

from campaigns.models import Passkey, Seat

FORMAT, VERSION = "tablee-personal-data", 1
Keeps = Callable[[Seat], Any]
_ALSO: dict[str, Keeps] = {}


def also(name: str, keeps: Keeps) -> None:
    """Add what an app keeps of a seat."""
    _ALSO[name] = keeps


def of(seats: Iterable[Seat], user: Any = None) -> dict[str, Any]:
    """Everything kept of who sits on these seats, and of the account."""
    found: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if user is not None:
        dates = {"joined": user.date_joined, "last_login": user.last_login}
        found["account"] = {
            "username": user.get_username(),
            **({"email": user.email} if user.email else {}),
            **{key: date.isoformat() for key, date in dates.items() if date},
            "passkeys": [_passkey(one) for one in user.passkeys.order_by("pk")],
        }
    return {**found, "seats": [_of(seat) for seat in seats]}


def _passkey(one: Passkey) -> dict[str, Any]:
    """What its owner may know it by; the key itself is of use to nobody."""
    return {"name": one.name, "made": one.made.isoformat(), **({"used": one.used.isoformat()} if one.used else {})}


def _of(seat: Seat) -> dict[str, Any]:
    with translation.override(seat.language):
        own = {"name": seat.name, "role": seat.role, "language": seat.language, "dice": seat.dice}
        table = {"table": seat.campaign.name, "game": seat.campaign.game}
        left = {"left_at": seat.left_at.isoformat()} if seat.left_at else {}
        joined = [use.at.isoformat() for use in seat.uses.order_by("pk")]
        return {**table, **own, **left, "joined": joined, **{name: keeps(seat) for name, keeps in _ALSO.items()}}
