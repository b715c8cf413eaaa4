"""A choice among many: under headings, the closed ones apart, all of it to be searched."""

import pytest

from encounters.fight import prompts
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
def test_what_is_closed_stands_apart_where_there_is_much_to_choose_from(count, closed, shown, apart):
    row = prompts.choices(asked(count, closed))
    assert sum(len(group["options"]) for group in row["groups"]) == shown
    assert sum(len(group["options"]) for group in row["closed"]) == row["closed_count"] == apart
    assert row["find"] == (count > 10)
    assert [group["label"] for group in row["groups"]] == ["Even", "Odd", ""]
    assert row["groups"][-1]["options"][0]["key"] == "none"
