"""What is broken: every change of a file, and the module it makes."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

TABLES = "tables.py"
CELL = re.compile(r"[a-z_]{2,24}|[LMAF]")
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
}


@dataclass(frozen=True)
class Mutant:
    """One changed place: the ``step``-th change of the ``place``-th node of a file."""

    path: Path
    place: int
    step: int
    line: int
    told: str
    function: str
    digest: str

    @property
    def key(self) -> str:
        """What names it as long as its file stays the same."""
        return f"{self.path.stem}:{self.digest}:{self.place}:{self.step}"


def changes(node: ast.AST) -> Changes:
    """What can be broken at one node: a word for it, and how."""
    if isinstance(node, ast.Compare):
        return tuple(_comparisons(node))
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS and not _is_text(node):
        return ((_said(node.op, SIGNS[type(node.op)]()), _with("op", SIGNS[type(node.op)]())),)
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ((_said(node.op, other), _with("op", other)),)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        return ((f"without {type(node.op).__name__}", lambda one: one.operand),)  # type: ignore[attr-defined]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ((f"{node.value} → {not node.value}", _with("value", not node.value)),)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return tuple((f"{node.value} → {other}", _with("value", other)) for other in (node.value + 1, node.value - 1))
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
    """A word in a table, such as the action that a deed takes; another word in its place."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or not CELL.fullmatch(node.value):
        return ()
    return ((f"{node.value!r} → another word", _with("value", f"{node.value}_")),)


def _is_text(node: ast.BinOp) -> bool:
    """Whether an addition joins texts, which are no part of the rules."""
    sides = (node.left, node.right)
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)


class _Numbered(ast.NodeTransformer):
    """Walk a tree in one order, leaving words and types alone; replace the node of one number."""

    def __init__(self, path: Path, wanted: int = -1, step: int = 0) -> None:
        self.tables, self.wanted, self.step, self.place = path.name == TABLES, wanted, step, -1
        self.inside: ast.AST | None = None
        self.found: list[tuple[int, int, ast.AST, str, ast.AST | None]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WORDS:
            node.keywords = [self.visit(one) for one in node.keywords]  # type: ignore[misc]
            return node
        self.place += 1
        place, found = self.place, changes(node) or (_cell(node) if self.tables and not self.inside else ())
        if isinstance(node, ast.AnnAssign):
            node.value = self.visit(node.value) if node.value else None  # type: ignore[assignment]
        elif isinstance(node, ast.Dict):  # what a row is called is no cell of it
            node.values = [self.visit(one) for one in node.values]  # type: ignore[misc]
        elif isinstance(node, ast.ClassDef):  # its decorators say how it is stored, which is no rule
            node.body = [self.visit(one) for one in node.body]  # type: ignore[misc]
        elif isinstance(node, ast.FunctionDef):
            node.args.defaults = [self.visit(one) for one in node.args.defaults]  # type: ignore[misc]
            outer, self.inside = self.inside, self.inside or node
            node.body = [self.visit(one) for one in node.body]  # type: ignore[misc]
            self.inside = outer
        else:
            self.generic_visit(node)
        self.found += [(place, step, node, told, self.inside) for step, (told, _how) in enumerate(found)]
        return found[self.step][1](node) if place == self.wanted else node

    def visit_all(self, tree: ast.Module) -> ast.Module:
        tree.body = [self.visit(one) for one in tree.body if not isinstance(one, ast.Import | ast.ImportFrom)]  # type: ignore[misc]
        return tree


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change of one file."""
    walk = _Numbered(path)
    source = path.read_text()
    walk.visit_all(ast.parse(source))
    digest = hashlib.sha256(source.encode()).hexdigest()[:8]
    for place, step, node, told, inside in walk.found:
        function = f"{path.name}:{_first_line(inside)}" if inside else ""
        yield Mutant(path, place, step, node.lineno, told, function, digest)  # type: ignore[attr-defined]


def _first_line(function: ast.AST) -> int:
    """Where a function begins as its code says it: at its first decorator."""
    rows = [one.lineno for one in getattr(function, "decorator_list", ())]
    return min([function.lineno, *rows])  # type: ignore[attr-defined]


def compiled(mutant: Mutant) -> CodeType:
    """The changed module."""
    tree = ast.parse(mutant.path.read_text())
    kept = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    doc = [one for one in tree.body[:1] if isinstance(one, ast.Expr)]
    changed = _Numbered(mutant.path, mutant.place, mutant.step).visit_all(tree)
    rest = changed.body[len(doc) :]
    module = ast.fix_missing_locations(ast.Module([*doc, *kept, *rest], []))
    return compile(module, str(mutant.path), "exec")
