"""Line numbers of the parts of a written game's file."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEADER = re.compile(r"\s*\[\s*([A-Za-z0-9_.\- ]+?)\s*\]")
_ASSIGNED = re.compile(r"\s*([A-Za-z0-9_.\-]+)\s*=")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


def lines(source: str) -> Mapping[str, int]:
    """The line number of each table and value by dotted name, found line by line without parsing TOML."""
    numbers: dict[str, int] = {}
    table, open_brackets = "", 0
    for number, line in enumerate(source.splitlines(), 1):
        if open_brackets <= 0:
            open_brackets = 0
            header, assigned = _HEADER.match(line), _ASSIGNED.match(line)
            if header:
                table = header[1].replace(" ", "")
                numbers.setdefault(table, number)
                continue
            if assigned:
                numbers.setdefault(f"{table}.{assigned[1]}".strip("."), number)
        open_brackets += line.count("[") - line.count("]")
    return numbers


def line_of(source: str, place: str) -> int:
    """The line of a dotted name, or of its nearest parent; 0 if none is found."""
    numbers, parts = lines(source), place.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((numbers[name] for name in names if name in numbers), 0)


def line_named(words: str) -> int:
    """The line number in the message of a TOML error; 0 if there is none."""
    match = _AT_LINE.search(words)
    return int(match[1]) if match else 0
