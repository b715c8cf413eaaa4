"""Group actions: several fighters of one group do the same, in one command with one undo."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.core.scene import Scene

FIELD = "together"  # the form's checkbox: all peers who may act now do the same act


def peers(scene: Scene, fighter: str, up: Collection[str]) -> Iterator[str]:
    """The other fighters of the same group and side who may act now, in the order in which they joined.

    Hidden ones come last, so that they stop nobody; a hidden actor takes no visible fighter along.
    """
    own = scene.fighters.get(fighter)
    if own is None or not own.group:
        return
    for other in sorted(scene.fighters.values(), key=lambda row: row.hidden):
        is_mate = (other.group, other.side) == (own.group, own.side) and other.hidden >= own.hidden
        if is_mate and other.id != fighter and other.id in up:
            yield other.id
