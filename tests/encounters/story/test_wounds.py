"""The wounds of an evening: the worst ones in words, the others counted."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from encounters.story import wounds
from rules import registry
from rules.core.text import Text
from rules.views.journal import Line


def struck_down(minutes):
    words = ("falls unconscious for %(count)s minute", (("count", minutes),), "mythras")
    return Text(*words, "falls unconscious for %(count)s minutes", minutes)


def test_the_longest_of_several_conditions_stands_among_the_wounds():
    effects = [("Ada", struck_down(minutes), "unconscious") for minutes in (4, 12, 7)]
    effects += [
        ("Ada", Text("bleeds", context="mythras"), "bleeding"),
        ("Ada", Text("dies", context="mythras"), "dead"),
    ]
    rows, kinds = tuple((who, text) for who, text, _kind in effects), tuple(kind for *_row, kind in effects)
    entry = SimpleNamespace(line=Line("Ourse", Text("attacks"), (), rows, kinds=kinds))
    with translation.override("en"):
        (ada,) = wounds.worst_wounds(registry.system("mythras"), [entry], ["Ada"])
    assert ada.wounds == ("Falls unconscious for 12 minutes", "Bleeds", "Dies", "and 2 lighter")


def test_a_blow_that_takes_nothing_is_no_wound_of_the_evening():
    nothing, something = (Text("loses %(lost)s ECG", (("lost", lost),), "arpenteurs") for lost in ("0", "3"))
    twice = Text("%(hurt)s, %(times)s times", (("hurt", nothing), ("times", 2)), "arpenteurs")
    effects = [("Tibor", text) for text in (nothing, twice, something)]
    line = SimpleNamespace(effects=effects, kinds=["hurt"] * len(effects), fallen=())
    (tibor,) = wounds.worst_wounds(registry.system("arpenteurs"), [SimpleNamespace(line=line)], ["Tibor"])
    assert tibor.wounds == ("Perd 3 ECG",)


@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [
        ("medieval", "hold", Text("is held by %(who)s", (("who", "Ada"),), "medieval")),
        (
            "mythras",
            "weapon_hurt",
            Text("%(weapon)s: loses %(number)s hit points", (("weapon", "Spear"), ("number", 2))),
        ),
        ("mythras", "sundered", Text("loses %(points)s armour points", (("points", 2),))),
    ],
)
def test_a_loss_without_bodily_harm_is_no_wound_of_the_evening(game, kind, words):
    line = SimpleNamespace(effects=[("Tibor", words)], kinds=[kind], fallen=())
    assert wounds.worst_wounds(registry.system(game), [SimpleNamespace(line=line)], ["Tibor"]) == ()


def test_the_worst_of_many_wounds_are_told_and_the_others_counted():
    texts = [Text("loses %(lost)s ECG", (("lost", str(lost)),), "arpenteurs") for lost in (1, 5, 2, 1, 4, 3)]
    effects = [("Tibor", text) for text in (*texts, Text("dies", context="arpenteurs"))]
    line = SimpleNamespace(effects=effects, kinds=["hurt"] * len(effects), fallen=())
    with translation.override("en"):
        (tibor,) = wounds.worst_wounds(registry.system("arpenteurs"), [SimpleNamespace(line=line)], ["Tibor"])
    assert tibor.wounds == ("Loses 5 ECG", "Loses 4 ECG", "Loses 3 ECG", "Dies", "and 3 lighter")


def test_equal_wounds_are_told_once_with_their_number():
    effects = [("Tibor", Text("loses %(lost)s ECG", (("lost", lost),), "arpenteurs")) for lost in "2132141"]
    line = SimpleNamespace(effects=effects, kinds=["hurt"] * len(effects), fallen=())
    with translation.override("en"):
        (tibor,) = wounds.worst_wounds(registry.system("arpenteurs"), [SimpleNamespace(line=line)], ["Tibor"])
    assert tibor.wounds == ("Loses 2 ECG (2 times)", "Loses 1 ECG (3 times)", "Loses 3 ECG", "Loses 4 ECG")


def losses(*lost, fells=(), names=("Tibor",)):
    """Lines of harm, each of so many points, to these people in turn; those of these numbers put them out."""
    lines = []
    for number, points in enumerate(lost):
        text = Text("loses %(lost)s ECG", (("lost", str(points)),), "arpenteurs")
        who = names[number % len(names)]
        fallen = ((who, Text("is out of the fight")),) if number in fells else ()
        line = Line("Dalk", Text("attacks"), (), ((who, text),), kinds=("hurt",), fallen=fallen)
        event = SimpleNamespace(token=f"e{number}", encounter="f", changes=[], kind="attack")
        lines.append(SimpleNamespace(event=event, act=number, line=line))
    return lines


def test_a_wound_that_put_somebody_out_is_never_among_the_lighter_ones():
    lines = losses(5, 1, 4, 6, 3, 2, fells=[1])
    with translation.override("en"):
        (tibor,) = wounds.worst_wounds(registry.system("arpenteurs"), lines, ["Tibor"])
    assert tibor.wounds == ("Loses 5 ECG", "Loses 1 ECG", "Loses 4 ECG", "Loses 6 ECG", "and 2 lighter")
