"""A text field that names a row of another list: chosen among those rows, free text, or a row now missing."""

import pytest

from rules.character.fields import among_rows
from rules.character.sheet import Choice, Field
from rules.core.text import Text

SHEET = {"skills": {"a": {"name": "Aim"}, "b": {}}}
BARE = Field("skill", Text("Skill"), "text", names_row="skills")
OWN = Field(
    "skill", Text("Skill"), "text", names_row="skills", choices=(Choice("", Text("Any")), Choice("luck", Text("Luck")))
)


@pytest.mark.parametrize(
    ("field", "sheet", "named", "choices"),
    [
        (BARE, SHEET, (), [("", "None"), ("a", "Aim"), ("b", "b")]),
        (BARE, {}, (), [("", "None")]),
        (OWN, SHEET, (), [("", "Any"), ("a", "Aim"), ("b", "b"), ("luck", "Luck")]),
        (BARE, SHEET, ("", "a"), [("", "None"), ("a", "Aim"), ("b", "b")]),
        (BARE, SHEET, ("x",), [("", "None"), ("x", "x"), ("a", "Aim"), ("b", "b")]),
        (OWN, SHEET, ("luck", "x"), [("", "Any"), ("x", "x"), ("a", "Aim"), ("b", "b"), ("luck", "Luck")]),
    ],
)
def test_a_row_is_chosen_by_its_name(field, sheet, named, choices):
    found = among_rows(field, sheet, *named)
    assert (found.kind, found.default) == ("choice", "")
    assert [(choice.key, str(choice.label)) for choice in found.choices] == choices
