"""Private names are free: ten functions are renamed in a copy of the tree, and no test fails.

The long form alone (``make soak``): it runs the tests of whatever was renamed. `test_architecture.py` holds at every
run that no test names anything private.
"""

import ast
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter

import pytest

from tests.serve import ROOT

SOURCES = ("rules", "campaigns", "sheets", "encounters", "config")
LEFT_OUT = shutil.ignore_patterns(".*", "var", "__pycache__", "bench", "docs", "browser")
WORD = re.compile(r"\b_[a-z]\w+\b")
COUNT = 10


def files(tree):
    return [path for folder in SOURCES for path in (tree / folder).rglob("*.py") if "migrations" not in path.parts]


def functions(path):
    """The private functions and methods of a file."""
    nodes = ast.walk(ast.parse(path.read_text()))
    named = (node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {name for name in named if WORD.fullmatch(name)}


def renamed(tree, count, seed):
    """Rename some private functions that are used in a single file; return the file of each."""
    texts = {path: path.read_text() for path in files(tree)}
    known = Counter(name for text in texts.values() for name in set(WORD.findall(text)))
    every = sorted((path, name) for path in texts for name in functions(path) if known[name] == 1)
    chosen = random.Random(seed).sample(every, count)
    for path, name in chosen:
        path.write_text(re.sub(rf"\b{name}\b", f"{name}_renamed", path.read_text()))
    return chosen


def related(tree, path):
    """The tests of a file: those of its game, of the core, or of its app."""
    parts = path.relative_to(tree).parts
    if parts[:2] == ("rules", "games"):
        return [f"tests/rules/{parts[2]}"]
    if parts[0] == "rules":
        return [str(one.relative_to(tree)) for one in sorted(tree.glob("tests/rules/test_*.py"))]
    return [f"tests/{parts[0]}"]


def copied(folder):
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT, symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def test_a_private_function_of_one_file_gets_another_name(tmp_path):
    for folder in SOURCES:
        (tmp_path / folder).mkdir()
    (tmp_path / "rules/one.py").write_text("def _only(a):\n    return _shared(a) + _only(a)\n\n\ndef _shared(a): ...\n")
    (tmp_path / "sheets/two.py").write_text("def _shared(a): ...\n")
    assert renamed(tmp_path, 1, 1) == [(tmp_path / "rules/one.py", "_only")]
    assert "def _only_renamed(a):\n    return _shared(a) + _only_renamed(a)" in (tmp_path / "rules/one.py").read_text()


@pytest.mark.soak
def test_ten_private_functions_get_other_names_and_no_test_notices(tmp_path):
    tree, seed = copied(tmp_path), int(os.environ.get("TABLEE_SEED") or random.SystemRandom().randrange(2**32))
    chosen = renamed(tree, COUNT, seed)
    print(f"again with: TABLEE_SEED={seed}", *chosen, sep="\n")
    wanted = sorted({test for path, _name in chosen for test in related(tree, path)})
    environment = {name: value for name, value in os.environ.items() if name != "TABLEE_SOAK"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", *wanted]
    run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:]
