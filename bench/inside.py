"""What is measured inside the server's process: a bare write, drawing, a page from memory and cold."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db import transaction

from campaigns import live
from campaigns.drawing import drawn_pages
from campaigns.models import Campaign, Command, Event, Seat, new_token
from campaigns.shown import Shown
from campaigns.sockets import Watch
from encounters.models import Encounter

Table = dict[str, Any]


def median(work: Callable[[], object], times: int = 15) -> float:
    """The median of so many runs, in seconds."""
    took = []
    for _run in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return sorted(took)[times // 2]


def bare(table: Table) -> float:
    """D: the least that keeps an action: one row locked and numbered, one command, one event, one state."""
    seat = Seat.objects.get(token=table["pages"][1][0])
    state = Encounter.objects.get(token=table["fight"]).state

    def write() -> None:
        with transaction.atomic():
            campaign = Campaign.objects.select_for_update().get(pk=table["campaign"])
            seq = campaign.seq + 1
            command = Command.objects.create(
                campaign=campaign, seat=seat, key=new_token(), body_hash="", first_seq=seq, last_seq=seq
            )
            Event.objects.create(campaign=campaign, seq=seq, command=command, kind="bare", by=seat, audience="gm")
            Encounter.objects.filter(token=table["fight"]).update(state=state)
            Campaign.objects.filter(pk=campaign.pk).update(seq=seq)

    return median(write)


def fragments(table: Table) -> dict[str, float]:
    """Drawing what one action changes, for every audience; the boards that A draws; a page cold and from memory."""
    pages = [_page(*page[:2]) for page in (table["pages"][0], table["pages"][1], table["screen"])]
    changed = [(page, one) for page in pages for one in page.regions if one.name in ("last", "log", "band")]
    board = pages[0]

    def draw(rows: Any) -> None:
        for page, one in rows:
            fresh = _page(page.seat.token, page.path)
            live._draw(one, fresh.view(one))

    def cold() -> None:
        live._SHOWN = Shown(1000)
        kept()

    def kept() -> None:
        for one in board.regions:
            board.draw(one)

    return {
        "fragments": median(lambda: draw(changed)),
        "boards": median(lambda: draw([(page, one) for page in pages for one in page.regions])),
        "cold": median(cold),
        "kept": median(kept),
        "whole hub": median(lambda: _as_the_hub(table, pages)),
    }


def _as_the_hub(table: Table, pages: list[live.Page]) -> None:
    """Drawing every watched page once, as the hub does after a command."""
    live._SHOWN = Shown(1000)
    watched = tuple(Watch(page.seat.pk, page.name, page.key) for page in pages)
    drawn_pages.func(table["campaign"], -1, watched, True)


def _page(token: str, path: str) -> live.Page:
    seat = Seat.objects.select_related("campaign").get(token=token)
    name, _slash, key = path.partition("/")
    page = live.find_page(seat, name, key)
    assert page is not None
    return page
