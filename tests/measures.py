"""The measures of the code, by folder: ``python -m tests.measures`` prints the table of docs/quality.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

from tests.test_architecture import imports
from tests.test_code_style import FUNCTIONS, complexity

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rules/core", "rules/engine", "rules/games", "rules", "campaigns", "sheets", "encounters", "config", "bench")
HEAD = (
    "folder",
    "modules",
    "lines",
    "functions",
    "median length",
    "longest",
    "complexity, mean",
    "complexity, most",
    "fan-out, mean",
)


def files(folder: str) -> list[Path]:
    """The modules of a folder, without migrations and what only marks a package."""
    return [
        path for path in sorted((ROOT / folder).rglob("*.py")) if path.stat().st_size and "migrations" not in path.parts
    ]


def row(folder: str) -> tuple[str, ...]:
    """The figures of one folder, in the order of ``HEAD``."""
    sources = {path: path.read_text() for path in files(folder)}
    functions = [node for text in sources.values() for node in _functions(text)]
    lengths = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions]
    ways = [complexity(node) for node in functions]
    fan_out = [len(_project_imports(text)) for text in sources.values()]
    figures = (len(sources), sum(text.count("\n") for text in sources.values()), len(functions))
    shares = (f"{median(lengths):.0f}", str(max(lengths)), f"{mean(ways):.1f}", str(max(ways)), f"{mean(fan_out):.1f}")
    return (f"`{folder}/`", *(f"{figure:,}" for figure in figures), *shares)


def table() -> str:
    """All folders as a table of Markdown."""
    lines = [HEAD, ("---", *("---:",) * (len(HEAD) - 1)), *(row(folder) for folder in FOLDERS)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, FUNCTIONS))


def _project_imports(source: str) -> set[str]:
    """The modules of this project that a file imports."""
    return {module for name in imports(source) if (module := _module(name))}


def _module(name: str) -> str:
    """The module of a dotted name, itself or what holds it; empty for one from elsewhere."""
    for dotted in (name, name.rpartition(".")[0]):
        path = ROOT / dotted.replace(".", "/")
        if dotted and (path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()):
            return dotted
    return ""


if __name__ == "__main__":
    print(table())
