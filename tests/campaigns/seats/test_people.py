"""The game master's page of people: links that are made, shown, used and withdrawn; seats that leave or move."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone, translation

from campaigns import services
from campaigns.journal.journal import Sent
from campaigns.live import render
from campaigns.live.sockets import GONE, Watch
from campaigns.models import Event, Invitation, Pairing, Seat
from campaigns.seats import invitations, pairing, regions
from campaigns.web import rate_limits
from tests.cast import client_of, gather

pytestmark = pytest.mark.django_db
ASKED = {"role": "player", "uses": "3", "hours": "4"}
LIVE = {"HX-Request": "true", "X-Live": "1"}


@pytest.fixture
def master(cast):
    return client_of(cast.gm)


def post(client, cast, path, data=None, **headers):
    return client.post(f"/t/{cast.gm.token}/people/{path}", data or {}, headers=headers)


def made(cast, master, **asked):
    answer = post(master, cast, "links/", {**ASKED, **asked})
    assert answer.status_code == 302
    return Invitation.objects.latest("pk")


def code(invitation):
    return f"/j/{invitations.code_of(invitation)}/"


def sit(invitation, name, **said):
    client = client_of()
    return client, client.post(code(invitation), {"name": name, **said})


def test_a_link_is_made_and_can_be_shown_again_later(cast, master):
    link = made(cast, master)
    assert (link.uses_left, link.seat, link.role) == (3, None, "player")
    for _time in range(2):
        page = master.get(f"/t/{cast.gm.token}/people/links/{link.nonce}/")
        assert invitations.address_of(link) in page.text and "<svg" in page.text and "style=" not in page.text
    assert invitations.address_of(link).startswith("http://testserver/j/")


@pytest.mark.parametrize(
    ("hours", "said"), [(None, "Jusqu’à son retrait"), (4, "Jusqu’à 14:00"), (20, "Jusqu’au mardi 4 mars, 06:00")]
)
def test_until_when_a_link_is_open_is_an_hour_of_today_or_a_day(monkeypatch, hours, said):
    now = timezone.make_aware(datetime(2025, 3, 3, 10))
    monkeypatch.setattr(timezone, "now", lambda: now)
    with translation.override("fr"):
        assert regions.format_expiry(now + timedelta(hours=hours) if hours else None) == said


@pytest.mark.parametrize("wrong", [{"uses": "0"}, {"uses": "31"}, {"uses": "x"}, {"hours": "5000"}, {"role": "gm"}])
def test_a_link_that_is_not_offered_is_not_made(cast, master, wrong):
    assert post(master, cast, "links/", {**ASKED, **wrong}, **LIVE).status_code == 422
    assert not Invitation.objects.exists()


def test_a_link_for_three_lets_three_in_and_lists_them(cast, master):
    link = made(cast, master)
    for name in ("Zoé B", "Yann", "Xan"):
        client, answer = sit(link, name)
        assert answer.status_code == 302 and len(client.session["seats"]) == 1
    _client, answer = sit(link, "Will")
    assert answer.status_code == 404
    assert [use.seat.name for use in link.uses.order_by("pk")] == ["Zoé B", "Yann", "Xan"]
    assert "Yann" in master.get(f"/t/{cast.gm.token}/people/").text


def test_a_revoked_link_is_void_at_once_and_its_seats_stay(cast, master):
    link = made(cast, master)
    client, _answer = sit(link, "Yann")
    post(master, cast, f"links/{link.nonce}/revoke/")
    void = client_of().get("/j/nothing/")
    assert client_of().get(code(link)).content == sit(link, "Xan")[1].content == void.content
    assert client.get("/").text.count("/t/")


def test_making_and_withdrawing_links_is_no_news_for_players(cast, master):
    link = made(cast, master)
    post(master, cast, f"links/{link.nonce}/revoke/")
    events = Event.objects.filter(kind="link_changed")
    assert events.count() == 2 and set(events.values_list("audience", flat=True)) == {"gm"}
    assert not any(invitations.code_of(link) in str(event.payload) for event in Event.objects.all())


def test_a_removed_seat_is_refused_everywhere_and_its_page_ends(cast, master):
    player = client_of(cast.ana)
    assert player.get(f"/t/{cast.ana.token}/characters/").status_code == 200
    watch = Watch(cast.ana.pk, "sheet", "x")
    post(master, cast, f"{cast.ana.token}/remove/")
    assert player.get(f"/t/{cast.ana.token}/characters/").status_code == 404
    assert render.draw_pages.func(cast.campaign.pk, 0, (watch,), True).ended == {watch: GONE}


def test_a_game_master_does_not_remove_themselves(cast, master):
    assert post(master, cast, f"{cast.gm.token}/remove/", **LIVE).status_code == 422
    cast.gm.refresh_from_db()
    assert cast.gm.left_at is None


def test_a_seat_that_moves_is_cut_from_the_old_device_alone(cast, master):
    old, other = client_of(cast.ana), client_of(cast.leo)
    answer = post(master, cast, f"{cast.ana.token}/move/")
    link = Invitation.objects.get()
    assert link.moves and link.uses_left == 1 and answer.url.endswith(f"/links/{link.nonce}/")
    assert old.get(f"/t/{cast.ana.token}/").status_code in (200, 302)  # nothing has happened yet
    new = client_of()
    assert new.post(code(link)).url == f"/t/{cast.ana.token}/"
    assert new.get(f"/t/{cast.ana.token}/characters/").status_code == 200
    assert old.get(f"/t/{cast.ana.token}/characters/").status_code == 404
    assert other.get(f"/t/{cast.leo.token}/characters/").status_code == 200
    assert client_of().post(code(link)).status_code == 404
    watch = Watch(cast.ana.pk, "sheet", "x", moved=0)
    assert render.draw_pages.func(cast.campaign.pk, 0, (watch,), True).ended == {watch: GONE}


def test_two_devices_of_one_card_stay_until_the_seat_moves(cast, master):
    card = invitations.print_link(cast.ana)
    devices = [client_of(), client_of()]
    for device in devices:
        device.post(code(card))
    assert [device.get(f"/t/{cast.ana.token}/characters/").status_code for device in devices] == [200, 200]
    post(master, cast, f"{cast.ana.token}/move/")
    devices[1].post(code(Invitation.objects.latest("pk")))
    assert [device.get(f"/t/{cast.ana.token}/characters/").status_code for device in devices] == [404, 200]


@pytest.mark.parametrize("path", ["links/", "screens/", "{ana}/remove/", "{ana}/move/", "links/{link}/revoke/"])
def test_nobody_else_changes_the_people_of_the_table(cast, master, path):
    link = made(cast, master)
    path = path.format(ana=cast.ana.token, link=link.nonce)
    for seat in (cast.leo, cast.spectator, cast.screen):
        assert client_of(seat).post(f"/t/{seat.token}/people/{path}", ASKED).status_code == 404
    other = gather()
    there = client_of(other.gm).post(f"/t/{other.gm.token}/people/{path}", {})
    assert there.status_code in (404, 422)
    link.refresh_from_db()
    assert link.revoked_at is None and Invitation.objects.count() == 1


def test_a_table_has_room_for_so_many_and_no_more(cast, master, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_SEATS", 6)
    link = made(cast, master)
    assert sit(link, "Yann")[1].status_code == 302
    client, answer = sit(link, "Xan")
    assert answer.status_code == 422 and "seats" not in client.session
    link.refresh_from_db()
    assert link.uses_left == 2


class TestTelevision:
    def waiting(self):
        television = client_of()
        television.post("/tv/")
        return television, television.get("/tv/").text.split('class="tv-code" lang="zxx">')[1][: pairing.LENGTH]

    def test_a_television_waits_under_a_code_until_the_game_master_types_it(self, cast, master):
        television, shown = self.waiting()
        assert len(shown) == 6 and "refresh" in television.get("/tv/").text
        assert post(master, cast, "screens/", {"code": f" {shown.lower()} "}).status_code == 302
        screen = Seat.objects.latest("pk")
        assert television.get("/tv/").url == f"/t/{screen.token}/"
        assert television.get(f"/t/{screen.token}/screen/").status_code == 200
        assert (screen.role, screen.campaign) == ("screen", cast.campaign)
        assert television.get("/tv/").url == f"/t/{screen.token}/"  # also after it was switched off

    def test_a_code_is_good_once(self, cast, master):
        _television, shown = self.waiting()
        assert [post(master, cast, "screens/", {"code": shown}, **LIVE).status_code for _time in range(2)] == [200, 422]

    def test_a_code_ends(self, cast, master):
        television, shown = self.waiting()
        Pairing.objects.update(expires_at="2020-01-01T00:00Z")
        assert post(master, cast, "screens/", {"code": shown}, **LIVE).status_code == 422
        assert "tv-code" not in television.get("/tv/").text

    def test_looking_at_the_page_asks_for_nothing(self, client):
        assert client.get("/tv/").status_code == 200 and not Pairing.objects.exists()

    def test_the_sixth_wrong_code_has_to_wait(self, cast, master, clock):
        _television, shown = self.waiting()
        seats = Seat.objects.count()
        tries = [post(master, cast, "screens/", {"code": "AAAAAA"}, **LIVE).status_code for _try in range(6)]
        assert tries == [422] * rate_limits.PAIRINGS.burst + [429]
        assert post(master, cast, "screens/", {"code": shown}, **LIVE).status_code == 429
        assert Seat.objects.count() == seats

    @pytest.mark.parametrize("typed", ["", "x" * 65536, "\x00", "é", "<script>"])
    def test_an_invalid_code_is_refused_with_a_sentence(self, cast, master, typed):
        seats = Seat.objects.count()
        answer = post(master, cast, "screens/", {"code": typed}, **LIVE)
        assert answer.status_code == 422 and "<p>" in answer.text and Seat.objects.count() == seats

    def test_the_database_does_not_hold_the_code(self, cast):
        _television, shown = self.waiting()
        assert shown not in str(list(Pairing.objects.values()))

    def test_a_screen_that_was_removed_has_to_be_paired_again(self, cast, master):
        television, shown = self.waiting()
        post(master, cast, "screens/", {"code": shown})
        screen = Seat.objects.latest("pk")
        television.get("/tv/")
        services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=screen)
        assert television.get("/tv/").status_code == 200
