"""A link with approval: visitors wait without seeing the table until a game master lets them in."""

import pytest
from django.core.cache import cache

from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Event, JoinRequest, Seat
from campaigns.seats import invitations
from campaigns.seats.invitations import code_of, invite_to
from sheets.ownership import services
from tests.cast import client_of

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def unlimited():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def link(cast):
    services.make_character(seat=cast.gm, sent=Sent.of("", "tarek"), sample="blank", name="Tarek")
    return invite_to(cast.gm, Seat.Role.PLAYER, asks=True)


@pytest.fixture
def door(link):
    return f"/j/{code_of(link)}/"


class Comer:
    """A browser before the door."""

    def __init__(self, door, name="Yann"):
        self.client, self.door, self.name = client_of(), door, name

    def ask(self, **more):
        return self.client.post(self.door, {"name": self.name, **more})

    def page(self):
        return self.client.get(self.door).text

    def looks(self):
        """The answer to a waiting page, which asks again by itself."""
        answer = self.client.get(self.door, headers=HTMX)
        return "go" if answer.headers.get("HX-Refresh") else answer.status_code


def answer(cast, join_request, how, seat=None):
    master = client_of(seat or cast.gm)
    address = f"/t/{(seat or cast.gm).token}/people/requests/{join_request.nonce}/"
    return master.post(address, {"answer": how}, headers=HTMX)


def shown(cast, seat=None):
    """The text of the region that stands on every page."""
    page = regions.find_page(Seat.objects.get(pk=(seat or cast.gm).pk), "people")
    return page.draw(page.regions_everywhere[0])


def present(cast):
    return set(cast.campaign.seats.exclude(role="").filter(left_at=None).values_list("name", flat=True))


def test_a_newcomer_at_the_link_gives_a_name_and_waits(cast, door):
    comer, before = Comer(door), present(cast)
    first = comer.page()
    assert "Tarek" not in first and "name" in first
    assert comer.ask(character="new").status_code == 302
    assert "Yann" in comer.page() and "Tarek" not in comer.page() and comer.looks() == 204
    assert present(cast) == before and "Yann" in shown(cast)


def test_an_approved_newcomer_goes_on_without_a_click_and_sits_down(cast, door):
    comer, by_itself = Comer(door), '<noscript><meta http-equiv="refresh"'
    comer.ask()
    assert by_itself in comer.page(), "also without a script"
    assert answer(cast, JoinRequest.objects.get(), "in").status_code == 200
    assert by_itself not in comer.page()
    assert comer.looks() == "go" and "Yann" not in shown(cast)
    page = comer.page()
    assert "Tarek" in page and 'value="Yann"' in page
    came = comer.client.post(door, {"name": "Yann", "character": "new"})
    seat = Seat.objects.latest("pk")
    assert (came.status_code, seat.name, seat.role) == (302, "Yann", "player")
    assert not JoinRequest.objects.exists() and comer.client.session["seats"] == [seat.token]
    assert Seat.objects.filter(campaign=cast.campaign, role="").count() == 0


def test_a_rejected_newcomer_reads_so_and_may_ask_again(cast, door):
    comer = Comer(door)
    comer.ask()
    answer(cast, JoinRequest.objects.get(), "refuse")
    assert comer.looks() == "go" and "Tarek" not in comer.page() and "Yann" not in shown(cast)
    assert comer.ask(character="new").status_code == 302 and comer.looks() == 204
    assert "Yann" in shown(cast) and JoinRequest.objects.count() == 1


def test_all_newcomers_by_a_link_are_let_in_at_once_and_later(cast, door):
    first, second, third = (Comer(door, name) for name in ("Yann", "Nora", "Nils"))
    for one in (first, second):
        one.ask()
    answer(cast, JoinRequest.objects.earliest("pk"), "all")
    assert (first.looks(), second.looks()) == ("go", "go")
    for one in (first, second, third):
        assert one.client.post(door, {"name": one.name, "character": "new"}).status_code == 302
    assert {"Yann", "Nora", "Nils"} <= present(cast)


def test_a_name_that_sits_there_already_is_refused_and_nothing_is_kept(cast, door):
    comer, events = Comer(door, cast.ana.name), Event.objects.count()
    refused = comer.ask()
    assert refused.status_code == 422 and f'value="{cast.ana.name}"' in refused.text
    assert (JoinRequest.objects.count(), Event.objects.count()) == (0, events)
    assert Seat.objects.filter(campaign=cast.campaign, role="").count() == 0


def test_the_same_form_sent_twice_is_one_request(cast, door):
    comer = Comer(door)
    for _time in range(2):
        comer.ask(command="the-very-same")
    assert JoinRequest.objects.count() == 1


def test_not_more_wait_at_one_door_than_a_game_master_can_read(cast, door, monkeypatch):
    monkeypatch.setattr("campaigns.seats.join_requests.MOST_WAITING", 2)
    assert [Comer(door, name).ask().status_code for name in ("Yann", "Nora", "Nils")] == [302, 302, 422]


def test_a_link_that_is_withdrawn_leaves_nobody_waiting(cast, link, door):
    comer = Comer(door)
    comer.ask()
    join_request = JoinRequest.objects.get()
    client_of(cast.gm).post(f"/t/{cast.gm.token}/people/links/{link.nonce}/revoke/", headers=HTMX)
    assert comer.looks() == "go" and comer.client.get(door).status_code == 404
    assert "Yann" not in shown(cast) and answer(cast, join_request, "in").status_code == 404


def test_an_answer_that_is_given_twice_or_is_none_changes_nothing(cast, door):
    Comer(door).ask()
    join_request = JoinRequest.objects.get()
    assert answer(cast, join_request, "perhaps").status_code == 422
    assert JoinRequest.objects.get().let_in is None
    answer(cast, join_request, "in")
    assert answer(cast, join_request, "refuse").status_code == 409
    assert JoinRequest.objects.get().let_in is True


@pytest.mark.parametrize("who", ["ana", "spectator", "screen"])
def test_only_a_game_master_sees_and_answers(cast, door, who):
    Comer(door).ask()
    seat = cast.seats[who]
    assert answer(cast, JoinRequest.objects.get(), "in", seat).status_code == 404
    assert regions.find_page(seat, "people") is None
    page = regions.find_page(seat, "screen") or regions.find_page(seat, "choosing")
    assert page is not None and "join_requests" not in {placed.name for placed in page.regions_everywhere}


def test_an_approval_lets_no_other_browser_in(cast, door):
    Comer(door).ask()
    answer(cast, JoinRequest.objects.get(), "in")
    other = Comer(door, "Nora")
    assert "Tarek" not in other.page()
    other.ask(character="new")
    assert "Nora" not in present(cast)


def test_a_join_request_is_no_act_to_undo(cast, door):
    Comer(door).ask()
    answer(cast, JoinRequest.objects.get(), "in")
    kinds = Event.objects.order_by("-seq").values_list("kind", "audience")[:2]
    assert list(kinds) == [("link_changed", "gm"), ("knocked", "gm")]
    assert not any(command.events.exclude(changes=[]).exists() for command in _newest(2))


def _newest(number):
    return [event.command for event in Event.objects.order_by("-seq")[:number]]


def test_a_spectator_and_a_screen_wait_as_well(cast):
    for role, name in ((Seat.Role.SPECTATOR, "Yann"), (Seat.Role.SCREEN, "")):
        comer = Comer(f"/j/{code_of(invite_to(cast.gm, role, asks=True))}/", name)
        comer.ask()
        answer(cast, JoinRequest.objects.get(), "in")
        assert comer.client.post(comer.door, {"name": name}).status_code == 302
        assert Seat.objects.latest("pk").role == role


def test_the_form_of_a_link_has_approval_ticked(cast):
    master, address = client_of(cast.gm), f"/t/{cast.gm.token}/people/links/"
    said = {"role": "player", "uses": "2", "hours": "4"}
    assert 'name="asks"' in master.get(f"/t/{cast.gm.token}/people/").text
    for more in ({"asks": "on"}, {}):
        master.post(address, {**said, **more}, headers=HTMX)
    assert [one.asks for one in invitations.usable_links().filter(campaign=cast.campaign).order_by("pk")] == [
        True,
        False,
    ]
