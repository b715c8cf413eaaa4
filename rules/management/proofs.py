"""The tests that prove each rule, read from their source, and the proofs that mutations survived."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

Proofs = Mapping[str, tuple[str, ...]]
_LISTS = re.compile(r"^\s*(?:- )?rules:[ \t]*(?:\[([^\]]*)\]|((?:\n[ \t]*- \S+)+)|(\S+))", re.MULTILINE)
_ID = re.compile(r"[A-Z]{3}(?:-[A-Z]+)+(?:-[A-Z]?\d{2}[a-z]?)?(?!\w)")


def proofs(tests: Path) -> Proofs:
    """The tests and examples in a folder by the ID of the rule they name; a proof of a clause counts for its rule."""
    tests_of: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        source = path.read_text()
        for test, name in marked_tests(source) if "mark.rules" in source else ():
            for proved in (name, name.partition("/")[0]):
                tests_of.setdefault(proved, []).append(f"{path.relative_to(tests).as_posix()}::{test}")
    for path in sorted(tests.rglob("*.yaml")):
        for rule in listed(path.read_text()):
            tests_of.setdefault(rule, []).append(path.relative_to(tests).as_posix())
    return {rule: tuple(dict.fromkeys(names)) for rule, names in tests_of.items()}


def passed_tests(tests: Path) -> Proofs:
    """The mutations of each rule's code that its own proofs did not notice, found by ``tests.mutants --proofs``."""
    changes: dict[str, list[str]] = {}
    for path in sorted(tests.glob("rules/*/unproved.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            rule, _colon, change = line.partition(": ")
            changes.setdefault(rule, []).append(change)
    return {rule: tuple(rows) for rule, rows in changes.items()}


def marked_tests(source: str) -> Iterator[tuple[str, str]]:
    """Every test of a file with the rules its marker names; the marker of a class or file counts for its tests."""
    tree = ast.parse(source)
    everywhere = [rule for node in tree.body if _sets_marks(node) for rule in _rules(node)]
    for node, above in _tests(tree.body, everywhere):
        for rule in (*above, *(rule for decorator in node.decorator_list for rule in _rules(decorator))):
            yield node.name, rule


def listed(source: str) -> Iterator[str]:
    """Every rule named in a ``rules:`` list of an example file."""
    for match in _LISTS.finditer(source):
        yield from _ID.findall(match.group())


def _tests(
    body: list[ast.stmt], above: list[str]
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, list[str]]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node, above
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [rule for decorator in node.decorator_list for rule in _rules(decorator)]
            yield from _tests(node.body, above + own)


def _sets_marks(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _rules(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rules":
            for word in call.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.value
