"""The run: which changes are tried, what is remembered of them, and the table at the end."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.mutants import unproved
from tests.mutants.changes import Mutant, compiled, mutants, unbroken
from tests.mutants.hot import Hot
from tests.mutants.trials import GAMES, ROOT, Trial, in_a_fork, loaded_anew, module_name

KEPT = ROOT / "var/mutants"
SILENT = frozenset({"titles.py"})  # nothing but words


def main() -> None:
    """Try the changes of one game in a fixed order, and say which of them no test noticed."""
    words = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    words.add_argument("game")
    words.add_argument("--file", help="one file of the game, such as landing")
    words.add_argument("--minutes", type=float, default=0, help="stop after so many minutes (0: try everything)")
    words.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    words.add_argument("--again", action="store_true", help="only what earlier runs left, with the tests of today")
    words.add_argument("--quick", type=float, default=0, help="without the tests that take more than so many seconds")
    words.add_argument("--figures", action="store_true", help="comparisons, signs and cells of tables alone")
    words.add_argument("--by", nargs="+", metavar="TEST", help="these test files alone")
    words.add_argument("--proofs", action="store_true", help="break each rule, with the tests that prove it")
    words.add_argument("--clauses", action="store_true", help="whether each clause notices a change of its code")
    words.add_argument("--rule", help="one rule alone, with the tests that prove it")
    asked = words.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _prepare()
    if asked.clauses:
        blind = list(unnoticing(asked.game, asked.rule, asked.by or [f"tests/rules/{asked.game}"]))
        sys.exit("\n".join(blind) or None)
    trials = [one for one in _trials(asked.game, asked.file) if one.first or not asked.figures]
    proving = unproved.Proving(asked.game, sources(asked.game)) if asked.proofs or asked.rule else None
    if proving:
        trials = proving.of(trials, asked.rule)
    memory = Memory(f"{asked.game}.proofs" if proving else asked.game, asked.fresh)
    end = time.monotonic() + asked.minutes * 60 if asked.minutes else float("inf")
    with contextlib.suppress(KeyboardInterrupt):
        bench = Bench(asked.game, asked.by or [f"tests/rules/{asked.game}"], asked.quick)
        bench.check()
        for mutant in trials:
            if bool(memory.outcome(mutant)) != asked.again or memory.outcome(mutant) == "killed":
                continue
            if time.monotonic() > end:
                break
            found = bench.prove(mutant, proving.rules(mutant)) if proving else bench.trial(mutant)
            memory.keep(mutant, found)
            if found["outcome"] != "killed":
                print(_line(mutant, found), flush=True)
    print(report(trials, memory))
    if proving and all(memory.outcome(one) for one in proving.of(_trials(asked.game, None))):
        proving.write([one for one in proving.of(_trials(asked.game, None)) if memory.outcome(one) != "killed"])


def unnoticing(game: str, rule: str | None, by: list[str]) -> Iterator[str]:
    """The clauses whose tests notice no change of their code at all."""
    bench, trials = Bench(game, by, 0), [each for path in sources(game) for each in mutants(path, branching=True)]
    for name, changes in unproved.Clauses(game).of(trials, rule):
        tests = bench.known.proofs.get(name, set())
        if not any(bench.trial(change, tests)["outcome"] == "killed" for change in changes):
            yield f"{name}: none of {len(changes)} changes is noticed by {', '.join(sorted(tests)) or 'any test'}"


def _prepare() -> None:
    """Load once what every fork needs, except the game."""
    import yaml
    from hypothesis import Phase, settings

    for folder in ("core", "engine", "views", "autoplay"):
        for path in sorted((ROOT / "rules" / folder).glob("*.py")):
            import_module(module_name(path))
    for name in ("pytest", "_pytest.runner", "hypothesis.strategies"):
        import_module(name)
    yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same, ten times as fast
    phases = (Phase.explicit, Phase.generate)  # a failure is enough, its smallest form is not needed
    settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases, max_examples=25)
    settings.load_profile("mutants")
    os.chdir(ROOT)


def _trials(game: str, file: str | None) -> list[Mutant]:
    found = [mutant for path in sources(game, file) for mutant in mutants(path)]
    random.Random(game).shuffle(found)  # so that a run cut short is a fair sample
    return sorted(found, key=lambda mutant: not mutant.first)


def sources(game: str, file: str | None = None) -> list[Path]:
    """The files of a game that hold its rules."""
    paths = sorted((ROOT / GAMES / game).rglob(f"{file or '*'}.py"))
    return [path for path in paths if path.name not in SILENT]


class Bench:
    """The place where the changes of one game are tried: the hot process, or one that loads the game anew."""

    def __init__(self, game: str, paths: list[str], quick: float) -> None:
        self.game, self.paths = game, paths
        self.hot = Hot(game, paths)
        self.known = self.hot.known
        slow = {name for name, seconds in self.known.seconds.items() if quick and seconds > quick}
        self.without, self.left = frozenset(slow), "quick" if quick else "survived"
        self.noticed: dict[str, Counter[str]] = {}
        modules = [
            *(ROOT / GAMES / game).rglob("*.py"),
            *ROOT.glob("tests/rules/*.py"),
            *(ROOT / "tests/rules" / game).rglob("*.py"),
        ]
        self.codes = {
            module_name(path): compile(path.read_text(), str(path), "exec", dont_inherit=True) for path in modules
        }

    def check(self) -> None:
        """Try the game with nothing changed in both ways. Raises ``SystemExit`` where anything notices that."""
        codes = {module_name(path): unbroken(path) for path in (ROOT / GAMES / self.game).rglob("*.py")}
        order = self._ordered(set(self.known.seconds), "")
        for found in (self.hot.trial(None, order), self._anew(codes, [self.paths], order)):
            if found["outcome"] != "survived":
                sys.exit(f"The unbroken {self.game} does not pass: {found}")

    def trial(self, mutant: Mutant, among: Set[str] | None = None) -> Any:
        """Run the tests, or those ``among`` them, on one change; return the outcome and the tests that noticed it."""
        where = f"{mutant.path.name}:{mutant.function}"
        wanted = self.known.wanted(mutant)
        order = self._ordered(wanted if among is None else wanted & among, where)
        if not order:
            return {"outcome": "unreached", "by": ""}
        if self.known.is_hot(mutant):
            found = self.hot.trial(mutant, order)
        else:
            first = [test.partition("::")[0] for test, _times in self.noticed.get(where, Counter()).most_common(3)]
            stages = [list(dict.fromkeys(first)), self.paths] if first else [self.paths]
            if among is not None:
                stages = [list(dict.fromkeys(test.partition("::")[0] for test in order))]
            found = self._anew({module_name(mutant.path): compiled(mutant)}, stages, order, among)
        if "::" in found["by"] and found["outcome"] == "killed":
            self.noticed.setdefault(where, Counter())[found["by"]] += 1
        return {**found, "outcome": self.left} if found["outcome"] == "survived" else found

    def prove(self, mutant: Mutant, rules: Iterable[str]) -> Any:
        """Run the tests that prove these rules on a change; if they pass it, add the other tests that notice it."""
        found = self.trial(mutant, set().union(*(self.known.proofs.get(rule, ()) for rule in rules)))
        if found["outcome"] == "killed":
            return found
        return {**found, "by": f"{' '.join(rules)} ({self.trial(mutant)['by'] or 'no test at all'})"}

    def _ordered(self, tests: Iterable[str], where: str) -> list[str]:
        """The tests in order: first those that noticed something at this place before, then the quick ones."""
        seen = self.noticed.get(where, Counter())
        kept = [test for test in tests if test not in self.without]
        return sorted(kept, key=lambda test: (-seen[test], self.known.seconds[test]))

    def _anew(  # type: ignore[no-untyped-def]
        self, codes: dict[str, Any], stages: list[list[str]], order: list[str], among: Set[str] | None = None
    ):
        without = self.without if among is None else frozenset(self.known.seconds) - among

        def work() -> Any:
            return loaded_anew({**self.codes, **codes}, stages, lambda: Trial(order, self.known.seconds, without))

        return in_a_fork(work, self.known.limit())


class Memory:
    """The outcomes of earlier runs, below ``var/``; one is forgotten when the statement it broke changes."""

    def __init__(self, game: str, fresh: bool) -> None:
        self.path = KEPT / f"{game}.tsv"
        KEPT.mkdir(parents=True, exist_ok=True)
        if fresh:
            self.path.unlink(missing_ok=True)
        self.path.touch()
        rows = (line.split("\t") for line in self.path.read_text().splitlines())
        self.rows = {key: outcome for key, outcome, _by in rows}

    def outcome(self, mutant: Mutant) -> str:
        """The outcome of a change, or nothing if it was never tried."""
        return self.rows.get(mutant.key, "")

    def keep(self, mutant: Mutant, found: Any) -> None:
        """Write one outcome down at once; a trial that broke by itself has none."""
        if found["outcome"] != "error":
            self.rows[mutant.key] = found["outcome"]
            with self.path.open("a") as file:
                print(mutant.key, found["outcome"], found["by"], sep="\t", file=file)


def _line(mutant: Mutant, found: Any) -> str:
    path, source = mutant.path.relative_to(ROOT), mutant.path.read_text().splitlines()[mutant.line - 1].strip()
    return " ".join([f"{found['outcome']}: {path}:{mutant.line}: {mutant.told}", f"| {source}", found["by"]]).strip()


def report(trials: list[Mutant], memory: Memory) -> str:
    """A table of the files: how many changes, how many of them tried, noticed, and left."""
    lines = ["", "| file | changes | tried | noticed | left |", "|---|---:|---:|---:|---:|"]
    names = sorted({one.path.name for one in trials})
    for name, rows in [*((n, [one for one in trials if one.path.name == n]) for n in names), ("all", trials)]:
        told = [memory.outcome(one) for one in rows]
        tried, noticed = len(told) - told.count(""), told.count("killed")
        lines.append(f"| {name} | {len(rows)} | {tried} | {noticed} | {tried - noticed} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
