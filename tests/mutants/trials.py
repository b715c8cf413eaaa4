"""How a change is tried: the tests of a game in a fork that loads the changed module."""

from __future__ import annotations

import importlib.abc
import importlib.util
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from tests.mutants.changes import Mutant, compiled

ROOT = Path(__file__).resolve().parents[2]
IMPORT = "import"
MEMORY = 3 << 30  # a change that never ends must not take the machine with it


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


def run_tests(paths: Sequence[str], *plugins: object) -> int:
    """Run some tests in this process, without the site around them, and stop at the first that fails."""
    import pytest

    words = [*paths, "-x", "-q", "--no-header", "--tb=no", "-c", os.devnull, f"--rootdir={ROOT}"]
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
        return 60 + int(3 * sum(self.seconds.values()))

    def wanted(self, mutant: Mutant) -> frozenset[str] | None:
        """The tests that reach what was changed; ``None`` for all of them, where it is read when a file is loaded."""
        if not self.reached or not mutant.function or mutant.function in self.reached[IMPORT]:
            return None
        return frozenset(test for test, functions in self.reached.items() if mutant.function in functions)


def known(game: str, paths: Sequence[str]) -> Known:
    """Run the tests on the true game once. Raises ``SystemExit`` when one of them fails."""

    def work() -> object:
        watch = Watch(ROOT / "rules" / game)
        run_tests(paths, watch)
        reached = {name: sorted(functions) for name, functions in watch.reached.items()}
        return {"seconds": watch.seconds, "reached": reached, "failed": watch.failed}

    found = in_a_fork(work, 3600)
    if not isinstance(found, dict) or found["failed"] or not found["seconds"]:
        sys.exit(f"The tests of {game} are not green: {found if isinstance(found, str) else found['failed']}")
    return Known(found["seconds"], {name: frozenset(rows) for name, rows in found["reached"].items()})


def notices(game: str, mutant: Mutant, known: Known, paths: Sequence[str]) -> str:
    """How the tests take a change: ``killed``, ``survived``, or ``unreached`` where none comes there."""
    wanted = known.wanted(mutant)
    if wanted is not None and not wanted:
        return "unreached"

    def work() -> object:
        code = compiled(mutant)
        name = ".".join(("rules", game, mutant.path.stem))
        sys.meta_path.insert(0, Loader(name.removesuffix(".__init__"), code))
        return run_tests(paths, Quickest(known.seconds, wanted))

    return "survived" if in_a_fork(work, known.limit()) == 0 else "killed"
