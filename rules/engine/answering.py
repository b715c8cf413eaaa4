"""Answers to open exchanges: given, taken back, confirmed and adjusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.character.sheet import not_a_field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.paths import get
from rules.core.scene import Action, Change, Event, Exchange, Scene
from rules.core.script import Effect, Pending, Request, Roll
from rules.core.text import Text, _
from rules.engine.circles import circle_of_request
from rules.engine.closing import check_lands
from rules.engine.exchanges import (
    find_active,
    find_revocable,
    find_unseen,
    go_on,
    newest_answers,
    place_of_newest,
    proposal,
    run,
)
from rules.engine.spare_dice import faces_to_reuse, forget_answer, forget_unused, spare_change, spare_faces, spare_place


def answer(system: Game, scene: Scene, action: Action) -> Event:
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    request = _open_request(system, scene, exchange, key)
    values, real, changes = _read_values(scene, action, exchange, request)
    if not request.accepts(values) or _names_unseen(scene, action, request, values):
        raise Unreadable(answer_error(request, values), key)
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
    circle = circle_of_request(scene, exchange, request)
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
        raise Unreadable(answer_error(request, values), request.key)
    change = spare_change(scene, exchange, request.key)
    return (*faces_to_reuse(change.before, values, real, action.gm), [change])


def _names_unseen(scene: Scene, action: Action, request: Request, values: Sequence[Any]) -> bool:
    """True if a player's answer names a fighter who is in none of its open choices, such as one hidden meanwhile."""
    unseen_fighters = () if action.gm else find_unseen(scene, (request.whose,))
    return any(isinstance(value, str) and value in unseen_fighters for value in values)


def take_back(system: Game, scene: Scene, action: Action) -> Event:
    """Revoke an answer, as long as nobody has answered after it or seen the answers sealed with it."""
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    answers = run(system, scene, exchange).answers
    revocable_rows = newest_answers(answers) if action.gm else find_revocable(scene, exchange, answers)
    kept_answer = next((answer for answer in revocable_rows if answer.request.key == key), None)
    if kept_answer is None:
        raise Refused(_("Something has been answered since: ask the game master."), key)
    changes = [*forget_answer(scene, exchange, kept_answer), *_withdraw_confirmation(scene, exchange)]
    payload = {"exchange": exchange.id, "key": key}
    circle = circle_of_request(scene, exchange, kept_answer.request)
    return Event("taken_back", action.by, kept_answer.request.whose, tuple(changes), circle, payload)


def _withdraw_confirmation(scene: Scene, exchange: Exchange) -> tuple[Change, ...]:
    change = scene.change(f"exchanges.{exchange.id}.confirmed", None)
    return (change,) if change.before is not None else ()


def confirm(system: Game, scene: Scene, action: Action) -> Event:
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


def adjust(system: Game, scene: Scene, action: Action) -> Event:
    token, path = str(action.args.get("character", "")), str(action.args.get("path", ""))
    field = system.schema.field(path)
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    if token not in scene.sheets or field is None:
        raise Unreadable(not_a_field(path), "path")
    value = field.read(action.args.get("value"))
    change = Change(f"character:{token}", path, get(scene.sheets[token], path), value)
    payload = {"reason": str(action.args.get("reason", ""))[:200], "path": path}
    return Event("adjust", action.by, "gm", (change,), "gm", payload)


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
    check_lands(system, scene, exchange, effects)
    return tuple(effects)


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


def answer_error(request: Request, values: Sequence[Any]) -> Text:
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
