"""A command whose answer was lost is sent again with its key and answered as done, whatever has happened since."""

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Command, Event
from sheets import services as sheets
from tests.cast import client_of

LIVE = {"HX-Request": "true", "X-Live": "1"}


def send(seat, name, *args, key="a-key-of-the-page", **said):
    address = reverse(name, args=[seat.token, *args])
    return client_of(seat).post(address, {**said, "command": key}, headers=LIVE)


def acts(table):
    """Every act that has to be answered as already done when sent twice: its seat, and the rest of its address."""
    weapon = next(iter(table.elowen.data["weapons"]))
    return {
        "undo-last": (table.cast.ana,),
        "redo-last": (table.cast.ana,),
        "remove-seat": (table.cast.gm, table.cast.leo.token),
        "remove-character": (table.cast.gm, table.pirate.token),
        "sheet-remove": (table.cast.ana, table.elowen.token, f"weapons.{weapon}"),
    }


@pytest.mark.parametrize("name", ["undo-last", "redo-last", "remove-seat", "remove-character", "sheet-remove"])
def test_a_repeated_act_is_answered_as_done_and_not_done_again(table, name):
    sheets.step(seat=table.cast.ana, sent=Sent.of("", "step"), character=table.elowen, path="luck.current", by=-1)
    if name == "redo-last":
        send(table.cast.ana, "undo-last", key="taken-back-before")
    seat, *args = acts(table)[name]
    first = send(seat, name, *args)
    before = Event.objects.count()
    second = send(seat, name, *args)
    assert (first.status_code, second.status_code) == (200, 200)
    assert "is-refused" not in second.text
    assert Event.objects.count() == before
    assert Command.objects.filter(key="a-key-of-the-page").count() == 1


def test_the_undo_key_reports_the_act_it_undid(table):
    for number in (1, 2):
        sent = Sent.of("", number)
        sheets.step(seat=table.cast.ana, sent=sent, character=table.elowen, path="luck.current", by=-1)
    send(table.cast.ana, "undo-last")
    second = send(table.cast.ana, "undo-last")
    standing = Command.objects.filter(seat=table.cast.ana).order_by("first_seq").first()
    assert reverse("redo", args=[table.cast.ana.token, standing.token]) not in second.text


def test_an_act_refused_before_is_refused_again_under_its_key(table):
    answers = [send(table.cast.ana, "undo-last") for _time in range(2)]
    assert [one.status_code for one in answers] == [422, 422]


def test_a_missing_row_stays_missing_for_a_key_that_did_nothing(table):
    assert send(table.cast.gm, "remove-seat", "abcdefgh23456777").status_code == 404


def test_somebody_else_s_key_answers_nobody(table):
    first = send(table.cast.gm, "remove-character", table.pirate.token)
    assert first.status_code == 200
    assert send(table.cast.ana, "remove-character", table.pirate.token).status_code == 404
