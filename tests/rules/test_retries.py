"""A countdown of attempts: what is spent of it, by throws and by a game master's hand, and what is left."""

import pytest

from rules.core import retries
from tests.rules.toy import scene


def counted(attempts, spent=None):
    found = scene(("ada", "pc"))
    marks = {"said": {"attempts": attempts} if attempts else {}, **({} if spent is None else {"spent": spent})}
    return found.with_changes([found.change("marks.retry", marks)])


@pytest.mark.parametrize(
    ("attempts", "spent", "left"), [(3, None, 3), (3, 1, 2), (3, 3, 0), (3, 4, 0), (0, None, None), (0, 2, None)]
)
def test_what_is_left_of_a_countdown(attempts, spent, left):
    assert retries.attempts_left(counted(attempts, spent)) == left


@pytest.mark.parametrize(
    ("spent", "count", "after"),
    [
        (None, 1, 1),
        (None, 2, 2),
        (1, 1, 2),
        (1, 5, 3),
        (2, -1, 1),
        (2, -2, None),
        (2, -9, None),
        (3, 1, 3),
        (None, -1, None),
    ],
)
def test_a_game_master_takes_attempts_off_a_countdown_and_gives_them_back(spent, count, after):
    here = counted(3, spent)
    changes = retries.spend_attempts(here, count)
    assert bool(changes) == ((spent or 0) != (after or 0))
    assert here.with_changes(changes).marks["retry"].get("spent") == after


@pytest.mark.parametrize(
    ("attempts", "spent", "more", "stays"),
    [
        (3, 2, {}, True),
        (3, 3, {}, False),
        (3, 3, {"said": {"attempts": 3, "event": "It falls."}}, True),
        (3, 1, {"won": True}, False),
        (3, 1, {"won": True, "secret": True}, True),
        (0, 9, {}, True),
    ],
)
def test_a_test_stays_open_while_it_may_be_tried_or_is_still_to_be_told(attempts, spent, more, stays):
    here = counted(attempts, spent)
    here = here.with_changes([here.change(f"marks.retry.{key}", value) for key, value in more.items()])
    assert retries.stays_open(here) is stays
    assert (retries.refusal(here) is not None) == (retries.attempts_left(here) == 0)


def test_a_test_that_is_no_countdown_is_tried_once():
    assert not retries.stays_open(scene(("ada", "pc")))
