"""The design document names files and functions that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DESIGN = (ROOT / "docs/design.md").read_text()
CONCEPTS = "\n".join(
    (ROOT / f"docs/{name}.md").read_text() for name in ("design", "journal", "live", "table", "../CONTRIBUTING")
)
FILES = sorted(set(re.findall(r"`([a-z_]+(?:/[a-z_0-9]+)+\.(?:py|js|css))`", CONCEPTS)))
STEPS = re.findall(r"^\| [a-z]* ?\| `([a-z/_]+\.py)` `([a-z_]+)` \|", DESIGN, re.MULTILINE)


@pytest.mark.parametrize("path", FILES)
def test_a_file_that_the_design_names_exists(path):
    assert (ROOT / path).is_file() or (ROOT / "rules" / path).is_file()


def test_the_way_of_a_request_is_told():
    assert len(STEPS) >= 12


PLACES = re.findall(r"`([a-z_/]+\.py)` `(\w+)`", DESIGN)
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@pytest.mark.parametrize(("path", "name"), PLACES)
def test_a_function_that_the_design_names_exists(path, name):
    tree = ast.parse((ROOT / path).read_text())
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, NAMED)}


GAME_GUIDE = (ROOT / "docs/rules.md").read_text()
SHOWN = re.findall(r"In `(rules/[a-z_/]+\.py)`:\n\n```python\n(.*?)```", GAME_GUIDE, re.DOTALL)


def test_the_rule_that_is_shown_stands_so_in_its_file():
    assert SHOWN
    for path, code in SHOWN:
        source = (ROOT / path).read_text()
        assert all(piece in source for piece in code.strip().split("\n\n\n"))


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(rules/[a-z_/]+\.py)`", GAME_GUIDE))))
def test_a_file_that_the_guide_to_games_names_exists(path):
    assert (ROOT / path).is_file()
