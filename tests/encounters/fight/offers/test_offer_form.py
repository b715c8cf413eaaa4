"""The fields an offer shows at first, and those that wait under "more choices"."""

import pytest
from django.template import engines

from encounters.fight.offers import offer_form
from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.text import Text


def usual(number):
    rows = (Choice("none", Text("None")), Choice("some", Text("Some")))
    return Field(f"usual{number}", Text(f"Usual {number}"), "choice", default="none", choices=rows)


def needed(number):
    return Field(f"needed{number}", Text(f"Needed {number}"), "text", required=True)


@pytest.mark.parametrize(
    ("to_say", "with_default", "shown", "more"),
    [(0, 0, 0, 0), (1, 0, 1, 0), (1, 3, 4, 0), (1, 4, 1, 4), (0, 3, 3, 0), (0, 5, 3, 2)],
)
def test_an_offer_with_fields_shows_some_of_them(to_say, with_default, shown, more):
    fields = (*map(needed, range(to_say)), *map(usual, range(with_default)))
    row = offer_form.row(Offer("kind", "ada", Text("Do it"), fields), "/do/", "here")
    assert (len(row["fields"]), len(row["more"])) == (shown, more)
    assert row["more_names"] == ", ".join(one["label"] for one in row["more"])


def test_a_choice_without_an_alternative_to_its_default_is_not_asked():
    lone = Field("second", Text("Second firearm"), "choice", default="none", choices=(Choice("none", Text("none")),))
    row = offer_form.row(Offer("shoot", "ada", Text("Shoot"), (lone, usual(1))), "/do/", "here")
    assert [field["name"] for field in row["fields"]] == ["arg-usual1"]


@pytest.mark.parametrize(("aside", "chosen"), [(False, ["bo"]), (True, [])])
def test_the_only_possible_target_is_preset_unless_it_is_an_ally(aside, chosen):
    rows = (Choice("bo", Text("Bo"), aside=aside), Choice("cy", Text("Cy"), refused=Text("Too far.")))
    form = offer_form.row(
        Offer("attack", "ada", Text("Attack"), (Field("target", Text("Target"), "choice", choices=rows),)),
        "/do/",
        "here",
    )
    assert [row["key"] for row in form["fields"][0]["choices"] if row["checked"]] == chosen


@pytest.mark.parametrize(("refused", "chosen"), [(0, []), (11, ["row0"])])
def test_a_long_list_presets_only_a_lone_possible_choice(refused, chosen):
    rows = [Choice(f"row{number}", Text("Row"), Text("No.") if number > 11 - refused else None) for number in range(12)]
    field = offer_form.field_row(Field("item", Text("What is bought"), "choice", choices=rows), "here")
    assert [row["key"] for row in field["choices"] if row["checked"]] == chosen
    drawn = engines["live"].env.get_template("offers.j2").module.entry(field)
    assert ('<option value="" selected disabled>' in drawn) == (not chosen) and " required>" in drawn
