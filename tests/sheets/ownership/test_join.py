"""The page behind a link to new seats: a first name, a character, and the sheet."""

import threading

import pytest
from django.core.cache import cache
from django.db import connections

from campaigns import services
from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.journal.subjects import kind_of
from campaigns.models import Event, Seat
from campaigns.seats import invitations
from rules import registry
from sheets.models import Character
from sheets.ownership import services as ownership_services
from tests.cast import client_of, gather


@pytest.fixture(autouse=True)
def unlimited():
    cache.clear()
    yield
    cache.clear()


def lay_out(cast, *names):
    """Free characters of these names."""
    sent = [
        ownership_services.make_character(seat=cast.gm, sent=Sent.of("", name), sample="blank", name=name)
        for name in names
    ]
    return [Character.objects.get(token=done.value) for done in sent]


@pytest.fixture
def link(cast):
    return invitations.invite_to(cast.gm, Seat.Role.PLAYER)


@pytest.fixture
def door(link):
    return f"/j/{invitations.code_of(link)}/"


def newest():
    return Seat.objects.latest("pk")


def test_a_table_called_like_its_game_says_so_once(cast, door):
    game = "Polaris, 3e édition"
    assert f"{game} · " in client_of().get(door).text
    type(cast.campaign).objects.filter(pk=cast.campaign.pk).update(name=game)
    assert f"{game} · " not in client_of().get(door).text.split("<main")[1]


def test_a_first_name_and_a_free_character_lead_straight_to_its_sheet(cast, link, door):
    (tarek,) = lay_out(cast, "Tarek")
    client = client_of()
    assert "Tarek" in client.get(door).text
    answer = client.post(door, {"name": "  Yann ", "character": tarek.token}, follow=True)
    seat = newest()
    assert [path for path, _status in answer.redirect_chain] == [
        f"/t/{seat.token}/",
        f"/t/{seat.token}/characters/{tarek.token}/",
    ]
    assert answer.status_code == 200 and "Tarek" in answer.text
    tarek.refresh_from_db()
    assert (seat.name, seat.role, seat.user, tarek.owner) == ("Yann", "player", None, seat)
    link.refresh_from_db()
    assert link.uses_left == 7 and link.uses.get().seat == seat


def test_looking_at_the_page_changes_nothing(cast, link, door):
    before = Event.objects.count(), Seat.objects.count()
    client = client_of()
    assert client.get(door).status_code == 200
    assert (Event.objects.count(), Seat.objects.count()) == before and "seats" not in client.session


def test_the_second_to_choose_reads_so_and_sees_the_characters_still_free(cast, link, door):
    tarek, ilse = lay_out(cast, "Tarek", "Ilse")
    client_of().post(door, {"name": "Yann", "character": tarek.token})
    seats, late = Seat.objects.count(), client_of()
    answer = late.post(door, {"name": "Xan", "character": tarek.token})
    assert answer.status_code == 409 and "Tarek" in answer.text and "Yann" in answer.text
    assert f'value="{ilse.token}"' in answer.text and f'value="{tarek.token}"' not in answer.text
    assert 'value="Xan"' in answer.text
    link.refresh_from_db()
    assert (Seat.objects.count(), link.uses_left, late.session.get("seats")) == (seats, 7, None)
    assert late.post(door, {"name": "Xan", "character": ilse.token}).status_code == 302


def test_a_newcomer_is_led_to_a_new_character_or_the_list(cast, door):
    client = client_of()
    answer = client.post(door, {"name": "Yann", "character": "new"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{newest().token}/characters/create/"
    address = f"/t/{newest().token}/characters/"
    assert f'href="{address}"' in answer.text.partition("<main")[2]
    sample = next(key for key, row in registry.samples("polaris").items() if row["kind"] == "pc")
    answer = client.post(address, {"sample": sample, "name": "Oriane"}, follow=True)
    made = Character.objects.get(name="Oriane")
    assert made.owner == newest() and answer.redirect_chain[-1][0].endswith(f"/characters/{made.token}/")


BAD_NAMES = ["", "   ", "x" * 41, "é" * 65536, "\u202enaY", "a\x00b"]


@pytest.mark.parametrize("name", BAD_NAMES, ids=range(len(BAD_NAMES)))
def test_a_name_that_cannot_be_gets_a_sentence_and_no_seat(cast, link, door, name):
    before, client = Seat.objects.count(), client_of()
    answer = client.post(door, {"name": name})
    assert answer.status_code == 422 and 'role="alert"' in answer.text and len(answer.content) < 60_000
    link.refresh_from_db()
    assert (Seat.objects.count(), link.uses_left, client.session.get("seats")) == (before, 8, None)


def test_two_people_of_one_name_are_told_apart(cast, door):
    answer = client_of().post(door, {"name": "ANA"})
    assert answer.status_code == 422 and "ANA" in answer.text
    services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
    assert client_of().post(door, {"name": "ANA"}).status_code == 302


@pytest.mark.parametrize("chosen", ["nobody", "a" * 16, "x" * 65536, "../.."])
def test_a_character_that_is_not_in_the_list_is_refused(cast, door, chosen):
    seats = Seat.objects.count()
    assert client_of().post(door, {"name": "Yann", "character": chosen}).status_code == 422
    assert Seat.objects.count() == seats


def test_the_characters_of_another_table_and_of_the_game_master_cannot_be_taken(cast, door):
    (theirs,) = lay_out(gather(), "Ailleurs")
    enemy = next(key for key, row in registry.samples("polaris").items() if row["kind"] == "npc")
    hidden = ownership_services.make_character(seat=cast.gm, sent=Sent.of("", "npc"), sample=enemy, name="Ombre").value
    assert "Ombre" not in client_of().get(door).text
    for token in (theirs.token, hidden):
        assert client_of().post(door, {"name": "Yann", "character": token}).status_code in (409, 422)
    assert not Character.objects.exclude(owner=None).exists()


@pytest.mark.parametrize("role", ["spectator", "screen"])
def test_a_spectator_is_offered_no_character(cast, role):
    lay_out(cast, "Tarek")
    door = f"/j/{invitations.code_of(invitations.invite_to(cast.gm, role, uses=2))}/"
    client = client_of()
    assert "Tarek" not in client.get(door).text
    answer = client.post(door, {"name": "Paul"}, follow=True)
    assert newest().role == role and answer.redirect_chain[-1][0].endswith("/screen/")


def test_the_journal_tells_the_table_and_folds_to_its_rows(cast, door):
    (tarek,) = lay_out(cast, "Tarek")
    client_of().post(door, {"name": "Yann", "character": tarek.token})
    kinds = list(Event.objects.order_by("-seq").values_list("kind", flat=True)[:2])
    assert kinds == ["give_character", "seat_added"]
    for subject, state in journal.fold(cast.campaign).items():
        kind, token = kind_of(subject)
        assert kind.load(cast.campaign, token) == state, subject


def test_the_seat_speaks_the_language_of_the_device(cast, door):
    client_of().post(door, {"name": "Yann"}, headers={"Accept-Language": "en"})
    assert newest().language == "en"


@pytest.mark.django_db(transaction=True)
def test_one_of_many_taps_on_one_character_takes_it():
    cast = gather()
    (tarek,) = lay_out(cast, "Tarek")
    door = f"/j/{invitations.code_of(invitations.invite_to(cast.gm, Seat.Role.PLAYER))}/"
    barrier, answers = threading.Barrier(5), []

    def tap(name):
        client = client_of()
        barrier.wait()
        answers.append(client.post(door, {"name": name, "character": tarek.token}).status_code)
        connections.close_all()

    threads = [threading.Thread(target=tap, args=(f"Joueur {number}",)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(answers) == [302, 409, 409, 409, 409]
    assert Seat.objects.filter(name__startswith="Joueur").count() == 1


class TestCasting:
    """On the page of characters, after sitting down."""

    def test_a_player_without_a_character_begins_where_one_is_taken(self, cast):
        answer = client_of(cast.ana).get(f"/t/{cast.ana.token}/")
        assert answer.url == f"/t/{cast.ana.token}/characters/"

    def test_the_second_tap_gets_the_sentence_and_a_fresh_list(self, cast):
        tarek, ilse = lay_out(cast, "Tarek", "Ilse")
        path = "/t/{}/characters/{}/take/"
        assert client_of(cast.ana).post(path.format(cast.ana.token, tarek.token)).status_code == 302
        answer = client_of(cast.leo).post(path.format(cast.leo.token, tarek.token))
        assert answer.status_code == 409 and "Ana" in answer.text
        offered = 'action="' + path
        assert offered.format(cast.leo.token, ilse.token) in answer.text
        assert offered.format(cast.leo.token, tarek.token) not in answer.text

    def test_a_player_takes_one_and_the_game_master_gives_more(self, cast):
        tarek, ilse = lay_out(cast, "Tarek", "Ilse")
        for character in (tarek, ilse):
            client_of(cast.ana).post(f"/t/{cast.ana.token}/characters/{character.token}/take/")
        ilse.refresh_from_db()
        assert ilse.owner is None
        give = f"/t/{cast.gm.token}/characters/{ilse.token}/owner/"
        client_of(cast.gm).post(give, {"owner": cast.ana.token})
        ilse.refresh_from_db()
        assert ilse.owner == cast.ana
        client_of(cast.gm).post(give, {"owner": ""})
        ilse.refresh_from_db()
        assert ilse.owner is None

    def test_leaving_frees_the_character(self, cast):
        (tarek,) = lay_out(cast, "Tarek")
        ownership_services.claim_character(seat=cast.ana, sent=Sent.of("", ""), character=tarek)
        services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
        assert client_of(cast.leo).post(f"/t/{cast.leo.token}/characters/{tarek.token}/take/").status_code == 302
        tarek.refresh_from_db()
        assert tarek.owner == cast.leo

    @pytest.mark.parametrize("to", ["gm", "spectator", "screen", "elsewhere"])
    def test_a_character_is_given_to_players_of_this_table_alone(self, cast, to):
        (tarek,) = lay_out(cast, "Tarek")
        seat = gather().ana if to == "elsewhere" else cast.seats[to]
        answer = client_of(cast.gm).post(f"/t/{cast.gm.token}/characters/{tarek.token}/owner/", {"owner": seat.token})
        assert answer.status_code in (404, 422)
        tarek.refresh_from_db()
        assert tarek.owner is None

    @pytest.mark.parametrize(
        "said", [{"sample": "blank"}, {"sample": "dragon"}, {}, {"sample": "blank", "name": "x" * 65536}]
    )
    def test_a_character_that_cannot_be_made_gets_a_sentence(self, cast, said):
        answer = client_of(cast.ana).post(f"/t/{cast.ana.token}/characters/", said)
        assert answer.status_code == 422 and 'role="alert"' in answer.text and not Character.objects.exists()

    def test_a_player_makes_no_opponents(self, cast):
        enemy = next(key for key, row in registry.samples("polaris").items() if row["kind"] == "npc")
        assert client_of(cast.ana).post(f"/t/{cast.ana.token}/characters/", {"sample": enemy}).status_code == 422
        assert client_of(cast.gm).post(f"/t/{cast.gm.token}/characters/", {"sample": enemy}).status_code == 302
        assert Character.objects.get().kind == "npc"

    def test_a_blank_sheet_of_every_game_opens(self, db):
        for game in registry.GAMES:
            cast = gather(game)
            answer = client_of(cast.ana).post(
                f"/t/{cast.ana.token}/characters/", {"sample": "blank", "name": "Vierge"}, follow=True
            )
            assert answer.status_code == 200 and "Vierge" in answer.text, game
