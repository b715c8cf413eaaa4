"""Outgoing deliveries: ordered, bounded in time and number, sent once after their commit."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.utils import timezone

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Delivery
from campaigns.outgoing import queue, worker
from rules.core.errors import Refused
from rules.core.text import Text

PATIENCE = 60  # seconds, which a busy machine does not reach


def put(postcards, cast, *bodies, to="ana"):
    return [queue.enqueue(postcards.kind, cast.campaign, to, body) for body in bodies]


def later(**age):
    """Let time go by for everything that waits."""
    for row in Delivery.objects.all():
        row.next_try -= timedelta(**age)
        row.until -= timedelta(**age)
        row.save()


@pytest.mark.django_db
def test_waiting_messages_are_sent_in_order_and_removed(receiver, postcards, cast):
    put(postcards, cast, "one", "two")
    put(postcards, cast, "other", to="leo")
    assert worker.deliver_all() == 3
    bodies = [body.decode() for _headers, body in receiver.came]
    assert [body for body in bodies if body != "other"] == ["one", "two"] and sorted(bodies) == ["one", "other", "two"]
    assert sorted(postcards.heard) == [("one", 204, True), ("other", 204, True), ("two", 204, True)]
    assert not Delivery.objects.exists() and worker.deliver_all() == 0


@pytest.mark.django_db
def test_no_more_wait_for_somebody_than_their_kind_allows(postcards, cast):
    assert put(postcards, cast, "one", "two", "three", "four") == [True, True, True, False]
    assert put(postcards, cast, "other", to="leo") == [True]


@pytest.mark.django_db
def test_a_refused_message_is_never_sent(receiver, postcards, cast):
    def work(_pen):
        put(postcards, cast, "one")
        raise Refused(Text("no"))

    with pytest.raises(Refused):
        journal.run(seat=cast.gm, sent=Sent.of("", ""), work=work)
    assert worker.deliver_all() == 0 and receiver.came == []


@pytest.mark.django_db
def test_a_failure_is_tried_again_later_and_later_and_nothing_overtakes_it(receiver, postcards, cast):
    receiver.status = 500
    put(postcards, cast, "one", "two")
    for pause in queue.PAUSES:
        assert worker.deliver_all() == 1
        row = Delivery.objects.get(body="one")
        assert timedelta(0) < row.next_try - timezone.now() <= pause
        Delivery.objects.update(next_try=timezone.now())
    assert {body for _headers, body in receiver.came} == {b"one"}
    receiver.status = 204
    assert worker.deliver_all() == 2 and receiver.came[-1][1] == b"two"


@pytest.mark.django_db
def test_a_message_is_given_up_after_its_time(receiver, postcards, cast):
    receiver.status = 500
    put(postcards, cast, "one")
    assert worker.deliver_all() == 1 and postcards.heard == [("one", 500, False)]
    later(days=1)
    assert worker.deliver_all() == 1 and postcards.heard[-1] == ("one", 500, True)
    assert not Delivery.objects.exists()


@pytest.mark.django_db
def test_an_address_that_wants_nothing_more_is_not_tried_again(receiver, postcards, cast):
    receiver.status = 410
    put(postcards, cast, "one")
    assert worker.deliver_all() == 1 and postcards.heard == [("one", 410, True)] and not Delivery.objects.exists()


@pytest.mark.django_db
def test_a_message_that_waited_too_long_untried_is_dropped(receiver, postcards, cast):
    put(postcards, cast, "one")
    later(days=2)
    worker.deliver_all()
    assert receiver.came == [] and not Delivery.objects.exists()


@pytest.mark.django_db
def test_a_message_nobody_wants_any_more_is_dropped(receiver, postcards, cast):
    put(postcards, cast, "one")
    postcards.wanted = False
    worker.deliver_all()
    assert receiver.came == [] and postcards.heard == [] and not Delivery.objects.exists()


@pytest.mark.django_db
def test_a_process_that_died_while_sending_is_followed_by_another(receiver, postcards, cast):
    put(postcards, cast, "one")
    assert [row.body for row in queue.claim(5)] == ["one"]
    assert queue.claim(5) == [] and worker.deliver_all() == 0
    later(seconds=queue.LEASE.total_seconds())
    assert worker.deliver_all() == 1 and len(receiver.came) == 1


@pytest.mark.django_db
def test_a_message_forgotten_while_it_is_sent_stays_forgotten(postcards, cast):
    put(postcards, cast, "one")
    [row] = queue.claim(1)
    queue.forget(postcards.kind, "ana")
    worker.deliver(row)
    assert postcards.heard == [] and not Delivery.objects.exists()


@pytest.mark.django_db
def test_a_message_is_gone_with_its_table(postcards, cast):
    put(postcards, cast, "one")
    cast.campaign.commands.all().delete()
    cast.campaign.delete()
    assert not Delivery.objects.exists()


@pytest.mark.django_db
def test_the_command_reports_how_much_it_did(receiver, postcards, cast, capsys):
    put(postcards, cast, "one")
    call_command("deliver")
    assert "1 deliveries were tried." in capsys.readouterr().out and len(receiver.came) == 1


@pytest.mark.django_db(transaction=True)
def test_each_message_is_claimed_by_one_of_several_workers(postcards, cast):
    for number in range(6):
        put(postcards, cast, str(number), to=f"seat {number}")
    ready = Barrier(4)

    def claims():
        ready.wait()
        try:
            return [row.body for _round in range(3) for row in queue.claim(2)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as several:
        claimed = [body for future in [several.submit(claims) for _one in range(4)] for body in future.result()]
    assert sorted(claimed) == sorted(map(str, range(6)))


@pytest.mark.django_db(transaction=True)
def test_the_worker_of_a_server_sends_committed_messages(receiver, postcards, cast):
    sender = worker.start()
    try:
        with transaction.atomic():
            put(postcards, cast, "one")
            transaction.on_commit(worker.wake)
        assert postcards.was_heard.wait(PATIENCE)
    finally:
        sender.stop()
    assert receiver.came[0][1] == b"one"


@pytest.mark.django_db(transaction=True)
def test_a_failure_of_ours_is_written_down_and_ends_nothing(receiver, postcards, cast, monkeypatch, caplog):
    monkeypatch.setattr(queue, "LEASE", timedelta(0))
    postcards.broken = True
    put(postcards, cast, "one")
    sender = worker.start()
    try:
        assert postcards.was_heard.wait(PATIENCE)
    finally:
        sender.stop()
    assert "tried again" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_retry_goes_out_when_due_without_another_event(receiver, postcards, cast, monkeypatch):
    """Else a receiver that fails on purpose would learn from the moment that something happened unseen."""
    monkeypatch.setattr(worker, "IDLE", 20 * PATIENCE)
    put(postcards, cast, "one")
    Delivery.objects.update(next_try=timezone.now() + timedelta(seconds=1))
    sender = worker.start()
    try:
        assert postcards.was_heard.wait(PATIENCE)
    finally:
        sender.stop()
    assert receiver.came[0][1] == b"one"
