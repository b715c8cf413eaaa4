"""What the toast says of a command: its test, else what followed, else that more is asked."""

import pytest
from django.utils import translation

from encounters import lines
from rules.tidings import Line, Result
from rules.words import Text

ASKED = Line("Ada", Text("attacks"))
BLED = Line("Ada", Text("attacks"), effects=(("Bo", Text("bleeds")), ("Bo", Text("falls"))))
TESTED = Line("Ada", Text("Climbing"), (Result("Ada", Text("Climbing"), (7,), None, None),), BLED.effects)


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ([], "Noted: more is asked before the result."),
        ([ASKED], "Noted: more is asked before the result."),
        ([ASKED, BLED], "Bo: bleeds; Bo: falls"),
        ([BLED, TESTED], "Ada · Climbing: 7"),
    ],
)
def test_a_command_is_told_by_its_test_else_by_what_followed(monkeypatch, known, told):
    monkeypatch.setattr(lines, "_of_command", lambda _seat, _done: known)
    with translation.override("en"):
        assert lines.told(None, None) == told
