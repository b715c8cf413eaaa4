"""Links to a seat: asked before bound, one page for all that is void, nothing of the code kept."""

import threading
from datetime import timedelta
from itertools import product

import pytest
from asgiref.sync import async_to_sync
from django.db import connections
from django.http import HttpResponse
from django.utils import timezone

from campaigns import services
from campaigns.journal.journal import Sent
from campaigns.models import Invitation, Seat
from campaigns.seats.invitations import code_of, find, invite, invite_to, print_link, take_seat
from campaigns.web import rate_limits
from sheets.ownership import join
from tests.cast import client_of, gather
from tests.config.test_proxies import PROXY
from tests.config.test_proxies import seen as client_address


def seats_of(client):
    return client.session.get("seats", [])


def test_a_code_is_sixteen_characters_and_can_be_shown_again(cast):
    invitation = invite(cast.ana)
    code = code_of(invitation)
    assert len(code) == 16 and code.isalnum() and code == code.lower()
    assert code_of(Invitation.objects.get(pk=invitation.pk)) == code


def test_the_database_does_not_hold_the_code(cast):
    invitation = invite(cast.ana)
    stored = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert not any(code_of(invitation) in str(value) for value in stored.values())


def test_another_secret_gives_another_code(cast, settings):
    invitation = invite(cast.ana)
    code = code_of(invitation)
    settings.SECRET_KEY = "another"
    assert code_of(invitation) != code


def test_looking_at_a_link_changes_nothing(cast):
    invitation, client = invite(cast.ana), client_of()
    page = client.get(f"/j/{code_of(invitation)}/")
    assert page.status_code == 200 and "Ana" in page.text
    invitation.refresh_from_db()
    assert invitation.uses_left == 1 and seats_of(client) == []


def test_sitting_down_binds_the_seat_and_drops_the_code_from_the_address(cast):
    client = client_of()
    answer = client.post(f"/j/{code_of(invite(cast.ana))}/")
    assert (answer.status_code, answer.url) == (302, f"/t/{cast.ana.token}/")
    assert seats_of(client) == [cast.ana.token]
    assert client.get(answer.url).status_code in (200, 302)


def test_sitting_down_twice_adds_a_seat_and_keeps_the_first(cast):
    client = client_of(cast.gm)
    client.post(f"/j/{code_of(invite(cast.screen))}/")
    client.post(f"/j/{code_of(print_link(cast.screen))}/")
    assert seats_of(client) == [cast.gm.token, cast.screen.token]


def test_sitting_down_changes_the_key_of_the_session(cast):
    client = client_of(cast.gm)
    before = client.cookies["tablee_session"].value
    client.post(f"/j/{code_of(invite(cast.screen))}/")
    assert client.cookies["tablee_session"].value != before


def test_a_printed_link_works_again_and_again(cast):
    code = code_of(print_link(cast.ana))
    for _device in range(3):
        client = client_of()
        client.post(f"/j/{code}/")
        assert seats_of(client) == [cast.ana.token]


@pytest.mark.parametrize("why", ["wrong", "used", "expired", "revoked", "left"])
def test_a_void_link_gives_one_page_whatever_the_reason(cast, why):
    invitation = invite(cast.ana)
    code = code_of(invitation)
    if why == "wrong":
        code = "a" * 16
    elif why == "used":
        client_of().post(f"/j/{code}/")
    elif why == "left":
        services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
    else:
        past = timezone.now() - timedelta(minutes=1)
        Invitation.objects.update(**{"expires_at" if why == "expired" else "revoked_at": past})
    void = client_of().get("/j/nothing/")
    for method in ("get", "post"):
        client = client_of()
        page = getattr(client, method)(f"/j/{code}/")
        assert (page.status_code, page.content) == (404, void.content)
        assert seats_of(client) == []


@pytest.mark.parametrize("code", ["a" * 500, "é", "..", "%00", "<script>", "%F0%9F%8E%B2"])
def test_a_hostile_code_is_a_void_link(cast, code):
    assert client_of().get(f"/j/{code}/").status_code == 404


def test_trying_codes_is_slowed_down_for_one_address_alone(cast, clock):
    client = client_of()
    answers = [client.get("/j/guess/").status_code for _try in range(rate_limits.CODES.burst + 1)]
    assert answers == [404] * rate_limits.CODES.burst + [429]
    assert client.get("/j/guess/", REMOTE_ADDR="192.0.2.9").status_code == 404


# The origin of a request: the peer of the site, and the address it says it forwards for.
GUESSER, HOUSE = (PROXY, "203.0.113.7"), (PROXY, "203.0.113.8")
WAYS = {
    "the same address": GUESSER,
    "another one behind the proxy": HOUSE,
    "IPv6 behind the proxy": (PROXY, "2001:db8::7"),
    "another one without a proxy": ("192.0.2.9", ""),
    "the address of the proxy": (PROXY, ""),
}
LINKS = {
    "a seat": lambda cast: (invite(cast.ana), [], cast.ana),
    "a printed one": lambda cast: (print_link(cast.leo), [], cast.leo),
    "a new player": lambda cast: (invite_to(cast.gm, Seat.Role.PLAYER), ["name"], None),
    "a television": lambda cast: (invite_to(cast.gm, Seat.Role.SCREEN), [], None),
}


@pytest.mark.slow("ten thousand tries")
def test_ten_thousand_wrong_codes_from_one_address_hold_no_good_one_up(cast, clock, rf, monkeypatch, settings):
    """Good ones of each kind are taken in between, from each place, that of the guesser among them."""
    # Drawing the page of each refusal would take half a minute.
    monkeypatch.setattr(join, "render", lambda *_args, status=200: HttpResponse(status=status))

    def address(peer, forwarded):
        return async_to_sync(client_address)([PROXY], peer, settings, x_forwarded_for=forwarded)[0]

    # The guesser also claims to be somebody else, whose tries then are not used up.
    own = [address(*GUESSER), address(PROXY, f"{HOUSE[1]}, {GUESSER[1]}")]
    guesses = [rf.get("/j/guess/", REMOTE_ADDR=one) for one in own]
    wrong, good = set(), iter(product(WAYS, LINKS))
    for number in range(10_000):
        wrong.add(join.join(guesses[number % 2], f"{number:016d}").status_code)
        if number % 500 == 499:
            way, kind = next(good)
            link, fields, seat = LINKS[kind](cast)
            named = dict.fromkeys(fields, f"Nouvelle {number}")  # no two bear the same
            player, place = client_of(), {"REMOTE_ADDR": address(*WAYS[way])}
            assert player.get(f"/j/{code_of(link)}/", **place).status_code == 200, (way, kind)
            assert player.post(f"/j/{code_of(link)}/", named, **place).status_code == 302, (way, kind)
            (taken,) = seats_of(player)
            assert seat is None or taken == seat.token
    assert wrong == {404, 429} and next(good, None) is None
    for way, place in WAYS.items():
        answer = client_of().get("/j/guess/", REMOTE_ADDR=address(*place))
        assert answer.status_code == (429 if place == GUESSER else 404), way


@pytest.mark.parametrize("asks", [False, True])
def test_every_television_comes_by_the_same_link(cast, asks):
    link = invite_to(cast.gm, Seat.Role.SCREEN, asks=asks)
    for _television in range(2):
        assert client_of().post(f"/j/{code_of(link)}/").status_code == 302


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_wrong_codes_of_one_network_of_ipv6_are_counted_together(cast, clock, one, other, same):
    client = client_of()
    for _try in range(rate_limits.CODES.burst):
        assert client.get("/j/guess/", REMOTE_ADDR=one).status_code == 404
    assert client.get("/j/guess/", REMOTE_ADDR=other).status_code == (429 if same else 404)


def test_a_link_expires_after_four_hours_by_itself(cast):
    left = invite(cast.ana).expires_at - timezone.now()
    assert timedelta(hours=3, minutes=59) < left <= timedelta(hours=4)


@pytest.mark.django_db(transaction=True)
def test_a_link_for_one_is_taken_by_one_of_many(rf):
    cast, taken = gather(), []
    code = code_of(invite(cast.ana))
    barrier = threading.Barrier(6)

    class Session(dict):
        def cycle_key(self):
            pass

    def try_it():
        request = rf.post("/")
        request.session = Session()
        barrier.wait()
        if take_seat(request, code, Sent.of("", "")) is not None:
            taken.append(request.session["seats"])
        connections.close_all()

    threads = [threading.Thread(target=try_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert taken == [[cast.ana.token]]
    assert find(code) is None


def test_a_whole_group_follows_good_links_from_one_address(cast):
    client = client_of()
    path = f"/j/{code_of(print_link(cast.ana))}/"
    answers = {client.get(path).status_code for _try in range(3 * rate_limits.CODES.burst)}
    assert answers == {200}
