"""A countdown of attempts: what is spent of it, by throws and by a game master's hand, and what is left."""

import pytest

from rules.character.sheet import Choice, Field
from rules.core import retries
from rules.core.errors import RulesError
from rules.core.text import Text
from tests.rules.toy import scene


def counted(attempts, spent=None):
    found = scene(("ada", "pc"))
    marks = {"said": {"attempts": attempts} if attempts else {}, **({} if spent is None else {"spent": spent})}
    return found.with_changes([found.change("marks.retry", marks)])


@pytest.mark.parametrize(
    ("attempts", "spent", "left"), [(3, None, 3), (3, 1, 2), (3, 3, 0), (3, 4, 0), (0, None, None), (0, 2, None)]
)
def test_the_attempts_left_of_a_countdown(attempts, spent, left):
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


FIELDS = (
    Field("check", Text("What"), "choice", choices=(Choice("aim", Text("Aim")),)),
    Field(
        "how",
        Text("How"),
        "choice",
        default="plain",
        choices=(Choice("plain", Text("Plain")), Choice("hard", Text("Hard"))),
    ),
    Field("secret", Text("Secret"), "flag"),
    Field("dark", Text("In the dark"), "flag"),
    Field("bonus", Text("Bonus"), default=0, least=-9, most=9),
    Field("dice", Text("Dice"), default=2, least=0, most=9),
)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({}, "Aim"),
        ({"check": "aim", "secret": True}, "Aim"),
        ({"how": "plain", "dark": False, "bonus": 0}, "Aim"),
        ({"how": "hard", "dark": True}, "Aim (Hard, In the dark)"),
        ({"how": "gone"}, "Aim"),
        ({"bonus": 3}, "Aim (Bonus +3)"),
        ({"dice": 3}, "Aim (Dice 3)"),
        ({"dice": 0}, "Aim (Dice 0)"),
    ],
)
def test_a_requested_test_is_named_with_the_game_masters_remark(args, words):
    assert str(retries.describe_request(Text("Aim"), FIELDS, args, gm=True)) == words


def test_the_remarks_on_a_secret_test_are_the_game_masters():
    args = {"how": "hard", "secret": True}
    told = [str(retries.describe_request(Text("Aim"), FIELDS, args, gm=gm)) for gm in (True, False)]
    assert told == ["Aim (Hard)", "Aim"]


ATTEMPTS, EVENT, SHOWN = retries.countdown_fields()


@pytest.mark.parametrize(
    ("field", "taken", "refused"),
    [(retries.STRAIN, (-50, 0, 50), (-51, 51)), (ATTEMPTS, (0, 20), (-1, 21)), (EVENT, ("a" * 120,), ("a" * 121,))],
)
def test_the_terms_of_a_countdown_have_their_bounds(field, taken, refused):
    assert field.gm_only and [field.read(str(value)) for value in taken] == list(taken)
    for value in refused:
        with pytest.raises(RulesError):
            field.read(str(value))


def test_a_countdown_is_usually_none_and_seen():
    assert (retries.STRAIN.default, ATTEMPTS.default, SHOWN.default) == (0, 0, True)
    assert not retries.countdown_fields(shown=False)[-1].default and SHOWN.gm_only
