"""Helpers for turn orders and action budgets, which games combine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def highest(items: Iterable[T], key: Callable[[T], Any]) -> tuple[T, ...]:
    rows = [(key(item), item) for item in items]
    best = max((value for value, _item in rows), default=None)
    return tuple(item for value, item in rows if value == best)


def lowest(items: Iterable[T], key: Callable[[T], Any]) -> tuple[T, ...]:
    rows = [(key(item), item) for item in items]
    best = min((value for value, _item in rows), default=None)
    return tuple(item for value, item in rows if value == best)


@dataclass(frozen=True)
class Bundles:
    """A budget that allows one of a few bundles of things, each thing one letter, in any order."""

    bundles: tuple[str, ...]

    def fits(self, spent: Sequence[str], cost: str) -> bool:
        """True if one more thing can be done besides those already ``spent``."""
        wanted = Counter((*spent, cost))
        return any(wanted <= Counter(bundle) for bundle in self.bundles)


@dataclass(frozen=True)
class Distinct:
    """A budget of ``most`` different things; only ``repeatable`` ones may be done twice."""

    most: int
    repeatable: frozenset[str] = frozenset()

    def fits(self, spent: Sequence[str], cost: str) -> bool:
        """True if one more thing can be done besides those already ``spent``."""
        return len(spent) < self.most and not self.repeats(spent, cost)

    def repeats(self, spent: Sequence[str], cost: str) -> bool:
        """True if this has been done already and may not be done twice."""
        return cost in spent and cost not in self.repeatable


@dataclass(frozen=True)
class Points:
    """A budget of ``most`` points, from which everything is paid."""

    most: int

    def left(self, spent: int) -> int:
        return max(0, self.most - spent)

    def fits(self, spent: int, cost: int) -> bool:
        """True if this cost can be paid after the points already ``spent``."""
        return cost <= self.left(spent)
