"""The files of each rule, read from the IDs that the files of a game name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rules import games
from rules.core.text import Text

_MARKING = {"_": 0, "ngettext": 0}  # the position of the sentence among the arguments of each
Places = Mapping[str, tuple[str, ...]]
_CITED = re.compile(
    r"\b([A-Z]{3}(?:-[A-Z]+)+)(?:-([A-Z]?)(\d\d)([a-z]?)((?:(?:, | to | and )[A-Z]?\d\d[a-z]?(?![\w]))*))?(?![\w-])"
)
_MORE = re.compile(r"(, | to | and )([A-Z]?)(\d\d)([a-z]?)")


def places(game: str) -> Places:
    """The files of a game's folder that name each rule."""
    return places_in(Path(games.__file__).parent / game)


def places_in(folder: Path) -> Places:
    files: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for rule in dict.fromkeys(cited(path.read_text(encoding="utf-8"))):
            files.setdefault(rule, []).append(path.relative_to(folder).as_posix())
    return {rule: tuple(paths) for rule, paths in files.items()}


def sentences_in(folder: Path, key: str) -> Iterator[Text]:
    """The sentences marked in the code of a game: the English of each ``_("…")`` and of its plurals."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKING:
                words = node.args[_MARKING[node.func.id]] if len(node.args) > _MARKING[node.func.id] else None
                if isinstance(words, ast.Constant) and isinstance(words.value, str):
                    yield Text(words.value, (), key)


class Span(NamedTuple):
    """The first and last line of a piece of code in a file of a game."""

    file: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.file}:{self.first}"


def symbols(game: str) -> Mapping[str, Span]:
    """The lines of each class, function and table of a game, by names such as ``actions:over_budget``."""
    folder = Path(games.__file__).parent / game
    spans: dict[str, Span] = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        for symbol, node in _defined(ast.parse(path.read_text(encoding="utf-8"))):
            span = Span(name.as_posix(), node.lineno, node.end_lineno or node.lineno)
            spans[f"{name.with_suffix('').as_posix()}:{symbol}"] = span
    return spans


def _defined(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{within}{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from _defined(node, f"{within}{node.name}.")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = (name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target]))
        yield from ((within + name.id, node) for name in names if isinstance(name, ast.Name))


def cited(text: str) -> Iterator[str]:
    """Every rule named by a text, in full or as in ``CHO-DMG-03 to 05`` and ``MYT-ACT-01, 04``."""
    for match in _CITED.finditer(text):
        base, letter, number, tail, more = match.groups()
        if number is None:
            yield base
            continue
        yield f"{base}-{letter}{number}{tail}"
        last = int(number)
        for link, other, digits, ending in _MORE.findall(more or ""):
            first = last + 1 if link == " to " else int(digits)
            yield from (f"{base}-{other or letter}{step:02}{ending}" for step in range(first, int(digits) + 1))
            last = int(digits)
