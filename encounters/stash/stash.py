"""Things of the stash and coins of the purse as plain values: count, split, merge.

A thing is an item of the party with a ``name``, the ``list`` of the sheet it came from, and its ``row`` there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.character.sheet import Field
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.text import _

THING, PURSE = "stash", "purse"
MOST_COINS = 9_999_999
Row = dict[str, Any]
NAME = Field("name", _("Name"), "text", required=True, most=80)
COUNT = Field("qty", _("Quantity"), default=1, least=1, most=9999)
FOUND: tuple[Field, ...] = (NAME, COUNT, Field("notes", _("Notes"), "text", most=200))


@dataclass(frozen=True)
class ThingList:
    """A list of things as the game describes it: the field that counts a row, and those dropped on handing over."""

    path: str
    row: Mapping[str, Field]
    count: str
    worn: tuple[str, ...]

    def size(self, row: Mapping[str, Any]) -> int:
        """The number of things in a row; 1 if its list has no count."""
        return int(row.get(self.count, self.row[self.count].blank)) if self.count in self.row else 1

    def with_count(self, row: Row, number: int) -> Row:
        return {**row, self.count: number} if self.count in self.row else row

    def split(self, row: Row, number: int | None) -> tuple[Row | None, Row]:
        """The rest of a row and the part taken, which is all of it without a number. Raises ``Refused``."""
        size = self.size(row)
        if number is None or number == size:
            return None, row
        if not 1 <= number < size:
            raise Refused(_("There are not that many of these: %(left)s left.", left=size), "count")
        return self.with_count(row, size - number), self.with_count(row, number)

    def unworn(self, row: Row) -> Row:
        """A row as handed over: neither worn nor held."""
        return {key: value for key, value in row.items() if key not in self.worn}

    def merge_into(self, rows: Mapping[str, Row], row: Row) -> tuple[str, Row] | None:
        """The key of the same thing in ``rows``, and it with ``row`` added; ``None`` if none is equal or has room."""
        if self.count not in self.row:
            return None
        uncounted, number, most = self._without_count(row), self.size(row), self.row[self.count].most or 0
        for key, other in rows.items():
            total = self.size(other) + number
            if self._without_count(other) == uncounted and total <= most:
                return key, self.with_count(other, total)
        return None

    def _without_count(self, row: Row) -> Row:
        return {key: value for key, value in row.items() if key != self.count}


def list_at(game: Game, path: str) -> ThingList:
    """The list of things at a path; an empty path gives one with a name and a count only. Raises ``Unreadable``."""
    belongings = game.belongings
    if not path:
        return ThingList("", {field.key: field for field in FOUND}, COUNT.key, ())
    field = game.schema.field(path) if path in belongings.lists else None
    if field is None:
        raise Unreadable(_("Things of this list do not change hands."), "what")
    return ThingList(path, {leaf.key: leaf for leaf in field.row}, belongings.count, belongings.worn)


def read_number(text: str, most: int = COUNT.most or 0) -> int | None:
    """A typed number of things or coins; ``None`` if empty. Raises ``Unreadable``."""
    value = Field("count", _("Quantity"), least=1, most=most).read(text) if text.strip() else None
    return int(value) if value is not None else None
