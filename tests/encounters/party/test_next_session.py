"""The next session: set by game masters, read by everybody who plays, undone and archived."""

import pytest

from encounters.party import next_session
from rules.core.errors import Refused, Stale, Unreadable


def test_a_day_is_set_changed_taken_away_and_undone(desk):
    desk.do(next_session.plan, values={"name": "samedi", "place": "chez Inès"})
    for name in ("gm", "ana"):
        assert "samedi" in desk.sees(name, "next_session") and "chez Inès" in desk.sees(name, "next_session")
    desk.do(next_session.plan, values={"name": "dimanche", "place": ""})
    assert desk.rows("next_session") == [{"name": "dimanche"}]
    gone = desk.do(next_session.plan, values={"name": ""})
    assert desk.rows("next_session") == [] and "dimanche" not in desk.sees("ana", "next_session")
    desk.undo(gone)
    assert desk.rows("next_session") == [{"name": "dimanche"}]
    assert desk.folds() and desk.archived()


def test_an_empty_form_changes_nothing(desk):
    assert desk.do(next_session.plan, values={}).command is None


@pytest.mark.parametrize("said", [{"name": "x" * 81}, {"name": "a", "place": "x" * 81}])
def test_too_long_a_day_is_refused(desk, said):
    with pytest.raises(Unreadable):
        desk.do(next_session.plan, values=said)


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_plans(desk, name):
    with pytest.raises(Refused):
        desk.do(next_session.plan, seat=desk.cast.seats[name], values={"name": "samedi"})


def test_each_player_answers_for_one_date_and_another_date_asks_again(desk):
    desk.do(next_session.plan, values={"name": "samedi"})
    ana = desk.cast.ana
    desk.do(next_session.answer, seat=ana, choice="maybe")
    done = desk.do(next_session.answer, seat=ana, choice="yes")
    assert desk.rows("next_session")[0]["answers"] == {ana.token: "yes"}
    for name in ("gm", "leo"):
        assert "vient" in desk.sees(name, "next_session") and "pas encore" in desk.sees(name, "next_session")
    desk.undo(done, seat=ana)
    assert desk.rows("next_session")[0]["answers"] == {ana.token: "maybe"}
    desk.do(next_session.plan, values={"name": "samedi", "place": "chez Inès"})
    assert desk.rows("next_session")[0]["answers"] == {ana.token: "maybe"}
    moved = desk.do(next_session.plan, values={"name": "dimanche"})
    assert "answers" not in desk.rows("next_session")[0]
    desk.undo(moved)
    assert desk.rows("next_session")[0]["answers"] == {ana.token: "maybe"}
    assert desk.folds() and desk.archived()


def test_an_answer_that_cannot_be_given_changes_nothing(desk):
    with pytest.raises(Stale):
        desk.do(next_session.answer, seat=desk.cast.ana, choice="yes")
    desk.do(next_session.plan, values={"name": "samedi"})
    for name, said, error in (("ana", "never", Unreadable), ("spectator", "yes", Refused), ("screen", "yes", Refused)):
        with pytest.raises(error):
            desk.do(next_session.answer, seat=desk.cast.seats[name], choice=said)
    assert desk.rows("next_session") == [{"name": "samedi"}]
