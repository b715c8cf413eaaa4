"""Things of the stash and coins of the purse as plain values: counted, split and put together again.

A thing is one item of the party: ``name``, the ``list`` of a sheet it came from, and its ``row`` as it stood there.
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
    """A list of things by the game's description: how its rows are counted, and what stays behind of one that goes."""

    path: str
    row: Mapping[str, Field]
    count: str
    worn: tuple[str, ...]

    def size(self, row: Mapping[str, Any]) -> int:
        """The number of things that a row is; 1 where its list does not count them."""
        return int(row.get(self.count, self.row[self.count].blank)) if self.count in self.row else 1

    def counted(self, row: Row, number: int) -> Row:
        return {**row, self.count: number} if self.count in self.row else row

    def split(self, row: Row, number: int | None) -> tuple[Row | None, Row]:
        """The part of a row that stays and that which goes, all without a number. Raises ``Refused``."""
        size = self.size(row)
        if number is None or number == size:
            return None, row
        if not 1 <= number < size:
            raise Refused(_("There are not so many of these."), "count")
        return self.counted(row, size - number), self.counted(row, number)

    def bare(self, row: Row) -> Row:
        """A row as it goes from hand to hand: not worn, and in nobody's hand."""
        return {key: value for key, value in row.items() if key not in self.worn}

    def joined(self, rows: Mapping[str, Row], row: Row) -> tuple[str, Row] | None:
        """The one of ``rows`` that is the same thing, with ``row`` added to it; none where none is or has room."""
        if self.count not in self.row:
            return None
        alike, number, most = self._uncounted(row), self.size(row), self.row[self.count].most or 0
        for key, other in rows.items():
            total = self.size(other) + number
            if self._uncounted(other) == alike and total <= most:
                return key, self.counted(other, total)
        return None

    def _uncounted(self, row: Row) -> Row:
        return {key: value for key, value in row.items() if key != self.count}


def list_at(game: Game, path: str) -> ThingList:
    """The list of things at a path; where sheets have none, what is found is counted alone. Raises ``Unreadable``."""
    belongings = game.belongings
    if not path:
        return ThingList("", {field.key: field for field in FOUND}, COUNT.key, ())
    field = game.schema.field(path) if path in belongings.lists else None
    if field is None:
        raise Unreadable(_("Things of this list do not change hands."), "what")
    return ThingList(path, {leaf.key: leaf for leaf in field.row}, belongings.count, belongings.worn)


def number(said: str, most: int = COUNT.most or 0) -> int | None:
    """A number of things or coins as it was typed; ``None`` for nothing. Raises ``Unreadable``."""
    value = Field("count", _("Quantity"), least=1, most=most).read(said) if said.strip() else None
    return int(value) if value is not None else None
