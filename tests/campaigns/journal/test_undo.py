"""Undo and redo by command: exact, last first, and only by those who may."""

import json
import random
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import hooks, services
from campaigns.journal import event_cache, journal, standing, undo, undo_shortcut
from campaigns.journal.journal import Sent
from campaigns.journal.undo import BlockedByLaterActs
from campaigns.models import Campaign, Command, Event
from rules.core.errors import Refused
from rules.core.scene import Change
from rules.core.scene import Event as SceneEvent
from tests.cache_oracle import followed as followed
from tests.campaigns import toys
from tests.campaigns.journal.test_journal import rows
from tests.campaigns.toys import add_toy, box, put_toy
from tests.cast import gather


def take_back(seat, done):
    return undo.undo(seat=seat, sent=Sent.of("", ""), command=done.command)


def do_again(seat, done):
    return undo.redo(seat=seat, sent=Sent.of("", ""), command=done.command)


def state(cast):
    return json.dumps(box(cast.campaign), sort_keys=True)


def test_undo_gives_back_the_state_byte_by_byte(cast):
    put_toy(cast.ana, "luck", 3)
    before = state(cast)
    done = put_toy(cast.ana, "luck", {"deep": {"er": [1, 2]}})
    take_back(cast.ana, done)
    assert state(cast) == before


def test_undo_appends_and_never_erases(cast):
    done = put_toy(cast.ana, "luck", 3)
    back = take_back(cast.ana, done)
    inverse = back.command.events.get()
    assert (inverse.kind, inverse.undoes, inverse.changes) == (
        "undo",
        done.command.events.get(),
        [["toy:box", "luck", 3, None]],
    )
    assert standing.undone_ids(cast.campaign) == {done.command.events.get().pk}


def test_redo_is_the_undo_of_the_undo(cast):
    done = put_toy(cast.ana, "luck", 3)
    after = state(cast)
    take_back(cast.ana, done)
    do_again(cast.ana, done)
    assert state(cast) == after
    assert standing.undone_ids(cast.campaign) & {done.command.events.get().pk} == frozenset()
    take_back(cast.ana, done)
    assert box(cast.campaign) == {}


def test_an_act_is_undone_from_kept_events_without_reading_one(cast):
    done = put_toy(cast.ana, "luck", 3)
    event_cache.recent_of(Campaign.objects.get(pk=cast.campaign.pk))
    with CaptureQueriesContext(connection) as asked:
        take_back(cast.ana, done)
    assert not [
        row["sql"] for row in asked if row["sql"].startswith("SELECT") and 'FROM "campaigns_event"' in row["sql"]
    ]


def test_an_act_of_long_ago_is_undone_and_done_again_by_the_database(cast, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 1)
    before = state(cast)
    done = put_toy(cast.gm, "luck", 3)
    after = state(cast)
    take_back(cast.gm, done)
    assert state(cast) == before
    do_again(cast.gm, done)
    assert state(cast) == after
    with pytest.raises(Refused):
        do_again(cast.gm, done)


def test_a_command_is_undone_once(cast):
    done = put_toy(cast.ana, "luck", 3)
    take_back(cast.gm, done)
    with pytest.raises(Refused):
        take_back(cast.gm, done)


def test_an_act_that_was_not_undone_is_not_redone(cast):
    with pytest.raises(Refused):
        do_again(cast.gm, put_toy(cast.ana, "luck", 3))


def test_an_act_is_redone_only_after_its_ground(cast):
    first, second = put_toy(cast.gm, "a", 1, encounter="fight"), put_toy(cast.gm, "b", 1, encounter="fight")
    take_back(cast.gm, second)
    take_back(cast.gm, first)
    with pytest.raises(Refused):
        do_again(cast.gm, second)
    do_again(cast.gm, first)
    do_again(cast.gm, second)
    assert box(cast.campaign) == {"a": 1, "b": 1}


def test_an_act_undone_earlier_is_no_ground_of_a_later_one(cast):
    take_back(cast.gm, put_toy(cast.gm, "a", 1))
    later = put_toy(cast.gm, "a", 2)
    take_back(cast.gm, later)
    do_again(cast.gm, later)
    assert box(cast.campaign) == {"a": 2}


def test_all_events_of_a_command_go_together(cast):
    def work(pen):
        pen.record(SceneEvent("a", "x", "", (Change("toy:box", "luck", None, 1),), "table"))
        pen.record(
            SceneEvent("b", "x", "", (Change("toy:box", "luck", 1, 2), Change("toy:box", "ammo", None, 9)), "table")
        )

    done = journal.run(seat=cast.ana, sent=Sent.of("", ""), work=work)
    take_back(cast.ana, done)
    assert box(cast.campaign) == {}


@pytest.mark.parametrize("path", ["wounds", "wounds.body", "wounds.body.light"])
def test_a_later_write_at_above_or_below_a_path_hangs_on_it(cast, path):
    first = put_toy(cast.gm, "wounds.body", {"light": 1})
    later = put_toy(
        cast.gm, path, {"body": {"light": 2}} if path == "wounds" else {"light": 2} if path == "wounds.body" else 2
    )
    with pytest.raises(BlockedByLaterActs) as error:
        take_back(cast.gm, first)
    assert error.value.commands == (later.command,)


def test_a_later_write_elsewhere_stays(cast):
    wound = put_toy(cast.gm, "wounds.body", 1)
    put_toy(cast.gm, "note", "written after")
    take_back(cast.gm, wound)
    assert box(cast.campaign) == {"note": "written after"}


def test_dependent_acts_are_named_newest_first_and_through_others(cast):
    first = put_toy(cast.gm, "a", 1)
    second = put_toy(cast.gm, "a", 2)
    third = put_toy(cast.gm, "a", 3)
    with pytest.raises(BlockedByLaterActs) as error:
        take_back(cast.gm, first)
    assert error.value.commands == (third.command, second.command)


def test_an_undone_act_blocks_no_earlier_undo(cast):
    first, second = put_toy(cast.gm, "a", 1), put_toy(cast.gm, "a", 2)
    take_back(cast.gm, second)
    take_back(cast.gm, first)
    assert box(cast.campaign) == {}


def test_later_acts_of_the_same_encounter_hang_and_sheet_edits_do_not(cast):
    attack = put_toy(cast.gm, "attack", 1, encounter="fight")
    put_toy(cast.gm, "note", 1)
    defence = put_toy(cast.gm, "defence", 1, encounter="fight")
    put_toy(cast.gm, "other", 1, encounter="another")
    with pytest.raises(BlockedByLaterActs) as error:
        take_back(cast.gm, attack)
    assert error.value.commands == (defence.command,)


def test_a_game_master_goes_back_to_before_an_act_in_one_command(cast):
    first = put_toy(cast.gm, "a", 1)
    put_toy(cast.ana, "a", 2)
    put_toy(cast.leo, "a", 3)
    put_toy(cast.leo, "b", 1)
    count = Command.objects.count()
    undo.rewind(seat=cast.gm, sent=Sent.of("", ""), command=first.command)
    assert box(cast.campaign) == {"b": 1}
    assert Command.objects.count() == count + 1


def test_a_player_does_not_go_back_like_that(cast):
    first = put_toy(cast.ana, "a", 1)
    with pytest.raises(Refused):
        undo.rewind(seat=cast.ana, sent=Sent.of("", ""), command=first.command)


def test_additions_to_one_number_commute(cast):
    first = add_toy(cast.ana, "luck", 5)
    add_toy(cast.leo, "luck", 3)
    take_back(cast.gm, first)
    assert box(cast.campaign) == {"luck": 3}


def test_the_undo_of_an_addition_stays_inside_the_bounds(cast):
    first = add_toy(cast.gm, "luck", 15)
    add_toy(cast.gm, "luck", -12)
    take_back(cast.gm, first)
    assert box(cast.campaign) == {"luck": 0}


def test_setting_a_number_hangs_on_an_addition_to_it(cast):
    first = add_toy(cast.gm, "luck", 5)
    put_toy(cast.gm, "luck", 1)
    with pytest.raises(BlockedByLaterActs):
        take_back(cast.gm, first)


@pytest.mark.usefixtures("followed")
@pytest.mark.parametrize("seed", range(6))
def test_the_last_act_of_a_seat_is_found_however_long_ago_it_was(cast, seed, monkeypatch):
    """A process that keeps five events, beside one that reads the whole history."""
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 5)
    chance, done = random.Random(seed), []
    for number in range(60):
        seat = chance.choice([cast.gm, cast.gm, cast.ana, cast.leo])
        try:
            if done and chance.random() < 0.4:
                again = chance.choice([take_back, do_again])
                again(chance.choice([cast.gm, seat]), chance.choice(done))
            else:
                done.append(put_toy(seat, f"toy{number}", number))
        except Refused:
            continue
        if chance.random() < 0.3:
            continue  # nobody looks
        now = event_cache.recent_of(Campaign.objects.get(pk=cast.campaign.pk))
        for one in (cast.gm, cast.ana, cast.leo):
            assert undo.last_act(one, now) == undo.last_act(one) == newest_standing(one)


def newest_standing(seat):
    """The slow oracle: the events of a seat, newest first, each asked for by itself whether its act stands."""
    gone = standing.undone_ids(seat.campaign)
    for event in Event.objects.filter(command__seat=seat).exclude(kind="undo").order_by("-seq"):
        act = event.undoes.undoes if event.kind == "redo" else event
        if act.command.seat_id == seat.pk and not gone & {event.pk, act.pk} and undo.is_act(act):
            return act.command
    return None


def statements_of_last_act(seat):
    with CaptureQueriesContext(connection) as captured:
        undo.last_act(seat)
    return len(captured)


def test_however_much_a_seat_took_back_its_last_act_is_sought_at_once(cast):
    put_toy(cast.ana, "kept", 1)
    counted = []
    for times in (2, 20):
        for number in range(times):
            take_back(cast.ana, put_toy(cast.ana, "spoilt", number))
        counted.append(statements_of_last_act(cast.ana))
    assert counted[0] == counted[1]


def test_a_player_undoes_only_their_own_last_act(cast):
    first, last, other = put_toy(cast.ana, "a", 1), put_toy(cast.ana, "b", 1), put_toy(cast.leo, "c", 1)
    for refused in (first, other):
        with pytest.raises(Refused):
            take_back(cast.ana, refused)
    take_back(cast.ana, last)
    take_back(cast.ana, first)
    assert box(cast.campaign) == {"c": 1}


def test_an_act_that_was_just_redone_can_be_undone_again(cast):
    first, last = put_toy(cast.ana, "a", 1), put_toy(cast.ana, "b", 1)
    for done in (last, first):
        take_back(cast.ana, done)
    for done in (last, first):
        do_again(cast.ana, done)
    assert undo_shortcut.last_undoable(cast.ana) == first.command
    take_back(cast.ana, first)
    assert box(cast.campaign) == {"b": 1}
    assert undo_shortcut.last_undoable(cast.ana) == last.command
    take_back(cast.ana, last)
    assert box(cast.campaign) == {}


def test_a_player_does_not_redo_an_undo_of_the_game_master(cast):
    done = put_toy(cast.ana, "a", 1)
    take_back(cast.gm, done)
    with pytest.raises(Refused):
        do_again(cast.ana, done)


def test_nobody_undoes_an_act_of_another_table(cast):
    elsewhere = put_toy(gather().gm, "a", 1)
    with pytest.raises(Refused):
        take_back(cast.gm, elsewhere)


def test_an_undo_keeps_the_circle_of_the_undone_act(cast):
    done = put_toy(cast.gm, "a", 1, audience="gm")
    assert take_back(cast.gm, done).command.events.get().audience == "gm"


def test_an_app_may_keep_something_of_an_undone_act(cast):
    def spare(pen, event):
        faces = pen.value("toy:box", "roll")
        return (Change("toy:box", "spare", pen.value("toy:box", "spare"), faces),)

    hooks.register("toys", replace(toys.HOOKS, added_to_undo={"put": spare}))
    done = put_toy(cast.gm, "roll", [5, 2])
    take_back(cast.gm, done)
    assert box(cast.campaign) == {"spare": [5, 2]}
    do_again(cast.gm, done)
    assert box(cast.campaign) == {"roll": [5, 2]}


def test_a_removed_seat_comes_back_by_undo(cast):
    done = services.remove_seat(seat=cast.gm, sent=Sent.of("", ""), leaving=cast.ana)
    take_back(cast.gm, done)
    assert not put_toy(cast.ana, "a", 1).again


def test_a_seat_that_has_acted_is_not_undone_away(cast):
    command = Event.objects.filter(kind="seat_added").order_by("seq").first().command
    put_toy(cast.ana, "a", 1)
    with pytest.raises(Refused):
        undo.undo(seat=cast.gm, sent=Sent.of("", ""), command=command)


@pytest.mark.parametrize("seed", range(6))
def test_random_play_with_undos_by_all_keeps_rows_and_journal_equal(cast, seed):
    chance = random.Random(seed)
    seats, done = [cast.gm, cast.ana, cast.leo], []
    for _turn in range(40):
        seat, path = chance.choice(seats), chance.choice(["a", "a.b", "c"])
        kind = chance.choice(["put", "add", "undo", "redo"])
        before = state(cast)
        try:
            if kind == "put":
                value = {"b": chance.randrange(9)} if path == "a" else chance.randrange(9)
                done.append(put_toy(seat, path, value))
            elif kind == "add":
                done.append(add_toy(seat, "n", chance.randrange(-3, 4)))
            elif done and kind == "undo":
                take_back(seat, chance.choice(done))
            elif done:
                do_again(seat, chance.choice(done))
            done = [one for one in done if one.command is not None]
        except (Refused, TypeError):
            assert state(cast) == before
    assert journal.fold(cast.campaign) == rows(cast.campaign)
    for one in reversed(done):
        if not standing.undone_ids(cast.campaign) & set(one.command.events.values_list("pk", flat=True)):
            undo.rewind(seat=cast.gm, sent=Sent.of("", ""), command=one.command)
    left = box(cast.campaign)
    left.pop("n", None)  # additions cut off at a bound are not taken back exactly
    assert left == {}
    assert journal.fold(cast.campaign) == rows(cast.campaign)


@pytest.mark.django_db
def test_the_table_itself_cannot_be_undone(cast):
    made = Command.objects.get(campaign=cast.campaign, events__kind="table_made")
    with pytest.raises(Refused, match="cannot be undone"):
        undo.undo(seat=cast.gm, sent=Sent.of("", ""), command=made)
    assert Campaign.objects.get().name == "Équinoxe"


def test_the_number_of_queries_of_an_undo_does_not_depend_on_its_length(cast, django_assert_max_num_queries):
    done = [put_toy(cast.gm, f"a{number}", number, encounter="fight") for number in range(120)]
    before = done[0]
    with django_assert_max_num_queries(40):
        undo.rewind(seat=cast.gm, sent=Sent.of("", "far"), command=before.command)
    assert box(cast.campaign) == {}
