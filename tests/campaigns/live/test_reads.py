"""A region is computed again if a value it read has changed, and only then."""

from dataclasses import replace

import pytest

from campaigns.live import regions
from campaigns.live.regions import Audience, Region, View
from campaigns.models import Campaign
from tests.campaigns.toys import OPEN, put_toy

STATE = {"open": 0}


class Shared:
    """A thing that many read, the same object as long as nothing of it is another."""


def said(view):
    return STATE["open"]


def listed(view, *names):
    return [STATE.get(name, 0) for name in names]


def thing(view):
    return STATE["thing"]


def of_a_fact(read):
    """A region that is drawn anew whenever something is written to any toy, and how often it was worked out."""
    worked = []

    def context(view):
        worked.append(read(view))
        return {"value": worked[-1]}

    return replace(OPEN, context=context, reads=lambda _key: ("toy",)), worked


def draw(campaign, region, circle="gm"):
    return regions.draw.__wrapped__(region.own(), View(Campaign.objects.get(pk=campaign.pk), circle, "", "fr"))


@pytest.fixture(autouse=True)
def facts(monkeypatch):
    monkeypatch.setitem(STATE, "open", 0)
    monkeypatch.setitem(STATE, "thing", Shared())


READS = {
    "a plain fact": lambda view: view.read(said),
    "a fact of arguments": lambda view: view.read(listed, "open", "none"),
    "one object": lambda view: id(view.read(thing)),
    "several": lambda view: (view.read(listed, "none"), view.read(said)),
}


@pytest.mark.parametrize("name", READS)
def test_a_region_stays_while_all_that_it_read_is_so(cast, name):
    region, worked = of_a_fact(READS[name])
    texts = [draw(cast.campaign, region)]
    for number in range(2):
        put_toy(cast.gm, "other", number)
        texts.append(draw(cast.campaign, region))
    assert len(worked) == 1 and len(set(texts)) == 1
    STATE["open"], STATE["thing"] = 7, Shared()
    put_toy(cast.gm, "other", 9)
    draw(cast.campaign, region)
    assert len(worked) == 2


OTHERWISE = {
    "rows of this moment": lambda view: view.memoize_rows("toys", lambda: STATE["open"]),
    "rows of this circle": lambda view: view.memoize("toys", lambda: STATE["open"]),
    "the newest events": lambda view: view.recent.seq,
    "a query of its own": lambda view: Campaign.objects.count(),
    "what is kept with a subject": lambda view: view.cached("toys", ("toy",), lambda: STATE["open"]),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_region_with_varying_reads_is_computed_each_time(cast, name):
    region, worked = of_a_fact(lambda view: (view.read(said), OTHERWISE[name](view)))
    for number in range(3):
        put_toy(cast.gm, "other", number)
        draw(cast.campaign, region)
    assert len(worked) == 3


def test_reads_inside_a_fact_count_only_through_its_answer(cast):
    def number_of_events(view):
        return view.recent.seq > 0

    region, worked = of_a_fact(lambda view: view.read(number_of_events))
    for number in range(3):
        put_toy(cast.gm, "other", number)
        draw(cast.campaign, region)
    assert worked == [True]


def test_seats_and_settings_are_part_of_every_cached_value(cast):
    region, worked = of_a_fact(READS["a plain fact"])
    draw(cast.campaign, region)
    Campaign.objects.filter(pk=cast.campaign.pk).update(settings={"x": 1})
    put_toy(cast.gm, "other", 1)
    draw(cast.campaign, region)
    settled = View(Campaign.objects.get(pk=cast.campaign.pk), "gm", "", "fr").settings_stamp
    assert regions.DRAWN_FROM.latest((cast.campaign.token, region.name, "gm", "", "fr", None))[0] == settled


def test_each_circle_is_shown_its_own_text(cast):
    def circle(view):
        return view.circle

    region, _worked = of_a_fact(lambda view: view.read(circle))
    region = replace(region, audience=Audience.TABLE)
    for number in range(2):
        put_toy(cast.gm, "other", number)
        assert isinstance(region, Region)
        shown = [draw(cast.campaign, region, circle) for circle in ("gm", "seat:a", "table")]
        assert ["open gm" in shown[0], "open seat:a" in shown[1], "open table" in shown[2]] == [True] * 3
