"""Reasons against a form before anybody has filled it in."""

import pytest

from rules.character.sheet import Choice, Field
from rules.core.acts import NO_TARGET, blocking_refusal
from rules.core.text import _

FAR, DEAD = _("too far"), _("dead")


def choice(*refused):
    return Field(
        "target", _("Target"), "choice", choices=tuple(Choice(f"c{n}", _("x"), r) for n, r in enumerate(refused))
    )


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ((), None),
        ((Field("bonus", _("Bonus")),), None),
        ((choice(None),), None),
        ((choice(FAR, None),), None),
        ((choice(FAR, DEAD),), FAR),
        ((choice(DEAD, FAR),), DEAD),
        ((choice(),), NO_TARGET),
        ((choice(None), choice(FAR)), FAR),
    ],
)
def test_a_form_without_an_open_choice_is_refused_for_the_reason_of_its_first_value(fields, reason):
    assert blocking_refusal(fields) == reason
