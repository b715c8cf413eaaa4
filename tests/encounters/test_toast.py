"""The toast of a command: its test, or else its effects, or else that more is asked."""

import pytest
from django.utils import translation

from campaigns.journal import event_cache
from campaigns.models import Event, Seat
from encounters.log import effect_words, rows, sentences
from encounters.log.entries import Entry
from rules.core.text import Text
from rules.views.journal import Line, Result

ASKED = Line("Ada", Text("attacks"))
BLED = Line("Ada", Text("attacks"), effects=(("Bo", Text("bleeds")), ("Bo", Text("falls"))))
TESTED = Line("Ada", Text("Climbing"), (Result("Ada", Text("Climbing"), (7,), None, None),), BLED.effects)


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ([], {"toast": "Noted. Another answer is needed before the result.", "brief": True}),
        ([ASKED], {"toast": "Noted. Another answer is needed before the result.", "brief": True}),
        ([ASKED, BLED], {"toast": "Bo bleeds; Bo falls", "brief": False}),
        ([BLED, TESTED], {"toast": "Ada\u00a0· Climbing: 7", "brief": False}),
    ],
)
def test_a_command_is_told_by_its_test_or_else_by_its_effects(monkeypatch, known, told):
    monkeypatch.setattr(sentences, "lines_of_command", lambda _seat, _done: known)
    with translation.override("en"):
        assert sentences.outcome_toast(None, None) == told


@pytest.mark.django_db
def test_a_command_just_done_by_another_process_is_told_alike(table, lay):
    """Both were asked at once: the second one waited, with a seat that was read before."""
    early = Seat.objects.select_related("campaign").get(pk=table.cast.gm.pk)
    lay(7)
    done = table.roll(table.cast.gm, table.elowen, key="command-sent-twice")
    again = table.roll(early, table.elowen, key="command-sent-twice")
    assert again.again and early.campaign.seq < done.command.last_seq
    told = sentences.outcome_toast(table.cast.gm, done)["toast"]
    event_cache.KEPT.clear()  # of this process, which has not done it
    assert "Élowen" in told and sentences.outcome_toast(early, again)["toast"] == told


LONG = "is thrown back by ten metres and falls"


@pytest.mark.parametrize(
    ("effects", "shown", "left"),
    [
        ([], [], 0),
        ([("Bo", "bleeds"), ("Bo", "falls"), ("Ada", "tires")], ["Bo bleeds and falls", "Ada tires"], 0),
        # Effects on others come before the cost to the actor.
        ([("Bo", "bleeds"), ("Ada", "tires"), ("Bo", "falls")], ["Bo bleeds and falls", "Ada tires"], 0),
        ([("Bo", "bleeds")] * 9, ["Bo bleeds ×9"], 0),
        ([("Bo", "bleeds"), ("Bo", "falls"), ("Bo", "bleeds")], ["Bo bleeds ×2 and falls"], 0),
        ([("Bo", f"{LONG} {number}") for number in range(5)], [f"Bo {LONG} 0, {LONG} 1 and {LONG} 2"], 2),
    ],
)
def test_the_shared_screen_sums_up_the_consequences_for_each_fighter(effects, shown, left):
    line = Line("Ada", Text("attacks"), effects=tuple((who, Text(told)) for who, told in effects))
    with translation.override("en"):
        assert effect_words.shorten_effects(line) == (shown, left)


@pytest.mark.parametrize(
    ("effects", "language", "told"),
    [
        ([("Bo", "is hit")], "en", "Bo is hit"),
        ([("Bo", "is hit")], "fr", "Bo prend un coup"),
        ([("Bo", "severe wound"), ("Bo", "falls unconscious")], "en", "Bo: severe wound, falls unconscious"),
        ([("Bo", "severe wound"), ("Bo", "falls unconscious")], "fr", "Bo\u00a0· blessure grave, perd connaissance"),
        ([("Bo", "successes"), ("Bo", "is hit")], "en", "Bo: successes, is hit"),
        ([("Bo", "is hit"), ("Bo", "Stunned")], "en", "Bo is hit, stunned"),
        ([("Bo", "Stunned"), ("Bo", "Stunned")], "en", "Bo: Stunned ×2"),
    ],
)
def test_a_short_result_begins_with_name_and_verb(effects, language, told):
    texts = tuple((who, Text(what, context="chroniques")) for who, what in effects)
    with translation.override(language):
        assert effect_words.shorten_effects(Line("Ada", Text("attacks"), effects=texts)) == ([told], 0)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Bleed", "Trip"), "Ada uses Bleed and Trip and engages Bo"),
        (("Bleed", "Trip", "Scar"), "Ada uses Bleed, Trip and Scar and engages Bo"),
        (("Maximise", "Maximise"), "Ada uses Maximise ×2 and engages Bo"),
        (("Bleed",), "Ada uses Bleed and engages Bo"),
    ],
)
def test_effects_that_differ_in_one_name_are_told_with_one_verb(names, told):
    used = tuple(("Ada", Text("uses %(effect)s", (("effect", name),))) for name in names)
    line = Line("Ada", Text("attacks"), effects=(*used, ("Ada", Text("engages %(who)s", (("who", "Bo"),)))))
    with translation.override("en"):
        assert effect_words.shorten_effects(line) == ([told], 0)


@pytest.mark.django_db
def test_a_name_is_set_apart_from_the_test_that_follows_it(cast):
    tests = tuple(Result(who, Text("Athletics"), (34,), None, None) for who in ("Ada", "Bo"))
    event = Event.objects.filter(campaign=cast.campaign).first()
    with translation.override("en"):
        row = rows.entry_row(Entry(event, Line("Ada", Text("climbs"), tests), 1))
    assert row["results"] == ["Ada\u00a0· Athletics: 34", "Bo\u00a0· Athletics: 34"]


def test_a_value_after_a_sentence_that_names_others_is_not_read_as_theirs():
    begins = Text("begins, then %(others)s", (("others", "Léo"),))
    initiative = Text("initiative %(value)s", (("value", 12),))
    line = Line(None, Text("Initiative"), effects=(("Ana", begins), ("Ana", initiative)))
    with translation.override("en"):
        assert effect_words.shorten_effects(line) == (["Ana begins, then Léo", "Ana: initiative 12"], 0)


def test_the_same_effect_twice_is_one_sentence_with_its_number():
    bleed = ("Ada", Text("uses Bleed"))
    line = Line("Ada", Text("attacks"), effects=(bleed, ("Bo", Text("bleeds")), bleed))
    with translation.override("en"):
        assert effect_words.effect_sentences(line) == ["Ada uses Bleed ×2", "Bo bleeds"]


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("state", Line(None, Text("The state of Bo changes"), effects=(("Bo", Text("flees")),)), "Bo flees"),
        ("open_attack", Line("Ada", Text("Ada attacks Bo"), effects=(("Ada", Text("engages Bo")),)), "Ada attacks Bo"),
        ("round", Line(None, Text("A new round begins"), effects=(("Bo", Text("bleeds")),)), "A new round begins"),
    ],
)
def test_an_act_is_told_by_its_effect_on_the_fighter_it_names(kind, line, told):
    with translation.override("en"):
        assert sentences.act_sentence(kind, line) == told
