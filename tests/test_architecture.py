"""The order of imports, pure modules, and apps that know no game by its name."""

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import rules
from rules.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
# From the bottom up: a file of the rules imports files named before it.
ORDER = [
    *(f"core.{name}" for name in ("text", "errors", "paths", "json_codec", "memo", "dice", "check", "script")),
    *("odds.distribution", "character.sheet", "character.fields"),
    *("core.scene", "core.retries", "odds.act", "odds.attack", "character.creation", "catalogue"),
    *("core.marks", "core.effects", "core.acts", "core.rounds", "core.turns", "character.character"),
    *("ground.layout", "ground.ground", "ground.moving", "ground.aiming"),
    *("importing.reading", "importing.builder", "importing.foundry", "importing.vttes", "core.game"),
    "character.sheet_checks",
    *(f"engine.{name}" for name in ("exchanges", "offers", "sides", "spare_dice", "clock", "timers", "wording")),
    *(f"engine.{name}" for name in ("circles", "turn_ends", "calling", "closing", "answering", "acting", "decide")),
    "engine.editions",
    "odds.retry",
    *(f"views.{name}" for name in ("viewers", "board", "journal", "ground")),
    "odds.for_viewer",
    *(f"autoplay.{name}" for name in ("skirmish", "duel", "simulation")),
    *("fairness", "lookup", "packs"),
    *(f"written.{name}" for name in ("formulas", "book", "rolls", "turns", "fight", "places", "reader")),
    *("testing.play", "testing.twins", "testing.laws", "testing.golden"),
    *("registry", "outfit"),
]
APPS = {
    "campaigns": {"rules"},
    "sheets": {"rules", "campaigns"},
    "encounters": {"rules", "campaigns", "sheets"},
    "config": {"rules", "campaigns", "sheets", "encounters"},
    "tablee": {"rules", "campaigns", "sheets", "encounters", "config"},
}
MOST_MODULES = 16
MIRRORED = ("campaigns", "sheets", "encounters", "config", "tablee")  # whose tests lie in folders of the same names
KEYS = sorted({"polaris", "mythras", "medieval", "arpenteurs", "chroniques", *GAMES})
IMPURE = {
    *("random", "secrets", "uuid", "time", "datetime", "locale", "logging"),
    *("os", "io", "socket", "subprocess", "threading", "asyncio"),
}


def imports(source: str) -> set[str]:
    """Return every dotted name a file imports: `from rules import words` gives `rules.core.text`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names}
    return found


def breach(path: str, name: str) -> str | None:
    """Return why a file may not import a name, or None when it may."""
    here, there = path.removesuffix(".py").split("/"), name.split(".")
    if name.startswith("."):
        return "relative import"
    if here[0] == "rules":
        return breach_in_rules(here, there)
    ours = {*APPS, "rules"} - {here[0]}
    if there[0] in ours - APPS[here[0]]:
        return f"{here[0]} is below {there[0]}"
    if there[:2] == ["rules", "games"]:
        return "an app knows no game"
    return "tests are not shipped" if there[0] == "tests" else None


def breach_in_rules(here: list[str], there: list[str]) -> str | None:
    """The stricter half: the rules are pure, their core points downward, and games do not know each other."""
    if here[1] in ("apps", "management"):
        return f"the terminal is below {there[0]}" if there[0] in APPS else None
    if there[0] != "rules":
        pure = there[0] in sys.stdlib_module_names and there[0] not in IMPURE
        return None if pure else f"{there[0]} is not pure"
    if here[-1] == "__init__" and here[1] != "games":
        return "an __init__.py of the rules imports nothing"
    if here[1] == "games":
        shared = ("core", "character", "ground", "odds", "catalogue", "engine", "importing")
        known = there[1] in shared or there[1:3] == here[1:3]
        return None if known else f"a game stands on the core alone, not on {'.'.join(there)}"
    if place(here) is None:
        return f"{'/'.join(here)}.py has no place in the order of the rules"
    below = place(there)
    return None if below is not None and below < (place(here) or 0) else f"{'.'.join(here)} is below {'.'.join(there)}"


def place(dotted: list[str]) -> int | None:
    """The place of a module of the rules in their order; the longest prefix that is listed counts."""
    names = (".".join(dotted[1:end]) for end in range(len(dotted), 1, -1))
    return next((ORDER.index(name) for name in names if name in ORDER), None)


def python_files() -> list[str]:
    """Return every Python file that is shipped, from the project's root."""
    return sorted(
        path.relative_to(ROOT).as_posix() for folder in (*APPS, "rules") for path in (ROOT / folder).rglob("*.py")
    )


def imported_at_start(source: str) -> set[str]:
    """Return the dotted names that a file imports when it is imported itself: not in functions, not for types alone."""
    found, todo = set(), [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not is_for_types(node):
            todo += ast.iter_child_nodes(node)
    return found


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the modules that import each other, directly or through others, group by group."""
    left = {name: set(below) for name, below in graph.items()}
    while done := {name for name, below in left.items() if not below & left.keys()}:
        left = {name: below for name, below in left.items() if name not in done}
    return [sorted(left)] if left else []


def modules_of_the_apps() -> dict[str, set[str]]:
    """Return the modules of the apps by dotted name, with those each imports when it is imported."""
    paths = [path for path in python_files() if path.split("/")[0] in APPS]
    names = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in paths}
    graph = {}
    for name, path in names.items():
        wanted = imported_at_start((ROOT / path).read_text())
        graph[name] = {one if one in names else one.rpartition(".")[0] for one in wanted} & names.keys() - {name}
    return graph


def test_no_modules_of_the_apps_import_each_other_in_a_circle():
    assert cycles(modules_of_the_apps()) == []


def test_a_circle_of_imports_is_found():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == [["a", "b", "c"]]
    assert imported_at_start("if TYPE_CHECKING:\n    import a\ndef f():\n    import b\nimport c.d") == {"c.d"}


def test_the_live_library_stands_without_the_site():
    """Types apart, it imports nothing of its site: everything comes by ``campaigns/live/site.py``."""
    for path in sorted((ROOT / "campaigns/live").glob("*.py")):
        names = imported_at_start(path.read_text())
        ours = {name for name in names if name.split(".")[0] in {*APPS, "rules"}}
        assert {name for name in ours if not name.startswith("campaigns.live")} == set(), path.name


@pytest.mark.parametrize("path", python_files())
def test_a_file_imports_only_what_it_may(path):
    found = {name: breach(path, name) for name in imports((ROOT / path).read_text())}
    assert {name: why for name, why in found.items() if why} == {}


def test_the_tests_of_an_app_stand_in_its_own_folders():
    tests = (path for app in MIRRORED for path in (ROOT / "tests" / app).rglob("test_*.py"))
    folders = {path.parent.relative_to(ROOT / "tests") for path in tests}
    assert {folder.as_posix() for folder in folders if not (ROOT / folder).is_dir()} == set()


def test_no_folder_of_an_app_or_the_bench_has_too_many_modules():
    modules = [Path(path) for path in python_files() if path.split("/")[0] in APPS]
    modules += [path.relative_to(ROOT) for path in (ROOT / "bench").rglob("*.py")]
    sizes = Counter(path.parent.as_posix() for path in modules if path.name != "__init__.py")
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rules/core/dice.py", "from rules import engine"),
        ("rules/core/dice.py", "from rules.engine.decide import decide"),
        ("rules/newcomer.py", "from rules.core.dice import Dice"),
        ("rules/core/text.py", "import django"),
        ("rules/core/dice.py", "import random"),
        ("rules/odds/distribution.py", "from .dice import Dice"),
        ("rules/games/polaris/combat.py", "from rules.games.mythras.tables import HITS"),
        ("rules/games/polaris/combat.py", "from rules.registry import system"),
        ("rules/management/commands/odds.py", "from sheets.models import Character"),
        ("campaigns/live/hub.py", "import sheets.models"),
        ("sheets/views.py", "from encounters import services"),
        ("encounters/views.py", "from rules.games.polaris import game"),
        ("config/urls.py", "from tests import cast"),
    ],
)
def test_an_import_against_the_order_is_a_breach(path, line):
    assert any(breach(path, name) for name in imports(line))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rules/engine/decide.py", "from rules.core.text import Text"),
        ("rules/games/polaris/combat.py", "from rules.games.polaris.tables import HITS"),
        ("rules/management/commands/odds.py", "from django.core.management import BaseCommand"),
        ("encounters/views.py", "from sheets.models import Character"),
        ("config/urls.py", "from campaigns.live.routing import websocket_urlpatterns"),
    ],
)
def test_an_import_along_the_order_is_none(path, line):
    assert not any(breach(path, name) for name in imports(line))


def private_names(source: str) -> list[str]:
    """Return the private names of the project that a test imports, reads, or names as text beside their module."""
    tree, ours, found = ast.parse(source), set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in (*APPS, "rules"):
            ours |= {alias.asname or alias.name for alias in node.names}
            found += [alias.name for alias in node.names if is_private(alias.name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and getattr(node.value, "id", "") in ours:
            found.append(ast.unparse(node))
        if isinstance(node, ast.Call) and node.args and getattr(node.args[0], "id", "") in ours:
            words = (getattr(word, "value", None) for word in node.args[1:])
            found += [word for word in words if isinstance(word, str) and is_private(word)]
    return found


def is_private(name: str) -> bool:
    return name != "_meta" and re.fullmatch(r"_[A-Za-z]\w*", name) is not None


def test_no_test_holds_a_private_name():
    """A function may be renamed, and break nothing but the imports of its tests."""
    suspects = {path: path.read_text() for path in sorted((ROOT / "tests").rglob("*.py"))}
    found = {
        path.relative_to(ROOT).as_posix(): private_names(text)
        for path, text in suspects.items()
        if re.search(r"\w\._[A-Za-z]|import .*\b_[A-Za-z]|, [\"']_[A-Za-z]|^    _[A-Za-z]\w*,$", text, re.MULTILINE)
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_a_private_name_is_found():
    source = """
from campaigns import live
from rules.games.mythras.outlook import _wound, odds
from rules.core.text import _
monkeypatch.setattr(live, "_draw", print)
live._draw(self._own, "_not")
"""
    assert private_names(source) == ["_wound", "_draw", "live._draw"]


def test_the_rules_are_this_project_and_not_the_package_of_that_name():
    assert Path(rules.__file__).resolve().parent == ROOT / "rules"
    assert not re.search(r"(?m)^rules==", (ROOT / "requirements-dev.txt").read_text())


def test_the_rules_run_without_django_or_any_other_package():
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import rules.registry as r; print(len(r.systems()))"
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    # -I -S: no site-packages, no current folder; what is not in the standard library cannot be found.
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, env=bare, cwd="/")
    assert (run.stdout, run.stderr) == (f"{len(GAMES)}\n", "")


def shipped_texts() -> list[str]:
    """Return the files outside the rules in which no game may be named; a game's own templates may name it."""
    folders = [ROOT / name for name in (*APPS, "templates", "static", "bench", ".ci")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [ROOT / name for name in ("manage.py", "Makefile", "pyproject.toml")]
    names = (path.relative_to(ROOT) for path in files)
    skipped = {"vendor", "__pycache__", *KEYS}
    return sorted(name.as_posix() for name in names if not skipped & set(name.parts))


def named_games(text: str) -> list[str]:
    """Return the game keys a text contains, whatever their case and accents."""
    plain = text.lower().replace("é", "e")
    return [key for key in KEYS if key in plain]


@pytest.mark.parametrize("path", shipped_texts())
def test_no_app_names_a_game(path):
    assert named_games((ROOT / path).read_text(errors="ignore")) == []


def test_a_named_game_is_found():
    assert named_games('if game == "polaris" or title == "Médiéval":') == ["medieval", "polaris"]
