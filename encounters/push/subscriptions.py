"""Subscriptions: browsers that a player lets this site tell something, and what each of them wants to be told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from campaigns.accounts.deletion import Leaving
from campaigns.models import Seat
from campaigns.outgoing import addresses
from encounters.models import PushSubscription
from encounters.push import signals
from encounters.push.deliveries import allowed, forget
from encounters.push.encryption import decoded, is_browser
from encounters.push.holders import ended
from rules.core.errors import Refused, Unreadable
from rules.core.text import _

MOST_BROWSERS = 8  # of a seat; one more takes the place of the oldest


def subscribe(seat: Seat, session: str, endpoint: str, point: str, secret: str, wants: Collection[str]) -> None:
    """Let a browser be told these kinds from now on, while its session holds the seat; without any it is forgotten.

    Raises ``Refused`` for who does not play and for an unknown push service, ``Unreadable`` for keys that are none.
    """
    if seat.role != Seat.Role.PLAYER:
        raise Refused(_("Only players are told something on their phone."))
    if not set(wants) <= set(signals.KINDS):
        raise Unreadable(_("This choice is not offered."), "wants")
    if not wants:
        for row in PushSubscription.objects.filter(seat=seat):
            if row.endpoint == endpoint:  # whatever was sent: PostgreSQL takes no NUL
                forget(row)
        return
    addresses.read(endpoint, allowed())
    try:
        readable = is_browser(decoded(point), decoded(secret))
    except ValueError:
        readable = False
    if not readable:
        raise Unreadable(_("The keys of this browser cannot be read."), "point")
    # What stands already is no news.
    values = {"point": point, "secret": secret, "wants": sorted(wants), "session": session, "moved": seat.moved}
    PushSubscription.objects.update_or_create(
        seat=seat, endpoint=endpoint, defaults={**values, "shown": signals.of(seat)}
    )
    for row in PushSubscription.objects.filter(seat=seat).order_by("-pk")[MOST_BROWSERS:]:
        forget(row)


def session_renewed(former: str, present: str) -> None:
    """Let what a browser is told go on with its session."""
    PushSubscription.objects.filter(session=former).update(session=present)


def of_seat(seat: Seat) -> list[dict[str, Any]]:
    """The browsers of a seat, for the file of its data: who carries their messages, and what they are told."""
    rows = list(PushSubscription.objects.select_related("seat").filter(seat=seat).order_by("pk"))
    gone = ended(rows)
    return [{"service": urlsplit(row.endpoint).hostname, "wants": row.wants} for row in rows if row not in gone]


def part(leaving: Leaving) -> None:
    """Tell nobody anything on the devices of a person who leaves for good."""
    for row in PushSubscription.objects.filter(seat=leaving.seat):
        forget(row)
