"""What the fighters of a scene look like, for those who may know it."""

from __future__ import annotations

from encounters.fights import Fight
from rules.board import Row
from rules.paths import Data, get
from sheets import portraits
from sheets.models import Character
from sheets.webp import LARGE, SMALL


def of(fight: Fight, row: Row, side: int = SMALL) -> str:
    """The picture of a fighter, for a game master."""
    return portraits.address(get(_sheet(fight, row), "meta.portrait") or "", side)


def for_all(fight: Fight, row: Row) -> str:
    """The picture of a fighter for the whole table, which knows what player characters look like."""
    return of(fight, row, LARGE) if get(_sheet(fight, row), "meta.kind") == Character.Kind.PC else ""


def _sheet(fight: Fight, row: Row) -> Data:
    return fight.scene.sheets[fight.scene.fighters[row.fighter].character]
