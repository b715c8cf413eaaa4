"""Push subscriptions: a player's browsers, and which signals each of them wants."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from campaigns.accounts.deletion import Leaving
from campaigns.models import Seat
from campaigns.outgoing import addresses
from encounters.models import PushSubscription
from encounters.push import signals
from encounters.push.deliveries import allowed_hosts, forget
from encounters.push.encryption import are_browser_keys, decode
from encounters.push.holders import ended_subscriptions
from rules.core.errors import Refused, Unreadable
from rules.core.text import _

MOST_BROWSERS = 8  # of a seat; one more replaces the oldest


def subscribe(seat: Seat, session: str, endpoint: str, point: str, secret: str, wants: Collection[str]) -> None:
    """Subscribe a browser to these kinds of signals while its session holds the seat; without any, unsubscribe it.

    Raises ``Refused`` for anybody but a player or for an unknown push service, ``Unreadable`` for malformed keys.
    """
    if seat.role != Seat.Role.PLAYER:
        raise Refused(_("Only players get notifications on their phone."))
    if not set(wants) <= set(signals.KINDS):
        raise Unreadable(_("This choice is not offered."), "wants")
    if not wants:
        for row in PushSubscription.objects.filter(seat=seat):
            if row.endpoint == endpoint:  # compared here, for PostgreSQL rejects a NUL in what was sent
                forget(row)
        return
    addresses.read_address(endpoint, allowed_hosts())
    try:
        readable = are_browser_keys(decode(point), decode(secret))
    except ValueError:
        readable = False
    if not readable:
        raise Unreadable(_("The keys of this browser cannot be read."), "point")
    # Present signals do not count as new.
    values = {"point": point, "secret": secret, "wants": sorted(wants), "session": session, "moved": seat.moved}
    PushSubscription.objects.update_or_create(
        seat=seat, endpoint=endpoint, defaults={**values, "shown": signals.signals_of(seat)}
    )
    for row in PushSubscription.objects.filter(seat=seat).order_by("-pk")[MOST_BROWSERS:]:
        forget(row)


def renew_session(former: str, present: str) -> None:
    """Move the subscriptions of a session to its new key."""
    PushSubscription.objects.filter(session=former).update(session=present)


def export_subscriptions(seat: Seat) -> list[dict[str, Any]]:
    """The subscribed browsers of a seat, for its personal data: push service and kinds of signals."""
    rows = list(PushSubscription.objects.select_related("seat").filter(seat=seat).order_by("pk"))
    ended_rows = ended_subscriptions(rows)
    return [{"service": urlsplit(row.endpoint).hostname, "wants": row.wants} for row in rows if row not in ended_rows]


def take_out(leaving: Leaving) -> None:
    """Delete the subscriptions of a person who leaves for good."""
    for row in PushSubscription.objects.filter(seat=leaving.seat):
        forget(row)
