"""Clocks: their audience, secrecy, undo and archive."""

import pytest
from django.urls import reverse

from campaigns.models import Event
from encounters.party import clocks
from encounters.party.items import MOST_ITEMS
from rules.core.errors import Refused, Stale, Unreadable
from tests.cast import client_of

SAID = {"name": "Les Veilleurs arrivent", "size": "4"}


def make(desk, *to, **said):
    shown = [getattr(desk.cast, name).token if name in ("ana", "leo") else name for name in to]
    return desk.do(clocks.make, values={**SAID, **said}, shown=shown).value


def sees(desk, name):
    if name in ("spectator", "screen"):
        return desk.table.region(desk.cast.seats[name], "screen", "wall_clocks")
    return desk.sees(name, "clocks", *(["party_strip"] if name != "gm" else []))


WATCHERS = ("ana", "leo", "spectator", "screen")


@pytest.mark.parametrize(
    ("to", "readers"), [((), ()), (("table",), WATCHERS), (("ana",), ("ana",)), (("ana", "leo"), ("ana", "leo"))]
)
def test_a_clock_is_seen_by_its_viewers_and_nobody_else(desk, to, readers):
    make(desk, *to)
    assert "Veilleurs" in sees(desk, "gm")
    assert {name for name in WATCHERS if "Veilleurs" in sees(desk, name)} == set(readers)


def test_a_hidden_clock_leaves_no_trace_for_others(desk):
    make(desk, "table", name="La marée monte")
    before = {name: sees(desk, name) for name in WATCHERS}
    clock = make(desk)
    desk.do(clocks.tick, clock=clock, by=1)
    desk.do(clocks.show, clock=clock, to=[desk.cast.ana.token])
    desk.do(clocks.show, clock=clock, to=[])
    desk.do(clocks.remove, clock=clock)
    make(desk, name="Autre")
    assert {name: sees(desk, name) for name in WATCHERS} == before
    assert not Event.objects.filter(audience="table", kind__startswith="clock").exclude(kind="clock_made").exists()
    lines = {
        name: client_of(seat).get(reverse("journal", args=[seat.token])).text for name, seat in desk.cast.seats.items()
    }
    assert {name for name, text in lines.items() if "Veilleurs" in text} == {"gm"}


def test_a_clock_is_filled_and_emptied_within_its_segments(desk):
    clock = make(desk, size="2")
    with pytest.raises(Refused):
        desk.do(clocks.tick, clock=clock, by=-1)
    for filled in (1, 2):
        desk.do(clocks.tick, clock=clock, by=1)
        assert desk.rows("clock")[0]["filled"] == filled
    with pytest.raises(Refused):
        desk.do(clocks.tick, clock=clock, by=1)
    desk.do(clocks.tick, clock=clock, by=-1)
    assert desk.rows("clock")[0]["filled"] == 1


def test_ticks_are_undone_in_any_order_and_the_journal_folds_to_the_rows(desk):
    clock = make(desk, "table")
    first, second = (desk.do(clocks.tick, clock=clock, by=1) for _ in range(2))
    desk.undo(first)
    assert desk.rows("clock")[0]["filled"] == 1
    desk.undo(second)
    assert desk.rows("clock")[0]["filled"] == 0
    gone = desk.do(clocks.remove, clock=clock)
    assert desk.rows("clock") == []
    desk.undo(gone)
    assert desk.rows("clock")[0]["name"] == SAID["name"]
    assert desk.folds() and desk.archived()


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"name": ""}, Unreadable),
        ({"name": "x" * 61}, Unreadable),
        ({"size": "1"}, Unreadable),
        ({"size": "13"}, Unreadable),
        ({"size": "many"}, Unreadable),
    ],
)
def test_an_invalid_clock_is_refused_and_nothing_is_kept(desk, said, error):
    with pytest.raises(error) as refusal:
        make(desk, **said)
    assert str(refusal.value) and desk.rows("clock") == []


def test_a_table_keeps_a_bounded_number_of_clocks(desk):
    for number in range(MOST_ITEMS):
        make(desk, name=f"{number}")
    with pytest.raises(Refused):
        make(desk)


@pytest.mark.parametrize("to", ["nobody", "screen"])
def test_a_clock_is_shown_to_players_of_the_table_alone(desk, to):
    with pytest.raises(Refused):
        make(desk, getattr(desk.cast, to).token if to == "screen" else to)


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_has_clocks(desk, name):
    clock, seat = make(desk, "table"), desk.cast.seats[name]
    for service, said in (
        (clocks.make, {"values": SAID}),
        (clocks.tick, {"clock": clock, "by": 1}),
        (clocks.show, {"clock": clock, "to": []}),
        (clocks.remove, {"clock": clock}),
    ):
        with pytest.raises(Refused):
            desk.do(service, seat=seat, **said)


def test_a_deleted_clock_is_reported_as_gone(desk):
    for service, said in ((clocks.tick, {"by": 1}), (clocks.show, {"to": []}), (clocks.remove, {})):
        with pytest.raises(Stale):
            desk.do(service, clock="gone", **said)


def test_each_form_does_its_act(desk):
    client, gm = client_of(desk.cast.gm), desk.cast.gm.token
    client.post(reverse("clocks", args=[gm]), {**SAID, "to": "table"})
    page = client.get(reverse("party", args=[gm])).text
    address = page.split('action="')[1:]
    address = next(
        part.split('"')[0]
        for part in address
        if "/clocks/" in part and not part.startswith(reverse("clocks", args=[gm]) + '"')
    )
    for do, filled in (("tick", 1), ("tick", 2), ("untick", 1)):
        client.post(address, {"do": do})
        assert desk.rows("clock")[0]["filled"] == filled
    client.post(address, {"do": "show"})
    assert "shown" not in desk.rows("clock")[0]
    assert client.post(address, {"do": "explode"}).status_code == 422
    client.post(address, {"do": "remove"})
    assert desk.rows("clock") == []
