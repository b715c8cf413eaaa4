"""The figures of a game's rulebook, one row of its tables a line, held against the file beside its tests.

A row is written as its key and its cells, in the terms of the game. The module it stands in, the name of its table and
the functions beside it are left out, so that a table may be renamed, moved, split or joined with another. Single
numbers are held by the tests of their rules. ``python -m tests.rules.figures GAME`` writes ``figures.txt`` anew: check
what it changes against the book.
"""

import pkgutil
import sys
from collections.abc import Iterator, Mapping, Set
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from importlib import import_module

from rules.character.character import Ware
from rules.core.check import Modifier
from rules.core.dice import Dice, Formula
from rules.core.text import Text
from tests.rules.ranges import HERE

LONG = 40  # a row so long is a record, which may stand in several tables and is listed once
VALUES = (Dice, Formula, Modifier, Ware)
"""The records of the core that a rulebook fills; its others are texts, fields and the like, held by other files."""


def figures(game: str) -> list[str]:
    """Every row of every table of a game, in alphabetical order."""
    tables = dict.fromkeys(tuple(_rows(value)) for value in _values(f"rules.games.{game}"))
    rows = [row for table in tables for row in table]
    records = {row for row in rows if len(row) > LONG}
    return sorted([*records, *(row for row in rows if len(row) <= LONG)])


def _values(package: str) -> Iterator[object]:
    """The values that the modules and classes of a package hold, each once."""
    held: dict[int, object] = {}
    for info in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if info.name.startswith(f"{package}.importing"):
            continue  # the words of other programs are no figures of the book
        module = vars(import_module(info.name))
        classes = [
            vars(value) for value in module.values() if isinstance(value, type) and value.__module__ == info.name
        ]
        for names in (module, *classes):
            held |= {id(value): value for name, value in names.items() if not name.startswith("__")}
    yield from held.values()


def _rows(value: object) -> Iterator[str]:
    """The lines of a table; none where a value is no table."""
    if isinstance(value, Mapping):
        yield from (_row(key, cells) for key, cells in value.items() if _is_figures(key, cells))
    elif isinstance(value, tuple | list) and any(_is_compound(cells) for cells in value):
        yield from (_cell(cells) for cells in value if _is_figures(None, cells))
    elif isinstance(value, tuple | list) and any(_is_number(cell) for cell in value):
        yield _cell(value)


def _row(key: object, cells: object) -> str:
    return _cell(cells) if getattr(cells, "key", None) == key else f"{_cell(key)}: {_cell(cells)}"


def _is_figures(key: object, cells: object) -> bool:
    """True if a row comes from the book: it has a number, or several cells of which two or more are not labels."""
    return _is_number(key) or _is_number(cells) or (_is_compound(cells) and _is_rule(cells))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Dice | Formula) and not isinstance(value, bool | Enum)


def _is_compound(value: object) -> bool:
    if isinstance(value, Text | Dice | Formula):
        return False
    return isinstance(value, tuple | list | Set | Mapping) or is_dataclass(value)


def _is_rule(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(_is_rule(cell) for cell in value.values())
    if isinstance(value, tuple | list | Set):
        return any(_is_rule(cell) for cell in value)
    if type(value).__module__.startswith(("rules.core.", "rules.character.", "rules.odds.")):
        return isinstance(value, VALUES)
    return value is not None and not callable(value)


def _cell(value: object) -> str:
    """One value in words, a record by its fields."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Text):
        return f"“{value}”"
    if isinstance(value, Dice | Formula):
        return str(value)
    if is_dataclass(value):
        written = [field.name for field in fields(value) if _is_written(value, field)]
        return f"({', '.join(f'{name} {_cell(getattr(value, name))}' for name in written)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_cell(key)}: {_cell(cell)}" for key, cell in value.items()) + "}"
    if isinstance(value, Set):
        return "{" + ", ".join(sorted(_cell(cell) for cell in value)) + "}"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(_cell(cell) for cell in value if not callable(cell)) + ")"
    return str(value)


def _is_written(record: object, field: "Field[object]") -> bool:
    """True if a field is part of its row: all but functions and fields that are empty by default."""
    value = getattr(record, field.name)
    if callable(value):
        return False
    if field.default is MISSING:
        return bool(value) or isinstance(value, int)
    return bool(value) or value != field.default


def main(game: str) -> None:
    """Write the figures of a game anew."""
    (HERE / game / "figures.txt").write_text("\n".join(figures(game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
