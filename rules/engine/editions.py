"""Open exchanges that another version of their game began: they ask nothing more, and are closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.paths import Data
from rules.core.scene import Change, Event, Scene, read_exchange
from rules.core.text import _
from rules.engine import wording
from rules.engine.circles import circle_of

OUTDATED = "outdated"  # the kind of event


def find_outdated(system: Game, state: Data) -> tuple[str, ...]:
    """The open exchanges begun by another edition of the game; those without a recorded edition are trusted."""
    rows = state.get("exchanges", {})
    return tuple(key for key, row in rows.items() if row.get("edition", system.edition) != system.edition)


def without_outdated(system: Game, state: Data) -> Data:
    keys = find_outdated(system, state)
    if not keys:
        return state
    rows = {key: row for key, row in state["exchanges"].items() if key not in keys}
    remaining: dict[str, Any] = {**state, "exchanges": rows}
    return remaining if rows else {key: value for key, value in remaining.items() if key != "exchanges"}


def closing_events(system: Game, scene: Scene, state: Data) -> Iterator[Event]:
    """Events that close outdated exchanges, for the audience that saw them begin; ``scene`` is without them."""
    for key in find_outdated(system, state):
        row = state["exchanges"][key]
        action = read_exchange(key, row).action
        version = str(row["edition"]).partition(" ")[2] or "?"
        words = _(
            "Begun under version %(version)s of the game, and closed: finish it by hand, or begin again.",
            version=version,
        )
        if action.actor in scene.fighters:
            words = _("%(who)s: %(what)s", who=scene.name(action.actor), what=words)
        circle = circle_of(scene, action)
        payload = {"told": {circle: to_json(words)}, "who": wording.participants(scene)}
        yield Event(OUTDATED, "", "", (Change(scene.subject, f"exchanges.{key}", row, None),), circle, payload)
