"""The code keeps the limits of docs/limits.md."""

import re
from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module

import pytest

from rules.character.sheet import Field
from rules.core.errors import RulesError
from tests.measures import ROOT

ROW = re.compile(
    r"^\| (?P<what>.+) \| (?P<most>[\d,.]+) ?(?P<unit>[A-Za-z ]*) \| `(?P<file>.+)\.py` `(?P<name>.+)` \|$", re.M
)
PAGE = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
ROWS = [match.groupdict() for match in ROW.finditer(PAGE)]
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 24 * 3600}


def test_every_row_of_the_page_is_read():
    assert len(ROWS) == PAGE.count("\n| ") - PAGE.count("| where |") > 150


def limit_of(row):
    name, _dot, key = row["name"].partition(".")
    limit = getattr(import_module(row["file"].replace("/", ".")), name)
    if key.isdigit():
        return limit[int(key)]
    if isinstance(limit, Mapping):
        return limit[key]
    if key and isinstance(limit, tuple):
        (limit,) = [field for field in limit if field.key == key]
        return limit
    return getattr(limit, key) if key else limit


def number_of(row):
    number = float(row["most"]) if "." in row["most"] else int(row["most"].replace(",", ""))
    unit, _per, second = row["unit"].partition("per ")
    if second:
        return number / SECONDS[second]
    return number * (1024 * 1024 if unit == "MB" else SECONDS.get(unit.removesuffix("s"), 1))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file']}-{row['name']}")
def test_so_much_and_no_more(row):
    most, limit = number_of(row), limit_of(row)
    if not isinstance(limit, Field):
        assert (limit.total_seconds() if isinstance(limit, timedelta) else limit) == most
        return
    fits, over = (str(most), str(most + 1)) if limit.kind == "number" else ("a" * most, "a" * (most + 1))
    assert str(limit.read(fits)) == fits
    with pytest.raises(RulesError):
        limit.read(over)
