"""Random tables: rows that hold each total once, and rolls that fall from the promised dice, openly or unseen."""

import pytest
from django.urls import reverse

from campaigns.models import Event
from encounters.models import DiceStream
from encounters.party import random_tables
from rules.core.errors import Refused, Stale, Unreadable
from tests.cast import client_of

SAID = {"name": "Rencontres", "dice": "2d6", "rows": "2-5 Pluie\n6-8 Rien\n9–12 : Une étrangère"}


@pytest.mark.parametrize(
    ("dice", "written", "rows"),
    [
        ("2d6", SAID["rows"], [(2, 5, "Pluie"), (6, 8, "Rien"), (9, 12, "Une étrangère")]),
        ("1d2", "2. Soleil\n1) Pluie", [(1, 1, "Pluie"), (2, 2, "Soleil")]),
        ("1d2+3", "4-5 x", [(4, 5, "x")]),
        ("1d100", "1 - 99 rien\n100 tout", [(1, 99, "rien"), (100, 100, "tout")]),
    ],
)
def test_rows_are_read(dice, written, rows):
    assert [(row.first, row.last, row.text) for row in random_tables.parse_rows(dice, written)] == rows


@pytest.mark.parametrize(
    ("dice", "written", "words"),
    [
        ("1d6", "1-3 a\n5-6 b", "at 4"),
        ("1d6", "1-3 a\n3-6 b", "3 stands twice"),
        ("1d6", "2-6 a", "at 1"),
        ("1d6", "1-5 a", "at 6"),
        ("1d6", "1-7 a", "7 stands twice, or never falls"),
        ("1d6", "0-6 a", "0 stands twice, or never falls"),
        ("1d6", "6-1 a", "before it begins"),
        ("1d6", "pluie", "is no row"),
        ("1d6", "1-6", "is no row"),
        ("beaucoup", "1-6 a", "is not dice"),
        ("1d6", "", "at 1"),
        ("1d300", "\n".join(f"{number} x" for number in range(1, 301)), "rows at most"),
    ],
)
def test_gaps_overlaps_and_nonsense_are_refused_with_a_sentence(desk, dice, written, words):
    with pytest.raises(Unreadable, match=words):
        random_tables.parse_rows(dice, written)
    with pytest.raises(Unreadable):
        desk.do(random_tables.create, values={"name": "x", "dice": dice, "rows": written})
    assert desk.rows("random_table") == []


def test_an_open_roll_is_read_by_everybody_and_a_secret_one_by_game_masters(desk, lay):
    table = desk.do(random_tables.create, values=SAID).value
    for unseen, readers in ((False, {"gm", "ana", "leo", "spectator", "screen"}), (True, {"gm"})):
        Event.objects.filter(kind=random_tables.ROLLED).delete()
        lay(3, 4)
        desk.do(random_tables.roll, table=table, unseen=unseen)
        seats = desk.cast.seats.items()
        texts = {name: client_of(seat).get(reverse("journal", args=[seat.token])).text for name, seat in seats}
        assert {name for name, text in texts.items() if "Rencontres," in text} == readers


def test_each_total_gives_its_row(desk, lay):
    table = desk.do(random_tables.create, values=SAID).value
    for faces, words in (((1, 1), "Pluie"), ((3, 3), "Rien"), ((6, 6), "Une étrangère")):
        lay(*faces)
        assert dict(desk.do(random_tables.roll, table=table, unseen=False).value.params)["row"] == words


def test_rolls_fall_from_the_promised_stream_and_secret_ones_from_the_other(desk, settings):
    settings.TABLEE_DICE = ""
    table = desk.do(random_tables.create, values=SAID).value
    for unseen in (False, True, True):
        desk.do(random_tables.roll, table=table, unseen=unseen)
    counts = {stream.secret: stream.count for stream in DiceStream.objects.filter(published_at=None)}
    assert counts == {False: 1, True: 2}
    events = Event.objects.filter(kind=random_tables.ROLLED).order_by("seq")
    assert [event.payload["drawn"]["index"] for event in events] == [1, 1, 2]


def test_a_roll_is_not_undone_and_the_table_is(desk, lay):
    kept = desk.do(random_tables.create, values=SAID)
    lay(3, 4)
    rolled = desk.do(random_tables.roll, table=kept.value, unseen=False)
    with pytest.raises(Refused):
        desk.undo(rolled)
    gone = desk.do(random_tables.remove, table=kept.value)
    with pytest.raises(Stale):
        desk.do(random_tables.roll, table=kept.value, unseen=False)
    desk.undo(gone)
    assert desk.rows("random_table") == [SAID]
    assert desk.folds() and desk.archived()


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_has_tables(desk, name):
    table, seat = desk.do(random_tables.create, values=SAID).value, desk.cast.seats[name]
    for service, said in (
        (random_tables.create, {"values": SAID}),
        (random_tables.roll, {"table": table, "unseen": False}),
        (random_tables.remove, {"table": table}),
    ):
        with pytest.raises(Refused):
            desk.do(service, seat=seat, **said)


def test_an_open_roll_stands_on_the_shared_screen_and_a_secret_one_does_not(desk, lay):
    table, screen = desk.do(random_tables.create, values=SAID).value, desk.cast.screen
    for unseen in (True, False):
        lay(3, 4)
        desk.do(random_tables.roll, table=table, unseen=unseen)
        assert ("Rien" in desk.table.region(screen, "screen", "result_band")) is not unseen
