"""Measurements inside the server's process: a minimal write, drawing, a page from the cache and without it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from django.db import transaction

from bench import baselines
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.live.cache import Cache
from campaigns.live.render import draw_pages
from campaigns.live.sockets import Watch
from campaigns.models import Campaign, Command, Event, Seat, new_token
from encounters import forms, services
from encounters.models import Encounter
from sheets.models import Character

Table = dict[str, Any]


def median(work: Callable[[], object], times: int = 15, before: Callable[[], object] = lambda: None) -> float:
    """The median of this many runs, in seconds, without the time of ``before``."""
    took = []
    for _run in range(times):
        before()
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return sorted(took)[times // 2]


def bare(table: Table) -> float:
    """D: a minimal write of an action: one row locked and numbered, one command, one event, one state."""
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
    """Drawing the changes of a roll for each audience and for all watchers; A's boards; a page cold and cached."""
    pages = [_page(*page[:2]) for page in (table["pages"][0], table["pages"][1], table["screen"])]
    board = pages[0]

    def boards() -> None:
        for page in pages:
            baselines.board(page.seat.token, page.name, page.key)

    def cold() -> None:
        regions.DRAWN = Cache(1000)
        kept()

    def kept() -> None:
        for placed in board.regions:
            board.draw(placed)

    watched = [*pages, *(_page(*page[:2]) for page in table["pages"][2:])]
    _as_the_hub(table, watched)
    return {
        "fragments of all seats": median(lambda: _as_the_hub(table, watched), before=lambda: roll(table)),
        "fragments": median(lambda: _as_the_hub(table, pages), before=lambda: roll(table)),
        "boards": median(boards),
        "cold": median(cold),
        "kept": median(kept),
    }


def roll(table: Table) -> None:
    """The roll that the other parts measure, without its request."""
    player = Seat.objects.get(token=table["pages"][1][0])
    character = Character.objects.select_related("campaign", "owner").get(token=table["action"].split("/")[4])
    table["bodies"].reverse()  # a result with the same text as the last would send no frame
    args = forms.read_args(character, {key: values[0] for key, values in parse_qs(table["bodies"][0]).items()})
    services.roll_test(seat=player, sent=Sent.of("", args), character=character, args=args)


def _as_the_hub(table: Table, pages: list[regions.Page]) -> None:
    watched = tuple(Watch(page.seat.pk, page.name, page.key) for page in pages)
    draw_pages.func(table["campaign"], -1, watched, True)


def _page(token: str, path: str) -> regions.Page:
    seat = Seat.objects.select_related("campaign").get(token=token)
    name, _slash, key = path.partition("/")
    page = regions.find_page(seat, name, key)
    assert page is not None
    return page
