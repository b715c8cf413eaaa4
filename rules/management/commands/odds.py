"""`manage.py odds GAME CHECK`: the exact chance of every outcome of a test."""

from __future__ import annotations

from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from django.core.management import BaseCommand

from rules.core.check import Level, Outcome
from rules.core.script import Ask, Script, Value
from rules.core.text import Text, _, signed
from rules.management import asked
from rules.management.speak import percent, say
from rules.odds.distribution import Distribution, distribution

LEVELS = {
    Level.CRITICAL: _("Critical success"),
    Level.SUCCESS: _("Success"),
    Level.FAILURE: _("Failure"),
    Level.FUMBLE: _("Critical failure"),
}


class Command(BaseCommand):
    """Print the exact odds of a test."""

    help = "Print the exact odds of a test of a sheet: a fraction and a percentage per outcome."

    def add_arguments(self, parser: ArgumentParser) -> None:
        asked.add_test_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line per level, and below it one per degree."""
        if options["check"] is None:
            self.stdout.write("\n".join(f"{key:<24} {label}" for key, label in asked.rollable(options)))
            return
        test = asked.test(options)

        def outcome() -> Script[Outcome]:
            return asked.outcome_of((yield from test.script()))

        self.stdout.write("\n".join(lines(distribution(outcome, first_open))))


def first_open(ask: Ask) -> Value:
    """The answer to a choice of a test: as many of the first open options as needed."""
    return tuple(option.key for option in ask.options if option.refused is None)[: ask.least]


def lines(odds: Distribution[Outcome]) -> list[str]:
    """The chances, best level first: each level, then its degrees, best margin modifier first."""
    degrees = odds.map(lambda outcome: (outcome.level, outcome.modifier, _degree(outcome)))
    rows = sorted(degrees.weights, key=lambda row: (-row[0], -row[1]))
    table: list[str] = []
    for level in sorted({level for level, _modifier, _name in rows}, reverse=True):
        table.append(_line(say(LEVELS[level]), sum(degrees.weights[row] for row in rows if row[0] == level), degrees))
        table += [
            _line(f"  {say(name)} ({signed(modifier)})", degrees.weights[level, modifier, name], degrees)
            for of, modifier, name in rows
            if of == level and name is not None
        ]
    return table


def _degree(outcome: Outcome) -> Text | None:
    degree = dict(outcome.label.params).get("degree")
    return degree if isinstance(degree, Text) else None


def _line(label: str, weight: int, odds: Distribution[Any]) -> str:
    share = Fraction(weight, odds.total)
    return f"{label:<34} {share!s:>12} {percent(share):>10}"
