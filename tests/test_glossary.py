"""One word, one thing: the glossary, the names of the code, and the French of the interface."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = (ROOT / "docs/glossary.md").read_text()
FOLDERS = ("rules", "campaigns", "encounters", "sheets", "config", "tablee", "bench")
PAGES = ("templates", "static/css", "static/js")
NONE = "–"
ROWS = [
    [cell.strip() for cell in line.strip().strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith("| English")
]
RETIRED = {word: row[0] for row in ROWS for word in re.split(r",\s*", row[3]) if word}


def words(name: str) -> set[str]:
    """Return the words of a name, and the name itself: ``ShownBy`` gives shown, by and shown_by."""
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower().strip("_")
    return {*snake.split("_"), snake}


def names() -> dict[str, list[str]]:
    """Return the modules, classes and public functions, and the files of pages, with where each is."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for folder in PAGES for path in (ROOT / folder).rglob("*.*")):
        found.setdefault(path.stem, []).append(path.relative_to(ROOT).as_posix())
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if "migrations" in path.parts:
            continue
        found.setdefault(path.stem, []).append(where)
        for node in ast.walk(ast.parse(path.read_text())):
            public = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_")
            if isinstance(node, ast.ClassDef) or public:
                found.setdefault(node.name, []).append(where)
    return found


def interface() -> str:
    """Return every French sentence of the interface."""
    catalogues = (path.read_text() for path in sorted((ROOT / "locale/fr").rglob("*.po")))
    lines = re.findall(r'^(?:msgstr(?:\[\d\])? )?"(.*)"$', "\n".join(catalogues), re.MULTILINE)
    return "\n".join(lines).lower()


def test_the_glossary_has_about_sixty_words_each_once():
    terms = [row[0] for row in ROWS]
    assert 55 <= len(terms) <= 90 and len(set(terms)) == len(terms)
    assert all(len(row) == 4 and row[2] for row in ROWS)


def test_no_name_of_the_code_bears_a_retired_word():
    found = {name: where for name, where in names().items() if words(name) & RETIRED.keys()}
    assert {
        name: (where, [RETIRED[word] for word in words(name) & RETIRED.keys()]) for name, where in found.items()
    } == {}


@pytest.mark.parametrize("french", sorted({row[1] for row in ROWS if row[1] != NONE}))
def test_a_french_word_is_one_that_the_interface_shows(french):
    assert re.search(rf"\b{re.escape(french)}", interface())


def test_a_retired_word_is_found_in_any_part_of_a_name():
    assert {"desk", "at_desk"} <= words("AtDesk") and "casting" in words("casting_of")
