"""Dice as values: their number and sides, and all possible throws with their weights."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from rules.core.errors import Unreadable
from rules.core.text import _

MOST_DICE = 100
MOST_SIDES = 1000
_NOTATION = re.compile(r"(\d{1,4})[dD](\d{1,5})(?:([+\-\u2212])(\d{1,5}))?", re.ASCII)


@dataclass(frozen=True, order=True)
class Dice:
    """``count`` dice of ``sides`` sides, such as 2d10."""

    count: int
    sides: int

    def __post_init__(self) -> None:
        if not (1 <= self.count <= MOST_DICE and 1 <= self.sides <= MOST_SIDES):
            raise Unreadable(_("At most %(dice)s dice of %(sides)s sides.", dice=MOST_DICE, sides=MOST_SIDES))

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def outcomes(self) -> int:
        """The number of equally likely throws."""
        return int(self.sides**self.count)

    def fits(self, faces: Sequence[object]) -> bool:
        """True if ``faces`` is a throw of these dice: the right number of whole numbers within bounds."""
        return len(faces) == self.count and all(
            isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= self.sides for face in faces
        )

    def throws(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """All throws with faces in ascending order, each with the number of ways it can fall."""
        for faces in combinations_with_replacement(range(1, self.sides + 1), self.count):
            repeats = prod(map(factorial, Counter(faces).values())) if self.count > 1 else 1
            yield faces, factorial(self.count) // repeats

    def sums(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """One throw for each total, with the number of ways the total can fall."""
        for total, ways in self.totals():
            yield self.throw_of(total), ways

    def totals(self) -> Iterator[tuple[int, int]]:
        """Each total in ascending order, with the number of ways it can fall."""
        yield from sorted(_ways(self.count, self.sides).items())

    def throw_of(self, total: int) -> tuple[int, ...]:
        """The throw with this total whose dice differ least."""
        each, over = divmod(total, self.count)
        return (each,) * (self.count - over) + (each + 1,) * over


@dataclass(frozen=True)
class Formula:
    """Dice plus a constant, such as 2d10+3 for a weapon's damage."""

    dice: Dice
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.dice}{self.plus:+d}" if self.plus else str(self.dice)

    def total(self, faces: Sequence[int]) -> int:
        return sum(faces) + self.plus


@lru_cache(maxsize=1024)
def parse(notation: str) -> Formula:
    """Read ``2d10+3``. Raises ``Unreadable`` for any other text or beyond the limits."""
    match = _NOTATION.fullmatch(notation.strip()) if len(notation) <= 200 else None
    if not match:
        raise Unreadable(_("“%(notation)s” is not dice such as 2d10+3.", notation=notation[:40]))
    count, sides, sign, plus = match.groups()
    constant = int(plus or 0) * (1 if sign == "+" else -1)
    return Formula(Dice(int(count), int(sides)), constant)


@lru_cache(maxsize=1024)
def try_parse(notation: str) -> Formula | None:
    """The formula of a text such as ``2d10+3``; ``None`` if it cannot be read."""
    try:
        return parse(notation)
    except Unreadable:
        return None


@lru_cache(maxsize=256)
def _ways(count: int, sides: int) -> Counter[int]:
    ways: Counter[int] = Counter({0: 1})
    for _die in range(count):
        longer: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] += number
        ways = longer
    return ways
