"""The least active players, for game masters only."""

import re

import pytest

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from encounters.messages import services as messages
from encounters.party import notes

OTHERS = ("ana", "leo", "spectator", "screen")


@pytest.fixture
def said(table):
    """Each player whispers so many times; the newest command of all."""
    number = 0

    def speak(**counts):
        nonlocal number
        done = None
        for name, count in counts.items():
            for _time in range(count):
                number += 1
                seat = table.cast.seats[name]
                to = table.cast.gm.token if name == "gm" else ""
                done = messages.whisper(seat=seat, sent=Sent.of("", f"speaks {number}"), to=to, text="oui")
        return done

    return speak


def shown(table):
    text = table.region(table.cast.gm, "table", "spotlight")
    return [(name, int(count)) for name, count in re.findall(r"<b>(\w+)</b>\s*<span\s+class=\"num\">(\d+)<", text)]


def test_the_least_active_stand_first(table, said):
    said(ana=5)
    assert shown(table) == []  # of five acts nothing can be said
    said(leo=1)
    assert shown(table) == [("Léo", 1), ("Ana", 5)]
    last = said(leo=5)
    assert shown(table) == [("Ana", 5), ("Léo", 6)]
    undo.undo(seat=table.cast.leo, sent=Sent.of("", "back"), command=last.command)
    assert shown(table) == [("Ana", 5), ("Léo", 5)]


def test_a_private_note_of_a_player_is_not_counted(table, said):
    said(ana=6)
    day = notes.today().isoformat()
    for number in range(3):
        own = {"day": day, "whose": notes.OWN, "text": f"{number}", "replaces": f"{number - 1}" if number else ""}
        notes.save(seat=table.cast.leo, sent=Sent.of("", f"note {number}"), **own)
    assert shown(table) == [("Léo", 0), ("Ana", 6)]


def test_nobody_else_has_it_on_any_page(table, said):
    said(ana=6, leo=1)
    assert shown(table)
    for name in OTHERS:
        seat = table.cast.seats[name]
        page = {"ana": "party", "leo": "party"}.get(name, "screen")
        with pytest.raises(StopIteration):
            table.region(seat, page, "spotlight")


def test_a_table_of_one_player_has_none(table, said):
    table.cast.leo.role = "spectator"
    table.cast.leo.save()
    said(ana=8)
    assert shown(table) == []
