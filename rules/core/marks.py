"""Marks of a fighter in a scene: each declared once, with how long it lasts; one clock ends them all.

A mark is a value below ``fighters.<id>.marks.<key>``. The clock of the engine (``rules.engine.clock``) calls ``expire``
at the start and end of every turn, however it ends, and the effects that begin a round or end a fight
(``rules.core.rounds``) call it themselves.

A mark that holds a fighter, or a row by fighter, is a contact: a hold, an engagement, an aim, a threat. So is each row
that names its holder, such as of a limb or a weapon. Contacts of hidden fighters count for nobody in sight until they
are revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.scene import Change, Scene


class Until(Enum):
    """The moment that ends a mark: in its fighter's turns, in the round, or in the fight."""

    TURN_START = "the start of their next turn"
    TURN_END = "the end of the turn that runs, or of the next one"
    NEXT_TURN_END = "the end of their next turn, also when set in a turn of theirs"
    ROUND = "the next round"
    FIGHT = "the end of the fight"


OF_TURNS = frozenset({Until.TURN_START, Until.TURN_END, Until.NEXT_TURN_END})


@dataclass(frozen=True)
class Mark:
    """One mark: its key in the scene, and how long it lasts.

    A ``counted`` mark holds the number of such moments left, either itself or under ``count`` if it is a mapping. A
    ``keyed`` mark holds values by key (a place of the body, an opponent), each with its own duration. Each value of a
    ``held`` one is a fighter, or names them under ``by``. The whole table may know a mark that ``is_open``.
    """

    key: str
    until: Until = Until.FIGHT
    counted: bool = False
    count: str = ""
    keyed: bool = False
    held: bool = False
    is_open: bool = False
    rules: tuple[str, ...] = ()

    def of(self, scene: Scene, fighter: str) -> Any:
        return scene.fighters[fighter].marks.get(self.key)

    def number(self, scene: Scene, fighter: str) -> int:
        """Its value as a number, 0 if it is not set."""
        return int(self.of(scene, fighter) or 0)

    def rows(self, scene: Scene, fighter: str) -> Data:
        """Its values by key, empty if there are none."""
        rows: Data = scene.fighters[fighter].marks.get(self.key) or {}
        return rows

    def set(self, scene: Scene, fighter: str, value: Any = True, key: str = "") -> Change:
        """The change that sets it (for a keyed mark, the value under ``key``)."""
        return scene.mark(fighter, f"{self.key}.{key}" if key else self.key, value)

    def clear(self, scene: Scene, fighter: str, key: str = "") -> Change:
        return self.set(scene, fighter, None, key)


def clear_all(marks: Iterable[Mark], scene: Scene, fighter: str) -> tuple[Change, ...]:
    """The changes that clear those of these marks that are set."""
    return tuple(mark.clear(scene, fighter) for mark in marks if mark.of(scene, fighter) is not None)


def expire(marks: Iterable[Mark], scene: Scene, fighter: str, moment: Until) -> tuple[Change, ...]:
    """The changes that a moment makes to a fighter's marks: most end, counted ones decrease by one."""
    return tuple(
        change
        for mark in marks
        if mark.until is moment and mark.of(scene, fighter) is not None
        for change in _run_down(mark, scene, fighter)
    )


def _run_down(mark: Mark, scene: Scene, fighter: str) -> Iterable[Change]:
    if not mark.counted:
        return (mark.clear(scene, fighter),)
    keys = tuple(mark.rows(scene, fighter)) if mark.keyed else ("",)
    return tuple(_decrement(mark, scene, fighter, key) for key in keys)


def _decrement(mark: Mark, scene: Scene, fighter: str, key: str) -> Change:
    value = get(mark.rows(scene, fighter), key) if key else mark.of(scene, fighter)
    left = int(value[mark.count] if mark.count else value) - 1
    if left <= 0:
        return mark.clear(scene, fighter, key)
    return mark.set(scene, fighter, {**value, mark.count: left} if mark.count else left, key)


def check_marks(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The marks of a game. Raises ``ValueError`` if two have the same key."""
    keys = [mark.key for mark in marks]
    if twice := {key for key in keys if keys.count(key) > 1}:
        raise ValueError(f"declared twice: {', '.join(sorted(twice))}")
    return marks


def without_hidden_contacts(scene: Scene, held: frozenset[str]) -> Scene:
    """The scene in which no hidden fighter is in contact with one in sight: all that the table sees is decided on it.

    Whoever was in contact when they were hidden may have let go since: nobody in sight may learn whether they have.
    """
    return (_without_contacts(scene, held) or scene) if scene.hidden else scene


@memoize
def _without_contacts(scene: Scene, held: frozenset[str]) -> Scene | None:
    """The scene without contacts of hidden fighters; ``None`` if there are none: a scene kept in itself is a cycle."""
    hidden, rows = scene.hidden, scene.state["fighters"]
    seen = frozenset(rows).difference(hidden)
    fighters = {key: without_links(row, seen if key in hidden else hidden, held) for key, row in rows.items()}
    if all(fighters[key] is row for key, row in rows.items()):
        return None
    return scene.in_state({**scene.state, "fighters": fighters})


def without_links(row: Data, others: frozenset[str], held: frozenset[str]) -> Data:
    """The row of a fighter without contacts with these others; the same row if there are none."""
    marks = row.get("marks", {})
    kept = {
        key: _without_rows(value, others, key in held) for key, value in marks.items() if not _is_among(value, others)
    }
    if len(kept) == len(marks) and all(kept[key] is value for key, value in marks.items()):
        return row
    return {**row, "marks": {key: value for key, value in kept.items() if value != {}}}


def _without_rows(value: Any, others: frozenset[str], held: bool) -> Any:
    if not isinstance(value, Mapping):
        return value
    gone = {key for key, row in value.items() if key in others or (held and _is_among(_holder(row), others))}
    return {key: row for key, row in value.items() if key not in gone} if gone else value


def _holder(row: Any) -> Any:
    return row.get("by") if isinstance(row, Mapping) else row


def _is_among(value: Any, others: frozenset[str]) -> bool:
    return isinstance(value, str) and value in others
