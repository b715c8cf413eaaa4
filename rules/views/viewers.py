"""Viewers, and how much of a number they may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.check import Breakdown
from rules.core.scene import Fighter
from rules.core.text import Text

Names = Mapping[str, str | Text]


@dataclass(frozen=True)
class Viewer:
    """A viewer: the game master, the table, or a seat, with the characters it owns.

    The game master owns all characters that no player owns.
    """

    role: str
    characters: frozenset[str] = frozenset()

    @property
    def gm(self) -> bool:
        return self.role == "gm"

    def owns(self, character: str) -> bool:
        return character in self.characters

    def sees(self, fighter: Fighter) -> bool:
        """True of a fighter in sight; a player sees a hidden hero of their own."""
        return self.gm or not fighter.hidden or self.owns(fighter.character)

    def knows(self, character: str) -> bool:
        """True if this viewer may read the numbers of a character."""
        return self.gm or self.owns(character)


def without_secret_terms(target: Breakdown | None, viewer: Viewer) -> Breakdown | None:
    """A breakdown without the terms that only the game master knows."""
    if target is None or viewer.gm:
        return target
    return Breakdown(target.base, tuple(term for term in target.modifiers if not term.secret))


@dataclass(frozen=True)
class DuelResult:
    """The end of two opposed tests: the winner's name, or ``None`` for nobody, and the margin in words.

    For an attack without a defence roll, ``winner`` is the attacker, ``target`` the fighter aimed at, ``hit`` its
    result.
    """

    winner: str | Text | None
    by: Text | None = None
    target: str | Text | None = None
    hit: bool = True
