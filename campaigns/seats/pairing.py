"""Pairing a television: it shows a short code, a game master enters it, and its session gets a screen's seat."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaigns.journal.journal import Sent
from campaigns.models import Pairing, Seat
from campaigns.seats.access import find_seat, hold
from campaigns.services import add_seat
from campaigns.web.language import say
from rules.core.errors import Refused
from rules.core.text import _

CODE_MINUTES = 10
LENGTH = 6


def make_code(session: Any) -> None:
    """Make a new code for the browser of this session; old expired codes are deleted."""
    now = timezone.now()
    Pairing.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    pairing = Pairing(expires_at=now + timedelta(minutes=CODE_MINUTES))
    pairing.code_hash = _digest(code_of(pairing))
    pairing.save()
    session["pairing"] = pairing.nonce


def find_waiting(session: Any) -> Pairing | None:
    nonce = session.get("pairing", "")
    pairing = Pairing.objects.select_related("seat").filter(nonce=nonce).first() if isinstance(nonce, str) else None
    return pairing if pairing is not None and (pairing.seat or pairing.expires_at > timezone.now()) else None


def code_of(pairing: Pairing) -> str:
    """The code shown on the television, computed again from its nonce and this site's secret."""
    return base64.b32encode(_mac(f"pairing:{pairing.nonce}")[:10]).decode()[:LENGTH]


def pair(*, seat: Seat, sent: Sent, code: str) -> Seat:
    """Give the television that shows ``code`` a seat at the table of ``seat``. Raises ``Refused``."""
    name = say(_("Shared screen"), seat.language)
    with transaction.atomic():
        screen = add_seat(seat=seat, role=Seat.Role.SCREEN, name=name, language=seat.language, sent=sent)
        waits = Pairing.objects.filter(code_hash=_digest(code), seat=None, expires_at__gt=timezone.now())
        if not waits.update(seat=screen):
            raise Refused(_("No television shows this code. Codes have letters, and digits from 2 to 7."), "code")
    return screen


def take_seat(session: Any, user: Any) -> Seat | None:
    """The seat that a paired television was given; from now on its session holds the seat."""
    pairing = find_waiting(session)
    if pairing is None or pairing.seat is None:
        return None
    del session["pairing"]
    if pairing.seat.left_at is not None:
        return None
    hold(session, pairing.seat)
    return find_seat(session, user, pairing.seat.token)


def _digest(code: str) -> str:
    plain = code.upper().replace("-", "").replace(" ", "").strip()
    return _mac(f"paired:{plain}").hex()


def _mac(text: str) -> bytes:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode("utf-8", "replace"), hashlib.sha256).digest()
