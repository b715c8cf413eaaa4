"""Acts on a sheet besides its tests: offered to its owner, recorded as one command, with prompts."""

import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event, Seat
from encounters import services
from encounters.models import Encounter
from rules.core.errors import Refused
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of

LIVE = {"HX-Request": "true", "X-Live": "1"}


def deed(table, seat, character, kind, **said):
    address = reverse("downtime", args=[seat.token, character.token])
    given = {"kind": kind, **{f"arg-{key}": value for key, value in said.items()}}
    return client_of(seat).post(address, given, headers=LIVE)


def hurt(table, **cell):
    for severity, place in cell.items():
        path = f"wounds.{place}.{severity}"
        sheets.step(seat=table.cast.gm, sent=Sent.of("", path), character=table.elowen, path=path, by=1)


def luck(character):
    return Character.objects.get(pk=character.pk).data.get("luck", {}).get("current", 13)


def answer_all(seat, **said):
    """Answer everything that is asked, by key."""
    for encounter in Encounter.objects.filter(kind="test"):
        for exchange in encounter.state.get("exchanges", {}):
            for key, value in said.items():
                args = {"exchange": exchange, "key": key, "values": [value]}
                services.act(
                    seat=seat, sent=Sent.of("", args), encounter=encounter.token, kind="answer", actor="", args=args
                )


def test_the_owner_and_the_game_master_see_the_possible_acts(table):
    own = table.region(table.cast.ana, "sheet", "downtime", table.elowen.token)
    assert reverse("downtime", args=[table.cast.ana.token, table.elowen.token]) in own
    assert 'value="gain"' not in own
    assert 'value="gain"' in table.region(table.cast.gm, "sheet", "downtime", table.elowen.token)


def test_a_wish_waits_for_the_game_master_and_costs_the_whole_group_its_point(table):
    assert deed(table, table.cast.ana, table.elowen, "favour", wish="Une porte").status_code == 200
    asked = table.region(table.cast.gm, "table", "pending")
    assert "Une porte" in asked
    answer_all(table.cast.gm, favour="all")
    assert (luck(table.elowen), luck(table.tibor)) == (12, 12)
    assert not Encounter.objects.exists()


def test_an_act_is_undone_whole(table):
    deed(table, table.cast.gm, table.elowen, "gain", points="2", why="Une idée")
    assert luck(table.elowen) == 15
    last = Event.objects.filter(kind="gain").get()
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "undo"), command=last.command)
    assert luck(table.elowen) == 13


def test_a_player_does_no_act_of_the_game_master(table):
    assert deed(table, table.cast.ana, table.elowen, "gain", points="2").status_code == 422
    assert luck(table.elowen) == 13


@pytest.mark.parametrize(
    ("kind", "said"), [("heal", {}), ("nothing", {}), ("test", {}), ("favour", {}), ("favour", {"x": "1"})]
)
def test_an_act_not_offered_or_not_filled_in_is_refused_with_a_sentence(table, kind, said):
    before = Event.objects.count()
    assert deed(table, table.cast.ana, table.elowen, kind, **said).status_code == 422
    assert Event.objects.count() == before


def test_a_player_acts_for_their_own_character_alone(table):
    assert deed(table, table.cast.leo, table.elowen, "favour", wish="x").status_code == 404
    with pytest.raises(Refused):
        services.roll_test(
            seat=table.cast.leo, sent=Sent.of("", "x"), character=table.elowen, kind="favour", args={"wish": "x"}
        )


def test_somebody_else_of_the_table_tends_a_wound(table, lay):
    hurt(table, mortal="left_arm")
    lay(5)
    said = {"wound": "left_arm-mortal", "healer": table.tibor.token, "kit": "on", "modifier": "6"}
    assert deed(table, table.cast.gm, table.elowen, "stabilise", **said).status_code == 200
    rows = Character.objects.get(pk=table.elowen.pk).data["wound_details"].values()
    assert [row.get("stabilized") for row in rows] == [True]
    assert Event.objects.filter(kind="stabilise").get().audience == "table"
    page = client_of(table.cast.gm).get(reverse("journal", args=[table.cast.gm.token])).content.decode()
    (head,) = re.findall(r"<b>([^<]*)</b>[^<]*Premiers soins", page)
    assert head == "Tibor", "the test is told of whoever does it"


def test_a_healer_reads_the_result_and_other_players_no_half_sentence(table):
    """Tibor's chances are hopeless: no die falls, so that nothing at all is left to tell others of his test."""
    hurt(table, mortal="left_arm")
    said = {"wound": "left_arm-mortal", "healer": table.tibor.token, "modifier": "-30"}
    deed(table, table.cast.gm, table.elowen, "stabilise", **said)
    seats = {name: getattr(table.cast, name) for name in ("gm", "ana", "leo", "spectator")}
    pages = {name: client_of(seat).get(reverse("journal", args=[seat.token])) for name, seat in seats.items()}
    told = {name: page.content.decode() for name, page in pages.items()}
    for name in ("gm", "ana", "leo"):
        assert "Action impossible" in told[name], name
    assert "Premiers soins" in told["spectator"] and "Action impossible" not in told["spectator"]
    assert not re.search(r"Premiers soins\s*:", told["spectator"])


def test_harm_to_an_opponent_is_for_the_game_master_alone(table):
    deed(table, table.cast.gm, table.pirate, "gain", points="1")
    assert {event.audience for event in Event.objects.filter(kind="gain")} == {"gm"}


def test_the_game_master_is_offered_a_catastrophe_beside_the_result(table, lay):
    lay(20, 17)
    table.roll(table.cast.ana, table.elowen, check="nation_equinoxe")
    card = table.region(table.cast.gm, "table", "last_result")
    assert 'value="catastrophe"' in card
    assert 'value="catastrophe"' not in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)
    deed(table, table.cast.gm, table.elowen, "catastrophe", told="Il glisse")
    answer_all(Seat.objects.get(pk=table.cast.ana.pk), solace="luck")
    assert luck(table.elowen) == 14
    assert 'value="catastrophe"' not in table.region(table.cast.gm, "table", "last_result")
