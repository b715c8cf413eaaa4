"""Refusals by what they depend on: each place that raises one has a row in ``refusals.toml``, none is left over."""

import ast
import tomllib
from collections import Counter
from pathlib import Path

from rules.core import errors

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("campaigns", "encounters", "sheets", "rules")
WITHOUT = ("rules/games", "rules/management")  # given what its reader may know; a command line
TABLE = tomllib.loads((ROOT / "tests/secrets/refusals.toml").read_text())
KINDS = {kind.__name__ for kind in (errors.Refused, errors.Stale, errors.Unreadable, errors.BadSheet)}


def modules():
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(WITHOUT):
            yield name, ast.parse(path.read_text())


def refusals(trees):
    """The names of the exceptions that are refusals: those of the core, and what is made of them in the apps."""
    classes = [node for _name, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    names = set(KINDS)
    for _depth in range(3):
        names |= {node.name for node in classes if any(isinstance(b, ast.Name) and b.id in names for b in node.bases)}
    return names


def raised(node, kinds, inside=()):
    """The function around each refusal that is made, by its qualified name."""
    for child in ast.iter_child_nodes(node):
        scope = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        made = child.func if isinstance(child, ast.Call) else child.exc if isinstance(child, ast.Raise) else None
        if isinstance(made, ast.Name) and made.id in kinds:
            yield ".".join(inside)
        yield from raised(child, kinds, (*inside, child.name) if scope else inside)


def rows():
    """The number of refusals that the table lists for each function."""
    known = Counter()
    for files in TABLE.values():
        for name, functions in files.items():
            for function in functions.split() if name != "because" else ():
                function, _times, count = function.partition("*")
                known[name, function] += int(count or 1)
    return known


def test_every_refusal_declares_its_dependencies():
    trees = list(modules())
    kinds = refusals(trees)
    found = Counter((name, function) for name, tree in trees for function in raised(tree, kinds))
    new, gone = (sorted(counted) for counted in (found - rows(), rows() - found))
    assert not new, f"a new refusal: say in refusals.toml what it depends on: {new}"
    assert not gone, f"refusals that are gone: {gone}"
    assert all(files["because"] for files in TABLE.values())
