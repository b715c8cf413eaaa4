"""A page after a command: only the regions that changed are sent."""

import pytest
from django.template import engines

from campaigns.live import regions
from tests.campaigns.toys import put_toy


@pytest.fixture
def filled(monkeypatch):
    """The templates that are filled, one by one; nothing is drawn a second time to be compared."""
    names = []
    get = engines["live"].get_template
    monkeypatch.setattr(engines["live"], "get_template", lambda name: names.append(name) or get(name))
    monkeypatch.setattr(regions, "draw", regions.draw.__wrapped__)
    return names


def page_of(seat):
    """The page of the toys as it is drawn now."""
    seat.campaign.refresh_from_db()
    page = regions.find_page(seat, "toys")
    return [page.draw(one) for one in page.regions if one.name.startswith("toys")]


def test_a_part_that_reads_as_before_is_not_filled_again(cast, filled):
    put_toy(cast.gm, "open", 1)
    before = page_of(cast.ana)
    filled.clear()
    put_toy(cast.gm, f"own.{cast.ana.token}", 2)
    after = page_of(cast.ana)
    assert [after[0] == before[0], after[1] == before[1]] == [True, False]
    assert [name for name in filled if name.endswith("open.html")] == []
    assert [name for name in filled if name.endswith("own.html")] != []


def test_a_text_equal_to_an_older_version_is_right_as_well(cast):
    shown = []
    for value in (1, 2, 1, 1, 0):
        put_toy(cast.gm, "open", value)
        shown.append(page_of(cast.ana)[0])
    assert [f"open {value}" in text for value, text in zip((1, 2, 1, 1, 0), shown, strict=True)] == [True] * 5


def test_nobody_is_shown_the_text_of_another(cast, filled):
    put_toy(cast.gm, f"own.{cast.ana.token}", 3)
    pages = {seat.token: page_of(seat)[1] for seat in (cast.ana, cast.leo)}
    assert "own 3" in pages[cast.ana.token]
    assert "own 0" in pages[cast.leo.token]
    put_toy(cast.gm, f"own.{cast.leo.token}", 3)  # what Ana's was filled with, in their own place
    assert "own 3" in page_of(cast.leo)[1]
    assert page_of(cast.ana)[1] == pages[cast.ana.token]
