"""A blow before its dice, in one shape for every game: how often it lands, times what a hit takes, by thresholds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from rules.core.text import Text
from rules.odds.act import Chance
from rules.odds.distribution import Distribution

H = TypeVar("H", bound=Hashable)
Holds = Callable[[H], bool]


@dataclass
class Harm(Generic[H]):
    """How often a hit takes what, and where: a share of ``worlds`` for each place and loss."""

    worlds: int = 1
    shares: dict[tuple[str, H], Fraction | int] = field(default_factory=dict)

    def add(self, share: Fraction | int, loss: H, place: str = "") -> None:
        self.shares[place, loss] = self.shares.get((place, loss), 0) + share

    def spread(self, share: Fraction, losses: Distribution[H], place: str = "") -> None:
        """Add a hit that comes so often, with all that it may take."""
        total = losses.total
        for loss, ways in losses.weights.items():
            self.add(share * Fraction(ways, total), loss, place)

    @property
    def losses(self) -> tuple[H, ...]:
        return tuple(dict.fromkeys(loss for _place, loss in self.shares))

    def chance(self, holds: Holds[H], place: str | None = None) -> Fraction:
        """How often a hit takes what ``holds`` is true of, on one place or anywhere."""
        rows = self.shares.items()
        counted = (share for (where, loss), share in rows if place in (None, where) and holds(loss))
        return Fraction(sum(counted)) / self.worlds

    def ends(self, rows: Iterable[tuple[Text, Holds[H]]]) -> tuple[Chance, ...]:
        """The ends that a hit can bring about, each with its chance."""
        chances = ((label, self.chance(holds)) for label, holds in rows)
        return tuple(Chance(label, chance) for label, chance in chances if chance)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place for place, _loss in self.shares))

    def rows(
        self, columns: Iterable[Holds[H]], places: Mapping[str, Text], of: Fraction | int = 1
    ) -> tuple[tuple[Text, tuple[Fraction, ...]], ...]:
        """The rows of a grid: for each place the share of every column among so many hits."""
        held = tuple(columns)
        return tuple((name, tuple(self.chance(holds, key) / of for holds in held)) for key, name in places.items())
