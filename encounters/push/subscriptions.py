"""Subscriptions: browsers that a player lets this site tell something, and what each of them wants to be told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest

from campaigns.accounts.deletion import Leaving
from campaigns.models import Seat
from campaigns.outgoing import addresses
from encounters.models import PushSubscription
from encounters.push import signals
from encounters.push.deliveries import allowed, forget
from encounters.push.encryption import decoded, is_browser
from rules.core.errors import Refused, Unreadable
from rules.core.text import _

MOST_BROWSERS = 8  # of a seat; one more takes the place of the oldest
BROWSER = "push"  # where a session keeps the endpoint of its browser, one for all of its seats


def subscribe(seat: Seat, endpoint: str, point: str, secret: str, wants: Collection[str]) -> None:
    """Let a browser be told these kinds from now on; without any kind it is forgotten.

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
    values = {"point": point, "secret": secret, "wants": sorted(wants), "moved": seat.moved}
    PushSubscription.objects.update_or_create(
        seat=seat, endpoint=endpoint, defaults={**values, "shown": signals.of(seat)}
    )
    for row in PushSubscription.objects.filter(seat=seat).order_by("-pk")[MOST_BROWSERS:]:
        forget(row)


def sign_out(request: HttpRequest, **_more: Any) -> None:
    """Tell a browser nothing more once somebody signs out there: whoever has it next is somebody else."""
    if endpoint := request.session.get(BROWSER):
        for row in PushSubscription.objects.filter(endpoint=endpoint):
            forget(row)


def of_seat(seat: Seat) -> list[dict[str, Any]]:
    """The browsers of a seat, for the file of its data: who carries their messages, and what they are told."""
    rows = PushSubscription.objects.filter(seat=seat).order_by("pk")
    return [{"service": urlsplit(row.endpoint).hostname, "wants": row.wants} for row in rows]


def part(leaving: Leaving) -> None:
    """Tell nobody anything on the devices of a person who leaves for good."""
    for row in PushSubscription.objects.filter(seat=leaving.seat):
        forget(row)
