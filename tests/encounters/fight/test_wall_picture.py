"""The game master's picture of the shared screen equals that screen."""

import re

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.live import regions as live_regions
from campaigns.models import Seat
from encounters.prepare import services
from tests.cast import client_of
from tests.pages import flat

PARTS = ("wall_head", "party", "result_band")


def regions(seat, page, key=""):
    """The parts of the shared screen on a page of this seat, as they are drawn there."""
    found = live_regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), page, key)
    return {one.name: found.draw(one) for one in found.regions if one.name in PARTS}


@pytest.mark.parametrize("page", ["table", "fight"])
def test_the_picture_is_that_of_the_screen(table, page):
    gm = table.cast.gm
    fight = services.prepare(seat=gm, sent=Sent.of("", "draft"), name="Quai 7").value
    services.enrol(seat=gm, sent=Sent.of("", "enrol"), encounter=fight, characters=[table.pirate.token])
    services.turn_to(seat=gm, sent=Sent.of("", "go"), encounter=fight, status="running")
    shown = regions(table.cast.screen, "screen")
    assert regions(gm, page, fight if page == "fight" else "") == shown
    assert "Élowen" in shown["party"] and "Zorvax" not in "".join(shown.values())


def test_nobody_presses_or_hears_it(table):
    page = flat(client_of(table.cast.gm).get(reverse("table", args=[table.cast.gm.token])).text)
    assert re.search(r'class="thumbnail-wall[^>]* inert aria-hidden="true"', page)
    sheet = reverse("sheet", args=[table.cast.ana.token, table.elowen.token])
    assert "thumbnail" not in client_of(table.cast.ana).get(sheet).text
