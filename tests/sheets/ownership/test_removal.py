"""A character leaves the table, and comes back by an undo."""

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from campaigns.models import Seat
from encounters.checks import requests
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Stale
from sheets.models import Character
from sheets.ownership import services as ownership_services
from sheets.subjects import plain_of
from tests.cast import client_of


def remove(table, seat=None, of=None):
    return ownership_services.remove_character(
        seat=seat or table.cast.gm, sent=Sent.of("", "remove"), character=of or table.elowen
    )


def test_a_character_goes_and_an_undo_brings_it_back_whole(table):
    before = plain_of(table.elowen)
    done = remove(table)
    assert not Character.objects.filter(pk=table.elowen.pk).exists()
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "undo"), command=done.command)
    found = Character.objects.get(token=table.elowen.token)
    assert plain_of(found) == before == fold(table.cast.campaign)[found.subject]
    assert (found.owner, found.name, found.kind) == (table.cast.ana, "Élowen", "pc")


@pytest.mark.parametrize("who", ["ana", "leo", "spectator"])
def test_only_a_game_master_removes_a_character(table, who):
    with pytest.raises(Refused, match="Only the game master removes"):
        remove(table, seat=getattr(table.cast, who))
    assert Character.objects.filter(pk=table.elowen.pk).exists()


def test_a_character_that_is_gone_cannot_go_again(table):
    remove(table)
    with pytest.raises(Stale, match="no longer at the table"):
        remove(table)


def test_a_character_in_a_fight_stays(table):
    fight = prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "fight"), name="Quai 7").value
    prepare_services.turn_to(seat=table.cast.gm, sent=Sent.of("", "go"), encounter=fight, status="running")
    with pytest.raises(Refused, match="takes part in Quai 7"):
        remove(table)


def test_undoing_a_removal_puts_the_character_back_into_its_draft(table):
    fight = prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "fight"), name="Quai 7").value
    before = Encounter.objects.get(token=fight).state
    done = remove(table)
    left = Encounter.objects.get(token=fight).state["fighters"].values()
    assert table.elowen.token not in {row["character"] for row in left} and len(left) == len(before["fighters"]) - 1
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "back"), command=done.command)
    assert Encounter.objects.get(token=fight).state == before


def test_a_character_with_an_open_request_stays(table):
    request = requests.CheckRequest({table.elowen.token: "athletics"}, {})
    requests.ask(seat=table.cast.gm, sent=Sent.of("", "ask"), request=request)
    with pytest.raises(Refused, match="not finished"):
        remove(table)


def test_the_player_who_had_it_may_take_another_one(table):
    remove(table)
    client = client_of(Seat.objects.get(pk=table.cast.ana.pk))
    assert client.get(reverse("sheet", args=[table.cast.ana.token, table.elowen.token])).status_code == 404
    ownership_services.make_character(seat=table.cast.ana, sent=Sent.of("", "new"), sample="blank", name="Nouvelle")
    assert Character.objects.get(owner=table.cast.ana).name == "Nouvelle"


def test_it_is_asked_for_a_word_before_and_nothing_goes_by_looking(table):
    client = client_of(table.cast.gm)
    address = reverse("remove-character", args=[table.cast.gm.token, table.elowen.token])
    assert "Élowen" in client.get(address).text
    assert Character.objects.filter(pk=table.elowen.pk).exists()
    answer = client.post(address)
    assert answer.status_code == 302 and answer.url == reverse("characters", args=[table.cast.gm.token])
    assert not Character.objects.filter(pk=table.elowen.pk).exists()


def test_the_removal_of_an_opponent_is_told_to_the_game_master_alone(table):
    done = remove(table, of=table.pirate)
    assert [event.audience for event in done.command.events.all()] == ["gm"]
