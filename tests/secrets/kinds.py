"""The kinds of events that the apps record, found in their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("campaigns", "encounters", "sheets")
# What records an event is called so, with the kind as its first or second argument.
EVENTS = {"Event", "Told", "Happening"}
RECORDS = {"record", "_record", "_told", "close", "close_with_line", "write"}


def recorded() -> set[str]:
    """Every kind by its literal; of one that is put together what stands before what is put in, and a star."""
    trees = [ast.parse(path.read_text()) for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    shared = {name: kind for tree in trees for name, kind in _constants(tree).items()}
    return {kind for tree in trees for node in ast.walk(tree) for kind in _kinds(node, shared | _constants(tree))}


def _constants(tree: ast.Module) -> dict[str, str]:
    """What the capital names of a module stand for."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    pairs = [pair for node in assigned for pair in zip(_parts(node.targets[0]), _parts(node.value), strict=False)]
    return {
        target.id: value.value
        for target, value in pairs
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def _parts(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _kinds(node: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    for arg in node.args[: 1 if name in EVENTS else 2 if name in RECORDS else 0]:
        yield from _said(arg, constants)


def _said(arg: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
        yield arg.value
    elif isinstance(arg, ast.JoinedStr) and isinstance(arg.values[0], ast.Constant):
        yield f"{arg.values[0].value}*"
    elif isinstance(arg, ast.Name | ast.Attribute):
        known = constants.get(arg.attr if isinstance(arg, ast.Attribute) else arg.id)
        yield from [known] if known else []
