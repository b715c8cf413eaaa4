"""Choices of a seat: its dice and its language."""

import re

import pytest

from campaigns.models import Command, Seat
from tests.cast import client_of

pytestmark = pytest.mark.django_db


def choose(seat, client=None, **said):
    return (client or client_of(seat)).post(f"/t/{seat.token}/mine/choose/", said)


def head(page):
    """The part of a page before its content, such as the names of other languages."""
    return page[: page.index("<head>")]


@pytest.mark.parametrize("dice", Seat.Dice.values)
def test_a_seat_chooses_who_throws_its_dice(cast, dice):
    client = client_of(cast.ana)
    assert choose(cast.ana, client, dice=dice).status_code == 302
    assert Seat.objects.get(pk=cast.ana.pk).dice == dice
    page = client.get(f"/t/{cast.ana.token}/mine/").text
    pressed = re.findall(r'<button[^>]* name="dice"[^>]* aria-pressed="true"', page)
    assert len(pressed) == 1 and f'value="{dice}"' in pressed[0]


def test_pages_of_a_seat_use_its_language_and_others_the_browsers(cast):
    client = client_of(cast.ana)
    page = client.get(f"/t/{cast.ana.token}/mine/").text
    assert f'action="/t/{cast.ana.token}/mine/choose/"' in page and 'lang="fr"' in head(page)
    assert choose(cast.ana, client, language="en").status_code == 302
    for device in (client, client_of(cast.ana)):
        page = device.get(f"/t/{cast.ana.token}/mine/").text
        assert 'lang="en"' in head(page) and "My seat" in page
    client.cookies.pop("tablee_session")  # nobody's any more, and all the same this browser's
    assert 'lang="en"' in head(client.get("/").text) and 'lang="fr"' in head(client_of().get("/").text)


def test_a_spectator_comes_from_the_screen_to_all_they_may_read(cast):
    client, first = client_of(cast.spectator), f"/t/{cast.spectator.token}/screen/"
    found = {first: client.get(first).text}
    while new := {link for page in found.values() for link in re.findall(r'href="(/t/[^"?#]+)"', page)} - set(found):
        found |= {link: client.get(link).text for link in new}
    pages = {link.split("/")[3] for link in found}
    assert pages >= {"journal", "recap", "dice", "handouts", "mine", "lookup"}
    assert "Mes dés" not in found[f"/t/{cast.spectator.token}/mine/"]
    television = client_of(cast.screen).get(f"/t/{cast.screen.token}/screen/").text
    assert "/journal/" not in television  # nobody is there to press


def test_a_screen_has_a_language_too(cast):
    choose(cast.screen, language="en")
    assert Seat.objects.get(pk=cast.screen.pk).language == "en"


@pytest.mark.parametrize("said", [{}, {"dice": ""}, {"dice": "loaded"}, {"language": "xx"}, {"language": "en\x00"}])
def test_a_value_that_is_not_offered_changes_nothing(cast, said):
    before = Seat.objects.values().get(pk=cast.ana.pk)
    answer = choose(cast.ana, **said)
    assert answer.status_code == 422 and "tablee_language" not in answer.cookies
    assert Seat.objects.values().get(pk=cast.ana.pk) == before and not Command.objects.filter(seat=cast.ana).exists()
