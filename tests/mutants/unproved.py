"""The rules of a game whose proofs let a change of their code pass: ``unproved.txt`` beside its tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rules.management.places import symbols
from tests.mutants.changes import Mutant
from tests.mutants.places import Places
from tests.mutants.trials import GAMES, ROOT

TESTS = ROOT / "tests/rules"


class Proving:
    """A run in which each change of a rule's code meets the tests that prove the rule, and no others.

    ``alike.txt``, kept by hand, lists the changes after which a game still plays alike: no test can notice them.
    """

    def __init__(self, game: str, paths: Sequence[Path]) -> None:
        self.folder = TESTS / game
        self.places = Places(paths, (self.folder / "ids.txt").read_text(encoding="utf-8").split())
        alike = self.folder / "alike.txt"
        rows = alike.read_text(encoding="utf-8").splitlines() if alike.exists() else []
        self.alike = {row for row in rows if row and not row.startswith("#")}

    def rules(self, mutant: Mutant) -> tuple[str, ...]:
        """The rules whose code a change breaks."""
        return self.places.rules(mutant.path, mutant.line)

    def of(self, mutants: Iterable[Mutant], rule: str | None = None) -> list[Mutant]:
        """The changes, of those given, that break a rule, or this one."""
        broken = [(one, self.rules(one)) for one in mutants]
        return [one for one, ids in broken if (rule in ids if rule else ids) and in_words(one) not in self.alike]

    def write(self, survivors: Iterable[Mutant]) -> None:
        """List the rules whose proofs do not bite, in the order of the book, each with the changes that passed."""
        passed: dict[str, dict[str, None]] = {}
        for mutant in sorted(survivors, key=lambda one: (one.path, one.place, one.step)):
            for rule in self.rules(mutant):
                passed.setdefault(rule, {})[in_words(mutant)] = None
        for rule in self.places.nowhere:
            passed[rule] = {"no code names it": None}
        rows = [f"{rule}: {change}\n" for rule in self.places.ids for change in passed.get(rule, ())]
        (self.folder / "unproved.txt").write_text("".join(rows), encoding="utf-8")


class Clauses:
    """A run in which each change of a clause’s code meets the tests that name the clause, and no others."""

    def __init__(self, game: str) -> None:
        spans, folder = symbols(game), ROOT / GAMES / game
        rules = tomllib.loads((folder / "clauses.toml").read_text(encoding="utf-8"))  # the game itself stays unloaded
        clauses = [(f"{rule}/{key}", spans[row["code"]]) for rule, rows in rules.items() for key, row in rows.items()]
        self.places = [(name, folder / span.file, span.first, span.last) for name, span in clauses]

    def of(self, mutants: Sequence[Mutant], rule: str | None) -> Iterator[tuple[str, list[Mutant]]]:
        """Each clause, or those of one rule, with the changes of its code, the figures first."""
        for name, path, first, last in self.places:
            if not rule or name.partition("/")[0] == rule:
                yield name, [one for one in mutants if one.path == path and first <= one.line <= last]


def in_words(mutant: Mutant) -> str:
    """A change in words: what was changed, and the line it stands in."""
    return f"{mutant.told} in {mutant.path.read_text().splitlines()[mutant.line - 1].strip()}"
