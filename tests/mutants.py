"""``python -m tests.mutants GAME``: break a game one place at a time and see whether its tests notice.

Every comparison, sign, number, flag and ``and``/``or`` of ``rules/GAME`` is changed alone, and the tests of that game
are run on it. A change that no test notices is a survivor. One process at a time; each change is tried in a fork
that loads the changed module in place of the true one, so nothing is ever written into the tree.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import hashlib
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var/mutants"
SILENT = frozenset({"catalogue.py", "titles.py"})  # nothing but words
WORDS = frozenset({"pgettext", "_", "Text", "Rule"})
IMPORT = "import"
MEMORY = 3 << 30  # a change that never ends must not take the machine with it

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One changed place: the ``step``-th change of the ``place``-th node of a file."""

    path: Path
    place: int
    step: int
    line: int
    told: str
    function: str
    digest: str

    @property
    def key(self) -> str:
        """What names it as long as its file stays the same."""
        return f"{self.path.stem}:{self.digest}:{self.place}:{self.step}"


# The changes.


def changes(node: ast.AST) -> tuple[tuple[str, Callable[[ast.AST], ast.AST]], ...]:
    """What can be broken at one node: a word for it, and how."""
    if isinstance(node, ast.Compare):
        return tuple(_comparisons(node))
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS and not _is_text(node):
        return ((_said(node.op, SIGNS[type(node.op)]()), _with("op", SIGNS[type(node.op)]())),)
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ((_said(node.op, other), _with("op", other)),)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        return ((f"without {type(node.op).__name__}", lambda one: one.operand),)  # type: ignore[attr-defined]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ((f"{node.value} → {not node.value}", _with("value", not node.value)),)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return tuple((f"{node.value} → {other}", _with("value", other)) for other in (node.value + 1, node.value - 1))
    return ()


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, Callable[[ast.AST], ast.AST]]]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS.get(type(op), ()):
            yield _said(op, other()), _with("ops", [*node.ops[:place], other(), *node.ops[place + 1 :]])


def _with(name: str, value: object) -> Callable[[ast.AST], ast.AST]:
    def changed(node: ast.AST) -> ast.AST:
        new = copy.copy(node)
        setattr(new, name, value)
        return new

    return changed


def _said(before: ast.AST, after: ast.AST) -> str:
    return f"{type(before).__name__} → {type(after).__name__}"


def _is_text(node: ast.BinOp) -> bool:
    """Whether an addition joins texts, which are no part of the rules."""
    sides = (node.left, node.right)
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)


class _Numbered(ast.NodeTransformer):
    """Walk a tree in one order, leaving words and types alone; replace the node of one number."""

    def __init__(self, wanted: int = -1, step: int = 0) -> None:
        self.wanted, self.step, self.place = wanted, step, -1
        self.inside: ast.AST | None = None
        self.found: list[tuple[int, int, ast.AST, str, ast.AST | None]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WORDS:
            node.keywords = [self.visit(one) for one in node.keywords]  # type: ignore[misc]
            return node
        self.place += 1
        place, found = self.place, changes(node)
        if isinstance(node, ast.AnnAssign):
            node.value = self.visit(node.value) if node.value else None  # type: ignore[assignment]
        elif isinstance(node, ast.ClassDef):  # its decorators say how it is stored, which is no rule
            node.body = [self.visit(one) for one in node.body]  # type: ignore[misc]
        elif isinstance(node, ast.FunctionDef):
            node.args.defaults = [self.visit(one) for one in node.args.defaults]  # type: ignore[misc]
            outer, self.inside = self.inside, self.inside or node
            node.body = [self.visit(one) for one in node.body]  # type: ignore[misc]
            self.inside = outer
        else:
            self.generic_visit(node)
        self.found += [(place, step, node, told, self.inside) for step, (told, _how) in enumerate(found)]
        return found[self.step][1](node) if place == self.wanted else node

    def visit_all(self, tree: ast.Module) -> ast.Module:
        tree.body = [self.visit(one) for one in tree.body if not isinstance(one, ast.Import | ast.ImportFrom)]  # type: ignore[misc]
        return tree


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change of one file."""
    walk = _Numbered()
    source = path.read_text()
    walk.visit_all(ast.parse(source))
    digest = hashlib.sha256(source.encode()).hexdigest()[:8]
    for place, step, node, told, inside in walk.found:
        function = f"{path.name}:{_first_line(inside)}" if inside else ""
        yield Mutant(path, place, step, node.lineno, told, function, digest)  # type: ignore[attr-defined]


def _first_line(function: ast.AST) -> int:
    """Where a function begins as its code says it: at its first decorator."""
    rows = [one.lineno for one in getattr(function, "decorator_list", ())]
    return min([function.lineno, *rows])  # type: ignore[attr-defined]


def compiled(mutant: Mutant) -> CodeType:
    """The changed module."""
    tree = ast.parse(mutant.path.read_text())
    kept = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    doc = [one for one in tree.body[:1] if isinstance(one, ast.Expr)]
    changed = _Numbered(mutant.place, mutant.step).visit_all(tree)
    rest = changed.body[len(doc) :]
    module = ast.fix_missing_locations(ast.Module([*doc, *kept, *rest], []))
    return compile(module, str(mutant.path), "exec")


# The trials.


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Give the changed module where the true one is imported."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object = None, target: object = None):  # type: ignore[no-untyped-def]
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def exec_module(self, module) -> None:  # type: ignore[no-untyped-def]
        exec(self.code, module.__dict__)


class Quickest:
    """Order the tests so that the quick ones come first, and leave out those that never reach the changed line."""

    def __init__(self, seconds: dict[str, float], wanted: frozenset[str] | None) -> None:
        self.seconds, self.wanted = seconds, wanted

    def pytest_collection_modifyitems(self, items: list) -> None:  # type: ignore[type-arg]
        if self.wanted is not None:
            items[:] = [one for one in items if one.nodeid in self.wanted]
        items.sort(key=lambda one: self.seconds.get(one.nodeid, 0.0))


class Watch:
    """Note how long each test takes and which functions of the game it reaches."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.seconds: dict[str, float] = {}
        self.reached: dict[str, set[str]] = {IMPORT: set()}
        self.failed: list[str] = []
        self.started = 0.0
        self._watch(IMPORT)

    def _watch(self, name: str) -> None:
        functions = self.reached.setdefault(name, set())

        def entered(frame, _event, _arg) -> None:  # type: ignore[no-untyped-def]
            if frame.f_code.co_filename.startswith(self.folder):
                functions.add(f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_firstlineno}")

        sys.settrace(entered)

    def pytest_runtest_setup(self, item) -> None:  # type: ignore[no-untyped-def]
        self.started = time.perf_counter()
        self._watch(item.nodeid)

    def pytest_runtest_logreport(self, report) -> None:  # type: ignore[no-untyped-def]
        self.failed += [report.nodeid] if report.failed else []
        self.seconds[report.nodeid] = time.perf_counter() - self.started


def run_tests(game: str, *plugins: object) -> int:
    """Run the tests of a game in this process, without the site around them, and stop at the first that fails."""
    import pytest

    words = [f"tests/rules/{game}", "-x", "-q", "--no-header", "--tb=no", "-c", os.devnull, f"--rootdir={ROOT}"]
    words += [f"--confcutdir={ROOT}/tests/rules", "-p", "no:cacheprovider"]
    words += [
        word for name in ("django", "randomly", "asyncio", "xdist", "playwright") for word in ("-p", f"no:{name}")
    ]
    return int(pytest.main(words, plugins=list(plugins)))


def in_a_fork(work: Callable[[], object], seconds: int) -> object:
    """What ``work`` returns, done in a process of its own that may use so much of the processor; or how it ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        with os.fdopen(write, "w") as pipe:
            json.dump(work(), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        told = pipe.read()
    _pid, status = os.waitpid(child, 0)
    return json.loads(told) if told else f"ended by signal {os.WTERMSIG(status)}"


@dataclass(frozen=True)
class Known:
    """What the unbroken game shows: the seconds of each test, and who reaches which function."""

    seconds: dict[str, float]
    reached: dict[str, frozenset[str]]

    def limit(self) -> int:
        """How many seconds of the processor a trial may take before it counts as noticed."""
        return 30 + int(3 * sum(self.seconds.values()))

    def wanted(self, mutant: Mutant) -> frozenset[str] | None:
        """The tests that reach what was changed; ``None`` for all of them, where it is read when a file is loaded."""
        if not mutant.function or mutant.function in self.reached[IMPORT]:
            return None
        return frozenset(test for test, functions in self.reached.items() if mutant.function in functions)


def known(game: str) -> Known:
    """Run the tests of the true game once. Raises ``SystemExit`` when one of them fails."""

    def work() -> object:
        watch = Watch(ROOT / "rules" / game)
        run_tests(game, watch)
        reached = {name: sorted(functions) for name, functions in watch.reached.items()}
        return {"seconds": watch.seconds, "reached": reached, "failed": watch.failed}

    found = in_a_fork(work, 3600)
    if not isinstance(found, dict) or found["failed"] or not found["seconds"]:
        sys.exit(f"The tests of {game} are not green: {found if isinstance(found, str) else found['failed']}")
    return Known(found["seconds"], {name: frozenset(rows) for name, rows in found["reached"].items()})


def notices(game: str, mutant: Mutant, known: Known) -> str:
    """How the tests take a change: ``killed``, ``survived``, or ``unreached`` where none comes there."""
    wanted = known.wanted(mutant)
    if wanted is not None and not wanted:
        return "unreached"

    def work() -> object:
        code = compiled(mutant)
        name = ".".join(("rules", game, mutant.path.stem))
        sys.meta_path.insert(0, Loader(name.removesuffix(".__init__"), code))
        return run_tests(game, Quickest(known.seconds, wanted))

    return "survived" if in_a_fork(work, known.limit()) == 0 else "killed"


# The run.


def main() -> None:
    """Try the changes of one game in a fixed order, and say which of them no test noticed."""
    words = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    words.add_argument("game")
    words.add_argument("--file", help="one file of the game, such as landing")
    words.add_argument("--minutes", type=float, default=0, help="stop after so many minutes (0: try everything)")
    words.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    asked = words.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _prepare()
    trials = _trials(asked.game, asked.file)
    memory = Memory(asked.game, asked.fresh)
    known_game = known(asked.game)
    end = time.monotonic() + asked.minutes * 60 if asked.minutes else float("inf")
    with contextlib.suppress(KeyboardInterrupt):
        for mutant in trials:
            if memory.outcome(mutant) == "killed":
                continue
            if time.monotonic() > end:
                break
            outcome = notices(asked.game, mutant, known_game)
            memory.keep(mutant, outcome)
            if outcome != "killed":
                print(f"{outcome}: rules/{asked.game}/{mutant.path.name}:{mutant.line}: {mutant.told}", flush=True)
    print(report(trials, memory))


def _prepare() -> None:
    """Load once what every fork needs, except the game."""
    from hypothesis import Phase, settings

    for name in ("yaml", "pytest", "_pytest.assertion.rewrite", "hypothesis.strategies", "rules.board", "rules.odds"):
        __import__(name)
    phases = (Phase.explicit, Phase.generate)  # a failure is enough, its smallest form is not needed
    settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases)
    settings.load_profile("mutants")
    os.chdir(ROOT)


def _trials(game: str, file: str | None) -> list[Mutant]:
    paths = sorted(ROOT.glob(f"rules/{game}/{file or '*'}.py"))
    found = [mutant for path in paths if path.name not in SILENT for mutant in mutants(path)]
    random.Random(game).shuffle(found)  # so that a run cut short is a fair sample
    return found


class Memory:
    """What earlier runs found, by file, forgotten when that file changes; what was noticed once stays noticed."""

    def __init__(self, game: str, fresh: bool) -> None:
        self.path = KEPT / f"{game}.json"
        self.rows: dict[str, str] = {}
        if self.path.exists() and not fresh:
            self.rows = json.loads(self.path.read_text())

    def outcome(self, mutant: Mutant) -> str:
        """How a change was taken, or nothing where it was never tried."""
        return self.rows.get(mutant.key, "")

    def keep(self, mutant: Mutant, outcome: str) -> None:
        """Write one outcome down at once."""
        self.rows[mutant.key] = outcome
        KEPT.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.rows, indent=0))


def report(trials: list[Mutant], memory: Memory) -> str:
    """A table of the files: how many changes, how many of them tried, noticed, and left."""
    lines = ["", "| file | changes | tried | noticed | survivors |", "|---|---:|---:|---:|---:|"]
    names = sorted({one.path.name for one in trials})
    for name, rows in [*((n, [one for one in trials if one.path.name == n]) for n in names), ("all", trials)]:
        told = [memory.outcome(one) for one in rows]
        tried, noticed = len(told) - told.count(""), told.count("killed")
        lines.append(f"| {name} | {len(rows)} | {tried} | {noticed} | {tried - noticed} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
