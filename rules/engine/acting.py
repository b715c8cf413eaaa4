"""Acts: an accepted action pays its costs and opens its exchange, by what its actor may know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rules.core import retries
from rules.core.acts import Offer
from rules.core.errors import Refused, Stale
from rules.core.game import Game
from rules.core.scene import Action, Change, Event, Scene
from rules.core.script import Effect
from rules.core.text import _
from rules.engine import wording
from rules.engine.calling import end_call
from rules.engine.circles import circle_of
from rules.engine.exchanges import (
    after_costs,
    fighters_named,
    find_unseen,
    is_unseen,
    land,
    scene_for,
    script_of,
    without_hidden_exchanges,
    without_hidden_fighters,
)
from rules.engine.offers import offer_of, read_args, without_unseen
from rules.engine.wording import UnwordedEvent

FOR_HIDDEN = "for_hidden"  # an argument that no form asks


def act(system: Game, scene: Scene, action: Action) -> Event:
    offer, known_scene = _find_offer(system, scene, action), _scene_known_to_actor(system, scene, action)
    # A requested test has the arguments of the game master's request.
    requested = retries.add_own_args(scene, action.actor, offer.fields, action.args) if scene.kind == "test" else None
    args_sent = action.args if requested is None else requested
    args_sent = {key: value for key, value in args_sent.items() if key != FOR_HIDDEN}
    action = replace(action, args=read_args(offer, args_sent, action.gm or requested is not None))
    action = _attribute_to_hidden(system, scene, _name_concerned(system, scene, action))
    level = _level_for(known_scene if offer.interrupts else _scene_for_level(system, scene, action, known_scene), offer)
    seen = scene if action.gm else without_hidden_exchanges(system, scene, (action.actor,))
    script = script_of(system, after_costs(system, scene_for(system, seen, action), level), action)
    seen, in_sight = (after_costs(system, row, level) for row in (seen, _scene_of_costs(system, scene, action)))
    costs = () if scene.kind == "test" else _costs_for_actor(system, seen, in_sight, action)
    after, landed = land(system, scene, costs)
    circle = circle_of(scene, action)

    def words() -> dict[str, Any]:
        payload = wording.payload_of(system, scene, action, costs)
        if script is not None:
            return payload | {"exchange": action.id}
        payload["effects"] += wording.opened_rows(system, scene, after)
        return payload

    if script is None:
        changes = (*landed, *end_call(system, scene, after, action.actor))
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
