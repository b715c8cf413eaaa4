"""Pairing a television: it shows a short code, a game master types that, and its session holds a screen's seat."""

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

FOR_MINUTES = 10
LENGTH = 6


def begin(session: Any) -> None:
    """Let the browser of this session wait under a new code; codes whose time is over are forgotten."""
    now = timezone.now()
    Pairing.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    made = Pairing(expires_at=now + timedelta(minutes=FOR_MINUTES))
    made.code_hash = _digest(code_of(made))
    made.save()
    session["pairing"] = made.nonce


def waiting(session: Any) -> Pairing | None:
    nonce = session.get("pairing", "")
    pairing = Pairing.objects.select_related("seat").filter(nonce=nonce).first() if isinstance(nonce, str) else None
    return pairing if pairing is not None and (pairing.seat or pairing.expires_at > timezone.now()) else None


def code_of(pairing: Pairing) -> str:
    """The code that is shown, made again from its nonce and this site's secret."""
    return base64.b32encode(_mac(f"pairing:{pairing.nonce}")[:10]).decode()[:LENGTH]


def pair(*, seat: Seat, sent: Sent, code: str) -> Seat:
    """Give the television that shows ``code`` a seat at the table of ``seat``. Raises ``Refused``."""
    name = say(_("Shared screen"), seat.language)
    with transaction.atomic():
        screen = add_seat(seat=seat, role=Seat.Role.SCREEN, name=name, language=seat.language, sent=sent)
        waits = Pairing.objects.filter(code_hash=_digest(code), seat=None, expires_at__gt=timezone.now())
        if not waits.update(seat=screen):
            raise Refused(_("No television shows this code. Read it again, or ask it for a new one."), "code")
    return screen


def arrive(session: Any, user: Any) -> Seat | None:
    """The seat a paired television was given, which its session holds from now on."""
    pairing = waiting(session)
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
