"""A webhook sends what the table learns, signed and in order, and no act waits for it."""

import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from campaigns.models import Delivery, Event, Seat
from campaigns.outgoing import queue, worker
from encounters.dice import source
from encounters.models import Webhook
from encounters.prepare import services as prepare_services
from encounters.story import edits
from encounters.webhook import delivering
from encounters.webhook.signing import secret_of
from rules.core.errors import Refused
from rules.core.text import Text
from tests.encounters.conftest import begun
from tests.encounters.webhook.conftest import switch_on


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    monkeypatch.setattr(source, "throw", lambda _pen, roll, *, unseen=False: ([7] * roll.dice.count, None))


def heard(receiver):
    """Send what waits; the messages that came."""
    worker.deliver_all()
    came = [json.loads(body) for _headers, body in receiver.came]
    receiver.came.clear()
    return came


def test_a_roll_is_told_in_the_words_of_the_screen(table, receiver, hook):
    table.roll(table.cast.ana, table.elowen)
    [message] = heard(receiver)
    assert (message["version"], message["kind"], message["who"]) == ("1", "roll", "Élowen")
    assert message["table"] == {"name": table.cast.campaign.name, "game": "polaris"}
    [result] = message["results"]
    assert result["faces"] == [7] and result["outcome"] in ("success", "failure") and result["words"]
    assert Event.objects.get(token=message["id"]).kind == "test"


def test_secrets_from_the_table_are_told_to_nobody(table, receiver, hook):
    table.roll(table.cast.gm, table.pirate, hidden=True)
    table.roll(table.cast.gm, table.elowen, hidden=True)
    assert heard(receiver) == []
    assert Webhook.objects.get().seq == Event.objects.latest("pk").seq


def test_each_message_is_signed_with_its_time(table, receiver, hook):
    table.roll(table.cast.ana, table.elowen)
    worker.deliver_all()
    [(headers, body)] = receiver.came
    signed = headers["Tablee-Timestamp"].encode() + b"." + body
    seal = hmac.new(secret_of(hook).encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Tablee-Signature"] == f"v1={seal}"
    assert abs(int(headers["Tablee-Timestamp"]) - timezone.now().timestamp()) < 120
    assert headers["Content-Type"] == "application/json" and headers["Tablee-Delivery"]


def test_an_undone_roll_is_told_as_undone_and_redone(table, receiver, hook):
    done = table.roll(table.cast.ana, table.elowen)
    [roll] = heard(receiver)
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "back"), command=done.command)
    [undone] = heard(receiver)
    assert (undone["kind"], undone["of"]) == ("undone", roll["id"])
    undo.redo(seat=table.cast.gm, sent=Sent.of("", "again"), command=done.command)
    [redone] = heard(receiver)
    assert (redone["kind"], redone["of"]) == ("redone", roll["id"])


def test_earlier_and_refused_acts_send_nothing(table, receiver):
    table.roll(table.cast.ana, table.elowen)
    switch_on(table.cast.gm)
    assert [message["kind"] for message in heard(receiver)] == ["ping"]

    def work(pen):
        raise Refused(Text("no"))

    with pytest.raises(Refused):
        journal.run(seat=table.cast.gm, sent=Sent.of("", ""), work=work)
    assert heard(receiver) == []


@pytest.mark.parametrize(("rolls", "story"), [(True, False), (False, True)])
def test_a_game_master_chooses_the_events_to_send(cast, receiver, rolls, story):
    switch_on(cast.gm, rolls=rolls, story=story)
    gm, token = begun(cast, Seat.Dice.SERVER)
    prepare_services.turn_to(seat=gm, sent=Sent.of("", "end"), encounter=token, status="ended")
    kinds = {message["kind"] for message in heard(receiver)}
    assert ("chapter" in kinds, "line" in kinds) == (story, story)
    assert rolls or "roll" not in kinds


def test_a_fight_that_is_over_is_a_chapter_and_its_edits_are_told(cast, receiver, hook):
    gm, token = begun(cast, Seat.Dice.SERVER)
    assert {message["encounter"] for message in heard(receiver) if message["kind"] == "line"} >= {"Quai 7"}
    prepare_services.turn_to(seat=gm, sent=Sent.of("", "end"), encounter=token, status="ended")
    [chapter] = [message for message in heard(receiver) if message["kind"] == "chapter"]
    assert chapter["title"] == "Quai 7"
    about = Event.objects.filter(encounter=token, audience="table").earliest("seq").token
    for number, for_table in enumerate((False, True)):
        said = {"about": about, "known": {about}, "text": "Élowen attend.", "how": "beside"}
        edits.write_edit(seat=gm, sent=Sent.of("", number), for_table=for_table, **said)
        told = [message["sentences"] for message in heard(receiver) if message["kind"] == "chapter"]
        assert told == ([["Élowen attend."]] if for_table else [])


def test_a_webhook_costs_an_act_nothing(table, receiver, hook):
    def statements(number):
        with CaptureQueriesContext(connection) as asked:
            table.roll(table.cast.ana, table.elowen, key=f"statement{number}")
        return len(asked)

    table.roll(table.cast.ana, table.elowen)
    on = statements(1)
    Webhook.objects.all().delete()
    assert statements(2) == on


def test_a_message_without_room_waits_in_the_journal(table, receiver, hook, monkeypatch):
    receiver.status = 500
    object.__setattr__(delivering.WEBHOOK, "most", 3)
    try:
        for _time in range(6):
            table.roll(table.cast.ana, table.elowen)
        worker.deliver_all()
        worker.deliver_all()
        assert Delivery.objects.count() == 3
        receiver.status = 204
        rolls = []
        for _time in range(3):
            Delivery.objects.update(next_try=timezone.now())
            rolls += [message["id"] for message in heard(receiver)]
    finally:
        object.__setattr__(delivering.WEBHOOK, "most", 100)
    tokens = list(Event.objects.filter(kind="test").order_by("seq").values_list("token", flat=True))
    assert list(dict.fromkeys(rolls)) == tokens


def test_two_processes_put_a_message_once(table, receiver, hook):
    table.roll(table.cast.ana, table.elowen)
    before = Webhook.objects.select_related("campaign").get()
    delivering.queue_news()
    delivering.queue_news()
    assert before.seq < Webhook.objects.get().seq and Delivery.objects.count() == 1


def test_a_day_without_an_answer_switches_the_webhook_off_and_says_so(table, receiver, hook):
    receiver.status = 500
    table.roll(table.cast.ana, table.elowen)
    table.roll(table.cast.ana, table.elowen)
    assert heard(receiver) and Webhook.objects.get().on
    assert "500" in str(Webhook.objects.get().problem)
    Delivery.objects.update(next_try=timezone.now(), until=timezone.now() - timedelta(seconds=1), attempts=9)
    worker.deliver_all()
    assert not Webhook.objects.get().on and not Delivery.objects.exists()
    event = Event.objects.latest("pk")
    assert (event.kind, event.audience) == ("webhook_failed", "gm")
    table.roll(table.cast.ana, table.elowen)
    receiver.status = 204
    receiver.came.clear()
    assert heard(receiver) == []


def test_an_address_that_is_gone_ends_it_at_once(table, receiver, hook):
    receiver.status = 410
    table.roll(table.cast.ana, table.elowen)
    worker.deliver_all()
    assert not Webhook.objects.get().on and not Delivery.objects.exists()


def test_waiting_messages_are_not_sent_once_the_webhook_is_off(table, receiver, hook):
    table.roll(table.cast.ana, table.elowen)
    delivering.queue_news()
    Webhook.objects.update(on=False)
    worker.deliver_all()
    assert receiver.came == [] and not Delivery.objects.exists()


def test_its_queue_is_bounded(table, hook):
    assert delivering.WEBHOOK.most <= 100 and delivering.WEBHOOK.most >= delivering.MOST_AT_ONCE
    assert queue.waiting_for(delivering.WEBHOOK, hook.token).count() == 0
