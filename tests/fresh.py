"""Whatever a test draws from memory is drawn anew beside it: nothing kept may ever differ from what is so now."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import wraps
from unittest.mock import patch

import pytest

from campaigns import live, presence, recent
from campaigns.models import Campaign
from campaigns.shown import Shown
from encounters import journal_lines, lines


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Draw from the database alone for a while; what the process has kept comes back after it."""
    names = (
        (live, "_SHOWN"),
        (live, "_VALUES"),
        (journal_lines, "_NEWEST"),
        (journal_lines, "_SAID"),
        (lines, "_READY"),
    )
    with ExitStack() as blank:
        for module, name in names:
            blank.enter_context(patch.object(module, name, Shown(1000)))
        blank.enter_context(patch.object(recent, "_KEPT", OrderedDict()))
        yield


@pytest.fixture(autouse=True)
def nothing_stale(monkeypatch):
    """Compare every region of this test with one drawn from the database alone."""
    kept = live.draw

    @wraps(kept)
    def draw(placed, view):
        text = kept(placed, view)
        campaign = Campaign.objects.filter(pk=view.campaign.pk).first()
        if campaign is not None and campaign.seq == view.campaign.seq:
            here = presence.of(view)  # no row of the database: the one thing that is not asked anew
            with nothing_kept(), patch.object(live, "draw", kept):
                anew = live._draw(placed, replace(view, campaign=campaign, memo=presence.drawn_with(here)))
            assert text == anew, f"{placed.id} of {view.circle} shows what was so before"
        return text

    monkeypatch.setattr(live, "draw", draw)
