"""Closings: complete exchanges land their effects, inner ones first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event, Exchange, Scene, apply
from rules.core.script import Done, Effect, Pending
from rules.core.text import _
from rules.engine import wording
from rules.engine.calling import end_call
from rules.engine.circles import circle_of
from rules.engine.exchanges import (
    find_active,
    is_beside,
    is_unseen,
    land,
    landing_effects,
    needs_confirm,
    run,
    without_hidden_fighters,
)
from rules.engine.wording import UnwordedEvent


def read_ending(system: Game, scene: Scene, exchange: Exchange) -> tuple[dict[str, Any], Event]:
    """The result of a complete exchange, to be stored, and its closing event. Raises ``Refused`` while it is open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    effects = landing_effects(scene, exchange, state)
    outcome = {"effects": to_json(effects), "pledged": to_json(state.pledged)}
    return outcome, _close(system, scene, exchange, state).with_words


def closings(system: Game, scene: Scene, but: Collection[str] = ()) -> tuple[Event, ...]:
    """Events that close every complete exchange except ``but``, inner ones first."""
    closed: list[Event] = []
    while batch := [row for row in _find_closable(system, scene) if row[0].id not in but]:
        for exchange, state in batch:
            event = _close(system, scene, exchange, state)
            closed.append(event)
            scene = apply(scene, event)
    return tuple(closed)


def _find_closable(system: Game, scene: Scene) -> list[tuple[Exchange, Done[tuple[Effect, ...]]]]:
    """The exchanges that can close now: in a fight, all of the highest level or none.

    Hidden exchanges never delay public ones; they close later. One of a player's hidden hero waits for nobody whom that
    player does not see.
    """
    if scene.kind == "test":
        return _results_if_complete(system, scene, _find_complete(system, scene))
    worked, prompts = find_active(scene), system.turn(scene) if scene.exchanges else ()
    if not prompts and (batch := _results_if_complete(system, scene, worked)):
        return batch
    if any(prompt.of not in scene.fighters or not scene.fighters[prompt.of].hidden for prompt in prompts):
        return []
    leading = (exchange for exchange in worked if _waits_for_nobody_unseen(system, scene, exchange))
    return next(filter(None, (_results_beside(system, scene, exchange, worked) for exchange in leading)), [])


def _waits_for_nobody_unseen(system: Game, scene: Scene, exchange: Exchange) -> bool:
    """True of a public exchange, and of a player's hidden hero's if nobody whom they see is up beside it."""
    action = exchange.action
    if not is_unseen(scene, action):
        return True
    return not action.gm and not system.turn(without_hidden_fighters(system, scene, (action.actor,)))


def _results_beside(
    system: Game, scene: Scene, exchange: Exchange, worked: list[Exchange]
) -> list[tuple[Exchange, Done[tuple[Effect, ...]]]]:
    return _results_if_complete(system, scene, [other for other in worked if is_beside(scene, exchange, other)])


def find_ended_in_sight(system: Game, scene: Scene) -> frozenset[str]:
    """Public exchanges completed by a change of a sheet; they wait for the game master (``waiting_on``).

    An act of a hidden fighter must not close them, because that would reveal it.
    """
    return frozenset(row.id for row, _state in _find_closable(system, scene) if not is_unseen(scene, row.action))


def _results_if_complete(
    system: Game, scene: Scene, worked: list[Exchange]
) -> list[tuple[Exchange, Done[tuple[Effect, ...]]]]:
    """These exchanges with their results; empty while one is open or waits for confirmation."""
    states = [(exchange, run(system, scene, exchange)) for exchange in worked]
    complete = [(exchange, state) for exchange, state in states if isinstance(state, Done)]
    waits = any(needs_confirm(system, scene, exchange, state) for exchange, state in complete)
    return [] if waits or len(complete) < len(states) else complete


def _find_complete(system: Game, scene: Scene) -> list[Exchange]:
    exchanges = scene.exchanges.values()
    return [exchange for exchange in exchanges if isinstance(run(system, scene, exchange), Done)]


def _close(system: Game, scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> UnwordedEvent:
    action, effects = exchange.action, landing_effects(scene, exchange, state)
    after, changes = land(system, scene, (*state.pledged, *effects))
    close = Change(scene.subject, f"exchanges.{exchange.id}", scene.state["exchanges"][exchange.id], None)
    call_changes: tuple[Change, ...] = ()
    if action.actor in after.called:
        call_changes = end_call(system, scene.with_changes((close,)), after.with_changes((close,)), action.actor)
    circle = circle_of(scene, action)
    words = partial(wording.closing_payload, system, scene, exchange, state, after)
    return UnwordedEvent(action.kind, action.by, action.actor, (close, *changes, *call_changes), circle, words=words)


def check_lands(system: Game, scene: Scene, exchange: Exchange, effects: Sequence[Effect]) -> None:
    """Raise ``Unreadable``, or what the game raises, if these effects cannot land here or cannot be worded."""
    try:
        land(system, scene, effects)
        wording.payload_of(system, scene, exchange.action, effects)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(_("These effects cannot be read."), "effects") from error
