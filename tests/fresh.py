"""Whatever a test draws from memory is drawn anew beside it: nothing kept may ever differ from what is so now."""

from collections import OrderedDict
from dataclasses import replace
from functools import wraps

import pytest

from campaigns import live, presence, recent
from campaigns.models import Campaign
from campaigns.shown import Shown
from encounters import journal_lines, lines


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
            with monkeypatch.context() as blank:
                blank.setattr(live, "draw", kept)
                blank.setattr(live, "_SHOWN", Shown(0))
                blank.setattr(live, "_VALUES", Shown(0))
                blank.setattr(journal_lines, "_NEWEST", Shown(0))
                blank.setattr(journal_lines, "_SAID", Shown(0))
                blank.setattr(lines, "_READY", Shown(0))
                blank.setattr(recent, "_KEPT", OrderedDict())
                anew = live._draw(placed, replace(view, campaign=campaign, memo=presence.drawn_with(here)))
            assert text == anew, f"{placed.id} of {view.circle} shows what was so before"
        return text

    monkeypatch.setattr(live, "draw", draw)
