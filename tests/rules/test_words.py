"""Sentences leave the rules as values, and are put together only where somebody reads them."""

import pytest

from rules.core.text import (
    MINUS,
    Text,
    Who,
    _,
    ngettext,
    pgettext,
    plain,
    render,
    render_within,
    sentence_about,
    shorten,
    signed,
    with_names,
)

FRENCH = {
    ("", "%(who)s hits %(place)s."): "%(who)s touche %(place)s.",
    ("", "the left arm"): "le bras gauche",
    ("", "head"): "la tête",
    ("polaris", "head"): "Tête",
    ("", "Conditions: %(list)s"): "États\u00a0: %(list)s",
    ("", "%(count)s wound"): ("%(count)s blessure", "%(count)s blessures"),
}


def french(text: Text) -> str:
    found = FRENCH[text.context, text.msgid]
    return found if isinstance(found, str) else found[text.count > 1]


def test_a_sentence_holds_its_parameters_until_it_is_read():
    text = _("%(who)s hits %(place)s.", who="Ada", place=_("the left arm"))
    assert str(text) == "Ada hits the left arm."
    assert render(text, french) == "Ada touche le bras gauche."


def test_one_english_word_may_be_two_french_ones():
    assert render(_("head"), french) == "la tête"
    assert render(pgettext("polaris", "head"), french) == "Tête"


def test_lists_of_sentences_are_joined_by_commas():
    text = _("Conditions: %(list)s", list=(_("head"), pgettext("polaris", "head")))
    assert render(text, french) == "États\u00a0: la tête, Tête"


@pytest.mark.parametrize(
    ("count", "english", "translated"),
    [(0, "0 wounds", "0 blessure"), (1, "1 wound", "1 blessure"), (3, "3 wounds", "3 blessures")],
)
def test_each_language_counts_in_its_own_way(count, english, translated):
    text = ngettext("%(count)s wound", "%(count)s wounds", count)
    assert str(text) == english
    assert render(text, french) == translated


def test_a_percent_sign_without_parameters_is_only_a_sign():
    assert str(_("5 % a year")) == "5 % a year"


def test_a_name_with_placeholders_in_it_is_only_a_name():
    assert str(_("%(who)s falls.", who="%(who)s %s")) == "%(who)s %s falls."


@pytest.mark.parametrize(("number", "text"), [(3, "+3"), (0, "0"), (-3, f"{MINUS}3")])
def test_signed_numbers_carry_a_real_minus(number, text):
    assert signed(number) == text


def test_plain_numbers_carry_a_real_minus_only_when_negative():
    assert plain(-12) == f"{MINUS}12"
    assert plain(12) == "12"


TERMS = pgettext("game", " (%(terms)s)", terms=(_("Dice 6"), _("Sword +2")))
BRIEF = [
    (_("Ada runs."), "Ada runs."),
    (_("loses %(number)s%(terms)s", number=8, terms=TERMS), "loses 8"),
    (_("%(lost)s: falls", lost=_("loses %(number)s%(terms)s", number=8, terms=TERMS)), "loses 8: falls"),
    (_("wound (%(hurt)s)", hurt=_("%(what)s: %(why)s", what=_("8"), why=(_("Dice 6"), _("+2")))), "wound (8)"),
    (_("%(what)s: %(why)s", what=_("Haste"), why=_("in the open")), "Haste: in the open"),
    (_("%(steps)s", steps=(_("loses %(number)s%(terms)s", number=8, terms=TERMS), _("falls"))), "loses 8, falls"),
    (_("%(terms)s", terms=(_("the cost"), _("the time"))), "the cost, the time"),
]


@pytest.mark.parametrize(("text", "left"), BRIEF)
def test_texts_read_from_afar_leave_out_the_terms_of_numbers(text, left):
    assert str(shorten(text)) == left


def test_somebody_is_named_only_when_the_viewer_may_know_them():
    text = _("%(list)s", list=(_("%(who)s hits %(place)s.", who=Who("f1"), place=Who("f2")),))
    assert str(with_names(text, {"f1": "Ada"})) == "Ada hits somebody."


def test_sentences_are_equal_if_they_read_the_same():
    assert _("a %(n)s", n=1) == _("a %(n)s", n=1)
    assert _("a %(n)s", n=1) != _("a %(n)s", n=2)
    assert hash(_("a")) == hash(_("a"))


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (_("is hit"), "Ada is hit"),
        (_("%(lost)s: %(then)s", lost=_("loses 8"), then=_("dead")), "Ada loses 8: dead"),
        (_("severe wound"), "Ada: severe wound"),
        (_("darkness"), "Ada: darkness"),
        (_("always"), "Ada: always"),
    ],
)
def test_a_name_precedes_the_act_as_in_any_sentence(what, told):
    assert str(sentence_about("Ada", what)) == told


@pytest.mark.parametrize(
    ("text", "within"),
    [
        (Text("Half"), "half"),
        (Text("A hit"), "a hit"),
        (Text("L’arme"), "l’arme"),
        (Text("PV"), "PV"),
        (Text("D20"), "D20"),
        (Text("%(who)s falls", (("who", "Ada"),)), "Ada falls"),
        (Text("%(what)s again", (("what", Text("Half")),)), "half again"),
        (Text("%(what)s again", (("what", (Text("Half"), Text("PV"))),)), "half, PV again"),
        (Text("%(what)s again", (("what", (Text("PV"), Text("Half"))),)), "PV, Half again"),
        (Text("%(what)s again", (("what", ()),)), " again"),
    ],
)
def test_a_sentence_inside_another_begins_small_unless_with_a_name_or_letters(text, within):
    assert render_within(text, lambda one: one.msgid) == within
