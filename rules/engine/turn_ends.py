"""Ends of turns: marks and timed conditions that end as the turns of an event pass."""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Game
from rules.core.scene import Event, Scene
from rules.engine import clock, timers, wording


def end_turns(
    system: Game, scene: Scene, events: tuple[Event, ...], actor: str = "", *, unseen: bool = False
) -> tuple[Event, ...]:
    """The events, with everything that ends as their turns pass.

    Marks end in the last event; each timed condition ends in an event of its own.
    """
    after = scene.with_changes(change for event in events for change in event.changes)
    if "taking" not in scene.state and not timers.timers_of(after) and not clock.counts_turns(system, after):
        return events
    passed = clock.turns_between(system, scene, after, actor, unseen=unseen)
    changes = clock.end_marks(system, scene, after, passed)
    after = after.with_changes(changes)
    ticks = timers.tick_all(system, scene, after, passed, events[0].by)
    later = after.with_changes(change for event in ticks for change in event.changes)
    running = clock.turns_to_json(passed) if timers.timers_of(later) or clock.counts_turns(system, later) else None
    taking = after.change("taking", running)
    if taking.before != taking.after:
        changes += (taking,)
    closing = replace(events[-1], changes=(*events[-1].changes, *changes))
    return (*events[:-1], closing, *(with_participants(scene, tick) for tick in ticks))


def with_participants(scene: Scene, event: Event) -> Event:
    """Add the fighters of the scene to the event of a timer."""
    return (
        replace(event, payload={**event.payload, "who": wording.participants(scene)})
        if "told" in event.payload
        else event
    )
