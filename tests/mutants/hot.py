"""A process that has the game loaded and its tests collected, and forks for each change inside a function."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper, partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.changes import Mutant, compiled, unbroken
from tests.mutants.trials import GAMES, ROOT, Trial, in_a_fork, module_name, run_tests

SLOW = 0.1
Place = tuple[str, str]  # a file, and the name and the first line of a function in it
Living = dict[Place, list[FunctionType]]


class Known:
    """A run of the unbroken game: the seconds of each test, the tests that reach a line, the lines run in loading.

    ``proofs`` are the tests of each rule and clause, by the marker that names it.

    A slow test is taken to come to every line: to follow it would take minutes.
    """

    def __init__(
        self,
        seconds: dict[str, float],
        reached: dict[str, dict[str, list[int]]],
        loading: Iterable[str],
        proofs: dict[str, set[str]],
    ) -> None:
        self.seconds, self.loading, self.proofs = seconds, frozenset(loading), proofs
        self.everywhere = seconds.keys() - reached.keys()
        self.tests: dict[tuple[str, int], set[str]] = {}
        for test, files in reached.items():
            for file, lines in files.items():
                for line in lines:
                    self.tests.setdefault((file, line), set()).add(test)

    def limit(self) -> float:
        """The seconds of processor time a trial may take before it counts as noticed."""
        return 60 + 3 * sum(self.seconds.values())

    def is_hot(self, mutant: Mutant) -> bool:
        """True if a loaded game can take a change: no line of it was run while loading."""
        return bool(mutant.function) and f"{mutant.path}:{mutant.function}" not in self.loading

    def wanted(self, mutant: Mutant) -> set[str]:
        """The tests that come to what was changed; all of them where it is read when a file is loaded."""
        if not self.is_hot(mutant):
            return set(self.seconds)
        first, last = mutant.lines
        found = (self.tests.get((str(mutant.path), line), set()) for line in range(first, last + 1))
        return self.everywhere.union(*found)


class Hot:
    """The other process, seen from here. Raises ``SystemExit`` where the tests of the true game fail."""

    def __init__(self, game: str, paths: Sequence[str]) -> None:
        self.pipe, there = multiprocessing.Pipe()
        forking = multiprocessing.get_context("fork")
        forking.Process(target=_serve, args=(game, paths, there, self.pipe), daemon=True).start()
        there.close()
        found = self.pipe.recv()
        if not isinstance(found, Known):
            sys.exit(f"The tests of {game} are not green: {found}")
        self.known = found

    def trial(self, mutant: Mutant | None, order: Sequence[str]) -> Any:
        """Run some tests on one change; with ``None``, on a copy of every function, which no test may notice."""
        self.pipe.send((mutant, list(order)))
        return self.pipe.recv()


def _serve(game: str, paths: Sequence[str], pipe: Connection, other: Connection) -> None:
    other.close()  # else its end is never seen here
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    session = Session(ROOT / GAMES / game, pipe)
    if code := run_tests(paths, session):
        pipe.send(f"pytest ended with {code}")


class Session:
    """The plugin that waits for changes once the tests are collected."""

    def __init__(self, folder: Path, pipe: Connection) -> None:
        self.folder, self.pipe = folder, pipe
        self.loading: dict[int, CodeType] = {}
        sys.settrace(self._entered)

    def _entered(self, frame, _event, _arg) -> None:  # type: ignore[no-untyped-def]
        self.loading[id(frame.f_code)] = frame.f_code

    def pytest_runtestloop(self, session) -> bool:  # type: ignore[no-untyped-def]
        sys.settrace(None)
        if session.testsfailed:
            return False
        items = {one.nodeid: one for one in session.items}
        gc.collect()
        live = living(str(self.folder))
        gc.freeze()  # else each fork copies what its collector touches
        found = in_a_fork(lambda: self._measured(list(items.values())))
        if not found.get("seconds") or found["failed"]:
            self.pipe.send(found.get("failed") or found)
            return True
        loading = (":".join(place_of(code)) for code in self.loading.values())
        known = Known(found["seconds"], found["reached"], loading, _proofs(items.values()))
        self.pipe.send(known)
        with contextlib.suppress(EOFError):
            while True:
                mutant, order = self.pipe.recv()
                trial, asked = Trial((), known.seconds, frozenset()), [items[name] for name in order]
                self.pipe.send(in_a_fork(partial(_tried, live, mutant, trial, asked), known.limit()))
        return True

    def _measured(self, items: Sequence[Any]) -> Any:
        """Run the tests once, each with nothing remembered of the others."""
        gc.unfreeze()
        caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
        caches = [one for one in caches if one.__module__.startswith(("tests.", module_name(self.folder)))]
        seconds, reached, failed = {}, {}, []
        for item in items:
            for cache in caches:
                cache.cache_clear()
            started, trial = time.perf_counter(), Trial((), {item.nodeid: 60.0}, frozenset())
            trial.run([item])
            seconds[item.nodeid] = time.perf_counter() - started
            failed += [item.nodeid] if trial.noticed else []
            if seconds[item.nodeid] < SLOW:
                reached[item.nodeid] = self._lines(item, caches)
        return {"seconds": seconds, "reached": reached, "failed": failed}

    def _lines(self, item: Any, caches: Iterable[Any]) -> dict[str, list[int]]:
        lines: dict[str, set[int]] = {str(path): set() for path in self.folder.rglob("*.py")}
        for cache in caches:
            cache.cache_clear()
        sys.settrace(partial(_entered, {file: _noting(kept) for file, kept in lines.items()}))
        Trial((), {item.nodeid: 60.0}, frozenset()).run([item])
        sys.settrace(None)
        return {file: sorted(kept) for file, kept in lines.items() if kept}


def _proofs(items: Iterable[Any]) -> dict[str, set[str]]:
    proofs: dict[str, set[str]] = {}
    for item in items:
        for name in {name for mark in item.iter_markers("rules") for name in mark.args}:
            for proved in (name, name.partition("/")[0]):
                proofs.setdefault(proved, set()).add(item.nodeid)
    return proofs


def _entered(files: dict[str, Any], frame, _event, _arg) -> Any:  # type: ignore[no-untyped-def]
    return files.get(frame.f_code.co_filename)


def _noting(lines: set[int]) -> Any:
    """A tracer that notes the lines it comes to."""

    def noted(frame, _event, _arg) -> Any:  # type: ignore[no-untyped-def]
        lines.add(frame.f_lineno)
        return noted

    return noted


def living(folder: str) -> Living:
    """The functions of this process that come from files below a folder."""
    found: Living = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(folder):
            found.setdefault(place_of(one.__code__), []).append(one)
    return found


def place_of(code: CodeType) -> Place:
    """The file and line of a function's code."""
    return code.co_filename, f"{code.co_name}:{code.co_firstlineno}"


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Code, and that of all functions inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_of(inner)


def _tried(live: Living, mutant: Mutant | None, trial: Trial, items: Sequence[Any]) -> Any:
    """Put changed code into the living functions and run tests."""
    if mutant:
        wanted = (str(mutant.path), mutant.function)
        new = {place_of(code): code for code in codes_of(compiled(mutant)) if place_of(code) == wanted}
        assert wanted in live, f"no living function {wanted}"
    else:
        files = {Path(file) for file, _function in live}
        codes = [code for file in files for code in codes_of(unbroken(file)) if code.co_name != "<lambda>"]
        new = {place_of(code): code for code in codes}
    assert new
    for place, code in new.items():
        for function in live.get(place, ()):
            function.__code__ = code
    trial.run(items)
    return {"outcome": "killed" if trial.noticed else "survived", "by": trial.noticed}
