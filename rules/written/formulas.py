"""Formulas of a written game: whole numbers, ``+ - * //``, ``min``, ``max``, look-ups and names, and nothing else.

The range of a formula is computed from the bounds of its names when the game is read, so that no formula can
divide by zero or exceed the bounds later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product

from rules.core.text import Text, _
from rules.packs import Unfit

MOST_LETTERS, MOST_DEPTH, MOST = 200, 12, 1_000_000
Range = tuple[int, int]
Table = tuple[tuple[int, int], ...]  # pairs of a threshold and the value from it on, ascending
_TOKEN = re.compile(r"\s*(?:(\d{1,7})|([a-z][a-z0-9_]*)|(//|[-+*(),]))", re.ASCII)


@dataclass(frozen=True)
class Formula:
    """A number, a name, or an operation on other formulas; ``table`` is the one of a look-up."""

    kind: str
    number: int = 0
    name: str = ""
    parts: tuple[Formula, ...] = ()
    table: Table = ()

    @property
    def names(self) -> tuple[str, ...]:
        inner = (name for part in self.parts for name in part.names)
        return tuple(dict.fromkeys((self.name, *inner) if self.kind == "name" else inner))

    def value(self, values: Mapping[str, int]) -> int:
        if self.kind == "number":
            return self.number
        if self.kind == "name":
            return values[self.name]
        return _evaluate(self, [part.value(values) for part in self.parts])

    def bounds(self, known: Mapping[str, Range]) -> Range:
        """Its least and greatest value. Raises ``Unfit`` if it may divide by zero or grow too large."""
        if self.kind == "name":
            return known[self.name]
        ranges = [part.bounds(known) for part in self.parts]
        if self.kind == "//" and ranges[1][0] <= 0 <= ranges[1][1]:
            raise Unfit(_("it divides by something that may be 0."))
        if self.kind == "table":
            ends = [value for _from, value in self.table]
        else:
            ends = [_evaluate(self, list(corner)) for corner in product(*ranges)] if self.parts else [self.number]
        if max(map(abs, ends)) > MOST:
            raise Unfit(_("it can grow to %(number)s, and %(most)s is the most.", number=max(ends), most=MOST))
        return min(ends), max(ends)

    def terms(self) -> Iterator[tuple[int, Formula]]:
        if self.kind in ("+", "-"):
            yield from self.parts[0].terms()
            sign = 1 if self.kind == "+" else -1
            yield from ((sign * other, part) for other, part in self.parts[1].terms())
        else:
            yield 1, self


def _evaluate(formula: Formula, values: list[int]) -> int:
    kind = formula.kind
    if kind in ("min", "max"):
        return min(values) if kind == "min" else max(values)
    if kind == "table":
        below = [value for start, value in formula.table if start <= values[0]]
        return below[-1] if below else formula.table[0][1]
    first, second = values
    if kind == "*":
        return first * second
    if kind == "//":
        return first // second
    return first + second if kind == "+" else first - second


def parse(text: object, tables: Mapping[str, Table]) -> Formula:
    """Parse a formula. Raises ``Unfit`` with the reason."""
    if isinstance(text, int) and not isinstance(text, bool):
        text = str(text)
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise Unfit(_("a formula of at most %(most)s signs is needed.", most=MOST_LETTERS))
    reader = _Reader(text, tables)
    formula = reader.sum(0)
    reader.expect("")
    return formula


class _Reader:
    """The parser of one formula."""

    def __init__(self, text: str, tables: Mapping[str, Table]) -> None:
        self.text, self.tables, self.tokens, at = text, tables, list[str](), 0
        text = text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self.wrong(text[at : at + 12].strip())
            self.tokens.append(match.group().strip())
            at = match.end()
        self.tokens.append("")

    def wrong(self, token: str) -> Unfit:
        if not token:
            return Unfit(_("“%(formula)s” breaks off.", formula=self.text))
        return Unfit(_("“%(formula)s” cannot be read at “%(token)s”.", formula=self.text, token=token))

    def expect(self, token: str) -> None:
        if self.tokens[0] != token:
            raise self.wrong(self.tokens[0])
        self.tokens = self.tokens[1:] or [""]

    def sum(self, depth: int) -> Formula:
        if depth > MOST_DEPTH:
            raise Unfit(_("it holds too many brackets in each other."))
        left = self.product(depth)
        while self.tokens[0] in ("+", "-"):
            kind = self.tokens[0]
            self.expect(kind)
            left = Formula(kind, parts=(left, self.product(depth)))
        return left

    def product(self, depth: int) -> Formula:
        left = self.atom(depth)
        while self.tokens[0] in ("*", "//"):
            kind = self.tokens[0]
            self.expect(kind)
            left = Formula(kind, parts=(left, self.atom(depth)))
        return left

    def atom(self, depth: int) -> Formula:
        token = self.tokens[0]
        self.expect(token)
        if token.isdigit():
            return Formula("number", int(token))
        if token == "-":
            if depth > MOST_DEPTH:
                raise Unfit(_("it holds too many brackets in each other."))
            return Formula("-", parts=(Formula("number", 0), self.atom(depth + 1)))
        if token == "(":
            inner = self.sum(depth + 1)
            self.expect(")")
            return inner
        if not token or not token[0].isalpha():
            raise self.wrong(token)
        return self.call(token, depth) if self.tokens[0] == "(" else Formula("name", name=token)

    def call(self, name: str, depth: int) -> Formula:
        self.expect("(")
        parts = [self.sum(depth + 1)]
        while self.tokens[0] == ",":
            self.expect(",")
            parts.append(self.sum(depth + 1))
        self.expect(")")
        if name in ("min", "max") and len(parts) == 2:
            return Formula(name, parts=tuple(parts))
        if name in self.tables and len(parts) == 1:
            return Formula("table", parts=tuple(parts), table=self.tables[name])
        raise Unfit(_("“%(name)s” is no table, and neither min nor max of two numbers.", name=name))


def table(rows: object) -> Table:
    """Read a look-up table of pairs of a threshold and the value from it on. Raises ``Unfit``."""
    listed = rows if isinstance(rows, list) and len(rows) <= 50 else []
    pairs = [(row[0], row[1]) for row in listed if _is_pair(row)]
    if len(pairs) < max(1, len(listed)) or any(first[0] >= second[0] for first, second in pairwise(pairs)):
        raise Unfit(_("pairs of whole numbers are needed, the first ones ascending: [[0, 1], [5, 2]]."))
    return tuple(pairs)


def _is_pair(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 2:
        return False
    return all(type(number) is int and abs(number) <= MOST for number in row)


def sort_by_dependency(formulas: Mapping[str, Formula], fields: Mapping[str, Range]) -> tuple[str, ...]:
    """The derived numbers, each after those it depends on. Raises ``Unfit`` for a cycle or an unknown name."""
    done: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " → ".join((*path[path.index(name) :], name))
            raise Unfit(_("these need each other: %(path)s.", path=circle), name)
        if name in done or name in fields:
            return
        if name not in formulas:
            words = _("%(path)s reads “%(name)s”, which is no number here.", path=" → ".join(path), name=name)
            raise Unfit(words, path[-1] if path else "")
        for inner in formulas[name].names:
            visit(inner, (*path, name))
        done.append(name)

    for name in formulas:
        visit(name, ())
    return tuple(done)


def label_of(formula: Formula, labels: Mapping[str, Text], own: Text) -> Text:
    """The label of a term: that of the only name it contains, or else ``own``."""
    names = formula.names
    return labels[names[0]] if len(names) == 1 else own
