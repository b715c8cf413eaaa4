"""Decisions: ``decide`` holds all the rules and gives events; ``rules.core.scene.apply`` only writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.check import Check, Outcome
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.json_codec import from_json
from rules.core.paths import Data, get
from rules.core.scene import Action, Event, Exchange, Scene, apply
from rules.core.script import Request, Value
from rules.core.text import _
from rules.engine import acting, answering, calling, wording
from rules.engine.circles import circle_of
from rules.engine.closing import check_lands, closings, find_ended_in_sight
from rules.engine.exchanges import OVERRIDE, WAITING, fighters_named, keep_waiting, land, missing_targets, play_out
from rules.engine.turn_ends import end_turns
from rules.odds.distribution import Distribution, distribution

ENGINE_ACTIONS = ("answer", "take_back", "confirm", "adjust", "next", "reveal", "hide")


def decide(system: Game, scene: Scene, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, including the closing of every exchange that it completes.

    Raises ``Unreadable``, ``Refused`` or ``Stale``.
    """
    return wording.word_all(_decide(system, scene, action))


def advance(system: Game, scene: Scene, action: Action) -> Scene:
    """Apply an action without wording its events, for odds and simulations. Raises what ``decide`` raises."""
    keep_waiting(scene)
    for event in _decide(system, scene, action):
        scene = apply(scene, event)
    keep_waiting(scene)
    return scene


def finish(system: Game, scene: Scene, exchange: Exchange, answer: Callable[[Request], Sequence[Any]]) -> Scene:
    """Answer an open exchange to its end; the scene is the same as after answering step by step.

    Raises ``Unreadable`` for an answer that does not fit.
    """

    def fitting(request: Request) -> Value:
        values = tuple(answer(request))
        if not request.accepts(values):
            raise Unreadable(answering.answer_error(request, values), request.key)
        return values

    keep_waiting(scene)
    after = play_out(system, scene, exchange, fitting)
    row = get(after.state, f"exchanges.{exchange.id}.answers")
    answered = Event("answered", "gm", "gm", (scene.change(f"exchanges.{exchange.id}.answers", row),), "gm")
    for event in end_turns(system, scene, (answered, *closings(system, after))):
        scene = apply(scene, event)
    keep_waiting(scene)
    return scene


def _decide(system: Game, scene: Scene, action: Action) -> tuple[Event, ...]:
    steps = {
        "answer": answering.answer,
        "take_back": answering.take_back,
        "confirm": answering.confirm,
        "adjust": answering.adjust,
        "next": calling.call_next,
        "reveal": calling.reveal,
        "hide": calling.reveal,
    }
    event = steps.get(action.kind, acting.act)(system, scene, action)
    actor = action.actor if action.kind not in steps else ""
    after = apply(scene, event)
    if WAITING in scene.memo:
        keep_waiting(after)
    others = (
        find_ended_in_sight(system, scene) - {action.args.get("exchange")} if event.audience == "gm" else frozenset()
    )
    unseen, events = _is_by_hidden(scene, after, action, event), (event, *closings(system, after, but=others))
    return end_turns(system, scene, events if unseen else _with_due(system, scene, events), actor, unseen=unseen)


def _with_due(system: Game, scene: Scene, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, the last of which lands the secret declarations that they have revealed."""
    after = scene.with_changes(change for event in events for change in event.changes)
    changes = land(system, after, system.due(after))[1]
    return (*events[:-1], replace(events[-1], changes=(*events[-1].changes, *changes))) if changes else events


def _is_by_hidden(scene: Scene, after: Scene, action: Action, event: Event) -> bool:
    """True if a command is by or about a hidden fighter, and only game masters read it."""
    if not scene.hidden or event.audience != "gm":
        return False
    exchange = scene.exchanges.get(str(action.args.get("exchange", ""))) or after.exchanges.get(action.id)
    fighters = {event.for_, *fighters_named(action), *(fighters_named(exchange.action) if exchange else ())}
    subjects = {change.subject for change in event.changes}
    fighters |= {who for who in scene.hidden if f"character:{scene.fighters[who].character}" in subjects}
    return action.kind == "next" or not scene.hidden.isdisjoint(fighters)


def fix_ending(system: Game, scene: Scene, exchange: Exchange, ending: Mapping[str, Any], by: str) -> tuple[Event, ...]:
    """End an exchange with the recorded result ``ending`` (see ``read_ending``), whatever its dice say now.

    Used only by corrections. With ``over`` in it, the exchange asks nothing more. Raises ``Refused`` if the result
    cannot land on this scene.
    """
    effects, pledged = from_json(ending["effects"]), from_json(ending["pledged"])
    if lost := missing_targets(scene, (*effects, *pledged)):
        raise Refused(_("Somebody affected is no longer there."), ",".join(lost))
    check_lands(system, scene, exchange, (*pledged, *effects))
    change = scene.change(f"exchanges.{exchange.id}.{OVERRIDE}", {**ending, "by": by})
    circle = circle_of(scene, exchange.action)
    payload = {"exchange": exchange.id, "kept": dict(ending), "who": wording.participants(scene)}
    event = Event("kept", by, exchange.action.actor, (change,), circle, payload)
    return wording.word_all(end_turns(system, scene, (event, *closings(system, apply(scene, event)))))


def check_odds(system: Game, check: Check, settings: Data) -> Distribution[Outcome]:
    return distribution(lambda: system.resolve(check, settings))
