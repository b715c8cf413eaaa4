"""The code keeps the limits of docs/limits.md."""

import re
from importlib import import_module

import pytest

from rules.character.sheet import Field
from rules.core.errors import RulesError
from tests.measures import ROOT

ROW = re.compile(
    r"^\| (?P<what>.+) \| (?P<most>[\d,]+)(?P<unit> MB)?[ a-z]* \| `(?P<file>.+)\.py` `(?P<name>.+)` \|$", re.M
)
PAGE = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
ROWS = [match.groupdict() for match in ROW.finditer(PAGE)]
SIZES = {" MB": 1024 * 1024, None: 1}


def test_every_row_of_the_page_is_read():
    assert len(ROWS) == PAGE.count("\n| ") - PAGE.count("| where |") > 80


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file']}-{row['name']}")
def test_so_much_and_no_more(row):
    most = int(row["most"].replace(",", "")) * SIZES[row["unit"]]
    name, _dot, key = row["name"].partition(".")
    limit = getattr(import_module(row["file"].replace("/", ".")), name)
    if key:
        (limit,) = [field for field in limit if field.key == key]
    if not isinstance(limit, Field):
        assert limit == most
        return
    fits, over = (str(most), str(most + 1)) if limit.kind == "number" else ("a" * most, "a" * (most + 1))
    assert str(limit.read(fits)) == fits
    with pytest.raises(RulesError):
        limit.read(over)
