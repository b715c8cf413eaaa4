"""The ``Site`` that connects this project to the live pages: seats, writes, languages, sessions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet

from campaigns.games import watch
from campaigns.journal import event_cache
from campaigns.live.site import Site
from campaigns.live.sockets import GONE, NOT_SIGNED_IN
from campaigns.models import Campaign, Seat
from campaigns.queries import prepared
from campaigns.seats.access import find_seat, seats_held_by
from campaigns.seats.session_watch import holders_lost
from campaigns.web.language import speaking


def seats(table: int, numbers: Collection[int]) -> tuple[int | None, dict[int, Seat]]:
    """The event number of a table, ``None`` if it is gone, and those of these seats that are still there."""
    watch.refresh()  # before any region is drawn
    by_pk = {seat.pk: seat for seat in _seats_present(table, tuple(numbers))}
    seq = next((seat.campaign.seq for seat in by_pk.values()), None)
    if seq is None:  # all watching seats have left
        seq = Campaign.objects.filter(pk=table).values_list("seq", flat=True).first()
    return seq, by_pk


@prepared
def _seats_present(table: int, numbers: tuple[int, ...]) -> QuerySet[Seat]:
    return Seat.objects.select_related("campaign").filter(campaign=table, left_at=None, pk__in=numbers)


def seat_of(scope: Mapping[str, Any], token: str) -> Seat | int:
    """The seat of this token if the browser behind a socket holds it; else the code for closing the socket."""
    session, user = scope["session"], scope["user"]
    seat = find_seat(session, user, token)
    if seat is None:
        return GONE if seats_held_by(session, user) or user.is_authenticated else NOT_SIGNED_IN
    return seat


SITE = Site(
    changes=event_cache.recent_of,
    in_language=speaking,
    folder=lambda table: table.game,
    seats=seats,
    seat_of=seat_of,
    lost_holders=holders_lost,
    sweep=event_cache.sweep,
)
