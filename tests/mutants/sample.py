"""``python -m tests.mutants.sample``: break random places of the apps or of the core, and say what no test noticed.

The seed is a new one each time, and printed. A test meets a change if it came to the changed statement when all of them
ran once (`--map` runs them again, which takes some minutes); what is read when a file is loaded meets the tests that
came to that file. One process has everything loaded and forks for each change, as ``hot`` does for a game.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.changes import Mutant, compiled, mutants
from tests.mutants.children import keep_programs
from tests.mutants.hot import Living, codes_of, living, place_of
from tests.mutants.trials import GAMES, LOADING, ROOT, Finder, Trial, in_a_fork, module_name

KEPT = ROOT / "var/mutants"
WEB = ("campaigns", "encounters", "sheets")
SLOW = 6.0  # seconds of processor time, as the others: what takes longer while it is seen is left out
MOST = 90.0  # of tests that one change meets
LIMIT = 300.0  # for one change
PATIENCE = 1500.0  # seconds of the clock, for what waits and never comes to an end
ANSWER = "\nOutcome: "
LEFT_OUT = ("randomly", "cacheprovider", "faulthandler", "xdist")
USUAL = [
    "-o",
    "addopts=",
    "--assert=plain",
    "--capture=no",
    *(word for name in LEFT_OUT for word in ("-p", f"no:{name}")),
]


@dataclass(frozen=True)
class Part:
    """The files that are broken together, and the tests for them."""

    folders: tuple[str, ...]
    tests: tuple[str, ...]
    options: tuple[str, ...]


PARTS = {
    "apps": Part(
        ("campaigns", "encounters", "sheets"),
        (
            *(f"tests/{name}" for name in (*WEB, "evenings", "secrets")),
            *(f"tests/test_{name}.py" for name in ("forms", "keys", "limits", "models", "permissions", "table_words")),
        ),
        ("--reuse-db",),
    ),
    "core": Part(
        ("rules/core", "rules/character", "rules/odds", "rules/engine", "rules/views"),
        ("tests/rules",),
        ("-p", "no:django", "-W", "ignore:Unknown config option:pytest.PytestConfigWarning"),
    ),
}


def main() -> None:
    """Try so many changes, and print those that were left."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.sample", description=main.__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, default=60, help="how many places (60)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--file", default="", help="only files whose path holds this")
    parser.add_argument("--map", action="store_true", help="see again which test comes to which line")
    parser.add_argument("--by", nargs="+", default=(), metavar="TESTS", help="meet these tests alone, seen anew")
    parser.add_argument("--quick", action="store_true", help="without the tests that are marked as slow")
    parser.add_argument("--cold", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.chdir(ROOT)
    keep_programs()
    os.environ.setdefault("TABLEE_FIGHTS", "3")  # of each game: the rest of them would take most of the time
    KEPT.mkdir(parents=True, exist_ok=True)
    part = PARTS[asked.part]
    if asked.cold:
        _cold(part, asked.cold)
        return
    paths = [path for folder in part.folders for path in sorted((ROOT / folder).rglob("*.py"))]
    every = [mutant for path in paths if "migrations" not in path.parts for mutant in mutants(path)]
    every = [mutant for mutant in every if asked.file in str(mutant.path)]
    chosen = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    print(f"{len(chosen)} of {len(every)} changes, --seed {asked.seed}", flush=True)
    kept = f"{asked.part}{'.few' if asked.by else ''}{'.quick' if asked.quick else ''}.map.json"
    session = Session(asked.part, chosen, KEPT / kept, anew=asked.map or bool(asked.by))
    sys.settrace(session.loads)
    _pytest([*(asked.by or part.tests), *part.options, *USUAL, *(("-m", "not slow") if asked.quick else ())], session)
    print(session.report())


def _pytest(words: Sequence[str], plugin: object) -> int:
    import pytest

    return int(pytest.main([*words], plugins=[plugin]))


class Session:
    """The plugin that tries the changes once the tests are collected."""

    def __init__(self, name: str, chosen: Sequence[Mutant], kept: Path, anew: bool) -> None:
        self.name, self.part, self.chosen = name, PARTS[name], chosen
        self.map, self.anew = kept, anew
        self.folders = tuple(f"{ROOT / folder}/" for folder in self.part.folders)
        self.loaded: set[tuple[str, str]] = set()
        self.outcomes: list[tuple[Mutant, Any]] = []

    def loads(self, frame: Any, _event: str, _arg: object) -> None:
        """Note which functions work while files are loaded: a change of theirs is felt by nobody later."""
        if frame.f_code.co_filename.startswith(self.folders):
            self.loaded.add(place_of(frame.f_code))

    def pytest_runtestloop(self, session: Any) -> bool:
        sys.settrace(None)
        if session.testsfailed:
            raise SystemExit("The tests cannot be collected.")
        items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # ``tests/conftest.py`` froze what was loaded, and the collector names nothing that is frozen
        functions: Living = {}
        for folder in self.folders:
            functions |= living(folder)
        gc.collect()
        gc.freeze()
        with tempfile.TemporaryDirectory(prefix="tablee-mutants-") as folder:
            self.databases = Databases(Path(folder)) if self.name == "apps" else None
            known = self._known(items)
            for mutant in self.chosen:
                outcome = self._sure(mutant, known, items, functions)
                self.outcomes.append((mutant, outcome))
                if outcome["outcome"] != "killed":
                    print(_line(mutant, outcome), flush=True)
        return True

    def _known(self, items: dict[str, Any]) -> Known:
        path = self.map
        if self.anew or not path.exists():
            print("Seeing which test comes to which line", flush=True)
            answer = in_a_fork(lambda: self._measured(list(items.values()), path))
            if answer.get("failed"):
                print("Left out, for they are not green:", *answer["failed"], sep="\n  ", flush=True)
            if "failed" not in answer:
                raise SystemExit(f"The tests could not be run: {answer}")
        return Known(json.loads(path.read_text()), items)

    def _measured(self, items: Sequence[Any], path: Path) -> Any:
        import coverage

        if self.databases:
            self.databases.take()
        trace = coverage.Coverage(data_file=None, include=[f"{folder}*" for folder in self.folders], config_file=False)
        trace.start()
        seconds, failed = {}, []
        for item in items:
            trace.switch_context(item.nodeid)
            began, trial = time.process_time(), Trial((), {item.nodeid: 20.0}, frozenset())
            trial.run([item])
            seconds[item.nodeid] = time.process_time() - began
            if trial.noticed:
                failed.append(item.nodeid)
                with contextlib.suppress(Exception):  # what it has broken off is no part of the next one
                    item.session._setupstate.teardown_exact(None)
        trace.stop()
        data, tests = trace.get_data(), [item.nodeid for item in items]
        number = {test: place for place, test in enumerate(tests)}
        lines = {
            str(Path(file).relative_to(ROOT)): {
                line: hex(sum(1 << number[test] for test in contexts if test)) for line, contexts in found.items()
            }
            for file in data.measured_files()
            if (found := data.contexts_by_lineno(file))
        }
        path.write_text(json.dumps({"tests": tests, "seconds": seconds, "failed": failed, "lines": lines}))
        return {"failed": failed}

    def _sure(self, mutant: Mutant, known: Known, items: dict[str, Any], functions: Living) -> Any:
        """Run the tests on a change; a test that notices it must pass without the change, or is asked no more."""
        while True:
            hot = (str(mutant.path), mutant.function) in functions.keys() - self.loaded
            order = known.ordered(mutant, whole=not hot)
            if not order:
                return {"outcome": "unreached", "by": ""}
            found = self._hot(order, known, items, functions, mutant) if hot else self._fresh(order, known, mutant)
            by = found["by"]
            if found["outcome"] != "killed" or by not in known.usable:
                return found
            before = order[: order.index(by) + 1]
            again = self._hot(before, known, items, functions) if hot else self._fresh(before, known)
            if again["outcome"] == "survived":
                return found
            print(f"Left out, for it fails by itself: {again['by']}", flush=True)
            known.usable -= {by, again["by"]}

    def _hot(
        self, order: Sequence[str], known: Known, items: dict[str, Any], functions: Living, mutant: Mutant | None = None
    ) -> Any:
        """Try a change, or none, in a fork of this process."""
        trial = Trial((), known.seconds, frozenset())

        def work() -> Any:
            if self.databases:
                self.databases.take()
            if mutant:
                _change(functions, mutant)
            trial.run([items[test] for test in order])
            return {"outcome": "killed" if trial.noticed else "survived", "by": trial.noticed, "tests": len(order)}

        return in_a_fork(work, LIMIT, PATIENCE)

    def _fresh(self, order: Sequence[str], known: Known, mutant: Mutant | None = None) -> Any:
        """Try a change, or none, in a new process, which loads the changed file."""
        work = KEPT / f"{self.name}.cold.json"
        place = (str(mutant.path), mutant.place, mutant.step) if mutant else None
        others = sorted(known.seconds.keys() - set(order))
        work.write_text(json.dumps({"place": place, "order": order, "others": others, "seconds": known.seconds}))
        command = [sys.executable, "-m", "tests.mutants.sample", self.name, "--cold", str(work)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return {"outcome": "killed", "by": "time"}
        if run.returncode in (-signal.SIGPROF, -signal.SIGXCPU):
            return {"outcome": "killed", "by": "time"}
        with contextlib.suppress(json.JSONDecodeError):
            return json.loads(run.stdout.rpartition(ANSWER)[2])
        return {"outcome": "error", "by": (run.stdout + run.stderr)[-500:]}

    def report(self) -> str:
        """The number of changes that survived, of how many that could be tried."""
        told = [outcome["outcome"] for _mutant, outcome in self.outcomes]
        left = len(told) - told.count("killed") - told.count("error")
        return (
            f"\n{len(told)} tried, {left} left ({100 * left / max(1, len(told)):.0f} %), {told.count('error')} errors"
        )


class Known:
    """One run of all tests: their seconds, and the tests that reach each line."""

    def __init__(self, seen: Any, items: Iterable[str]) -> None:
        self.tests, self.seconds, self.lines = seen["tests"], seen["seconds"], seen["lines"]
        self.usable = {test for test in items if self.seconds.get(test, SLOW) < SLOW} - set(seen["failed"])

    def ordered(self, mutant: Mutant, whole: bool) -> list[str]:
        """The tests that come to a statement, or to the ``whole`` file: those beside it first, then the quick ones."""
        path = str(mutant.path.relative_to(ROOT))
        first, last = mutant.lines
        rows = self.lines.get(path, {}).items()
        comes = 0
        for line, tests in rows:
            comes |= int(tests, 16) if whole or first <= int(line) <= last else 0
        near = [test for place, test in enumerate(self.tests) if comes >> place & 1]
        if whole:  # tables that nothing reads while tests run but those of this file and of all files
            own = ("tests/test_", f"/test_{mutant.path.stem}.py")
            near += [test for test in self.tests if any(name in test for name in own) and test not in near]
        if not near and whole:  # nothing in it ever works: a table, perhaps, whose readers are the nearest there are
            near = [test for test in self.tests if _is_beside(test, path)]
        tests = [test for test in near if test in self.usable]
        tests.sort(key=lambda test: (not _is_beside(test, path), self.seconds[test]))
        chosen, spent = [], 0.0
        for test in tests:
            spent += self.seconds[test]
            if spent < MOST:
                chosen.append(test)
        return chosen


def _is_beside(test: str, path: str) -> bool:
    """True if a test is one of an app, or of the core rather than of a game."""
    _tests, folder, *rest = test.split("/")
    return path.startswith(f"{folder}/") and not (folder == "rules" and (ROOT / GAMES / rest[0]).is_dir())


class Databases:
    """A database for each fork: a copy of one that is migrated."""

    def __init__(self, folder: Path) -> None:
        from tests.serve import Server

        self.folder = folder
        server = Server(folder)
        server.migrate()
        assert server.database is not None
        self.template = server.database

    def take(self) -> None:
        """Use one more copy in this process, which is a fork."""
        from django.db import connections

        own = self.folder / f"{os.getpid()}.sqlite3"
        shutil.copy(self.template, own)
        connections.databases["default"]["TEST"]["NAME"] = str(own)
        connections["default"].settings_dict["TEST"]["NAME"] = str(own)


def _change(functions: Living, mutant: Mutant) -> None:
    """Put changed code into the living functions: the one that was changed, and those inside it."""
    wanted = (str(mutant.path), mutant.function)
    outer = [code for code in codes_of(compiled(mutant)) if place_of(code) == wanted]
    for code in (inner for one in outer for inner in codes_of(one)):
        for function in functions.get(place_of(code), ()):
            function.__code__ = code


def _cold(part: Part, work: Path) -> None:
    """Load a changed file in this process, run tests, and print the outcome as JSON."""
    asked = json.loads(work.read_text())
    if asked["place"]:
        path, *numbers = asked["place"]
        mutant = next(one for one in mutants(Path(path)) if [one.place, one.step] == numbers)
        sys.meta_path.insert(0, Finder({module_name(mutant.path): compiled(mutant)}))
    order = asked["order"]
    trial = Trial(order, asked["seconds"], frozenset(asked["others"]))
    files = dict.fromkeys(test.partition("::")[0] for test in order)
    options = [option for option in part.options if option != "--reuse-db"]
    resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT), int(LIMIT) + 5))
    try:
        code = _pytest([*files, *options, *USUAL], trial)
    except Exception:
        trial.noticed = LOADING
    outcome = "killed" if trial.noticed else "error" if code or not trial.ran else "survived"
    by = trial.noticed or (f"pytest ended with {code} after {trial.ran} tests" if outcome == "error" else "")
    print(ANSWER + json.dumps({"outcome": outcome, "by": by, "tests": trial.ran}))


def _line(mutant: Mutant, outcome: Any) -> str:
    path, source = mutant.path.relative_to(ROOT), mutant.path.read_text().splitlines()[mutant.line - 1].strip()
    met = f"({outcome['tests']} tests)" if "tests" in outcome else outcome["by"]
    return f"{outcome['outcome']}: {path}:{mutant.line}: {mutant.told} | {source} {met}"


if __name__ == "__main__":
    main()
