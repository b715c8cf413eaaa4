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
    go_on,
    is_unseen,
    keep_waiting,
    land,
    landing_effects,
    missing_targets,
    named,
    needs_confirm,
    newest,
    nth,
    play_out,
    proposal,
    revocable,
    run,
    script_of,
    uncalled,
    unseen,
    without_hidden_exchanges,
    without_hidden_fighters,
    worked_now,
)
from rules.engine.kept_dice import dropped, fallen, forget, spare, spare_faces, spared
from rules.engine.offers import offer_of, read_args, without_unseen
from rules.engine.wording import Unworded
from rules.odds.distribution import Distribution, distribution

ENGINE_ACTIONS = ("answer", "take_back", "confirm", "adjust", "next", "reveal", "hide")


def decide(system: Game, scene: Scene, action: Action) -> tuple[Event, ...]:
    """The events an action brings, closing what is complete. Raises ``Unreadable``, ``Refused`` or ``Stale``."""
    return wording.all_worded(_decided(system, scene, action))


def advance(system: Game, scene: Scene, action: Action) -> Scene:
    """The scene after the events an action brings, which nobody is to read. Raises what ``decide`` raises."""
    keep_waiting(scene)
    for event in _decided(system, scene, action):
        scene = apply(scene, event)
    keep_waiting(scene)
    return scene


def finish(system: Game, scene: Scene, exchange: Exchange, answer: Callable[[Request], Sequence[Any]]) -> Scene:
    """The scene after an open exchange is answered to its end, as answers one by one would leave it.

    Raises ``Unreadable`` for one that does not fit.
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
    for event in _followed(system, scene, (answered, *_closings(system, after))):
        scene = apply(scene, event)
    keep_waiting(scene)
    return scene


def _decided(system: Game, scene: Scene, action: Action) -> tuple[Event, ...]:
    steps = {
        "answer": _answer,
        "take_back": _take_back,
        "confirm": _confirm,
        "adjust": _adjust,
        "next": _next,
        "reveal": _reveal,
        "hide": _reveal,
    }
    event = steps.get(action.kind, _act)(system, scene, action)
    actor = action.actor if action.kind not in steps else ""
    after = apply(scene, event)
    if WAITING in scene.known:
        keep_waiting(after)
    others = _ended_in_sight(system, scene) - {action.args.get("exchange")} if event.audience == "gm" else frozenset()
    return _followed(system, scene, (event, *_closings(system, after, but=others)), actor)


def _followed(system: Game, scene: Scene, events: tuple[Event, ...], actor: str = "") -> tuple[Event, ...]:
    """Events with what the turns they pass end: marks in the last of them, timed conditions each in one of its own."""
    after = scene.with_changes(change for event in events for change in event.changes)
    if "taking" not in scene.state and not timers.of(after) and not clock.counts_turns(system, after):
        return events
    passed = clock.turns(system, scene, after, actor)
    changes = clock.marks_ended(system, scene, after, passed)
    after = after.with_changes(changes)
    ticks = timers.ticks(system, scene, after, passed, events[0].by)
    later = after.with_changes(change for event in ticks for change in event.changes)
    running = clock.stored(passed) if timers.of(later) or clock.counts_turns(system, later) else None
    taking = after.change("taking", running)
    changes += (taking,) if taking.before != taking.after else ()
    closing = replace(events[-1], changes=(*events[-1].changes, *changes))
    return (*events[:-1], closing, *(timed(scene, tick) for tick in ticks))


def timed(scene: Scene, event: Event) -> Event:
    """An event of a timer with who took part in the scene."""
    return replace(event, payload={**event.payload, "who": wording.people(scene)}) if "told" in event.payload else event


def keep(system: Game, scene: Scene, exchange: Exchange, kept: Mapping[str, Any], by: str) -> tuple[Event, ...]:
    """An exchange is to end as ``kept`` (``as_it_ends``) says, whatever its dice come to; ``over`` lets it ask no more.

    No action of anybody's: a correction alone does it, with what was played. Raises ``Refused`` where it cannot be.
    """
    effects, pledged = from_json(kept["effects"]), from_json(kept["pledged"])
    if lost := missing_targets(scene, (*effects, *pledged)):
        raise Refused(_("Somebody it happened to is no longer there."), ",".join(lost))
    _check_lands(system, scene, exchange, (*pledged, *effects))
    change = scene.change(f"exchanges.{exchange.id}.kept", {**kept, "by": by})
    circle = audience(scene, *named(exchange.action))
    payload = {"exchange": exchange.id, "kept": dict(kept), "who": wording.people(scene)}
    event = Event("kept", by, exchange.action.actor, (change,), circle, payload)
    return wording.all_worded(_followed(system, scene, (event, *_closings(system, apply(scene, event)))))


def as_it_ends(system: Game, scene: Scene, exchange: Exchange) -> tuple[dict[str, Any], Event]:
    """The effects of a complete exchange, to be kept elsewhere, and its closing event. Raises ``Refused`` if open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    effects = landing_effects(scene, exchange, state)
    kept = {"effects": to_json(effects), "pledged": to_json(state.pledged)}
    return kept, _close(system, scene, exchange, state).worded


def check_odds(system: Game, check: Check, settings: Data) -> Distribution[Outcome]:
    return distribution(lambda: system.resolve(check, settings))


def _act(system: Game, scene: Scene, action: Action) -> Event:
    offer, known = _offered(system, scene, action), _known(system, scene, action)
    # What a game master has asked is tested in their words.
    asked = retries.given(scene, action.actor, offer.fields, action.args) if scene.kind == "test" else None
    given = action.args if asked is None else asked
    action = replace(action, args=read_args(offer, given, action.gm or asked is not None))
    level = _level(known if offer.interrupts else _scene_beside(system, scene, action, known), offer)
    seen = after_costs(system, scene if action.gm else without_hidden_exchanges(system, scene, (action.actor,)), level)
    script = script_of(system, seen, action)
    costs = () if scene.kind == "test" else _costs(system, seen, after_costs(system, known, level), action)
    after, landed = land(system, scene, costs)
    circle = audience(scene, *named(action))

    def words() -> dict[str, Any]:
        payload = wording.payload(system, scene, action, costs)
        if script is not None:
            return payload | {"exchange": action.id}
        payload["effects"] += wording.opened(system, scene, after)
        return payload

    if script is None:
        changes = (*landed, *_call_ended(system, scene, after, action.actor))
        return Unworded(action.kind, action.by, action.actor, changes, circle, words=words)
    script.close()
    _check_seen_by_the_table(system, scene, action, level)
    opening = (*landed, _opening(system, scene, action, level))
    return Unworded(f"open_{action.kind}", action.by, action.actor, opening, circle, words=words)


def _costs(system: Game, scene: Scene, known: Scene, action: Action) -> tuple[Effect, ...]:
    """The immediate effects of an action, refused for nothing but what its actor may know."""
    costs = system.cost(known, action)
    if scene.fighters.keys() == known.fighters.keys():
        return costs
    try:
        return system.cost(scene, action)
    except Refused:
        return costs


def _scene_beside(system: Game, scene: Scene, action: Action, known: Scene) -> Scene:
    """The scene with the exchanges an action stands beside: for what everybody sees, nothing unseen."""
    if action.gm and not is_unseen(scene, action):
        return without_hidden_exchanges(system, scene, (action.actor,))
    return known


def _level(known: Scene, offer: Offer) -> int:
    """The level of a new exchange: above those that are open where it interrupts them."""
    top = max((exchange.level for exchange in known.exchanges.values()), default=0)
    return top + 1 if offer.interrupts and known.exchanges else top


def _check_seen_by_the_table(system: Game, scene: Scene, action: Action, level: int) -> None:
    """Raise ``Refused`` where somebody hidden would interrupt what the table sees, which would wait for them."""
    interrupts = level > max((exchange.level for exchange in scene.exchanges.values()), default=0)
    if interrupts and is_unseen(scene, action) and without_hidden_exchanges(system, scene).exchanges:
        raise Refused(_("Reveal them first: the table would wait for somebody it does not see."), "actor")


def _opening(system: Game, scene: Scene, action: Action, level: int) -> Change:
    if not action.id or action.id in scene.exchanges:
        raise ValueError("an exchange is opened under a new random id")
    order = max((exchange.order for exchange in scene.exchanges.values()), default=0) + 1
    row: dict[str, Any] = {
        "action": {"kind": action.kind, "actor": action.actor, "args": dict(action.args), "gm": action.gm},
        "by": action.by,
        "level": level,
        "order": order,
        **({"edition": system.edition} if system.edition else {}),
    }
    return scene.change(f"exchanges.{action.id}", row)


def _known(system: Game, scene: Scene, action: Action) -> Scene:
    """The scene that decides whether somebody may do something: for players, without what goes on unseen."""
    return scene if action.gm else without_hidden_fighters(system, scene, (action.actor,))


def _offered(system: Game, scene: Scene, action: Action) -> Offer:
    if action.actor != "gm" and action.actor not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "actor")
    asked = (retries.args(scene, action.actor) if scene.kind == "test" else None) or action.args
    known = _known(system, scene, action)
    offer = offer_of(system, known, action.actor, action.kind, str(asked.get("check", "")))
    if offer is None:
        raise Refused(_("This cannot be done now."))
    if offer.master and not action.gm:
        raise Refused(_("Only the game master may say this."))
    if offer.refused is not None:
        raise Refused(offer.refused)
    return offer if action.gm else without_unseen(scene, offer, unseen(scene, (action.actor,)))


def _answer(system: Game, scene: Scene, action: Action) -> Event:
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    request = _open_request(system, scene, exchange, key)
    values, real, changes = _values(scene, action, exchange, request)
    if not request.accepts(values) or _names_unseen(scene, action, request, values):
        raise Unreadable(_answer_error(request, values), key)
    base = f"exchanges.{exchange.id}"
    changes += [scene.change(f"{base}.answers.{key}", list(values)), *_unconfirmed(scene, exchange)]
    if len(scene.exchanges) > 1:
        changes.append(scene.change(f"{base}.nth", 1 + max(nth(scene, exchange_id) for exchange_id in scene.exchanges)))
    if real:
        changes.append(scene.change(f"{base}.real.{key}", real))
    after = scene.with_changes(changes)
    go_on(scene, after, exchange.id)
    changes += dropped(system, after, after.exchanges[exchange.id])
    payload = {
        "exchange": exchange.id,
        "key": key,
        "values": list(values),
        "real": real,
        "spare": list(spare(scene, exchange, key)) if isinstance(request, Roll) else None,
    }
    circle = audience_of_request(scene, exchange, request)
    return Event("answered", action.by, request.whose, tuple(changes), circle, payload)


def _values(
    scene: Scene, action: Action, exchange: Exchange, request: Request
) -> tuple[tuple[Any, ...], str | None, list[Change]]:
    """The values answered, the seat that typed them where they are real dice, and the use of kept faces."""
    given = action.args.get("values")
    values = tuple(given) if isinstance(given, list | tuple) else ()
    real = action.by if action.args.get("real") else None
    if not isinstance(request, Roll) or spare_faces(scene, exchange, request) is None:
        return values, real, []
    if real and not request.accepts(values):
        raise Unreadable(_answer_error(request, values), request.key)
    change = spared(scene, exchange, request.key)
    return (*fallen(change.before, values, real, action.gm), [change])


def _names_unseen(scene: Scene, action: Action, request: Request, values: Sequence[Any]) -> bool:
    """True if a player answers with somebody whom no choice shows them, such as one who has hidden again."""
    known = () if action.gm else unseen(scene, (request.whose,))
    return any(isinstance(value, str) and value in known for value in values)


def _take_back(system: Game, scene: Scene, action: Action) -> Event:
    """An answer is taken back while nobody has answered after it, nor seen what was sealed beside it."""
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    kept = run(system, scene, exchange).kept
    known = newest(kept) if action.gm else revocable(scene, exchange, kept)
    kept_answer = next((answer for answer in known if answer.request.key == key), None)
    if kept_answer is None:
        raise Refused(_("Something has been answered since: ask the game master."), key)
    changes = [*forget(scene, exchange, kept_answer), *_unconfirmed(scene, exchange)]
    payload = {"exchange": exchange.id, "key": key}
    circle = audience_of_request(scene, exchange, kept_answer.request)
    return Event("taken_back", action.by, kept_answer.request.whose, tuple(changes), circle, payload)


def _unconfirmed(scene: Scene, exchange: Exchange) -> tuple[Change, ...]:
    """The change that lifts a confirmation once an answer has changed."""
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
        raise Unreadable(_("“%(path)s” is no field of this sheet.", path=path[:80]), "path")
    value = field.read(action.args.get("value"))
    change = Change(f"character:{token}", path, get(scene.sheets[token], path), value)
    payload = {"reason": str(action.args.get("reason", ""))[:200], "path": path}
    return Event("adjust", action.by, "gm", (change,), "gm", payload)


def _next(system: Game, scene: Scene, action: Action) -> Event:
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    up = uncalled(system, scene)
    if not up:
        raise Refused(_("Everybody who is up has been called."))
    change = scene.change("called", sorted({*up, *scene.called}))
    hidden = all(scene.fighters[fighter].hidden for fighter in up)
    return Event("next", action.by, "gm", (change,), "gm" if hidden else "table", {"called": list(up)})


def _reveal(system: Game, scene: Scene, action: Action) -> Event:
    """A hidden fighter appears, or a visible one disappears; only the game master is told of the latter."""
    fighter = scene.fighters.get(str(action.args.get("fighter", "")))
    hide = action.kind == "hide"
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    if fighter is None:
        raise Stale(_("This fighter is no longer here."), "fighter")
    if fighter.hidden == hide:
        raise Refused(_("This is so already."), "fighter")
    change = scene.change(f"fighters.{fighter.id}.hidden", True if hide else None)
    who = scene.with_changes((change,)).fighters
    text = (
        _("%(who)s disappears.", who=scene.name(fighter.id))
        if hide
        else _("%(who)s appears.", who=scene.name(fighter.id))
    )
    payload = {
        "told": {"gm" if hide else "table": to_json(text)},
        "who": {fid: wording.identity(row) for fid, row in who.items()},
    }
    return Event(action.kind, action.by, fighter.id, (change,), "gm" if hide else "table", payload)


def _call_ended(system: Game, before: Scene, scene: Scene, actor: str) -> tuple[Change, ...]:
    """The change that ends a call: whoever has acted is no longer called, unless up again for the same thing.

    The turn goes back to the game master, for hidden and visible alike: were they up at once for another thing, that
    would tell that nobody hidden comes before them.
    """
    if actor not in scene.called:
        return ()
    asked, still = _labels(system, before, actor), _labels(system, scene, actor)
    if still & (asked or still):
        return ()
    return (scene.call_over(actor),)


def _labels(system: Game, scene: Scene, fighter: str) -> set[str]:
    prompts = system.turn(without_hidden_fighters(system, scene, (fighter,)))
    return {prompt.label.msgid for prompt in prompts if prompt.of == fighter}


def _closings(system: Game, scene: Scene, but: Collection[str] = ()) -> tuple[Event, ...]:
    """The events that close every complete exchange ``but`` these, the inner ones first."""
    closed: list[Event] = []
    while batch := [row for row in _closable(system, scene) if row[0].id not in but]:
        for exchange, state in batch:
            event = _close(system, scene, exchange, state)
            closed.append(event)
            scene = apply(scene, event)
    return tuple(closed)


def _closable(system: Game, scene: Scene) -> list[tuple[Exchange, Done[tuple[Effect, ...]]]]:
    """The exchanges that can close now: in a fight all of the highest level, or none of them.

    Nobody hidden keeps those open that everybody sees: what is still open unseen then ends after them.
    """
    if scene.kind == "test":
        return _complete(system, scene, _done(system, scene))
    worked, prompts = worked_now(scene), system.turn(scene) if scene.exchanges else ()
    if not prompts and (batch := _complete(system, scene, worked)):
        return batch
    if any(prompt.of not in scene.fighters or not scene.fighters[prompt.of].hidden for prompt in prompts):
        return []
    return _complete(system, scene, [exchange for exchange in worked if not is_unseen(scene, exchange.action)])


def _ended_in_sight(system: Game, scene: Scene) -> frozenset[str]:
    """The exchanges that everybody sees and that a change of a sheet has ended, which waits for leave (``waiting_on``).

    An act of somebody hidden does not show itself by closing them.
    """
    return frozenset(row.id for row, _state in _closable(system, scene) if not is_unseen(scene, row.action))


def _complete(system: Game, scene: Scene, worked: list[Exchange]) -> list[tuple[Exchange, Done[tuple[Effect, ...]]]]:
    """Exchanges with how each ended, or none while one of them is open or to be confirmed."""
    states = [(exchange, run(system, scene, exchange)) for exchange in worked]
    complete = [(exchange, state) for exchange, state in states if isinstance(state, Done)]
    waits = any(needs_confirm(system, scene, exchange, state) for exchange, state in complete)
    return [] if waits or len(complete) < len(states) else complete


def _done(system: Game, scene: Scene) -> list[Exchange]:
    """The exchanges that are complete: those of a test do not wait for each other."""
    exchanges = scene.exchanges.values()
    return [exchange for exchange in exchanges if isinstance(run(system, scene, exchange), Done)]


def _close(system: Game, scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> Unworded:
    action, effects = exchange.action, landing_effects(scene, exchange, state)
    after, changes = land(system, scene, (*state.pledged, *effects))
    close = Change(scene.subject, f"exchanges.{exchange.id}", scene.state["exchanges"][exchange.id], None)
    heard: tuple[Change, ...] = ()
    if action.actor in after.called:
        heard = _call_ended(system, scene.with_changes((close,)), after.with_changes((close,)), action.actor)
    circle = audience(scene, *named(action))
    words = partial(wording.closing, system, scene, exchange, state)
    return Unworded(action.kind, action.by, action.actor, (close, *changes, *heard), circle, words=words)


def _read_effects(system: Game, scene: Scene, exchange: Exchange, given: Any) -> tuple[Effect, ...]:
    """The effects a game master brings: any the game can land, but no test that was not rolled."""
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
    """Raise ``Unreadable``, or what the game raises, unless these effects can happen here and be told."""
    try:
        land(system, scene, effects)
        wording.payload(system, scene, exchange.action, effects)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(_("These effects cannot be read."), "effects") from error


def _exchange_of(scene: Scene, action: Action) -> Exchange:
    exchange = scene.exchanges.get(str(action.args.get("exchange", "")))
    if exchange is None:
        raise Stale(_("This exchange is over."), "exchange")
    if exchange not in worked_now(scene):
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
    """The reason an answer does not fit: against its choice, or the number needed."""
    if isinstance(request, Roll):
        dice = str(request.dice)
        return _("%(dice)s is needed: each die from 1 to %(sides)s.", dice=dice, sides=request.dice.sides)
    reasons = (option.refused for option in request.options if option.refused is not None and option.key in values)
    needed = _("%(least)s to %(most)s of the choices offered are needed.", least=request.least, most=request.most)
    return next(reasons, needed)


def audience_of_request(scene: Scene, exchange: Exchange, request: Request) -> str:
    """The audience of an answer: ``table``, or ``gm`` where it is asked in secret or concerns somebody hidden."""
    return "gm" if request.secret else audience(scene, *named(exchange.action), request.whose)


def audience(scene: Scene, *fighters: str) -> str:
    """The audience of acts of these fighters: ``table``, or ``gm`` when one of them is hidden."""
    return "table" if scene.hidden.isdisjoint(fighters) else "gm"
