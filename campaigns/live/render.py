"""Drawing of the watched pages of a campaign at one moment, each region once for all who share it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from channels.db import database_sync_to_async

from campaigns.live import presence, reads, regions
from campaigns.live.presence import Presence
from campaigns.live.site import site
from campaigns.live.sockets import DELETED, GONE, MOVED, Texts, Watch

if TYPE_CHECKING:
    from campaigns.live.site import Seat


class DrawnPages(NamedTuple):
    """The pages of a campaign at one moment, and the close codes of those that no longer exist."""

    seq: int
    pages: dict[Watch, Texts]
    ended: Mapping[Watch, int] = {}


@database_sync_to_async
def draw_pages(
    campaign: int,
    seen: int,
    watched: tuple[Watch, ...],
    fresh: bool,
    here: Presence | None = None,
    show: Callable[[Watch, Texts], object] | None = None,
) -> DrawnPages | None:
    """Draw these pages; ``None`` if the campaign has not moved since ``seen`` and no page is new.

    ``here`` is who has a page open, as far as this process knows. ``show`` is given each page as soon as it is drawn.
    """
    seq, seats = _find_seats(campaign, watched)
    if seq is None:
        return DrawnPages(seen, {}, dict.fromkeys(watched, DELETED))
    if seq == seen and not fresh:
        return None
    memo: dict[Hashable, Any] = presence.memo_with(here)
    texts: dict[Hashable, str] = {}
    shown: dict[Watch, Texts] = {}
    with reads.watch_queries():
        for watch, seat in seats.items():
            values = _page_texts(seat, watch, memo, texts)
            if values is not None:
                shown[watch] = values
                if show is not None:
                    show(watch, values)
    ended = {watch: MOVED if watch in seats else GONE for watch in watched if watch not in shown}
    return DrawnPages(seq, shown, ended)


@database_sync_to_async
def find_ended(campaign: int, watched: tuple[Watch, ...]) -> Mapping[Watch, int]:
    """The close codes of those of these pages whose seat is gone, or whose table is: as a drawing would end them."""
    seq, seats = _find_seats(campaign, watched)
    return {watch: DELETED if seq is None else GONE for watch in watched if watch not in seats}


def _find_seats(campaign: int, watched: Collection[Watch]) -> tuple[int | None, dict[Watch, Seat]]:
    """The number of a campaign, ``None`` if it is gone, and the seats that still sit before these pages."""
    seq, by_pk = site().seats(campaign, {watch.seat for watch in watched})
    pairs = ((watch, by_pk.get(watch.seat)) for watch in watched)
    return seq, {watch: seat for watch, seat in pairs if seat is not None and seat.moved == watch.moved}


def _page_texts(seat: Seat, watch: Watch, memo: dict[Hashable, Any], texts: dict[Hashable, str]) -> Texts | None:
    page = regions.find_page(seat, watch.name, watch.key, memo)
    if page is None:
        return None
    values = {}
    with site().in_language(seat.language):  # once for all regions of the page
        for placed in page.regions:
            view = page.view(placed)
            address = (placed.id, view.circle, view.seat, view.language)
            if address not in texts:
                texts[address] = regions.draw(placed, view)
            values[placed.id] = texts[address]
    return values
