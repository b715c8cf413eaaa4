"""Whatever a test draws from memory is drawn anew beside it: nothing kept may ever differ from what is so now."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import wraps
from threading import local
from unittest.mock import patch
from weakref import WeakValueDictionary

import pytest

from campaigns import fields, live, presence, recent, undo
from campaigns.journal import Pen
from campaigns.models import Campaign, Event
from campaigns.shown import Shown
from encounters import journal_lines


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Draw from the database alone for a while; what the process has kept comes back after it."""
    names = (
        (live, "_SHOWN"),
        (live, "_VALUES"),
        (journal_lines, "_NEWEST"),
        (journal_lines, "_SAID"),
        (undo, "_LONG_AGO"),
    )
    with ExitStack() as blank:
        for module, name in names:
            blank.enter_context(patch.object(module, name, Shown(1000)))
        blank.enter_context(patch.object(recent, "_KEPT", OrderedDict()))
        for name in ("_READ", "_SECTIONS"):
            blank.enter_context(patch.object(fields, name, WeakValueDictionary()))
        yield


@pytest.fixture(autouse=True)
def nothing_written_into():
    """What was read of a sheet still says what its text says: nobody has written into it."""
    yield
    for kept in (fields._READ, fields._SECTIONS):
        for text, value in list(kept.items()):
            assert value == json.loads(text), "somebody wrote into a sheet that others read"


@pytest.fixture(autouse=True)
def nothing_stale(monkeypatch):
    """Compare every region of this test with one drawn from the database alone."""
    kept = live.draw
    # Of its own thread, and not the name that everybody calls: a hub may still be drawing when its test has ended.
    comparing = local()

    @wraps(kept)
    def draw(placed, view):
        text = kept(placed, view)
        if getattr(comparing, "now", False):
            return text
        campaign = Campaign.objects.filter(pk=view.campaign.pk).first()
        if campaign is not None and campaign.seq == view.campaign.seq:
            here = presence.of(view)  # no row of the database: the one thing that is not asked anew
            comparing.now = True
            try:
                with nothing_kept():
                    anew = live._draw(placed, replace(view, campaign=campaign, memo=presence.drawn_with(here)))
            finally:
                comparing.now = False
            assert text == anew, f"{placed.id} of {view.circle} shows what was so before"
        return text

    monkeypatch.setattr(live, "draw", draw)


@pytest.fixture
def followed(monkeypatch):
    """Compare what each command of this test hands on as written with what the database gives back."""
    close = Pen.close

    @wraps(close)
    def closing(pen, sent):
        recent.at(pen.campaign)
        command = close(pen, sent)
        if command is not None:
            recent.follow(pen.campaign, pen.events)
            taken = recent._KEPT[pen.campaign.token].seq == pen.campaign.seq
            assert taken or "seat" in recent.written(pen.events)
            kept = recent.at(pen.campaign)
            stored = recent._read(pen.campaign, kept.begin)
            assert [_values(one) for one in kept.events] == [_values(one) for one in stored]
            new = recent.written(stored[: len(pen.events)])
            assert {subject: kept.written[subject] for subject in new} == new
        return command

    monkeypatch.setattr(Pen, "close", closing)


def _values(event):
    """All of an event, with the command and the seats that hang on it."""
    values = {field.attname: getattr(event, field.attname) for field in Event._meta.fields}
    command = {field.attname: getattr(event.command, field.attname) for field in event.command._meta.fields}
    return values, command, event.command.seat.shown_name, event.by and event.by.shown_name
