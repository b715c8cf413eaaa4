"""Several of one group who do the same at once: one act of the game master, and one undo."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.core.scene import Scene

FIELD = "together"  # of a form: everybody else of the group who is up does it as well


def mates(scene: Scene, fighter: str, up: Collection[str]) -> Iterator[str]:
    """The others of a fighter's group and side who are up, in the order in which they joined."""
    own = scene.fighters.get(fighter)
    if own is None or not own.group:
        return
    for other in scene.fighters.values():
        if other.id != fighter and other.id in up and (other.group, other.side) == (own.group, own.side):
            yield other.id
