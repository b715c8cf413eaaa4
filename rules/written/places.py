"""The lines of a written game on which its parts stand."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEADER = re.compile(r"\s*\[\s*([A-Za-z0-9_.\- ]+?)\s*\]")
_ASSIGNED = re.compile(r"\s*([A-Za-z0-9_.\-]+)\s*=")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


def lines(source: str) -> Mapping[str, int]:
    """The number of the line of each table and value by its dotted name, as far as lines alone tell it."""
    numbers: dict[str, int] = {}
    table, open_brackets = "", 0
    for number, line in enumerate(source.splitlines(), 1):
        if open_brackets <= 0:
            open_brackets = 0
            if header := _HEADER.match(line):
                table = header[1].replace(" ", "")
                numbers.setdefault(table, number)
                continue
            if assigned := _ASSIGNED.match(line):
                numbers.setdefault(f"{table}.{assigned[1]}".strip("."), number)
        open_brackets += line.count("[") - line.count("]")
    return numbers


def line_of(source: str, place: str) -> int:
    """The line of a dotted place, or of the nearest that holds it; 0 where none does."""
    numbers, parts = lines(source), place.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((numbers[name] for name in names if name in numbers), 0)


def line_named(words: str) -> int:
    """The line that a fault of TOML itself names; 0 where it names none."""
    match = _AT_LINE.search(words)
    return int(match[1]) if match else 0
