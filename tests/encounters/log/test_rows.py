"""A line of the journal in words: whom it names, what it says of its tests, and effects told together."""

from dataclasses import replace

import pytest
from django.utils import translation

from encounters.log import effect_words, sentences
from rules.core.text import Text
from rules.views.journal import Line, Result
from rules.views.viewers import DuelResult

AIM = Result("Ana", Text("Aim"), (7,), None, Text("Success"))
SHOT = Line("Ana", Text("shoots"))


def uses(what):
    return Text("uses %(what)s", (("what", what),))


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (SHOT, "Ana\u00a0· shoots"),
        (replace(SHOT, text=Text("Ana shoots")), "Ana shoots"),
        (replace(SHOT, results=(AIM,)), "Ana\u00a0· shoots: 7\u00a0· Success"),
        (replace(SHOT, results=(AIM, replace(AIM, who="Léo"))), "Ana\u00a0· shoots"),
        (Line("GM", Text("Aim"), (AIM,)), "Ana\u00a0· Aim: 7\u00a0· Success"),
        (Line(None, Text("Ana: Aim"), (replace(AIM, what=Text("Ana: Aim")),)), "Ana: Aim: 7\u00a0· Success"),
    ],
    ids=["nothing thrown", "named already", "one test", "several tests", "called like its test", "test that names"],
)
def test_a_line_names_its_actor_once_and_tells_a_single_test(line, words):
    assert sentences.full_line(line) == words


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        ([uses("Bleed")], ["Zorvax uses Bleed"]),
        ([uses("Bleed"), uses("Trip")], ["Zorvax uses Bleed and Trip"]),
        ([uses("Bleed"), uses("Trip"), uses("Sunder")], ["Zorvax uses Bleed, Trip and Sunder"]),
        ([Text("falls"), Text("flees")], ["Zorvax falls and flees"]),
        ([Text("falls"), Text("initiative 12")], ["Zorvax falls, initiative 12"]),
        ([uses("Bleed"), Text("initiative 12")], ["Zorvax uses Bleed", "Zorvax: initiative 12"]),
        ([Text("falls"), uses("Bleed"), Text("12 left")], ["Zorvax falls and uses Bleed", "Zorvax: 12 left"]),
        ([Text("12 left"), Text("3 lost")], ["Zorvax: 12 left, 3 lost"]),
    ],
    ids=repr,
)
def test_effects_on_one_fighter_are_told_together_and_a_value_never_after_a_name(effects, told):
    line = Line("Ana", Text("strikes"), effects=tuple(("Zorvax", text) for text in effects))
    assert effect_words.shorten_effects(line) == (told, 0)


def test_effects_on_the_actor_come_after_those_on_others():
    line = Line("Ana", Text("strikes"), effects=(("Ana", Text("3 left")), ("Zorvax", Text("falls"))))
    assert effect_words.shorten_effects(line) == (["Zorvax falls", "Ana: 3 left"], 0)


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        (Line("Ana", Text("Zorvax falls"), effects=(("Zorvax", Text("flees")),)), "act", "Zorvax flees"),
        (
            Line("Ana", Text("Zorvax falls"), effects=(("Zorvax", Text("flees")),)),
            "open_act",
            "Ana\u00a0· Zorvax falls",
        ),
        (Line("Ana", Text("rests"), effects=(("Zorvax", Text("flees")),)), "act", "Ana\u00a0· rests"),
        (
            Line("Ana", Text("Zorvax falls"), effects=(("Zorvax", Text("flees")), ("Léo", Text("flees")))),
            "act",
            "Ana\u00a0· Zorvax falls",
        ),
        (Line("Ana", Text("fights"), won=DuelResult("Ana", Text("by two"))), "act", "Ana wins\u00a0· by two"),
    ],
    ids=["about one", "begins", "about another", "about two", "won"],
)
def test_an_act_is_told_by_what_came_of_it_for_the_one_its_title_names(line, kind, words):
    assert sentences.act_sentence(kind, line) == words
