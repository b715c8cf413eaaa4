"""An attack before its dice, in one form for every game: the chance to hit, times the damage, by thresholds."""

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
    """The damage of a hit by place: for each place and loss, its share of ``worlds``."""

    worlds: int = 1
    shares: dict[tuple[str, H], Fraction | int] = field(default_factory=dict)

    def add(self, share: Fraction | int, loss: H, place: str = "") -> None:
        self.shares[place, loss] = self.shares.get((place, loss), 0) + share

    def spread(self, share: Fraction, losses: Distribution[H], place: str = "") -> None:
        """Add a hit with this probability, and the distribution of its losses."""
        total = losses.total
        for loss, ways in losses.weights.items():
            self.add(share * Fraction(ways, total), loss, place)

    @property
    def losses(self) -> tuple[H, ...]:
        return tuple(dict.fromkeys(loss for _place, loss in self.shares))

    def chance(self, holds: Holds[H], place: str | None = None) -> Fraction:
        """The chance that a hit causes a loss for which ``holds`` is true, at one place or anywhere."""
        rows = self.shares.items()
        counted = (share for (where, loss), share in rows if place in (None, where) and holds(loss))
        return Fraction(sum(counted)) / self.worlds

    def ends(self, rows: Iterable[tuple[Text, Holds[H]]]) -> tuple[Chance, ...]:
        """The possible ends of a hit, each with its chance; impossible ones are left out."""
        chances = ((label, self.chance(holds)) for label, holds in rows)
        return tuple(Chance(label, chance) for label, chance in chances if chance)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place for place, _loss in self.shares))

    def rows(
        self, columns: Iterable[Holds[H]], places: Mapping[str, Text], of: Fraction | int = 1
    ) -> tuple[tuple[Text, tuple[Fraction, ...]], ...]:
        """The rows of a grid: for each place the share of every column in a hit, divided by ``of``."""
        held = tuple(columns)
        return tuple((name, tuple(self.chance(holds, key) / of for holds in held)) for key, name in places.items())
