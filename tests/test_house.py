"""The house rules of the code itself that can be counted: how much one function decides, and how it is told."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("campaigns", "encounters", "sheets", "config", "bench")
MOST_BRANCHES = 12
MOST_LETTERS = 200  # of a line of a template
BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.Assert, ast.match_case)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def files() -> list[Path]:
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def complexity(function: ast.AST) -> int:
    """Return the number of ways through a function, those in it included: each branch, loop and further condition."""
    ways = 1
    for node in ast.walk(function):
        if isinstance(node, BRANCHES):
            ways += 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
        elif isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
    return ways


def functions(source: str) -> dict[str, ast.AST]:
    tree = ast.parse(source)
    return {f"{node.name}:{node.lineno}": node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)}


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_function_decides_more_than_one_can_hold(path):
    ways = {name: complexity(node) for name, node in functions(path.read_text()).items()}
    assert {name: count for name, count in ways.items() if count > MOST_BRANCHES} == {}


@pytest.mark.parametrize(
    ("body", "ways"),
    [
        ("return 1", 1),
        ("return 1 if a else 2", 2),
        ("return [x for x in a if x if x > 1]", 4),
        ("return a and b or c", 3),
        ("for x in a:\n  if x: return 1", 3),
        ("def g():\n  while a: pass", 2),
    ],
)
def test_ways_are_counted(body, ways):
    outermost, *_inner = functions("def f():\n " + body.replace("\n", "\n ")).values()
    assert complexity(outermost) == ways


def test_no_line_of_a_template_is_longer_than_a_screen():
    found = {
        f"{path.relative_to(ROOT)}:{number}": len(line)
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > MOST_LETTERS
    }
    assert found == {}
