"""The oracle of the caches: every cached drawing of a test is compared with a fresh one."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from fractions import Fraction
from functools import lru_cache, wraps
from threading import local
from typing import Any
from unittest.mock import patch
from weakref import WeakValueDictionary

import pytest
from django.db.models import QuerySet
from django.utils.functional import Promise

from campaigns.journal import event_cache, json_field
from campaigns.journal.event_cache import Recent
from campaigns.journal.journal import Pen
from campaigns.live import presence, regions
from campaigns.live.cache import CACHES, Cache
from campaigns.models import Campaign, Event
from campaigns.queries import get_or_none, prepared
from rules.core.scene import Sheet


class Blank:
    """The caches of a process that has just begun, filled from the database by the regions drawn at one moment.

    Regions of one drawing share what they have read, here as on the site; a region drawn at another moment reads anew.
    """

    def __init__(self, memo: Mapping[Hashable, object], campaign: Campaign) -> None:
        self.memo, self.campaign = memo, campaign
        self._entries: dict[Cache[Any], Any] = {}
        self._sheets = {name: WeakValueDictionary[str, Sheet]() for name in ("READ", "SECTIONS")}

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Draw from this alone for a while; what the process has kept comes back after it."""
        with ExitStack() as others:
            for cache in tuple(CACHES):
                others.callback(self._put_back, cache, cache.swap(self._entries.get(cache)))
            for name, sheets in self._sheets.items():
                others.enter_context(patch.object(json_field, name, sheets))
            yield

    def _put_back(self, cache: Cache[Any], kept: Any) -> None:
        mine = cache.swap(kept)
        if cache is not regions.RENDERED:  # each region is filled anew
            self._entries[cache] = mine


@prepared
def stored_campaign(number: int) -> QuerySet[Campaign]:
    return Campaign.objects.filter(pk=number)


class Noted(WeakValueDictionary[str, Sheet]):
    """Sheets by their texts; ``new`` are the texts of those that came since the last test."""

    def __init__(self) -> None:
        super().__init__()
        self.new: set[str] = set()

    def __setitem__(self, text: str, sheet: Sheet) -> None:
        self.new.add(text)
        super().__setitem__(text, sheet)

    def setdefault(self, text: str, sheet: Sheet) -> Sheet:
        self.new.add(text)
        return super().setdefault(text, sheet)


# Named here, because a thread that outlasts its test may still draw from other ones.
KEPT = json_field.READ, json_field.SECTIONS = Noted(), Noted()
parsed = lru_cache(4096)(json.loads)  # what is kept is compared after each file as well


def _look_at(kept: Noted, texts: Iterable[str]) -> None:
    for text in texts:
        sheet = kept.get(text)
        assert sheet is None or sheet == parsed(text), "somebody wrote into a sheet that others read"


@pytest.fixture(scope="module", autouse=True)
def nothing_written_into_meanwhile():
    """Check the same of every sheet that is still kept after the tests of a file."""
    yield
    for kept in KEPT:
        _look_at(kept, list(kept))


@pytest.fixture(autouse=True)
def nothing_written_into():
    """Check that the parsed data of the sheets a test has read equal their texts: nobody has written into them."""
    yield
    for kept in KEPT:
        texts, kept.new = kept.new, set()
        _look_at(kept, texts)


@pytest.fixture(autouse=True)
def no_stale_cache(monkeypatch):
    """Compare every region of this test with one drawn from the database alone."""
    kept = regions.draw
    # Thread-local: a hub may still be drawing when its test has ended.
    comparing = local()

    @wraps(kept)
    def draw(placed, view):
        text = kept(placed, view)
        if getattr(comparing, "now", False):
            return text
        stored = get_or_none(stored_campaign(view.campaign.pk))
        if stored is not None and stored.seq == view.campaign.seq:
            blank = getattr(comparing, "blank", None)
            if blank is None or blank.memo is not view.memo or blank.campaign.seq != view.campaign.seq:
                blank = comparing.blank = Blank(view.memo, stored)
            here = presence.of(view)  # no row of the database: the one thing that is not asked anew
            comparing.now = True
            try:
                with blank.instead():
                    fresh = replace(view, campaign=blank.campaign, memo=presence.memo_with(here))
                    anew = regions.draw_anew(placed, fresh)
                    filled = [context for _address, (_number, (context, _text)) in regions.RENDERED.items()]
            finally:
                comparing.now = False
            assert text == anew, f"{placed.id} of {view.circle} shows what was so before"
            assert is_plain(filled), f"{placed.id} is filled with something that may be another and yet equal"
        return text

    monkeypatch.setattr(regions, "draw", draw)


def is_plain(value):
    """True if a value that equals this one reads the same for certain: a row of the database is equal by its number."""
    if isinstance(value, Mapping):
        return all(is_plain(one) for pair in value.items() for one in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return all(is_plain(one) for one in value)
    if is_dataclass(value):
        return all(is_plain(getattr(value, one.name)) for one in fields_of(value) if one.compare)
    return value is None or isinstance(value, str | int | float | Fraction | Promise)


@pytest.fixture
def followed(monkeypatch):
    """Compare what each command of this test hands on as written with what the database gives back."""
    close = Pen.close

    @wraps(close)
    def closing(pen, sent):
        event_cache.recent_of(pen.campaign)
        command = close(pen, sent)
        if command is not None:
            event_cache.follow(pen.campaign, pen.events)
            taken = event_cache.KEPT.latest(pen.campaign.token)[0] == pen.campaign.seq
            assert taken or "seat" in event_cache.last_writes(pen.campaign, pen.events)
            kept = event_cache.recent_of(pen.campaign)
            stored = event_cache.events_since(pen.campaign, kept.begin)
            assert [_values(one) for one in kept.events] == [_values(one) for one in stored]
            assert (kept.inverses, _acts(kept)) == (Recent.of(0, 0, stored).inverses, _acts(Recent.of(0, 0, stored)))
            new = event_cache.last_writes(pen.campaign, stored[: len(pen.events)])
            assert {subject: kept.written[subject] for subject in new} == new
        return command

    monkeypatch.setattr(Pen, "close", closing)


def _acts(kept):
    """By seat what it did, as far as it is kept."""
    acts = {seat: [one for one in own if one.seq > kept.begin] for seat, own in kept.by_seat.items()}
    return {seat: own for seat, own in acts.items() if own}


def _values(event):
    """All of an event, with the command and the seats that hang on it."""
    values = {field.attname: getattr(event, field.attname) for field in Event._meta.fields}
    command = {field.attname: getattr(event.command, field.attname) for field in event.command._meta.fields}
    return values, command, event.command.seat.shown_name, event.by and event.by.shown_name
