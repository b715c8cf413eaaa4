import pytest

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Event, Seat
from encounters import services
from encounters.models import Encounter
from rules.core.errors import Refused, Stale, Unreadable


def outcome(done):
    """The faces and the label of the first result a command brought."""
    found = [row for event in done.command.events.all() for row in event.payload.get("outcomes", ())]
    return found[0]["faces"], found[0]["label"]


def take_back(seat, done):
    return undo.undo(seat=seat, sent=Sent.of("", "undo"), command=done.command)


def pending(seat, table, **said):
    """Élowen has rolled a 20 with a real die: the second one is waited for."""
    done = table.roll(seat, table.elowen, faces=[20], **said)
    encounter = Encounter.objects.get(token=done.value)
    ((exchange, row),) = encounter.state["exchanges"].items()
    return encounter, exchange, f"{row['action']['actor']}-rifles-reroll"


def answer(seat, encounter, exchange, key, values, sent=""):
    args = {"exchange": exchange, "key": key, "values": values}
    return services.act(seat=seat, sent=Sent.of(sent, args), encounter=encounter, kind="answer", actor="", args=args)


def test_the_server_throws_and_the_test_leaves_nothing_but_its_events(table, lay):
    lay(7)
    done = table.roll(table.cast.ana, table.elowen)
    assert outcome(done)[0] == [7]
    assert not Encounter.objects.exists()


def test_a_typed_die_is_accepted_and_the_journal_names_its_typist(table, lay):
    done = table.roll(table.cast.ana, table.elowen, faces=[9])
    closed = done.command.events.get(kind="test")
    assert list(closed.payload["real"].values()) == [table.cast.ana.token]


def test_the_same_key_applies_once(table, lay):
    lay(7)
    first = table.roll(table.cast.ana, table.elowen, key="double-tap")
    again = table.roll(table.cast.ana, table.elowen, key="double-tap")
    assert again.again and again.command == first.command
    assert Event.objects.filter(kind="test").count() == 1


@pytest.mark.parametrize("face", [0, 21, 9999])
def test_a_face_no_die_has_is_refused_and_changes_nothing(table, face):
    before = Command.objects.count()
    with pytest.raises(Unreadable, match="each die from 1 to 20"):
        table.roll(table.cast.ana, table.elowen, faces=[face])
    assert Command.objects.count() == before
    assert not Encounter.objects.exists()


def test_more_dice_than_the_roll_needs_are_refused(table):
    with pytest.raises(Refused, match="More dice were typed"):
        table.roll(table.cast.ana, table.elowen, faces=[7, 8])


def test_a_seat_whose_dice_fall_here_types_none(table):
    Seat.objects.filter(pk=table.cast.ana.pk).update(dice=Seat.Dice.SERVER)
    with pytest.raises(Refused, match="throws its dice here"):
        table.roll(table.cast.ana, table.elowen, faces=[7])


def test_nobody_rolls_for_the_character_of_somebody_else(table):
    with pytest.raises(Refused, match="Only the player of this character"):
        table.roll(table.cast.leo, table.elowen)


def test_the_game_master_rolls_for_anybody(table, lay):
    lay(3)
    assert outcome(table.roll(table.cast.gm, table.elowen))[0] == [3]


def test_a_skill_not_learnt_is_said_to_be_so(table):
    with pytest.raises(Unreadable, match="Reserved skill, not learnt"):
        table.roll(table.cast.ana, table.elowen, "performance_instrument")


def test_a_player_sets_only_the_permitted_fields_of_a_test(table):
    with pytest.raises(Refused, match="Only the game master may say this"):
        table.roll(table.cast.ana, table.elowen, secret="on")


def test_only_a_game_master_rolls_unseen(table):
    with pytest.raises(Refused, match="Only the game master rolls unseen"):
        table.roll(table.cast.ana, table.elowen, hidden=True)


def test_every_event_of_an_unseen_roll_is_for_the_game_master_alone(table, lay):
    lay(3)
    done = table.roll(table.cast.gm, table.elowen, hidden=True)
    assert set(done.command.events.values_list("audience", flat=True)) == {"gm"}


def test_an_unseen_roll_asks_its_dice_of_the_game_master_whoever_plays_the_character(table, lay):
    Seat.objects.filter(pk=table.cast.ana.pk).update(dice=Seat.Dice.TYPED)
    lay(3)
    assert outcome(table.roll(table.cast.gm, table.elowen, hidden=True))[0] == [3]


def test_an_undone_roll_keeps_its_die_for_the_same_test(table, lay):
    lay(17)
    first = table.roll(table.cast.ana, table.elowen)
    take_back(table.cast.ana, first)
    again = table.roll(table.cast.ana, table.elowen, difficulty="easy")
    assert outcome(again)[0] == [17]


def test_a_real_die_does_not_replace_a_kept_server_die(table, lay):
    lay(17)
    take_back(table.cast.ana, table.roll(table.cast.ana, table.elowen))
    with pytest.raises(Refused, match="its die stays 17"):
        table.roll(table.cast.ana, table.elowen, faces=[2])
    assert outcome(table.roll(table.cast.ana, table.elowen, faces=[17]))[0] == [17]


def test_a_real_die_that_was_typed_wrong_is_typed_again(table):
    take_back(table.cast.ana, table.roll(table.cast.ana, table.elowen, faces=[17]))
    again = table.roll(table.cast.ana, table.elowen, faces=[7])
    assert outcome(again)[0] == [7]
    assert again.command.events.get(kind="answered").payload["real"] == table.cast.ana.token


def test_a_real_die_undone_is_not_thrown_here_instead(table):
    take_back(table.cast.ana, table.roll(table.cast.ana, table.elowen, faces=[17]))
    assert outcome(table.roll(table.cast.ana, table.elowen))[0] == [17], "the server's die was not even thrown"


def test_a_game_master_orders_a_new_throw_by_typing_it(table, lay):
    lay(17)
    take_back(table.cast.gm, table.roll(table.cast.gm, table.elowen))
    again = table.roll(table.cast.gm, table.elowen, faces=[2])
    assert outcome(again)[0] == [2]
    assert again.command.events.get(kind="answered").payload["real"] == table.cast.gm.token


def test_an_undone_roll_keeps_its_die_from_other_tests(table, lay):
    lay(17, 4)
    take_back(table.cast.ana, table.roll(table.cast.ana, table.elowen))
    assert outcome(table.roll(table.cast.ana, table.elowen, "handguns"))[0] == [4]


def test_a_kept_die_is_used_once(table, lay):
    lay(17, 4)
    take_back(table.cast.ana, table.roll(table.cast.ana, table.elowen))
    assert outcome(table.roll(table.cast.ana, table.elowen))[0] == [17]
    assert outcome(table.roll(table.cast.ana, table.elowen))[0] == [4]


def test_a_roll_undone_and_redone_any_number_of_times_falls_as_it_first_did(table, lay):
    lay(17)
    for _time in range(4):
        done = table.roll(table.cast.ana, table.elowen)
        assert outcome(done)[0] == [17]
        back = undo.undo(seat=table.cast.ana, sent=Sent.of("", ""), command=done.command)
        assert back.command is not None
    undo.redo(seat=table.cast.ana, sent=Sent.of("", ""), command=done.command)
    undo.undo(seat=table.cast.ana, sent=Sent.of("", ""), command=done.command)
    assert outcome(table.roll(table.cast.ana, table.elowen))[0] == [17]


def test_a_roll_done_again_has_the_same_result(table, lay):
    lay(17)
    first = table.roll(table.cast.ana, table.elowen)
    take_back(table.cast.ana, first)
    undo.redo(seat=table.cast.ana, sent=Sent.of("", "redo"), command=first.command)
    lay(4)
    assert outcome(table.roll(table.cast.ana, table.elowen))[0] == [4]


def test_a_second_die_is_waited_for_where_the_first_was_real(table):
    encounter, exchange, key = pending(table.cast.ana, table)
    assert encounter.status == Encounter.Status.RUNNING
    done = answer(table.cast.ana, encounter.token, exchange, key, ["6"])
    assert outcome(done)[0] == [20, 6]
    assert not Encounter.objects.exists()


def test_a_second_die_may_be_thrown_by_the_server(table, lay):
    encounter, exchange, key = pending(table.cast.ana, table)
    lay(11)
    assert outcome(answer(table.cast.ana, encounter.token, exchange, key, []))[0] == [20, 11]


def test_the_game_master_answers_for_a_player(table):
    encounter, exchange, key = pending(table.cast.ana, table)
    assert outcome(answer(table.cast.gm, encounter.token, exchange, key, ["6"]))[0] == [20, 6]


def test_nobody_else_answers_for_a_player(table):
    encounter, exchange, key = pending(table.cast.ana, table)
    with pytest.raises(Refused, match="Only the player of this character"):
        answer(table.cast.leo, encounter.token, exchange, key, ["6"])


def test_an_unseen_die_does_not_exist_for_the_player_of_the_character(table):
    encounter, exchange, key = pending(table.cast.gm, table, hidden=True)
    with pytest.raises(Stale, match="answered already"):
        answer(table.cast.ana, encounter.token, exchange, key, ["6"])


@pytest.mark.parametrize("values", [["21"], ["0"], ["six"], ["6", "7"], ["²"], ["9" * 400]])
def test_an_answer_no_die_can_give_is_refused_and_the_die_still_waited_for(table, values):
    encounter, exchange, key = pending(table.cast.ana, table)
    with pytest.raises(Unreadable):
        answer(table.cast.ana, encounter.token, exchange, key, values)
    assert Encounter.objects.get(token=encounter.token).state == encounter.state


def test_a_second_answer_is_stale(table):
    encounter, exchange, key = pending(table.cast.ana, table)
    answer(table.cast.ana, encounter.token, exchange, key, ["6"])
    with pytest.raises(Stale, match="answered already"):
        answer(table.cast.ana, encounter.token, exchange, key, ["7"])


def test_the_same_answer_sent_twice_is_one_answer(table):
    encounter, exchange, key = pending(table.cast.ana, table)
    first = answer(table.cast.ana, encounter.token, exchange, key, ["6"], sent="double-tap")
    again = answer(table.cast.ana, encounter.token, exchange, key, ["6"], sent="double-tap")
    assert again.again and again.command == first.command
