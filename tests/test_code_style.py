"""The countable rules of the code's style: complexity, names, docstrings, template lines."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("campaigns", "encounters", "sheets", "config", "tablee", "bench")
MOST_BRANCHES = 12
# The inverse of ``apply``, which the journal does row by row; sentences that the catalogues alone are gathered from.
FOR_TESTS = {"revert", "FORMER"}
VAGUE = {"found", "known", "meant", "one", "ours", "said", "them", "thing", "told"}
HEADLESS = re.compile(r"(What|Who|Whom|Whose|Whether|Why|How|Where|Those|Everybody|Whoever)\b")
ONLY_IDS = re.compile(r"(?:[A-Z]{3}-[A-Z0-9/-]+,? ?)+\.?")
RELATIVE = re.compile(r"\b(for|to|of|than) who\b")  # whoever, those who: “who” alone asks a question
# A test is called after its subject and behaviour; people are they.
CLAUSE = re.compile(r"^test_(who|whom|whose|whoever|what|whether|of)_|_(he|his|him|himself)(_|$)")
TESTS = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
MOST_LETTERS = 200  # of a line of a template
BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.Assert, ast.match_case)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def files(*folders: str) -> list[Path]:
    found = (path for folder in folders or FOLDERS for path in (ROOT / folder).rglob("*.py"))
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


@pytest.mark.parametrize("path", files("rules", *FOLDERS), ids=lambda path: path.relative_to(ROOT).as_posix())
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


def vague_names(source: str) -> list[str]:
    """Return the variables of a file that are called by a word for anything."""
    nodes = ast.walk(ast.parse(source))
    stored = (node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return [f"{node.id}:{node.lineno}" for node in stored if node.id in VAGUE]


def headless(source: str) -> list[str]:
    """Return the docstrings of a file that begin with a question instead of the thing they are about."""
    return [text.splitlines()[0] for text in docstrings(source) if HEADLESS.match(text)]


def docstrings(source: str) -> list[str]:
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)))
    return [text for node in nodes if (text := ast.get_docstring(node))]


@pytest.mark.parametrize("path", files("rules", *FOLDERS), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_variable_is_called_after_what_it_holds(path):
    column = path.name == "models.py"  # the name of a column is that of the database
    assert column or vague_names(path.read_text()) == []


@pytest.mark.parametrize("path", files("rules", *FOLDERS, "tests"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_docstring_begins_with_the_thing_it_is_about(path):
    assert headless(path.read_text()) == []


def test_a_test_is_called_after_its_subject():
    names = [name for path in files("tests") for name in TESTS.findall(path.read_text())]
    assert len(names) > 5000 and [name for name in names if CLAUSE.search(name)] == []


@pytest.mark.parametrize("path", files("rules", *FOLDERS), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_docstring_says_whoever_where_it_asks_nothing(path):
    assert [text for text in docstrings(path.read_text()) if RELATIVE.search(text)] == []


@pytest.mark.parametrize("path", files("rules", *FOLDERS), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_docstring_says_more_than_the_id_of_a_rule(path):
    assert [text for text in docstrings(path.read_text()) if ONLY_IDS.fullmatch(text)] == []


def test_a_word_for_anything_and_a_headless_docstring_are_found():
    source = 'def f(seats):\n    """What is there."""\n    found = [one for one in seats]\n    return found'
    assert vague_names(source) == ["found:3", "one:3"] and headless(source) == ["What is there."]


def used(source: str) -> set[str]:
    """Return the names that a module reads, as a variable, an attribute, an argument or a word of a string."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            names.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(re.findall(r"\w+", node.value))
    return names


def defined(source: str) -> set[str]:
    """Return the functions, classes and constants of a module."""
    tree = ast.parse(source)
    names = {node.name for node in tree.body if isinstance(node, (*FUNCTIONS, ast.ClassDef))}
    assigned = (node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign))
    targets = (target for node in assigned for target in getattr(node, "targets", [getattr(node, "target", None)]))
    return names | {target.id for target in targets if isinstance(target, ast.Name)}


def test_nothing_of_the_rules_is_there_for_tests_alone():
    sources = {path: path.read_text() for path in files("rules", *FOLDERS)}
    read = set().union(*(used(source) for source in sources.values()))
    rules = {path: source for path, source in sources.items() if path.is_relative_to(ROOT / "rules")}
    unused = {name: path for path, source in rules.items() for name in defined(source) - read}
    assert {name: path.relative_to(ROOT).as_posix() for name, path in unused.items() if name not in FOR_TESTS} == {}
