"""API tokens: each stands for the seat of a shared screen, and reads what that screen may see.

Tokens are not stored but computed from the seat and the site's secret key. They end with the seat: once a screen is
removed from the table or moved to another device, its token is refused.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from django.conf import settings

from campaigns.models import Seat
from rules.core.errors import Refused
from rules.core.text import _

MOST_SCREENS = 20
LENGTH = 26  # characters of base 32: 130 bits


def token_of(seat: Seat) -> str:
    return f"{seat.token}.{_seal(seat)}"


def seat_of(token: str) -> Seat | None:
    """The screen's seat that a token stands for; ``None`` for an invalid token or a removed seat."""
    name, _dot, seal = token.partition(".")
    seats = Seat.objects.select_related("campaign")
    if not name.isalnum():  # no seat has such a token, and PostgreSQL rejects NUL
        return None
    seat = seats.filter(token=name[:32], role=Seat.Role.SCREEN, left_at=None).first()
    is_valid = seat is not None and hmac.compare_digest(_seal(seat).encode(), seal.encode("utf-8", "replace"))
    return seat if is_valid else None


def screens(seat: Seat) -> list[Seat]:
    return list(Seat.objects.filter(campaign=seat.campaign, role=Seat.Role.SCREEN, left_at=None).order_by("pk"))


def check_room(seat: Seat) -> None:
    """Raise ``Refused`` if the table has reached its limit of screens."""
    if len(screens(seat)) >= MOST_SCREENS:
        raise Refused(_("There are many screens already: remove some first."))


def _seal(seat: Seat) -> str:
    text = f"api:{seat.token}:{seat.moved}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:LENGTH]
