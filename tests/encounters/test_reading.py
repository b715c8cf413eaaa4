"""Pages that are read beside play, such as the story: a player is called from them to what goes on."""

import re
from urllib.parse import urljoin

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from encounters.models import Encounter
from encounters.prepare import services
from tests.cast import client_of

READ = {"recap": "reading", "journal": "reading", "dice": "reading", "after": "reading"}
BESIDE_PLAY = {**READ, "handouts": "handouts", "party": "party", "messages": "messages"}


def fresh(seat):
    return Seat.objects.select_related("campaign").get(pk=seat.pk)


def begin(table):
    """A fight of Élowen against a pirate, without Tibor."""
    gm = table.cast.gm
    token = services.prepare(seat=gm, sent=Sent.of("", "prepare"), name="La soute").value
    services.enrol(seat=gm, sent=Sent.of("", "enrol"), encounter=token, characters=[table.pirate.token])
    fighters = Encounter.objects.get(token=token).state["fighters"]
    tibor = next(key for key, row in fighters.items() if row["character"] == table.tibor.token)
    services.dismiss(seat=gm, sent=Sent.of("", "away"), encounter=token, fighter=tibor)
    services.turn_to(seat=gm, sent=Sent.of("", "go"), encounter=token, status="running")
    return token


def call(seat, name):
    page = regions.find_page(fresh(seat), name)
    return page.draw(next(placed for placed in page.regions if placed.name == "pending"))


def read(seat, name):
    return client_of(seat).get(reverse(name, args=[seat.token])).text


@pytest.mark.parametrize(("address", "name"), BESIDE_PLAY.items())
def test_a_player_reading_beside_play_is_called_to_a_fight_that_begins(table, address, name):
    ana = table.cast.ana
    before = read(ana, address)
    assert f'data-page="{name}"' in before and 'id="pending" hidden' in before
    token = begin(table)
    fight = reverse("fight", args=[ana.token, token])
    assert fight in call(ana, name) and fight in read(ana, address)


@pytest.mark.parametrize("name", sorted(set(BESIDE_PLAY.values())))
def test_nobody_is_called_to_a_fight_without_them(table, name):
    begin(table)
    assert "La soute" not in call(table.cast.leo, name)


@pytest.mark.parametrize("address", READ)
@pytest.mark.parametrize("who", ["gm", "screen"])
def test_viewers_without_a_character_keep_a_connection_and_are_called_nowhere(table, address, who):
    seat = table.cast.seats[who]
    if address == "after" and who != "gm":
        return
    text = read(seat, address)
    assert f"/ws/{seat.token}/reading/" in text and 'id="pending"' not in text


@pytest.mark.parametrize("name", ["reading", "handouts"])
def test_a_spectator_reading_beside_play_is_called_to_the_shared_screen(table, name):
    zoe = table.cast.spectator
    assert "La soute" not in call(zoe, name)
    begin(table)
    html = call(zoe, name)
    assert "La soute" in html and "<form" not in html
    here = reverse("recap" if name == "reading" else name, args=[zoe.token])
    assert urljoin(here, re.search('href="(.+?)"', html)[1]) == reverse("screen", args=[zoe.token])


def test_an_act_from_the_text_of_a_page_that_is_read_loads_it_anew(table):
    text = read(table.cast.gm, "recap")
    assert "data-still" in text and "data-acts" not in text
