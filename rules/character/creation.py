"""Character creation: the fields of each stage, and the points that are spent there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.character.sheet import Field, Section, SheetSchema
from rules.core.paths import Data
from rules.core.text import Text, _, ngettext

FILLED = ("number", "text", "note", "choice", "flag", "list")


@dataclass(frozen=True)
class Group:
    """Fields under one heading; the key of each is its path on the sheet, and a list includes its rows."""

    fields: tuple[Field, ...]
    label: Text | None = None


@dataclass(frozen=True)
class Stage:
    """One page of character creation; ``budgets`` are the keys of the budgets spent on it."""

    key: str
    title: Text
    groups: tuple[Group, ...]
    hint: Text | None = None
    budgets: tuple[str, ...] = ()

    @property
    def fields(self) -> Iterator[Field]:
        return (field for group in self.groups for field in group.fields)


@dataclass(frozen=True)
class Budget:
    """Points to spend: the number spent, and the total; a ``total`` of 0 is no limit.

    The number spent is computed from the sheet each time, so it is right after any edit.
    """

    key: str
    label: Text
    spent: int
    total: int = 0

    @property
    def left(self) -> int | None:
        """The points left, negative if too many are spent; ``None`` without a limit."""
        return self.total - self.spent if self.total else None

    @property
    def over(self) -> int:
        return max(0, -(self.left or 0))

    @property
    def reminder(self) -> Text | None:
        """A sentence about points not spent yet; ``None`` if all are."""
        left = self.left or 0
        if left <= 0:
            return None
        return ngettext("%(budget)s: %(count)s left.", "%(budget)s: %(count)s left.", left, budget=self.label)

    @property
    def complaint(self) -> Text:
        return _("%(budget)s: %(count)s too many.", budget=self.label, count=self.over)


def overspent(budgets: Iterable[Budget]) -> tuple[Text, ...]:
    return tuple(budget.complaint for budget in budgets if budget.over)


def above(schema: SheetSchema, sheet: Data, paths: Iterable[str]) -> int:
    """The sum of the numbers at these paths, relative to a blank sheet; lower ones give points back."""
    return sum(int(schema.value(sheet, path)) - int(schema.value({}, path)) for path in paths)


def fields(schema: SheetSchema, *paths: str, names: Mapping[str, Text] | None = None) -> tuple[Field, ...]:
    """The fields at these paths, with labels from ``names``. Raises ``KeyError`` for a path without a field."""
    return tuple(_renamed_field(schema, path, names or {}) for path in paths)


def section(whole: Section, *leaving: str) -> tuple[Field, ...]:
    """The fields of a section, except those left out by key."""
    start = f"{whole.key}." if whole.key else ""
    return tuple(
        replace(field, key=start + field.key)
        for field in whole.fields
        if field.kind in FILLED and field.key not in leaving
    )


def shortened(field: Field, *keys: str) -> Field:
    """A list field with only these fields of its rows, in this order."""
    leaves = {leaf.key: leaf for leaf in field.row}
    return replace(field, row=tuple(leaves[key] for key in keys))


def by_section(schema: SheetSchema) -> tuple[Stage, ...]:
    """One stage for each section of a sheet, for a game that defines no stages."""
    stages = ((f"part-{number}", part, section(part)) for number, part in enumerate(schema.sections))
    return tuple(Stage(key, part.label, (Group(rows),)) for key, part, rows in stages if rows)


def rows_apart(stages: Sequence[Stage]) -> frozenset[str]:
    """The rows, by path, for which a stage has fields of its own, so that lists leave them out."""
    paths = (field.key.split(".") for stage in stages for field in stage.fields)
    return frozenset(".".join(parts[:2]) for parts in paths if len(parts) == 3)


def _renamed_field(schema: SheetSchema, path: str, names: Mapping[str, Text]) -> Field:
    field = schema.field(path)
    if field is None:
        raise KeyError(path)
    return replace(field, key=path, label=names.get(path, field.label))
