"""Drawing of the watched pages of a campaign at one moment, each region once for all who share it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from channels.db import database_sync_to_async

from campaigns.live import presence, regions
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
    campaign: int, seen: int, watched: tuple[Watch, ...], fresh: bool, here: Presence | None = None
) -> DrawnPages | None:
    """Draw these pages; ``None`` if the campaign has not moved since ``seen`` and no page is new.

    ``here`` is who has a page open, as far as this process knows.
    """
    seq, by_pk = site().seats(campaign, {watch.seat for watch in watched})
    if seq is None:
        return DrawnPages(seen, {}, dict.fromkeys(watched, DELETED))
    if seq == seen and not fresh:
        return None
    memo: dict[Hashable, Any] = presence.memo_with(here)
    texts: dict[Hashable, str] = {}
    pages = {watch: _page_texts(by_pk.get(watch.seat), watch, memo, texts) for watch in watched}
    shown = {watch: values for watch, values in pages.items() if values is not None}
    ended = {watch: _code(by_pk.get(watch.seat), watch) for watch in watched if pages[watch] is None}
    return DrawnPages(seq, shown, ended)


def _code(seat: Seat | None, watch: Watch) -> int:
    return GONE if seat is None or seat.moved != watch.moved else MOVED


def _page_texts(seat: Seat | None, watch: Watch, memo: dict[Hashable, Any], texts: dict[Hashable, str]) -> Texts | None:
    if seat is None or seat.moved != watch.moved:
        return None
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
