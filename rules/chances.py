"""What an act may come to before any die falls, as far as who looks may know: values, and the veil over the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from rules.dice import Dice
from rules.odds import Distribution
from rules.outcome import Check, Outcome
from rules.words import Text

T = TypeVar("T")


@dataclass(frozen=True)
class Chance:
    """One thing that may happen; without a ``value`` it depends on what the viewer may not know."""

    label: Text
    value: Fraction | None


@dataclass(frozen=True)
class Grid:
    """Chances in rows and columns, such as how bad a hit is by the place it lands on."""

    label: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, tuple[Fraction, ...]], ...]


@dataclass(frozen=True)
class Odds:
    """The own test first, each of its outcomes exactly; then what follows from it, where that is known.

    ``notes`` belong to the own test: what its margin is worth, and what is left out of it as unknown.
    """

    check: Check
    own: Distribution[Outcome]
    dice: Dice
    notes: tuple[Text, ...] = ()
    chances: tuple[Chance, ...] = ()
    grid: Grid | None = None

    @property
    def success(self) -> Fraction:
        """The chance that the own test succeeds."""
        return self.own.chance(lambda one: one.level.succeeded)


class Unknown(Exception):
    """Something was needed that the viewer may not know."""


class Veil(Mapping[str, Any]):
    """The sheet of somebody of whom a viewer knows the name and what is ``open``: all else raises ``Unknown``."""

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


def known(compute: Callable[[], T]) -> T | None:
    """What a computation gives, or ``None`` where it needs what the viewer may not know."""
    try:
        return compute()
    except Unknown:
        return None
