"""The journal: one writer, nothing twice, nothing overwritten unseen, and the rows it gives back."""

import threading

import pytest
from django.db import IntegrityError, connection, connections, transaction

from campaigns import services
from campaigns.journal import journal
from campaigns.journal.journal import Repeated, Sent
from campaigns.journal.subjects import kind_of
from campaigns.models import Campaign, Command, Event, Seat
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.scene import Change
from rules.core.scene import Event as SceneEvent
from tests.campaigns.toys import add_toy, box, put_toy, refuse_toy, replace_toy
from tests.cast import gather


def rows(campaign):
    """Every subject the journal knows as the rows have it now."""
    fresh = Campaign.objects.get(pk=campaign.pk)
    subjects = journal.fold(fresh)
    return {subject: kind_of(subject)[0].load(fresh, kind_of(subject)[1]) for subject in subjects}


def test_a_command_writes_the_value_and_one_event(cast):
    done = put_toy(cast.ana, "luck", 3)
    event = done.command.events.get()
    assert box(cast.campaign) == {"luck": 3}
    assert (event.changes, event.by, event.audience) == ([["toy:box", "luck", None, 3]], cast.ana, "table")
    assert Campaign.objects.get(pk=cast.campaign.pk).seq == event.seq == done.command.last_seq


def test_a_refused_command_leaves_nothing(cast):
    before = Event.objects.count(), Command.objects.count(), Campaign.objects.get(pk=cast.campaign.pk).seq
    with pytest.raises(Refused):
        refuse_toy(cast.ana)
    assert box(cast.campaign) == {}
    assert (Event.objects.count(), Command.objects.count(), Campaign.objects.get(pk=cast.campaign.pk).seq) == before


def test_a_command_that_changes_nothing_leaves_nothing(cast):
    done = journal.run(seat=cast.ana, sent=Sent.of("", ""), work=lambda pen: "looked")
    assert (done.command, done.value) == (None, "looked")


def test_the_same_command_twice_is_done_once(cast):
    first = put_toy(cast.ana, "luck", 3, key="page-key-1")
    second = put_toy(cast.ana, "luck", 3, key="page-key-1")
    assert second.again and second.command == first.command
    assert Event.objects.filter(kind="put").count() == 1


def test_the_same_key_with_another_content_is_refused(cast):
    put_toy(cast.ana, "luck", 3, key="page-key-1")
    with pytest.raises(Repeated):
        put_toy(cast.ana, "luck", 4, key="page-key-1")
    assert box(cast.campaign) == {"luck": 3}


def test_two_seats_may_use_one_key(cast):
    assert not put_toy(cast.ana, "a", 1, key="page-key-1").again
    assert not put_toy(cast.leo, "b", 1, key="page-key-1").again


@pytest.mark.parametrize("key", ["short", "x" * 65, "with space", "café-cafe", "a\x00bcdefgh", "<script>alert"])
def test_a_malformed_key_is_unreadable(key):
    with pytest.raises(Unreadable):
        Sent.of(key, "")


def test_a_value_that_moved_is_not_overwritten(cast):
    put_toy(cast.ana, "luck", 3)
    with pytest.raises(Stale) as error:
        replace_toy(cast.leo, "luck", 2, 9)
    assert error.value.present == 3
    assert box(cast.campaign) == {"luck": 3}


def test_a_seat_that_left_does_nothing_more(cast):
    services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
    with pytest.raises(Refused):
        put_toy(cast.ana, "luck", 3)


def test_a_command_sees_its_own_records(cast):
    def work(pen):
        pen.record(SceneEvent("put", "x", "", (Change("toy:box", "luck", None, 3),), "table"))
        pen.record(SceneEvent("put", "x", "", (Change("toy:box", "luck", pen.value("toy:box", "luck"), 4),), "table"))

    journal.run(seat=cast.ana, sent=Sent.of("", ""), work=work)
    assert box(cast.campaign) == {"luck": 4}


def test_a_subject_nobody_registered_is_a_fault_of_the_program(cast):
    event = SceneEvent("put", "x", "", (Change("ghost:box", "luck", None, 3),), "table")
    with pytest.raises(LookupError):
        journal.run(seat=cast.ana, sent=Sent.of("", ""), work=lambda pen: pen.record(event))


def test_folding_the_journal_from_nothing_gives_every_row(cast):
    put_toy(cast.ana, "luck", 3)
    put_toy(cast.ana, "deep.er", {"a": (1, 2), "b": 1.5, "c": "é"})
    add_toy(cast.leo, "luck", 2)
    services.change_settings(seat=cast.gm, sent=Sent.of("", "h"), values={"confirm": "always"})
    services.set_seat(seat=cast.ana, sent=Sent.of("", "s"), path="dice", value="typed")
    services.remove_seat(seat=cast.gm, sent=Sent.of("", "r"), leaving=cast.leo)
    folded = journal.fold(cast.campaign)
    assert folded == rows(cast.campaign)
    assert {f"seat:{seat.token}" for seat in Seat.objects.all()} < set(folded)


def test_events_are_numbered_without_a_gap(cast):
    for number in range(5):
        put_toy(cast.ana, "luck", number)
    numbers = list(Event.objects.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, Campaign.objects.get(pk=cast.campaign.pk).seq + 1))


def test_an_event_whose_audience_was_forgotten_is_refused(cast):
    (event,) = put_toy(cast.gm, "lamp", "lit", audience="gm").events
    row = {"campaign": event.campaign, "command": event.command, "seq": event.seq + 1, "kind": "put"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(**row)
    assert Event.objects.create(**row, audience="gm").pk


def test_writing_costs_few_queries_whatever_the_history(cast, django_assert_max_num_queries):
    for number in range(30):
        put_toy(cast.ana, "luck", number)
    # begin, lock, seat, command known?, load, save, command, events, number, commit
    with django_assert_max_num_queries(10):
        put_toy(cast.ana, "luck", 99)


@pytest.mark.django_db(transaction=True)
def test_eight_threads_sending_one_command_do_it_once():
    cast, answers = gather(), []
    barrier = threading.Barrier(8)

    def send():
        barrier.wait()
        answers.append(add_once(cast.ana))
        connections.close_all()

    together(send, 8)
    assert len(answers) == 8 and len({done.command.pk for done in answers}) == 1
    assert sum(not done.again for done in answers) == 1
    assert box(cast.campaign) == {"luck": 1}


@pytest.mark.django_db(transaction=True)
def test_eight_threads_adding_lose_nothing():
    cast = gather()

    def send():
        for _turn in range(5):
            add_toy(cast.ana, "luck", 0)
            add_toy(cast.leo, "sum", 1)
        connections.close_all()

    together(send, 4)
    assert box(cast.campaign)["sum"] == 20
    assert journal.fold(cast.campaign) == rows(cast.campaign)


def add_once(seat):
    def work(pen):
        present = pen.value("toy:box", "luck")
        pen.record(
            SceneEvent("add", seat.token, "", (Change("toy:box", "luck", present, (present or 0) + 1),), "table")
        )

    return journal.run(seat=seat, sent=Sent.of("one-page-key", "add"), work=work)


def together(work, count):
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert connection.vendor
