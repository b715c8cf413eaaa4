"""Rights by role; a stranger cannot tell a table from nothing."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from campaigns import services
from campaigns.journal.journal import Sent
from campaigns.models import Command
from campaigns.seats import access
from campaigns.seats.access import TABLE, may, seat_or_404
from tests.campaigns.toys import put_toy
from tests.cast import client_of, gather

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.campaigns.urls")]

# verb:       gm  owner  player  spectator  screen
EXPECTED = {
    "watch":    "yes yes yes yes yes",
    "run":      "yes no no no no",
    "invite":   "yes no no no no",
    "own":      "yes yes yes yes no",
    "create":   "yes yes yes no no",
    "read":     "yes yes no no no",
    "edit":     "yes yes no no no",
    "roll":     "yes yes no no no",
    "act":      "yes yes no no no",
    "undo":     "yes no no no no",
    "undo_own": "yes yes no no no",
}  # fmt: skip


def test_every_verb_has_its_row():
    assert EXPECTED.keys() == TABLE.keys()


@pytest.mark.parametrize("verb", EXPECTED)
def test_each_role_has_the_rights_in_the_table(cast, verb):
    command = put_toy(cast.ana, "a", 1).command
    seats = [cast.gm, cast.ana, cast.leo, cast.spectator, cast.screen]
    found = ["yes" if may(seat, verb, command) else "no" for seat in seats]
    assert " ".join(found) == EXPECTED[verb]


@pytest.mark.parametrize("verb", EXPECTED)
def test_nobody_may_anything_at_another_table(cast, verb):
    elsewhere = put_toy(gather().ana, "a", 1).command
    assert not any(may(seat, verb, elsewhere) for seat in cast.seats.values())


@pytest.mark.parametrize("verb", EXPECTED)
def test_a_seat_that_left_may_nothing(cast, verb):
    services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
    cast.ana.refresh_from_db()
    assert not may(cast.ana, verb, cast.ana)


def test_an_unknown_verb_is_a_fault_of_the_program(cast):
    with pytest.raises(KeyError):
        may(cast.gm, "dance")


@pytest.fixture
def addresses(cast):
    command = put_toy(cast.ana, "a", 1).command
    return [
        ("get", "/t/{}/"),
        ("get", "/t/{}/toys/"),
        ("post", "/t/{}/toys/put/"),
        ("post", f"/t/{{}}/undo/{command.token}/"),
        ("post", f"/t/{{}}/redo/{command.token}/"),
    ]


@pytest.mark.parametrize("who", ["stranger", "another player", "another table", "one who left"])
def test_a_stranger_gets_the_same_404_as_for_a_table_that_does_not_exist(cast, addresses, who):
    seat, count = cast.ana, Command.objects.count()
    if who == "another player":
        client = client_of(cast.leo)
    elif who == "another table":
        client = client_of(gather().ana)
        count = Command.objects.count()
    elif who == "one who left":
        services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=seat)
        client, count = client_of(seat), Command.objects.count()
    else:
        client = client_of()
    for method, address in addresses:
        hidden = getattr(client, method)(address.format(seat.token))
        nothing = getattr(client, method)(address.format("a" * 16))
        assert (hidden.status_code, hidden.content) == (404, nothing.content)
        assert hidden.headers == nothing.headers
    assert Command.objects.count() == count


def test_the_own_page_is_shown(cast):
    page = client_of(cast.ana).get(f"/t/{cast.ana.token}/toys/")
    assert page.status_code == 200
    assert f'hx-ws:connect="/ws/{cast.ana.token}/toys/?build=' in page.text


def test_one_browser_holds_several_seats(cast):
    client = client_of(cast.gm, cast.ana, cast.screen)
    assert [client.get(f"/t/{seat.token}/toys/").status_code for seat in (cast.gm, cast.ana, cast.screen)] == [200] * 3


def test_a_page_speaks_the_language_of_its_seat(cast, rf):
    cast.ana.language = "en"
    cast.ana.save()
    request = rf.get("/")
    request.session, request.user = {"seats": [cast.ana.token]}, AnonymousUser()
    with translation.override("fr"):
        seat_or_404(request, cast.ana.token)
        assert translation.get_language() == "en"


@pytest.mark.parametrize("broken", ["text", 7, None, {"a": 1}])
def test_a_broken_session_holds_nothing(broken):
    assert access.seats_held({"seats": broken}) == {}
    assert access.seats_held({"seats": ["b"], "moved": broken}) in ({"b": 0}, {})


def test_a_page_of_a_game_master_holds_texts_hidden_from_the_others(cast):
    put_toy(cast.gm, "own.gm", 77, audience="gm")
    for seat in (cast.gm, cast.ana, cast.spectator, cast.screen):
        text = client_of(seat).get(f"/t/{seat.token}/toys/").text
        assert ("own 77" in text) == seat.is_gm
        assert not re.search(r"\bseq\b", text)  # a token may hold these letters
