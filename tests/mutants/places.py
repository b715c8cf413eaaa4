"""The code of each rule: the lines that name its ID, in whatever file.

A docstring that names a rule stands for its function or class, ``rules = ("…",)`` for its class, a comment for its own
line or for what follows it, an ID among the arguments of a call or the cells of a row for that call or row. In a table
that counts only where nothing else names the rule; the fields of sheets and forms are no place, for their bounds are
held by ``ranges.txt``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_ID = re.compile(r"\b[A-Z]{3}(?:-[A-Z]+)*-(?:[A-Z]?\d\d[a-z]?|[A-Z]+)\b")
_FIELDS = frozenset({"Field", "field", "flag", "choice", "number", "text"})
_MORE = re.compile(r"(, | to | and )([A-Z]?\d\d[a-z]?)\b(?!-)")
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Place:
    """The lines, first and last, of a file that belong to some rules."""

    path: Path
    first: int
    last: int
    ids: tuple[str, ...]

    @property
    def size(self) -> int:
        return self.last - self.first


class Places:
    """The places of all rules of a game; ``ids`` are its rules in the order of the book."""

    def __init__(self, paths: Sequence[Path], ids: Sequence[str]) -> None:
        self.ids, code, rows = ids, [], []
        for path in paths:
            source = path.read_text()
            tree = ast.parse(source)
            code += _in_docstrings(path, tree, ids)
            code += _in_comments(path, source, tree, ids)
            code += _in_arguments(path, [node for node in ast.walk(tree) if isinstance(node, Scope)], ids)
            code += _fields(path, tree)
            rows += _in_arguments(path, [tree], ids)
        placed = {rule for place in code for rule in place.ids}
        self.places = [*code, *(place for place in rows if not placed & set(place.ids))]
        self.nowhere = [rule for rule in ids if not any(rule in place.ids for place in self.places)]

    def rules(self, path: Path, line: int) -> tuple[str, ...]:
        """The rules to which a line belongs: those of the narrowest place around it."""
        around = [place for place in self.places if place.path == path and place.first <= line <= place.last]
        least = min((place.size for place in around), default=0)
        closest = [place.ids for place in around if place.size == least]
        return tuple(dict.fromkeys(rule for ids in closest for rule in ids)) if all(closest) else ()


def named(text: str, ids: Sequence[str]) -> tuple[str, ...]:
    """The rules a text names, such as ``POL-FIRE-01 to 03, 07``: a range holds what lies between in the book."""
    rules: list[str] = []
    for match in _ID.finditer(text):
        rules += [match.group()] if match.group() in ids else []
        last, end = match.group(), match.end()
        while more := _MORE.match(text, end):
            before, last, end = last, f"{last.rpartition('-')[0]}-{more[2]}", more.end()
            if last in ids and before in ids and more[1] == " to ":
                rules += ids[ids.index(before) + 1 : ids.index(last)]
            rules += [last] if last in ids else []
    return tuple(dict.fromkeys(rules))


def _in_docstrings(path: Path, tree: ast.Module, ids: Sequence[str]) -> Iterator[Place]:
    for node in ast.walk(tree):
        if isinstance(node, Scope):
            listed = [
                one for one in node.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "rules"
            ]
            rules = named(" ".join([ast.get_docstring(node) or "", *map(ast.unparse, listed)]), ids)
            if rules:
                yield Place(path, node.lineno, node.end_lineno or node.lineno, rules)


def _in_comments(path: Path, source: str, tree: ast.Module, ids: Sequence[str]) -> Iterator[Place]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        rules = named(token.string, ids) if token.type == tokenize.COMMENT else ()
        if rules and token.line[: token.start[1]].strip():
            yield Place(path, token.start[0], token.start[0], rules)
        elif rules:
            first = min((node.lineno for node in _nodes(tree) if node.lineno > token.start[0]), default=0)
            last = max((node.end_lineno or 0 for node in _nodes(tree) if node.lineno == first), default=0)
            yield Place(path, first, last, rules)


def _in_arguments(path: Path, scopes: Sequence[ast.AST], ids: Sequence[str]) -> Iterator[Place]:
    for node in (node for scope in scopes for node in ast.walk(scope)):
        if isinstance(node, ast.Call | ast.Tuple):
            words = [*(node.args if isinstance(node, ast.Call) else node.elts)]
            words += [word.value for word in node.keywords] if isinstance(node, ast.Call) else []
            rules = [word.value for word in words if isinstance(word, ast.Constant) and word.value in ids]
            if rules:
                yield Place(path, node.lineno, node.end_lineno or node.lineno, tuple(rules))


def _fields(path: Path, tree: ast.Module) -> Iterator[Place]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "").lstrip("_") in _FIELDS:
            yield Place(path, node.lineno, node.end_lineno or node.lineno, ())


def _nodes(tree: ast.Module) -> list[ast.stmt | ast.expr]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr)]
