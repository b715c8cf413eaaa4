"""A choice among many: under headings, impossible ones apart, all of it searchable."""

import re

import pytest
from django.template import engines

from encounters.fight import prompts
from encounters.fight.offers import offer_form
from rules.character.sheet import Choice, Field
from rules.core.script import Ask, Option
from rules.core.text import Text


def asked(count, closed=0):
    rows = [
        Option(f"k{number}", Text(f"Number {number}"), refused=Text("Closed") if number < closed else None,
               group=Text("Even" if number % 2 == 0 else "Odd"))
        for number in range(count)
    ]  # fmt: skip
    return Ask("key", "ada", Text("Which?"), (*rows, Option("none", Text("None of them"))))


@pytest.mark.parametrize(("count", "closed", "shown", "apart"), [(4, 2, 5, 0), (20, 8, 13, 8), (20, 0, 21, 0)])
def test_refused_choices_stand_apart_in_a_long_list(count, closed, shown, apart):
    row = prompts.choice_row(asked(count, closed))
    assert sum(len(group["options"]) for group in row["groups"]) == shown
    assert sum(len(group["options"]) for group in row["closed"]) == row["closed_count"] == apart
    assert row["find"] == (count > 10)
    assert [group["label"] for group in row["groups"]] == ["Even", "Odd", ""]
    assert row["groups"][-1]["options"][0]["key"] == "none"


def test_variants_are_folded_so_that_the_usual_options_stay_in_sight():
    usual = [Option(key, Text(key)) for key in ("strike", "dodge", "nothing")]
    variants = [Option(key, Text(key), aside=True) for key in ("aimed", "burst")]
    row = prompts.choice_row(Ask("key", "ada", Text("Which?"), (usual[0], *variants, *usual[1:])))
    keys = {part: [option["key"] for group in row[part] for option in group["options"]] for part in ("groups", "more")}
    assert keys == {"groups": ["strike", "dodge", "nothing"], "more": ["aimed", "burst"]}
    alone = prompts.choice_row(Ask("key", "ada", Text("Which?"), tuple(variants)))
    assert not alone["more"] and len(alone["groups"][0]["options"]) == 2


def test_impossible_options_stand_after_the_others_under_their_heading():
    rows = [Option("spear", Text("Spear"), refused=Text("Only a shield")), Option("shield", Text("Shield"))]
    row = prompts.choice_row(Ask("key", "ada", Text("Which?"), tuple(rows)))
    assert [option["key"] for option in row["groups"][0]["options"]] == ["shield", "spear"]


@pytest.mark.parametrize("weapons", [2, 9])
def test_doing_nothing_stands_before_a_long_list_of_others(weapons):
    rows = [Option(f"strike{number}", Text("Strike")) for number in range(weapons)]
    row = prompts.choice_row(Ask("key", "ada", Text("Which?"), (*rows, Option("no", Text("Nothing"), declines=True))))
    keys = [option["key"] for option in row["groups"][0]["options"]]
    assert keys.index("no") == (2 if weapons == 2 else 0)


def target(key, group="Opponents", *, refused=False):
    why = Text("Out of reach") if refused else None
    return Choice(key, Text(key), why, aside=group != "Opponents", group=Text(group))


FOE, OTHER = target("orc"), target("ogre")
FAR, GONE = target("owl", refused=True), target("imp", refused=True)
FRIEND, DEAD = target("bob", "Own side"), target("elf", "Out of the fight")


@pytest.mark.parametrize(
    ("choices", "folds"),
    [
        ((FOE, OTHER, FRIEND), {"aside1": ["bob"]}),
        ((FOE, FAR, FRIEND), {"aside1": ["bob"]}),
        ((FOE, DEAD, FRIEND), {"aside1": ["elf"], "aside2": ["bob"]}),
        ((DEAD, FRIEND), {}),
        ((FOE, FAR, GONE, FRIEND), {"aside1": ["bob"], "shut": ["owl", "imp"]}),
        ((FAR, GONE, FRIEND), {"shut": ["owl", "imp"]}),  # nobody else can be chosen: they stand in sight
        ((FAR, FRIEND), {}),
        ((FAR, GONE), {}),  # why nothing can be chosen
    ],
)
def test_the_rest_and_the_impossible_are_folded_where_somebody_else_can_be_chosen(choices, folds):
    field = offer_form.field_row(Field("target", Text("Target"), "choice", choices=choices), "offer")
    text = str(
        engines["live"].env.from_string('{% import "offers.j2" as forms %}{{ forms.entry(field) }}').render(field=field)
    )
    parts = re.split(r"<details[^>]*id=\"offer-target-(\w+)\"", text)
    folded = {
        key: re.findall(r"<b>|\b(bob|elf|owl|imp|orc|ogre)\b", part)
        for key, part in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert {key: list(dict.fromkeys(names)) for key, names in folded.items()} == folds
