"""Reasons against a form before anybody has filled it in."""

from dataclasses import replace

import pytest

from rules.character.sheet import Choice, Field
from rules.core.acts import NO_TARGET, Act, blocking_refusal
from rules.core.text import _
from tests.rules.toy import scene

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


class Wave(Act):
    """Something that every fighter may do, unless it is ``refused``."""

    kind = "wave"
    refused = None

    def named(self, scene, actor):
        return _("Wave")

    def refusal(self, scene, actor):
        return self.refused


class Tired(Wave):
    refused = FAR


class Shy(Wave):
    """Its menu says no although nothing else does."""

    def offers(self, scene, actor):
        return iter(())


class Barred(Wave):
    def offers(self, scene, actor):
        yield replace(self.offer(scene, actor), refused=DEAD)


@pytest.mark.parametrize(
    ("act", "actor", "listed", "usable"),
    [
        (Wave, "ada", [None], True),
        (Wave, "gm", [], False),
        (Tired, "ada", [FAR], False),
        (Shy, "ada", [], False),
        (Barred, "ada", [DEAD], False),
    ],
)
def test_an_act_can_be_done_if_its_menu_lists_it_without_a_reason_against_it(act, actor, listed, usable):
    here, one = scene(("ada", "pc")), act.instance()
    assert [offer.refused for offer in one.offers(here, actor)] == listed
    assert (one.usable(here, actor) is not None) is usable


class Greet(Wave):
    """An act whose menu tells how far somebody is."""

    def fields(self, scene, actor):
        return (choice(None, FAR), Field("bonus", _("Bonus")))

    def notes(self, scene, offer):
        return {"target": {"c1": _("3 m")}, "second": {"c0": _("near")}}


def test_a_menu_has_notes_beside_the_choices_that_the_form_read_by_rules_has_not():
    here, act = scene(("ada", "pc")), Greet.instance()
    form = act.usable(here, "ada")
    shown = act.noted(here, form)
    assert [row.hint for row in form.fields[0].choices] == [None, None]
    assert [row.hint and str(row.hint) for row in shown.fields[0].choices] == [None, "3 m"]
    assert shown.fields[1:] == form.fields[1:] and [row.refused for row in shown.fields[0].choices] == [None, FAR]
