"""Tokens of programs. Each stands for a seat of a shared screen, and opens what that screen may see.

Nothing of one is stored: it is made of the seat and this site's secret. With the seat it goes: a screen that is removed
from the table, or moved to another device, had its last answer.
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
LENGTH = 26  # signs of base 32: 130 bits


def token_of(seat: Seat) -> str:
    return f"{seat.token}.{_sealed(seat)}"


def seat_of(token: str) -> Seat | None:
    """The screen's seat that a token stands for, as long as it is at its table."""
    name, _dot, seal = token.partition(".")
    known = Seat.objects.select_related("campaign")
    if not name.isalnum():  # no seat is called so, and PostgreSQL takes no NUL
        return None
    seat = known.filter(token=name[:32], role=Seat.Role.SCREEN, left_at=None).first()
    right = seat is not None and hmac.compare_digest(_sealed(seat).encode(), seal.encode("utf-8", "replace"))
    return seat if right else None


def screens(seat: Seat) -> list[Seat]:
    """The shared screens at a table, each with a token of its own."""
    return list(Seat.objects.filter(campaign=seat.campaign, role=Seat.Role.SCREEN, left_at=None).order_by("pk"))


def check_room(seat: Seat) -> None:
    """Raise ``Refused`` where a table has as many screens as it can have."""
    if len(screens(seat)) >= MOST_SCREENS:
        raise Refused(_("There are many screens already: remove some first."))


def _sealed(seat: Seat) -> str:
    text = f"api:{seat.token}:{seat.moved}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:LENGTH]
