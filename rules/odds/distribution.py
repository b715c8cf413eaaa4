"""Exact odds: a distribution is a value with integer weights, and any script has one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from rules.core.dice import Dice
from rules.core.script import Ask, Request, Roll, Script, Value

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """The possible values, each with an integer weight out of ``total``."""

    weights: Mapping[T, int]

    @property
    def total(self) -> int:
        return sum(self.weights.values())

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        return Fraction(sum(weight for value, weight in self.weights.items() if holds(value)), self.total)

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of ``change(value)``; equal results are added up."""
        weights: dict[U, int] = {}
        for value, weight in self.weights.items():
            key = change(value)
            weights[key] = weights.get(key, 0) + weight
        return Distribution(weights)

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Replace each value by a distribution, weighted by its chance; merge equivalent values first."""
        return mixture((weight, follow(value)) for value, weight in self.weights.items())

    def beside(self, other: Distribution[U]) -> Distribution[tuple[T, U]]:
        """The joint distribution of two independent values."""
        pairs = {(a, b): m * n for a, m in self.weights.items() for b, n in other.weights.items()}
        return Distribution(pairs)


def totals(dice: Dice) -> Distribution[int]:
    return Distribution(dict(dice.totals()))


def certain(value: T) -> Distribution[T]:
    return Distribution({value: 1})


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    rows = [(weight, part, part.total) for weight, part in parts]
    scale = lcm(*(total for _weight, _part, total in rows))
    weights: dict[T, int] = {}
    for weight, part, total in rows:
        for value, ways in part.weights.items():
            weights[value] = weights.get(value, 0) + weight * ways * (scale // total)
    shrink = gcd(*weights.values())
    return Distribution(weights if shrink == 1 else {value: ways // shrink for value, ways in weights.items()})


def undecided(ask: Ask) -> Value:
    """The policy for scripts that should ask nothing: raises ``LookupError``."""
    raise LookupError(f"odds need a policy for the choice {ask.key}")


def distribution(start: Callable[[], Script[T]], choose: Callable[[Ask], Value] = undecided) -> Distribution[T]:
    """The exact distribution of a script's results, by answering every roll with every possible throw.

    ``choose`` answers its choices. The cost grows with the number of paths: treat independent parts separately.
    """

    def walk(*answers: Value) -> Distribution[T]:
        try:
            request = _next_request(start(), answers)
        except StopIteration as stop:
            return certain(stop.value)
        if isinstance(request, Ask):
            chosen = choose(request)
            if not request.accepts(chosen):
                raise ValueError(f"{chosen} is no choice of {request.key}")
            return walk(*answers, chosen)
        return mixture((ways, walk(*answers, faces)) for faces, ways in _throws(request))

    return walk()


def _next_request(script: Script[T], answers: Sequence[Value]) -> Request:
    """The request that follows these answers, which are valid and in order; raises ``StopIteration`` after the last."""
    asked, given = next(script), 0
    while True:
        batch = asked if isinstance(asked, tuple) else (asked,)
        values = answers[given : given + len(batch)]
        if len(values) < len(batch):
            return batch[len(values)]
        given += len(batch)
        asked = script.send(values if isinstance(asked, tuple) else values[0])


def _throws(request: Roll) -> Iterable[tuple[tuple[int, ...], int]]:
    return request.dice.sums() if request.reads == "sum" else request.dice.throws()
