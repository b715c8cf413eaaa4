"""The run: which changes are tried, what is remembered of them, and the table at the end."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import time

from tests.mutants.changes import Mutant, mutants
from tests.mutants.trials import ROOT, Known, known, notices

KEPT = ROOT / "var/mutants"
SILENT = frozenset({"catalogue.py", "titles.py"})  # nothing but words


def main() -> None:
    """Try the changes of one game in a fixed order, and say which of them no test noticed."""
    words = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    words.add_argument("game")
    words.add_argument("--file", help="one file of the game, such as landing")
    words.add_argument("--minutes", type=float, default=0, help="stop after so many minutes (0: try everything)")
    words.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    words.add_argument("--again", action="store_true", help="only what earlier runs left")
    words.add_argument("--by", nargs="+", metavar="TEST", help="these test files alone, without measuring them first")
    asked = words.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _prepare()
    trials = _trials(asked.game, asked.file)
    memory = Memory(asked.game, asked.fresh)
    tests = asked.by or [f"tests/rules/{asked.game}"]
    known_game = Known({}, {}) if asked.by else known(asked.game, tests)
    end = time.monotonic() + asked.minutes * 60 if asked.minutes else float("inf")
    with contextlib.suppress(KeyboardInterrupt):
        for mutant in trials:
            if memory.outcome(mutant) == "killed" or (asked.again and not memory.outcome(mutant)):
                continue
            if time.monotonic() > end:
                break
            outcome = notices(asked.game, mutant, known_game, tests)
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
