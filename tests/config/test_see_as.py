"""The bar of the demonstration: every page leads to the other seats of its table, and no other site has it."""

import re

import pytest

from campaigns.models import Seat
from campaigns.seats.invitations import open_link, print_link
from campaigns.services import add_seat, create_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client):
    gm = create_campaign(name="Quai 7", game="polaris", gm="Mona", dice=Seat.Dice.SERVER)
    ana = add_seat(seat=gm, role=Seat.Role.PLAYER, name="Ana")
    for seat in (gm, ana):
        print_link(seat)
    open_link(gm, Seat.Role.PLAYER)
    session = client.session
    session["seats"], session["moved"] = [ana.token], {ana.token: 0}
    session.save()
    return gm, ana


def offered(client, seat):
    html = client.get(f"/t/{seat.token}/characters/").content.decode()
    bar = re.search(r'<nav class="see-as".*?</nav>', html, re.S)
    forms = re.findall(r"<form.*?</form>", bar.group(), re.S) if bar else []
    return {
        re.search(r">([^<]+)</button>", one)[1]: (re.search(r"/j/\w+/", one)[0], "aria-current" in one) for one in forms
    }


def test_each_page_of_the_demonstration_leads_to_the_other_seats(client, table, settings):
    settings.TABLEE_DEMO = True
    gm, ana = table
    found = offered(client, ana)
    assert {name: here for name, (_address, here) in found.items()} == {"Mona": False, "Ana": True}
    assert client.get(f"/t/{gm.token}/table/").status_code == 404
    client.post(found["Mona"][0])
    assert client.get(f"/t/{gm.token}/table/").status_code == 200
    assert [name for name, (_address, here) in offered(client, gm).items() if here] == ["Mona"]


def test_no_other_site_gives_its_links_away(client, table):
    assert offered(client, table[1]) == {}
