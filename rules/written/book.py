"""A parsed written game: plain values from which its sheet, tests and fights are derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.character.character import Derived
from rules.character.sheet import SheetSchema
from rules.core.check import Breakdown, Modifier
from rules.core.dice import Dice
from rules.core.paths import Data, get
from rules.core.scene import Health
from rules.core.text import Text
from rules.written.formulas import Formula, Range, label_of


@dataclass(frozen=True)
class Condition:
    """A condition, and the modifier it adds to all tests."""

    label: Text
    tests: int


@dataclass(frozen=True)
class Book:
    """All data of a written game. ``order`` has the derived numbers, each after those it depends on."""

    schema: SheetSchema
    fields: Mapping[str, Range]
    labels: Mapping[str, Text]
    formulas: Mapping[str, Formula]
    order: tuple[str, ...]
    dice: Dice
    tested: tuple[str, ...]
    adds: bool  # true if dice plus number must reach a target; else the dice must be at or under the number
    target: int
    critical: int
    fumble: int
    score: Formula
    by_sides: bool
    initiative: Dice | None  # thrown once a fight and added to the score
    points: Formula
    lost: str
    bands: tuple[tuple[int, Text], ...]
    conditions: Mapping[str, Condition]

    def values(self, sheet: Data) -> dict[str, int]:
        """All numbers of a sheet by name, clamped to their bounds."""
        values = {}
        for name, (least, most) in self.fields.items():
            stored = self.schema.value(sheet, name)
            values[name] = max(least, min(most, int(stored if isinstance(stored, int) else 0)))
        for name in self.order:
            values[name] = self.formulas[name].value(values)
        return values

    def breakdown(self, sheet: Data, name: str) -> Breakdown:
        values = self.values(sheet)
        if name not in self.formulas:
            return Breakdown(Modifier(self.labels[name], values[name]))
        rows = [
            Modifier(label_of(part, self.labels, self.labels[name]), sign * part.value(values))
            for sign, part in self.formulas[name].terms()
        ]
        return Breakdown(rows[0]).plus(*rows[1:])

    def derive(self, sheet: Data, _settings: Data) -> tuple[Derived, ...]:
        return tuple(Derived(name, self.labels[name], self.breakdown(sheet, name)) for name in self.formulas)

    def most_points(self, sheet: Data) -> int:
        return max(1, self.points.value(self.values(sheet)))

    def points_lost(self, sheet: Data) -> int:
        return self.values(sheet)[self.lost]

    def is_out(self, sheet: Data) -> bool:
        return self.points_lost(sheet) >= self.most_points(sheet)

    def health(self, sheet: Data, _settings: Data) -> Health:
        """The health of a sheet, from the percentage of points lost; the last band is out of the fight."""
        if self.is_out(sheet):
            return Health(5, self.bands[-1][1])
        share = 100 * self.points_lost(sheet) // self.most_points(sheet)
        rank = max(row for row, (start, _label) in enumerate(self.bands[:-1]) if share >= start)
        return Health(min(rank, 4), self.bands[rank][1])

    def active_conditions(self, sheet: Data) -> tuple[Condition, ...]:
        return tuple(row for key, row in self.conditions.items() if get(sheet, f"conditions.{key}"))
