"""Limits on open pages per seat and per table, within one process."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from campaigns.live.sockets import Socket

CROWDED = 4429  # the page rests until somebody loads it again


def find_evicted(coming: Socket, open_pages: Iterable[Socket]) -> Socket | None:
    """The socket to close so that another page can open, if any: the seat's oldest one, or the new one itself.

    The oldest, because somebody who comes back after a broken connection needs a place while the old one still looks
    open. Nobody else's page is ever closed.
    """
    open_there = [socket for socket in open_pages if not socket.code]
    own = [socket for socket in open_there if socket.watch.seat == coming.watch.seat]
    crowded = len(own) >= settings.TABLEE_PAGES_PER_SEAT
    if not crowded and len(open_there) < settings.TABLEE_PAGES_PER_TABLE:
        return None
    return min(own, key=lambda socket: socket.number, default=coming)
