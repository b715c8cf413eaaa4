"""The kinds of events that the apps record, found in their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("campaigns", "encounters", "sheets")
EVENTS = {"Event", "Told", "SceneEvent"}
KIND = "kind"  # the parameter by which a function is given the kind of the event that it makes


def recorded() -> set[str]:
    """Every kind by its literal; of one that is put together what stands before what is put in, and a star."""
    trees = [ast.parse(path.read_text()) for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    own = {tree: _constants(tree) for tree in trees}
    shared = {name: kind for constants in own.values() for name, kind in constants.items()}
    makers = _makers(trees)
    known = ((tree, shared | constants) for tree, constants in own.items())
    return {kind for tree, constants in known for node in ast.walk(tree) for kind in _kinds(node, makers, constants)}


def _makers(trees: list[ast.Module]) -> set[str]:
    """The names of whatever makes an event: its classes, and each function that hands the kind on to one of these."""
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    makers: set[str] = set()
    more = EVENTS
    while more - makers:
        makers = makers | more
        more = {function.name for function in functions if _hands_on(function, makers)}
    return makers


def _hands_on(function: ast.FunctionDef, makers: set[str]) -> bool:
    given = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
    args = (arg for node in ast.walk(function) for arg in _kind_args(node, makers))
    return KIND in given and any(isinstance(arg, ast.Name) and arg.id == KIND for arg in args)


def _kind_args(node: ast.AST, makers: set[str]) -> list[ast.expr]:
    """The arguments of a call among which the kind is: the first of a class, one of the first two of a function."""
    if not isinstance(node, ast.Call):
        return []
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return node.args[: 1 if name in EVENTS else 2 if name in makers else 0]


def _constants(tree: ast.Module) -> dict[str, str]:
    """The values of the constants of a module."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    pairs = [pair for node in assigned for pair in zip(_parts(node.targets[0]), _parts(node.value), strict=False)]
    return {
        target.id: value.value
        for target, value in pairs
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def _parts(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _kinds(node: ast.AST, makers: set[str], constants: dict[str, str]) -> Iterator[str]:
    for arg in _kind_args(node, makers):
        yield from _literal(arg, constants)


def _literal(arg: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
        yield arg.value
    elif isinstance(arg, ast.JoinedStr) and isinstance(arg.values[0], ast.Constant):
        yield f"{arg.values[0].value}*"
    elif isinstance(arg, ast.Name | ast.Attribute):
        known = constants.get(arg.attr if isinstance(arg, ast.Attribute) else arg.id)
        yield from [known] if known else []
