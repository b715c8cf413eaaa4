"""The odds of an act before any die is thrown, as far as its viewer may know: values, and the veil over the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from rules.core.check import Check, Outcome
from rules.core.dice import Dice
from rules.core.text import Text
from rules.odds.distribution import Distribution

T = TypeVar("T")


@dataclass(frozen=True)
class Chance:
    """One possible result; without a ``value`` its chance depends on facts that the viewer may not know."""

    label: Text
    value: Fraction | None


@dataclass(frozen=True)
class Grid:
    """Chances in rows and columns, such as the severity of a hit by place of the body."""

    label: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, tuple[Fraction, ...]], ...]


@dataclass(frozen=True)
class Odds:
    """The exact outcomes of the actor's own test; then the chances of what follows, as far as known.

    ``notes`` belong to the own test: the worth of its margin, and unknown terms that are left out. If the number to
    reach is unknown, ``own`` is ``None`` and ``reach`` has the chance against each possible number.
    """

    check: Check
    own: Distribution[Outcome] | None
    dice: Dice
    notes: tuple[Text, ...] = ()
    chances: tuple[Chance, ...] = ()
    grid: Grid | None = None
    reach: tuple[Chance, ...] = ()

    @property
    def success(self) -> Fraction | None:
        """The chance that the own test succeeds; ``None`` if the number to reach is unknown."""
        return None if self.own is None else self.own.chance(lambda outcome: outcome.level.succeeded)


class Unknown(Exception):
    """Raised when a value is needed that the viewer may not know."""


class Veil(Mapping[str, Any]):
    """The sheet of a character of whom a viewer knows the name and the ``open`` parts: all else raises ``Unknown``."""

    def __init__(self, name: str, open: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._known = {**open, "name": name}

    def __getitem__(self, key: str) -> Any:
        if key not in self._known:
            raise Unknown(key)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        raise Unknown("keys")

    def __len__(self) -> int:
        raise Unknown("keys")


STEP = 3


def reach(
    numbers: range, label: Callable[[int], Text], chance: Callable[[int], Fraction], step: int = STEP
) -> tuple[Chance, ...]:
    """The chances against those of these numbers that are multiples of ``step``, without certain or impossible ones."""
    rows = ((number, chance(number)) for number in numbers if number % step == 0)
    return tuple(Chance(label(number), share) for number, share in rows if 0 < share < 1)


def reach_of(
    check: Check,
    throws: Iterable[tuple[tuple[int, ...], int]],
    dice: Dice,
    label: Callable[[int], Text],
    succeeds: Callable[[tuple[int, ...], int], bool],
) -> tuple[Chance, ...]:
    """The chance that these dice, added to the bonus of a check, succeed against each number that they may beat or not.

    ``throws`` are the faces to try, each with its ways, such as one throw for each sum.
    """
    rows, more = tuple(throws), check.target.total

    def chance(number: int) -> Fraction:
        return Fraction(sum(ways for faces, ways in rows if succeeds(faces, number)), dice.outcomes)

    return reach(range(more, more + dice.count * dice.sides + 1), label, chance)


def value_if_known(compute: Callable[[], T]) -> T | None:
    """The result of a computation, or ``None`` if it needs a value that the viewer may not know."""
    try:
        return compute()
    except Unknown:
        return None
