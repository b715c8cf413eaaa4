"""Viewers, and how much of a number they may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.check import Breakdown
from rules.core.text import Text

Names = Mapping[str, str | Text]


@dataclass(frozen=True)
class Viewer:
    """Who looks: the game master, the table, or a seat with the characters it owns (for the game master: all the
    characters no player owns)."""

    role: str
    characters: frozenset[str] = frozenset()

    @property
    def gm(self) -> bool:
        return self.role == "gm"

    def owns(self, character: str) -> bool:
        return character in self.characters

    def knows(self, character: str) -> bool:
        """True if this viewer may read the numbers of a character."""
        return self.gm or self.owns(character)


def visible(target: Breakdown | None, viewer: Viewer) -> Breakdown | None:
    """A breakdown without the terms only the game master knows."""
    if target is None or viewer.gm:
        return target
    return Breakdown(target.base, tuple(term for term in target.modifiers if not term.secret))


@dataclass(frozen=True)
class Won:
    """The end of two tests against each other: who won, by name, or nobody; and by how much.

    Of a blow that nobody throws against, ``winner`` is the attacker, ``target`` whom it was aimed at, ``hit`` its end.
    """

    winner: str | Text | None
    by: Text | None = None
    target: str | Text | None = None
    hit: bool = True
