"""Limits on open pages: for one seat, and at one table, in one process."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from campaigns.live.sockets import Socket

CROWDED = 4429  # the page rests until somebody loads it again


def leaves_for(coming: Socket, there: Iterable[Socket]) -> Socket | None:
    """The socket that has to leave so that a page may come, if any: the oldest of its own seat, or itself.

    The oldest, for whoever comes back over a broken line must find a place though its old line seems open still. Nobody
    else's page ever makes room.
    """
    open_there = [socket for socket in there if not socket.code]
    own = [socket for socket in open_there if socket.watch.seat == coming.watch.seat]
    crowded = len(own) >= settings.TABLEE_PAGES_PER_SEAT
    if not crowded and len(open_there) < settings.TABLEE_PAGES_PER_TABLE:
        return None
    return min(own, key=lambda socket: socket.number, default=coming)
