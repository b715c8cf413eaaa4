"""The audience of a region, on every page."""

from dataclasses import replace

import pytest

from campaigns import hooks
from campaigns.live import regions
from campaigns.live.regions import Audience, Region
from tests.campaigns.toys import OPEN

CIRCLES = ("gm", "seat:abc", "table")


def known():
    return [region for app in hooks.all_hooks() for region in app.regions]


def test_every_region_names_its_audience():
    assert len(known()) > 30
    assert {region.name: region.audience for region in known() if not isinstance(region.audience, Audience)} == {}


def test_a_region_without_an_audience_is_an_error_where_it_is_written():
    with pytest.raises(TypeError, match="audience"):
        Region("new", dict)


def test_no_two_regions_have_one_name():
    assert len({region.name for region in known()}) == len(known())


def test_regions_name_existing_subjects_and_pages():
    apps = list(hooks.all_hooks())
    kinds, pages = {kind for app in apps for kind in app.subjects}, [page for app in apps for page in app.pages]
    read = {
        topic.partition(":")[0]
        for one in (*known(), *pages)
        if one.reads is not None
        for topic in one.reads("some-key")
    }
    assert read <= {*kinds, "event"}
    assert {name for region in known() for name in region.pages} <= {page.name for page in pages}


@pytest.mark.parametrize(
    ("audience", "shown"),
    [(Audience.GM, [True, False, False]), (Audience.OWN, [True, True, False]), (Audience.TABLE, [True, True, True])],
)
def test_a_region_is_drawn_for_no_wider_circle_than_its_audience(cast, audience, shown):
    region = replace(OPEN, audience=audience)
    views = [regions.View(cast.campaign, circle, "", "fr") for circle in CIRCLES]
    texts = [regions.draw_anew(region.own(), view) for view in views]
    assert ["open" in text.removeprefix(f'<div id="{region.name}"') for text in texts] == shown


def test_a_region_of_game_masters_stays_empty_on_everybody_elses_page(cast):
    secret = replace(OPEN, audience=Audience.GM)
    page = regions.Page(cast.ana, "toys", "", (secret.own(), secret.shared()))
    assert [page.draw(placed) for placed in page.regions] == ['<div id="toys-open" hidden></div>'] * 2
