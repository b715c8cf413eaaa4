"""The mutations: every change of a file, and the module it makes."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

CELL = re.compile(r"[a-z][a-z0-9_.]{1,40}|[A-Z]{1,3}")
WORDS = frozenset({"pgettext", "_", "Text", "Rule"})
Changes = tuple[tuple[str, Callable[[ast.AST], ast.AST]], ...]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
BOUNDS = {"min": "max", "max": "min"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
SPELLING = frozenset({"casefold", "lower", "strip"})
FIRST = (ast.Compare, ast.BinOp, ast.AugAssign)


@dataclass(frozen=True)
class Mutant:
    """One changed place: the ``step``-th change of the ``place``-th node of a file.

    ``function`` is the name and the first line of the function around it, empty for what is read when a file is loaded;
    ``lines`` are the first and the last line of the statement around it, less those of the statements inside.
    """

    path: Path
    place: int
    step: int
    line: int
    told: str
    function: str
    lines: tuple[int, int]
    key: str
    first: bool
    """Whether it is a comparison, a sign or a cell of a table: the figures of a rule, not the way they are used."""


def changes(node: ast.AST) -> Changes:
    """The changes that break one node: a word for each, and a function that makes it."""
    if isinstance(node, ast.Compare):
        return tuple(_comparisons(node))
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SIGNS and not _is_text(node):
        return ((_said(node.op, SIGNS[type(node.op)]()), _with("op", SIGNS[type(node.op)]())),)
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ((_said(node.op, other), _with("op", other)),)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        return ((f"without {type(node.op).__name__}", lambda one: one.operand),)  # type: ignore[attr-defined]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BOUNDS:
        other_name = BOUNDS[node.func.id]
        return ((f"{node.func.id} → {other_name}", _with("func", ast.Name(other_name, ast.Load()))),)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ((f"{node.value} → {not node.value}", _with("value", not node.value)),)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return tuple((f"{node.value} → {other}", _with("value", other)) for other in (node.value + 1, node.value - 1))
    return ()


def branches(node: ast.AST, inside: Function | None) -> Changes:
    """Further changes: conditions, the duration of a mark, spelling, an answer of nothing where that is possible."""
    if isinstance(node, ast.If | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        return (("condition turned round", _with("test", ast.UnaryOp(ast.Not(), node.test))),)
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        each = node.generators[-1]
        whole = ast.comprehension(each.target, each.iter, [], each.is_async)
        return (("without its if", _with("generators", [*node.generators[:-1], whole])),) if each.ifs else ()
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Until":
        other = "ROUND" if node.attr == "FIGHT" else "FIGHT"
        return ((f"until {node.attr} → {other}", _with("attr", other)),)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SPELLING:
        return ((f"without {node.func.attr}()", lambda one: one.func.value),)  # type: ignore[attr-defined]
    if isinstance(node, ast.Return) and inside and inside.returns and not isinstance(node.value, ast.Constant):
        answer = ast.unparse(inside.returns)
        if answer.endswith("| None"):
            return (("returns None", _with("value", ast.Constant(None))),)
        if answer.startswith("tuple") and answer.endswith("...]") or answer == "Effects":
            return (("returns ()", _with("value", ast.Tuple([], ast.Load()))),)
    return ()


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, Callable[[ast.AST], ast.AST]]]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS.get(type(op), ()):
            yield _said(op, other()), _with("ops", [*node.ops[:place], other(), *node.ops[place + 1 :]])


def _with(name: str, value: object) -> Callable[[ast.AST], ast.AST]:
    def changed(node: ast.AST) -> ast.AST:
        new = copy.copy(node)
        setattr(new, name, value)
        return new

    return changed


def _said(before: ast.AST, after: ast.AST) -> str:
    return f"{type(before).__name__} → {type(after).__name__}"


def _cell(node: ast.AST) -> Changes:
    """A word in a table, such as the action that a deed takes: another word in its place, or a letter less."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or not CELL.fullmatch(node.value):
        return ()
    if node.value.isupper():
        return ((f"{node.value!r} → {node.value[:-1]!r}", _with("value", node.value[:-1])),)
    return ((f"{node.value!r} → another word", _with("value", f"{node.value}_")),)


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """True if an addition joins texts, which are no part of the rules."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)


class _Numbered(ast.NodeTransformer):
    """Walk a tree in one order, leaving words and types alone; replace the node of one number."""

    def __init__(self, wanted: int = -1, step: int = 0) -> None:
        self.wanted, self.step, self.place = wanted, step, -1
        self.inside: Function | None = None
        self.lines = (0, 0)
        self.found: list[tuple[int, ast.AST, list[str], list[str], Function | None, tuple[int, int]]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        outer = self.lines
        self.lines = _heading(node) if isinstance(node, ast.stmt) else outer
        found = self._visited(node)
        self.lines = outer
        return found

    def _visited(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WORDS:
            node.keywords = self._all(node.keywords)
            return node
        self.place += 1
        place, found = self.place, changes(node) or (() if self.inside else _cell(node))
        more = branches(node, self.inside)
        if isinstance(node, ast.AnnAssign):
            node.value = self.visit(node.value) if node.value else None  # type: ignore[assignment]
        elif isinstance(node, ast.Dict):  # what a row is called is no cell of it, but the number it begins at is
            node.keys = [self.visit(one) if _is_number(one) else one for one in node.keys]  # type: ignore[misc,arg-type]
            node.values = self._all(node.values)
        elif isinstance(node, ast.ClassDef):  # its decorators say how it is stored, which is no rule
            node.body = self._all(node.body)
        elif isinstance(node, Function):
            node.args.defaults = self._all(node.args.defaults)
            node.args.kw_defaults = [one and self.visit(one) for one in node.args.kw_defaults]  # type: ignore[misc]
            outer, self.inside = self.inside, self.inside or node
            node.body = self._all(node.body)
            self.inside = outer
        else:
            self.generic_visit(node)
        if found or more:
            self.found.append((place, node, _words(found), _words(more), self.inside, self.lines))
        return (*found, *more)[self.step][1](node) if place == self.wanted else node

    def _all(self, nodes: list) -> list:  # type: ignore[type-arg]
        return [self.visit(one) for one in nodes]


def _words(changes: Changes) -> list[str]:
    return [told for told, _how in changes]


def _heading(node: ast.stmt) -> tuple[int, int]:
    """The first and the last line of a statement, without the block it begins."""
    first, last = node.lineno, node.end_lineno or node.lineno
    block = getattr(node, "body", ())
    return first, max(first, block[0].lineno - 1) if block else last


def _is_number(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def mutants(path: Path, branching: bool = False) -> Iterator[Mutant]:
    """Every change of one file, with those of its ``branches`` if asked for.

    The key of a change stays the same as long as the statement around it does, wherever it stands.
    """
    walk = _Numbered()
    for statement in _body(ast.parse(path.read_text())):
        digest = hashlib.sha256(ast.dump(statement).encode()).hexdigest()[:10]
        first, walk.found = walk.place, []
        walk.visit(statement)
        for place, node, figures, more, inside, lines in walk.found:
            function = f"{inside.name}:{_first_line(inside)}" if inside else ""
            leading = not inside or isinstance(node, FIRST) or isinstance(getattr(node, "op", None), ast.USub)
            for step, told in enumerate([*figures, *more] if branching else figures):
                key = f"{path.stem}:{digest}:{place - first}:{step}"
                yield Mutant(path, place, step, node.lineno, told, function, lines, key, leading)  # type: ignore[attr-defined]


def _body(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a file but for its docstring and its imports."""
    return [one for one in tree.body if not _is_heading(one)]


def _is_heading(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom)


def _first_line(function: Function) -> int:
    """The line at which the code of a function begins: that of its first decorator."""
    return min([function.lineno, *(one.lineno for one in function.decorator_list)])


def compiled(mutant: Mutant) -> CodeType:
    """The changed module."""
    return _compiled(mutant.path, _Numbered(mutant.place, mutant.step))


def unbroken(path: Path) -> CodeType:
    """A module with nothing changed, made in the same way."""
    return _compiled(path, _Numbered())


def _compiled(path: Path, walk: _Numbered) -> CodeType:
    tree = ast.parse(path.read_text())
    tree.body = [one if _is_heading(one) else walk.visit(one) for one in tree.body]  # type: ignore[misc]
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
