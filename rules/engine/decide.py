"""Decisions: ``decide`` holds all the rules and gives events; ``rules.core.scene.apply`` only writes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.core import retries
from rules.core.acts import Offer
from rules.core.check import Check, Outcome
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.paths import Data, get
from rules.core.scene import Action, Change, Event, Exchange, Scene, apply
from rules.core.script import Done, Effect, Pending, Request, Roll, Value
from rules.core.text import Text, _
from rules.engine import clock, timers, wording
from rules.engine.exchanges import (
    WAITING,
    after_costs,
    fighters_named,
    find_active,
    find_concerned_unseen,
    find_revocable,
    find_uncalled,
    find_unseen,
    go_on,
    is_unseen,
    keep_waiting,
    land,
    landing_effects,
    missing_targets,
    needs_confirm,
    newest_answers,
    place_of_newest,
    play_out,
    proposal,
    run,
    scene_for,
    script_of,
    without_hidden_exchanges,
    without_hidden_fighters,
)
from rules.engine.kept_dice import fall_again, forget_answer, forget_unused, spare_change, spare_faces, spare_place
from rules.engine.offers import offer_of, read_args, without_unseen
from rules.engine.wording import UnwordedEvent
from rules.odds.distribution import Distribution, distribution

FOR_HIDDEN = "for_hidden"  # an argument that no form asks
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
            raise Unreadable(_answer_error(request, values), request.key)
        return values

    keep_waiting(scene)
    after = play_out(system, scene, exchange, fitting)
    row = get(after.state, f"exchanges.{exchange.id}.answers")
    answered = Event("answered", "gm", "gm", (scene.change(f"exchanges.{exchange.id}.answers", row),), "gm")
    for event in _end_turns(system, scene, (answered, *_closings(system, after))):
        scene = apply(scene, event)
    keep_waiting(scene)
    return scene


def _decide(system: Game, scene: Scene, action: Action) -> tuple[Event, ...]:
    steps = {
        "answer": _answer,
        "take_back": _take_back,
        "confirm": _confirm,
        "adjust": _adjust,
        "next": _call_next,
        "reveal": _reveal,
        "hide": _reveal,
    }
    event = steps.get(action.kind, _act)(system, scene, action)
    actor = action.actor if action.kind not in steps else ""
    after = apply(scene, event)
    if WAITING in scene.memo:
        keep_waiting(after)
    others = (
        _find_ended_in_sight(system, scene) - {action.args.get("exchange")} if event.audience == "gm" else frozenset()
    )
    unseen, events = _is_by_hidden(scene, after, action, event), (event, *_closings(system, after, but=others))
    return _end_turns(system, scene, events if unseen else _with_due(system, scene, events), actor, unseen=unseen)


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


def _end_turns(
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


def fix_ending(system: Game, scene: Scene, exchange: Exchange, ending: Mapping[str, Any], by: str) -> tuple[Event, ...]:
    """End an exchange with the recorded result ``ending`` (see ``read_ending``), whatever its dice say now.

    Used only by corrections. With ``over`` in it, the exchange asks nothing more. Raises ``Refused`` if the result
    cannot land on this scene.
    """
    effects, pledged = from_json(ending["effects"]), from_json(ending["pledged"])
    if lost := missing_targets(scene, (*effects, *pledged)):
        raise Refused(_("Somebody affected is no longer there."), ",".join(lost))
    _check_lands(system, scene, exchange, (*pledged, *effects))
    change = scene.change(f"exchanges.{exchange.id}.kept", {**ending, "by": by})
    circle = audience(scene, exchange.action)
    payload = {"exchange": exchange.id, "kept": dict(ending), "who": wording.participants(scene)}
    event = Event("kept", by, exchange.action.actor, (change,), circle, payload)
    return wording.word_all(_end_turns(system, scene, (event, *_closings(system, apply(scene, event)))))


def read_ending(system: Game, scene: Scene, exchange: Exchange) -> tuple[dict[str, Any], Event]:
    """The result of a complete exchange, to be stored, and its closing event. Raises ``Refused`` while it is open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    effects = landing_effects(scene, exchange, state)
    outcome = {"effects": to_json(effects), "pledged": to_json(state.pledged)}
    return outcome, _close(system, scene, exchange, state).with_words


def check_odds(system: Game, check: Check, settings: Data) -> Distribution[Outcome]:
    return distribution(lambda: system.resolve(check, settings))


def _act(system: Game, scene: Scene, action: Action) -> Event:
    offer, known_scene = _find_offer(system, scene, action), _scene_known_to_actor(system, scene, action)
    # A requested test has the arguments of the game master's request.
    requested = retries.add_own_args(scene, action.actor, offer.fields, action.args) if scene.kind == "test" else None
    args_sent = action.args if requested is None else requested
    args_sent = {key: value for key, value in args_sent.items() if key != FOR_HIDDEN}
    action = replace(action, args=read_args(offer, args_sent, action.gm or requested is not None))
    action = _attribute_to_hidden(system, scene, _name_concerned(system, scene, action))
    level = _level_for(known_scene if offer.interrupts else _scene_for_level(system, scene, action, known_scene), offer)
    seen = scene if action.gm else without_hidden_exchanges(system, scene, (action.actor,))
    script = script_of(system, after_costs(system, scene_for(seen, action), level), action)
    seen, in_sight = (after_costs(system, row, level) for row in (seen, _scene_of_costs(system, scene, action)))
    costs = () if scene.kind == "test" else _costs_for_actor(system, seen, in_sight, action)
    after, landed = land(system, scene, costs)
    circle = audience(scene, action)

    def words() -> dict[str, Any]:
        payload = wording.payload_of(system, scene, action, costs)
        if script is not None:
            return payload | {"exchange": action.id}
        payload["effects"] += wording.opened_rows(system, scene, after)
        return payload

    if script is None:
        changes = (*landed, *_end_call(system, scene, after, action.actor))
        return UnwordedEvent(action.kind, action.by, action.actor, changes, circle, words=words)
    script.close()
    _check_does_not_hold_up(system, scene, action, level)
    _check_aims_at_seen(scene, action)
    opening = (*landed, _opening_change(system, scene, action, level))
    return UnwordedEvent(f"open_{action.kind}", action.by, action.actor, opening, circle, words=words)


def _name_concerned(system: Game, scene: Scene, action: Action) -> Action:
    """The action with those named whom it is done to though its form does not name them: they may be hidden later."""
    if action.actor == "gm" or scene.kind == "test":
        return action
    unnamed = set(system.done_to(scene, action)).difference(fighters_named(action))
    return replace(action, about=tuple(sorted(unnamed.intersection(scene.fighters))))


def _attribute_to_hidden(system: Game, scene: Scene, action: Action) -> Action:
    """The action, marked as being for somebody hidden if only a hidden fighter makes it possible.

    The table then reads nothing of it. This can only be an act of the game master.
    """
    if action.actor != "gm" or not scene.hidden or scene.kind == "test":
        return action
    if any(name in scene.fighters for name in fighters_named(action)[1:]):
        return action
    offer = offer_of(system, without_hidden_fighters(system, scene), "gm", action.kind)
    if offer is not None and offer.refused is None:
        return action
    return replace(action, args={**action.args, FOR_HIDDEN: min(scene.hidden)})


def _scene_of_costs(system: Game, scene: Scene, action: Action) -> Scene:
    """The scene on which the costs of an action are worked out: in sight without hidden fighters.

    So a turn costs the same whoever else is up unseen, and whatever is open between hidden fighters.
    """
    if action.gm and (action.actor == "gm" or is_unseen(scene, action)):
        return scene
    return without_hidden_fighters(system, scene, (action.actor,))


def _costs_for_actor(system: Game, scene: Scene, seen: Scene, action: Action) -> tuple[Effect, ...]:
    """The immediate effects of an action on the scene as its actor may know it, with those about hidden fighters.

    It is refused only for reasons that its actor may know.
    """
    costs = system.cost(seen, action)
    if scene.fighters.keys() == seen.fighters.keys():
        return costs
    try:
        whole = system.cost(scene, action)
    except Refused:
        return costs
    unseen = scene.fighters.keys() - seen.fighters.keys()
    return (*costs, *(effect for effect in whole if effect not in costs and _names_any(effect, unseen)))


def _names_any(effect: Effect, fighters: Collection[str]) -> bool:
    values = effect.value.values() if isinstance(effect.value, Mapping) else (effect.value,)
    return any(isinstance(value, str) and value in fighters for value in (effect.target, *values))


def _scene_for_level(system: Game, scene: Scene, action: Action, seen: Scene) -> Scene:
    """The scene whose open exchanges decide the level of a new one: public acts ignore hidden exchanges."""
    if action.gm and not is_unseen(scene, action):
        return without_hidden_exchanges(system, scene, (action.actor,))
    return seen


def _level_for(seen: Scene, offer: Offer) -> int:
    """The level of a new exchange: one above the open ones if it interrupts them."""
    top = max((exchange.level for exchange in seen.exchanges.values()), default=0)
    return top + 1 if offer.interrupts and seen.exchanges else top


def _check_does_not_hold_up(system: Game, scene: Scene, action: Action, level: int) -> None:
    """Raise ``Refused`` if a hidden fighter would interrupt a public exchange, which would wait unseen."""
    interrupts = level > max((exchange.level for exchange in scene.exchanges.values()), default=0)
    if interrupts and is_unseen(scene, action) and without_hidden_exchanges(system, scene).exchanges:
        raise Refused(_("Reveal them first: the table would wait for somebody it does not see."), "actor")


def _check_aims_at_seen(scene: Scene, action: Action) -> None:
    """Raise ``Refused`` if a visible fighter's act is also aimed at hidden ones, by a field of their own."""
    if action.actor in scene.fighters and not is_unseen(scene, action):
        aimed = (key for key, value in action.args.items() if value and key.rpartition("_")[2] in scene.hidden)
        if key := next(aimed, ""):
            raise Refused(_("Reveal them first: the table would wait for somebody it does not see."), key)


def _opening_change(system: Game, scene: Scene, action: Action, level: int) -> Change:
    if not action.id or action.id in scene.exchanges:
        raise ValueError("an exchange is opened under a new random id")
    order = max((exchange.order for exchange in scene.exchanges.values()), default=0) + 1
    row: dict[str, Any] = {
        "action": {
            "kind": action.kind,
            "actor": action.actor,
            "args": dict(action.args),
            "gm": action.gm,
            **({"about": list(action.about)} if action.about else {}),
        },
        "by": action.by,
        "level": level,
        "order": order,
        **({"edition": system.edition} if system.edition else {}),
    }
    return scene.change(f"exchanges.{action.id}", row)


def _scene_known_to_actor(system: Game, scene: Scene, action: Action) -> Scene:
    """The scene by which an action is allowed or refused: for players, without hidden fighters."""
    return scene if action.gm else without_hidden_fighters(system, scene, (action.actor,))


def _find_offer(system: Game, scene: Scene, action: Action) -> Offer:
    if action.actor != "gm" and action.actor not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "actor")
    # Checked first: whether the act is possible now might reveal a secret roll.
    if system.act(action.kind).master and not action.gm:
        raise Refused(_("Only the game master may say this."))
    args = (retries.requested_args(scene, action.actor) if scene.kind == "test" else None) or action.args
    known_scene = _scene_known_to_actor(system, scene, action)
    offer = offer_of(system, known_scene, action.actor, action.kind, str(args.get("check", "")))
    if offer is None:
        raise Refused(_("This cannot be done now."))
    if offer.refused is not None:
        raise Refused(offer.refused)
    return offer if action.gm else without_unseen(scene, offer, find_unseen(scene, (action.actor,)))


def _answer(system: Game, scene: Scene, action: Action) -> Event:
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    request = _open_request(system, scene, exchange, key)
    values, real, changes = _read_values(scene, action, exchange, request)
    if not request.accepts(values) or _names_unseen(scene, action, request, values):
        raise Unreadable(_answer_error(request, values), key)
    base = f"exchanges.{exchange.id}"
    changes += [scene.change(f"{base}.answers.{key}", list(values)), *_withdraw_confirmation(scene, exchange)]
    if len(scene.exchanges) > 1:
        changes.append(
            scene.change(f"{base}.nth", 1 + max(place_of_newest(scene, exchange_id) for exchange_id in scene.exchanges))
        )
    if real:
        changes.append(scene.change(f"{base}.real.{key}", real))
    after = scene.with_changes(changes)
    go_on(scene, after, exchange.id)
    changes += forget_unused(system, after, after.exchanges[exchange.id])
    payload = {
        "exchange": exchange.id,
        "key": key,
        "values": list(values),
        "real": real,
        "spare": list(spare_place(scene, exchange, key)) if isinstance(request, Roll) else None,
    }
    circle = audience_of_request(scene, exchange, request)
    return Event("answered", action.by, request.whose, tuple(changes), circle, payload)


def _read_values(
    scene: Scene, action: Action, exchange: Exchange, request: Request
) -> tuple[tuple[Any, ...], str | None, list[Change]]:
    """The values of an answer, the seat that typed real dice, and the change that uses up kept faces."""
    sent = action.args.get("values")
    values = tuple(sent) if isinstance(sent, list | tuple) else ()
    real = action.by if action.args.get("real") else None
    if not isinstance(request, Roll) or spare_faces(scene, exchange, request) is None:
        return values, real, []
    if real and not request.accepts(values):
        raise Unreadable(_answer_error(request, values), request.key)
    change = spare_change(scene, exchange, request.key)
    return (*fall_again(change.before, values, real, action.gm), [change])


def _names_unseen(scene: Scene, action: Action, request: Request, values: Sequence[Any]) -> bool:
    """True if a player's answer names a fighter who is in none of its open choices, such as one hidden meanwhile."""
    unseen_fighters = () if action.gm else find_unseen(scene, (request.whose,))
    return any(isinstance(value, str) and value in unseen_fighters for value in values)


def _take_back(system: Game, scene: Scene, action: Action) -> Event:
    """Revoke an answer, as long as nobody has answered after it or seen the answers sealed with it."""
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    answers = run(system, scene, exchange).kept
    revocable_rows = newest_answers(answers) if action.gm else find_revocable(scene, exchange, answers)
    kept_answer = next((answer for answer in revocable_rows if answer.request.key == key), None)
    if kept_answer is None:
        raise Refused(_("Something has been answered since: ask the game master."), key)
    changes = [*forget_answer(scene, exchange, kept_answer), *_withdraw_confirmation(scene, exchange)]
    payload = {"exchange": exchange.id, "key": key}
    circle = audience_of_request(scene, exchange, kept_answer.request)
    return Event("taken_back", action.by, kept_answer.request.whose, tuple(changes), circle, payload)


def _withdraw_confirmation(scene: Scene, exchange: Exchange) -> tuple[Change, ...]:
    """The change that cancels a confirmation after an answer has changed."""
    change = scene.change(f"exchanges.{exchange.id}.confirmed", None)
    return (change,) if change.before is not None else ()


def _confirm(system: Game, scene: Scene, action: Action) -> Event:
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    exchange = _exchange_of(scene, action)
    proposed = to_json(proposal(system, scene, exchange))
    if action.args.get("shown") is not None and action.args["shown"] != proposed:
        raise Stale(_("The effects have changed in the meantime."), present=proposed)
    effects = [] if action.args.get("refuse") else action.args.get("effects")
    landed = proposed if effects is None else to_json(_read_effects(system, scene, exchange, effects))
    change = scene.change(
        f"exchanges.{exchange.id}.confirmed", {"effects": landed, "by": action.by, "edited": landed != proposed}
    )
    return Event("confirmed", action.by, "gm", (change,), "gm", {"exchange": exchange.id, "proposed": proposed})


def _adjust(system: Game, scene: Scene, action: Action) -> Event:
    token, path = str(action.args.get("character", "")), str(action.args.get("path", ""))
    field = system.schema.field(path)
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    if token not in scene.sheets or field is None:
        raise Unreadable(_("“%(path)s” is not a field of this sheet.", path=path[:80]), "path")
    value = field.read(action.args.get("value"))
    change = Change(f"character:{token}", path, get(scene.sheets[token], path), value)
    payload = {"reason": str(action.args.get("reason", ""))[:200], "path": path}
    return Event("adjust", action.by, "gm", (change,), "gm", payload)


def _call_next(system: Game, scene: Scene, action: Action) -> Event:
    """Call every fighter whose turn it is; with ``unseen``, only hidden ones; with ``joining``, only these.

    With ``in_sight``, call those whose turn it would be if nobody were hidden, and hidden ones whose turn it is.
    """
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    up = _find_called(system, scene, action)
    if not up:
        raise Refused(_("Everybody whose turn it is has been called."))
    change = scene.change("called", sorted({*up, *scene.called}))
    hidden = all(scene.fighters[fighter].hidden for fighter in up)
    how = {"joining": action.args.get("joining") is not None, "in_sight": bool(action.args.get("in_sight"))}
    payload = {"called": list(up), **{key: True for key, is_so in how.items() if is_so}}
    return Event("next", action.by, "gm", (change,), "gm" if hidden else "table", payload)


def _find_called(system: Game, scene: Scene, action: Action) -> tuple[str, ...]:
    joining, in_sight = action.args.get("joining"), bool(action.args.get("in_sight"))
    if joining is not None:
        return tuple(who for who in joining if who in scene.fighters)
    up = find_uncalled(system, scene)
    if not in_sight and not action.args.get("unseen"):
        return up
    hidden = tuple(fighter for fighter in up if scene.fighters[fighter].hidden)
    if not in_sight:
        return hidden
    seen = find_uncalled(system, without_hidden_fighters(system, scene))
    return (*seen, *hidden) if seen else ()


def _reveal(system: Game, scene: Scene, action: Action) -> Event:
    """Reveal a hidden fighter, or hide a visible one; only game masters read of the latter."""
    fighter = scene.fighters.get(str(action.args.get("fighter", "")))
    hide = action.kind == "hide"
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    if fighter is None:
        raise Stale(_("This fighter is no longer here."), "fighter")
    if fighter.hidden == hide:
        raise Refused(_("This is already the case."), "fighter")
    change = scene.change(f"fighters.{fighter.id}.hidden", True if hide else None)
    who = scene.with_changes((change,)).fighters
    text = (
        _("%(who)s disappears.", who=scene.name(fighter.id))
        if hide
        else _("%(who)s appears.", who=scene.name(fighter.id))
    )
    payload = {
        "told": {"gm" if hide else "table": to_json(text)},
        "who": {fid: wording.identity_of(row) for fid, row in who.items()},
    }
    return Event(action.kind, action.by, fighter.id, (change,), "gm" if hide else "table", payload)


def _end_call(system: Game, before: Scene, scene: Scene, actor: str) -> tuple[Change, ...]:
    """The change that ends the call of fighters who have acted, unless it is their turn again for the same reason.

    The turn then returns to the game master, whether hidden fighters come next or not: calling the same fighter again
    at once would reveal that no hidden one precedes them.
    """
    if actor not in scene.called:
        return ()
    asked, labels_after = _prompt_labels(system, before, actor), _prompt_labels(system, scene, actor)
    if labels_after & (asked or labels_after):
        return ()
    return (scene.end_call(actor),)


def _prompt_labels(system: Game, scene: Scene, fighter: str) -> set[str]:
    prompts = system.turn(without_hidden_fighters(system, scene, (fighter,)))
    return {prompt.label.msgid for prompt in prompts if prompt.of == fighter}


def _closings(system: Game, scene: Scene, but: Collection[str] = ()) -> tuple[Event, ...]:
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

    Hidden exchanges never delay public ones; they close later.
    """
    if scene.kind == "test":
        return _results_if_complete(system, scene, _find_complete(system, scene))
    worked, prompts = find_active(scene), system.turn(scene) if scene.exchanges else ()
    if not prompts and (batch := _results_if_complete(system, scene, worked)):
        return batch
    if any(prompt.of not in scene.fighters or not scene.fighters[prompt.of].hidden for prompt in prompts):
        return []
    return _results_if_complete(
        system, scene, [exchange for exchange in worked if not is_unseen(scene, exchange.action)]
    )


def _find_ended_in_sight(system: Game, scene: Scene) -> frozenset[str]:
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
    """The complete exchanges of a test, where none waits for another."""
    exchanges = scene.exchanges.values()
    return [exchange for exchange in exchanges if isinstance(run(system, scene, exchange), Done)]


def _close(system: Game, scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> UnwordedEvent:
    action, effects = exchange.action, landing_effects(scene, exchange, state)
    after, changes = land(system, scene, (*state.pledged, *effects))
    close = Change(scene.subject, f"exchanges.{exchange.id}", scene.state["exchanges"][exchange.id], None)
    call_changes: tuple[Change, ...] = ()
    if action.actor in after.called:
        call_changes = _end_call(system, scene.with_changes((close,)), after.with_changes((close,)), action.actor)
    circle = audience(scene, action)
    words = partial(wording.closing_payload, system, scene, exchange, state, after)
    return UnwordedEvent(action.kind, action.by, action.actor, (close, *changes, *call_changes), circle, words=words)


def _read_effects(system: Game, scene: Scene, exchange: Exchange, given: Any) -> tuple[Effect, ...]:
    """The effects a game master enters: any that the game can land, except results of tests."""
    rolled = [effect for effect in proposal(system, scene, exchange) if effect.kind == "outcome"]
    try:
        effects = from_json(given)
        valid = isinstance(effects, tuple) and all(
            isinstance(effect, Effect) and (effect.kind != "outcome" or effect in rolled) for effect in effects
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(_("These effects cannot be read."), "effects") from error
    if not valid:
        raise Unreadable(_("These effects cannot be read."), "effects")
    _check_lands(system, scene, exchange, effects)
    return tuple(effects)


def _check_lands(system: Game, scene: Scene, exchange: Exchange, effects: Sequence[Effect]) -> None:
    """Raise ``Unreadable``, or what the game raises, if these effects cannot land here or cannot be worded."""
    try:
        land(system, scene, effects)
        wording.payload_of(system, scene, exchange.action, effects)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(_("These effects cannot be read."), "effects") from error


def _exchange_of(scene: Scene, action: Action) -> Exchange:
    exchange = scene.exchanges.get(str(action.args.get("exchange", "")))
    if exchange is None:
        raise Stale(_("This exchange is over."), "exchange")
    if exchange not in find_active(scene):
        raise Refused(_("This exchange waits for the one that interrupted it."), "exchange")
    return exchange


def _open_request(system: Game, scene: Scene, exchange: Exchange, key: str) -> Request:
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        for request in state.requests:
            if request.key == key:
                return request
    raise Stale(_("This has been answered already."), key)


def _answer_error(request: Request, values: Sequence[Any]) -> Text:
    """The reason why an answer does not fit: the choice it refuses, or the number of values needed."""
    if isinstance(request, Roll):
        dice = str(request.dice)
        return _("%(dice)s is needed: each die from 1 to %(sides)s.", dice=dice, sides=request.dice.sides)
    reasons = (option.refused for option in request.options if option.refused is not None and option.key in values)
    return next(reasons, _needed_choices(request.least, request.most))


def _needed_choices(least: int, most: int) -> Text:
    if least == most == 1:
        return _("Choose one first.")
    if least == most:
        return _("Choose %(number)s first.", number=most)
    return _("%(least)s to %(most)s of the choices offered are needed.", least=least, most=most)


def audience_of_request(scene: Scene, exchange: Exchange, request: Request) -> str:
    """The audience of an answer: ``gm`` if the request is secret or concerns a hidden fighter, else ``table``."""
    if request.secret or find_concerned_unseen(scene, exchange, request):
        return "gm"
    return audience(scene, exchange.action)


def audience(scene: Scene, action: Action) -> str:
    """The audience of an act: ``gm`` if it is by or about somebody hidden, else ``table``."""
    return "gm" if is_unseen(scene, action) else "table"
