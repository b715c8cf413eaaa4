"""Personal data export: a file with an account, its seats, and all that apps export of them (``Hooks.exported``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns import hooks
from campaigns.models import Passkey, Seat
from campaigns.web.language import speaking

FORMAT, VERSION = "tablee-personal-data", 1


def export_person(seats: Iterable[Seat], user: Any = None) -> dict[str, Any]:
    """All data stored about the person with these seats, and about their account."""
    values: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if user is not None:
        dates = {"joined": user.date_joined, "last_login": user.last_login}
        values["account"] = {
            "username": user.get_username(),
            **({"email": user.email} if user.email else {}),
            **{key: date.isoformat() for key, date in dates.items() if date},
            "passkeys": [_export_passkey(passkey) for passkey in user.passkeys.order_by("pk")],
        }
    return {**values, "seats": [_export_seat(seat) for seat in seats]}


def _export_passkey(passkey: Passkey) -> dict[str, Any]:
    return {
        "name": passkey.name,
        "made": passkey.made.isoformat(),
        **({"used": passkey.used.isoformat()} if passkey.used else {}),
    }


def _export_seat(seat: Seat) -> dict[str, Any]:
    with speaking(seat.language):
        preferences = {"name": seat.name, "role": seat.role, "language": seat.language, "dice": seat.dice}
        table = {"table": seat.campaign.name, "game": seat.campaign.game}
        left = {"left_at": seat.left_at.isoformat()} if seat.left_at else {}
        joined = [use.at.isoformat() for use in seat.uses.order_by("pk")]
        return {**table, **preferences, **left, "joined": joined, **_export_apps(seat)}


def _export_apps(seat: Seat) -> dict[str, Any]:
    return {name: of_seat(seat) for app in hooks.all_hooks() for name, of_seat in app.exported.items()}
