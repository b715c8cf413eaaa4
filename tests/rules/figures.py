"""The tables of a game, one row a line, to be held against what is written down beside its tests.

What a module of a game names in capitals is a table or a figure of its rulebook; the usual values of its records are
told as well. ``python -m tests.rules.figures GAME`` writes ``figures.txt`` anew: read what it changes against the book.
"""

import ast
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path

from rules.core.sheet import Section, SheetSchema
from rules.core.text import Text
from tests.rules.ranges import HERE, line

ROOT = HERE.parents[1]
LONG = 100  # a row so long that stands in two tables is told once
TOLD = ("catalogue", "titles", "__init__", "settings", "schema", "house", "creation")  # told elsewhere


def figures(game):
    """Every row of every table of a game."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "rules" / "games" / game).glob("*.py")):
        if not path.stem.endswith(TOLD):
            module = import_module(f"rules.games.{game}.{path.stem}")
            for name in _named(path):
                for row in _rows(f"{path.stem}.{name}", getattr(module, name)):
                    found.setdefault(row.partition("(")[2] if len(row) > LONG else row, row)
    return list(found.values())


def _named(path: Path):
    """What a module itself names: its tables and figures in capitals, and its records."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            yield from (one.id for one in names if isinstance(one, ast.Name) and one.id.isupper())


def _rows(name, value):
    if isinstance(value, type):
        usual = (
            {one.name: one.default for one in fields(value) if one.default is not MISSING}
            if is_dataclass(value)
            else {}
        )
        yield from (f"{name}.{key} = {_cell(one)}" for key, one in usual.items())
    elif isinstance(value, SheetSchema | Section):
        return  # told by ranges.txt
    elif isinstance(value, Mapping):
        yield from (f"{name}[{_cell(key)}] = {_cell(one)}" for key, one in value.items())
    elif isinstance(value, tuple) and len(value) > 6:
        yield from (f"{name} {_cell(one)}" for one in value)
    else:
        yield f"{name} = {_cell(value)}"


def _cell(value):
    """One value in words: records by what differs from their usual values."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Text):
        return f"“{value}”"
    if hasattr(value, "least") and hasattr(value, "kind"):
        return line(value.key, value)
    if is_dataclass(value):
        parts = [
            (one.name, getattr(value, one.name)) for one in fields(value) if getattr(value, one.name) != one.default
        ]
        return f"{type(value).__name__}({', '.join(f'{key} {_cell(one)}' for key, one in parts)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_cell(key)}: {_cell(one)}" for key, one in value.items()) + "}"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(_cell(one) for one in value)) + "}"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(_cell(one) for one in value) + ")"
    return getattr(value, "__name__", None) or str(value)


def main(game):
    """Write the tables of a game anew."""
    (HERE / game / "figures.txt").write_text("\n".join(figures(game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
