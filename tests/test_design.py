"""The documents for developers: the files and functions they name exist, and their links work."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DESIGN = (ROOT / "docs/design.md").read_text()
WHERE = (ROOT / "docs/where.md").read_text()
ELSEWHERE = {"add-a-game.md", "mutation.md"}  # of a package that nobody has, of days when modules had other names
CONCEPTS = "\n".join(
    path.read_text()
    for path in [*ROOT.glob("docs/*.md"), ROOT / "CONTRIBUTING.md", ROOT / "rules/README.md"]
    if path.name not in ELSEWHERE
)
FILES = sorted(set(re.findall(r"`([a-z_]+(?:/[a-z_0-9]+)+\.(?:py|js|css))`", CONCEPTS)))
STEPS = re.findall(r"^\| [a-z]* ?\| `([a-z/_]+\.py)` `([a-z_]+)` \|", DESIGN, re.MULTILINE)


def find(path: str) -> Path:
    """Return a file that is named from the root, or from the folder of the rules."""
    return ROOT / path if (ROOT / path).is_file() else ROOT / "rules" / path


@pytest.mark.parametrize("path", FILES)
def test_a_file_that_a_document_names_exists(path):
    assert find(path).is_file()


def test_the_way_of_a_request_is_told():
    assert len(STEPS) >= 12


PLACES = re.findall(r"`([a-z_/]+/[a-z_0-9]+\.py)`,? `(\w+)`", CONCEPTS)
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@cache
def names_given(path: str) -> set[str]:
    """Return the functions, classes and variables of a file."""
    nodes = list(ast.walk(ast.parse(find(path).read_text())))
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return assigned | {node.name for node in nodes if isinstance(node, NAMED)}


@pytest.mark.parametrize(("path", "name"), sorted(set(PLACES)))
def test_a_name_that_stands_beside_a_file_is_given_there(path, name):
    assert name in names_given(path)


DOTTED = sorted(
    (f"{path.replace('.', '/')}.py", name)
    for path, name in set(re.findall(r"`((?:\w+[./])+\w+)\.(\w+)`", CONCEPTS))
    if (ROOT / f"{path.replace('.', '/')}.py").is_file() and name != "py"
)


@pytest.mark.parametrize(("path", "name"), DOTTED)
def test_a_name_behind_the_path_of_a_module_is_given_there(path, name):
    assert name in names_given(path)


MACROS = {
    macro: parameters
    for page in ROOT.glob("templates/**/*.j2")
    for macro, parameters in re.findall(r"{%-? *macro (\w+)\((.*?)\) *-?%}", page.read_text())
}
OF_TEMPLATES = re.findall(r"`(?:ui\.)?(\w+)\(([^)`]*)\)`", (ROOT / "docs/ui.md").read_text())


@pytest.mark.parametrize(("macro", "parameters"), OF_TEMPLATES)
def test_a_macro_that_a_document_names_is_there_with_its_parameters(macro, parameters):
    assert macro in MACROS or macro in names_given("config/jinja.py")
    assert set(re.findall(r"\w+", parameters)) <= set(re.findall(r"\w+", MACROS.get(macro, parameters)))


PACKAGES = [path.parent for app in ("campaigns", "sheets", "encounters") for path in ROOT.glob(f"{app}/*/__init__.py")]
FEATURES = [folder for folder in PACKAGES if folder.name not in {"migrations", "management", "templatetags"}]


@pytest.mark.parametrize("folder", sorted(folder.relative_to(ROOT).as_posix() for folder in FEATURES))
def test_each_feature_has_a_place_in_where_to_change_what(folder):
    assert f"`{folder}/" in WHERE


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


DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "rules/README.md", ROOT / "tests/README.md"]
LINKS = sorted(
    (document.relative_to(ROOT).as_posix(), target)
    for document in DOCUMENTS
    for target in set(re.findall(r"\]\((?!https?:)([^)\s]+)\)", document.read_text()))
)


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as a forge makes them of their words."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("document", "target"), LINKS)
def test_a_link_of_a_document_leads_somewhere(document, target):
    path, _hash, anchor = target.partition("#")
    linked = (ROOT / document).parent / path if path else ROOT / document
    assert linked.exists()
    assert not anchor or anchor in anchors(linked)


TESTS = [(path.name, path.read_text()) for path in ROOT.glob("tests/**/test_*.py")]
ROWS = [line for document in DOCUMENTS for line in document.read_text().splitlines()]


def cited(line: str) -> set[str]:
    """Return the parts of names of tests that a line cites, in parentheses behind their file or with an ellipsis."""
    groups = re.findall(r"test_\w+\.py` \(((?:`[^`]+`(?:, )?)+)\)", line)
    names = re.findall(r"`(\w*_\w+)…?`", " ".join(groups)) + re.findall(r"`…(\w+)…?`|`(test_\w+)…?`", line)
    return {"".join(name) for name in names}


CITED = [(line, part) for line in ROWS for part in sorted(cited(line))]


@pytest.mark.parametrize(("line", "part"), CITED)
def test_a_test_that_a_document_cites_is_in_a_file_of_its_line(line, part):
    files = re.findall(r"(test_\w+\.py)`", line) or dict(TESTS)
    assert any(part in text for name, text in TESTS if name in files)


MODULES = sorted(
    {
        module
        for document in DOCUMENTS
        for module in re.findall(r"-m ((?:bench|tests|docs|rules|sheets|tablee)[\w.]*)", document.read_text())
    }
)


@pytest.mark.parametrize("module", MODULES)
def test_a_command_of_a_document_is_there(module):
    path = ROOT / module.rstrip(".").replace(".", "/")
    assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
