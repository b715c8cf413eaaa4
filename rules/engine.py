"""The questions a table asks of the rules: who is waited for, what an action does, what a die may still do.

``decide`` holds all the rules and gives events; ``rules.scene.apply`` only writes what they recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import attempts
from rules.errors import Refused, RulesError, Stale, Unreadable
from rules.odds import Distribution, distribution
from rules.outcome import Check, Outcome
from rules.paths import Data, get
from rules.plain import from_plain, to_plain
from rules.scene import Action, Change, Event, Exchange, Fighter, Scene, apply
from rules.script import Done, Effect, Kept, Pending, Request, Roll, Script, T, just, replay
from rules.sheet import Field
from rules.system import Offer, Prompt, System
from rules.words import Text, _

State = Pending | Done[tuple[Effect, ...]]
_OWN = ("outcome", "attempt")  # effects that no game lands
ENGINE_ACTIONS = ("answer", "take_back", "confirm", "adjust", "next", "reveal", "hide")


def run(system: System, scene: Scene, exchange: Exchange) -> State:
    """Where an open exchange stands on this scene, with the costs pledged in those it interrupted spent.

    One whose action means nothing any more, say because the fighter has left, is done without effects.
    """

    def replayed() -> State:
        seen = spent(system, scene, exchange.level)
        return replay(lambda: _script(system, seen, exchange.action) or just(()), exchange.answers)

    return _once(scene, f"exchange/{exchange.id}", replayed)


def offers(system: System, scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may ask to do now, seen with every pledged cost already spent."""
    if scene.kind == "test":
        if actor not in scene.fighters or any(one.action.actor == actor for one in scene.exchanges.values()):
            return ()
        offer = system.test_offer(scene.sheet(actor), scene.settings, actor)
        offer = replace(offer, refused=attempts.refusal(scene))
        return (offer,) if attempts.args(scene, actor) is not None else (offer, *system.deeds(scene, actor))
    return _once(scene, f"offers/{actor}", lambda: system.offers(spent(system, scene), actor))


def _once(scene: Scene, key: str, work: Callable[[], T]) -> T:
    """What ``work`` gives, worked out once for this very scene."""
    known: dict[str, T] = scene.known
    if key not in known:
        known[key] = work()
    return known[key]


def spent(system: System, scene: Scene, level: int | None = None) -> Scene:
    """The scene with the costs pledged in open exchanges landed, as offers and inner exchanges see it.

    With a ``level``, only those of the exchanges below it.
    """
    seen = scene
    for exchange in scene.exchanges.values():
        if level is None or exchange.level < level:
            seen = _land(system, seen, run(system, scene, exchange).pledged)[0]
    return seen


def waiting_on(system: System, scene: Scene) -> tuple[Prompt, ...]:
    """Who owes what now: derived, never stored; empty only when a test is over.

    When a change of a sheet has ended an exchange by itself, the game master is asked to confirm what it came to.
    """
    prompts: list[Prompt] = []
    complete: list[Prompt] = []
    for exchange in _top(scene):
        state = run(system, scene, exchange)
        if isinstance(state, Pending):
            prompts += [_prompt(exchange, request) for request in state.requests]
            continue
        confirm = Prompt("gm", "confirm", _("Confirm the effects"), exchange.id)
        (prompts if _needs_confirm(system, scene, exchange, state) else complete).append(confirm)
    if scene.kind != "test":
        prompts += system.turn(scene)
    return tuple(prompts or complete)


def rolls_due(system: System, scene: Scene) -> tuple[tuple[str, Roll], ...]:
    """The open rolls with their exchange."""
    due = ((prompt.exchange, prompt.request) for prompt in waiting_on(system, scene))
    return tuple((exchange, request) for exchange, request in due if isinstance(request, Roll))


def decide(system: System, scene: Scene, action: Action) -> tuple[Event, ...]:
    """The events an action brings, closing what is complete. Raises ``Unreadable``, ``Refused`` or ``Stale``."""
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
    return (event, *_closings(system, apply(scene, event)))


def check_odds(system: System, check: Check, settings: Data) -> Distribution[Outcome]:
    """Every outcome a check can have, exactly."""
    return distribution(lambda: system.resolve(check, settings))


def proposal(system: System, scene: Scene, exchange: Exchange) -> tuple[Effect, ...]:
    """The effects an exchange would land, as they are confirmed; raises ``Refused`` while it is open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    return state.value


def spare(scene: Scene, exchange: Exchange, key: str) -> tuple[str, str]:
    """Where the faces of an undone roll are kept (subject and path): the same roll of the same action finds them.

    A fight keeps them itself; a single test, which is gone once undone, leaves them with its character.
    """
    action = exchange.action
    if scene.kind == "test":
        what = str(action.args.get("check", action.kind)).replace(".", "/")
        tries = attempts.tries(scene, action.actor)
        what = f"{what}/{tries + 1}" if tries else what
        return f"character:{scene.fighters[action.actor].character}", f"meta.spare.{what}/{key}"
    return scene.subject, f"spare.{scene.round}/{action.actor}/{action.kind}/{key}"


def spare_faces(scene: Scene, exchange: Exchange, roll: Roll) -> tuple[int, ...] | None:
    """The faces kept for this roll, if it was thrown before and undone."""
    faces = (_spared(scene, exchange, roll.key).before or {}).get("faces")
    return tuple(faces) if faces is not None and roll.accepts(faces) else None


def kept_dice(faces: Sequence[int], real: str | None) -> dict[str, Any]:
    """What is kept of a roll that is undone: its faces, and who typed them where they were real."""
    return {"faces": list(faces), **({"real": real} if real else {})}


def read_args(offer: Offer, args: Mapping[str, Any], gm: bool) -> dict[str, Any]:
    """The arguments of an action as its offer reads them.

    Raises ``Unreadable`` naming the field, and ``Refused`` for what only a game master may say.
    """
    known = {field.key: field for field in offer.fields}
    for key in args:
        if key not in known:
            raise Unreadable(_("“%(field)s” is not asked here.", field=str(key)[:40]), str(key)[:40])
        if key in offer.gm_only and not gm and args[key] != known[key].blank:
            raise Refused(_("Only the game master may say this."), key)
    return {key: field.read(args[key]) if key in args else _unsaid(field) for key, field in known.items()}


def _unsaid(field: Field) -> Any:
    if field.required or (field.kind == "choice" and field.default is None):
        raise Unreadable(_("%(field)s is missing.", field=field.label), field.key)
    return field.blank


def _act(system: System, scene: Scene, action: Action) -> Event:
    offer = _offered(system, scene, action)
    asked = attempts.args(scene, action.actor) if scene.kind == "test" else None
    given = action.args if asked is None else asked  # what a game master has asked is tested in his words
    action = replace(action, args=read_args(offer, given, action.gm or asked is not None))
    top = max((exchange.level for exchange in scene.exchanges.values()), default=0)
    level = top + 1 if offer.interrupts and scene.exchanges else top
    seen = spent(system, scene, level)
    script = _script(system, seen, action)
    costs = () if scene.kind == "test" else system.cost(seen, action)
    after, landed = _land(system, scene, costs)
    changes = list(landed)
    payload = _payload(system, scene, action, costs)
    if script is None:
        changes += _heard(system, after, action.actor)
        return Event(action.kind, action.by, action.actor, tuple(changes), audience(scene, *_named(action)), payload)
    script.close()
    if not action.id or action.id in scene.exchanges:
        raise ValueError("an exchange is opened under a new random id")
    order = max((exchange.order for exchange in scene.exchanges.values()), default=0) + 1
    row: dict[str, Any] = {
        "action": {"kind": action.kind, "actor": action.actor, "args": dict(action.args), "gm": action.gm},
        "by": action.by,
        "level": level,
        "order": order,
    }
    changes.append(scene.change(f"exchanges.{action.id}", row))
    payload["exchange"] = action.id
    return Event(
        f"open_{action.kind}",
        action.by,
        action.actor,
        tuple(changes),
        audience(scene, *_named(action)),
        payload,
    )


def _offered(system: System, scene: Scene, action: Action) -> Offer:
    if action.actor != "gm" and action.actor not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "actor")
    for offer in offers(system, scene, action.actor):
        if offer.kind == action.kind:
            if offer.master and not action.gm:
                raise Refused(_("Only the game master may say this."))
            if offer.refused is not None:
                raise Refused(offer.refused)
            return offer
    raise Refused(_("This cannot be done now."))


def _answer(system: System, scene: Scene, action: Action) -> Event:
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    request = _open_request(system, scene, exchange, key)
    given = action.args.get("values")
    values = tuple(given) if isinstance(given, list | tuple) else ()
    real = action.by if action.args.get("real") else None
    changes: list[Change] = []
    if isinstance(request, Roll) and spare_faces(scene, exchange, request) is not None:
        if real and not request.accepts(values):
            raise Unreadable(_unfit(request), key)
        change = _spared(scene, exchange, key)
        values, real = _fallen(change.before, values, real, action.gm)
        changes.append(change)
    if not request.accepts(values):
        raise Unreadable(_unfit(request), key)
    base = f"exchanges.{exchange.id}"
    changes += [scene.change(f"{base}.answers.{key}", list(values)), *_unconfirmed(scene, exchange)]
    if len(scene.exchanges) > 1:
        changes.append(scene.change(f"{base}.nth", 1 + max(_nth(scene, one) for one in scene.exchanges)))
    if real:
        changes.append(scene.change(f"{base}.real.{key}", real))
    after = scene.with_changes(changes)
    changes += _dropped(system, after, after.exchanges[exchange.id])
    payload = {
        "exchange": exchange.id,
        "key": key,
        "values": list(values),
        "real": real,
        "spare": list(spare(scene, exchange, key)) if isinstance(request, Roll) else None,
    }
    circle = audience(scene, exchange.action.actor, request.whose)
    return Event("answered", action.by, request.whose, tuple(changes), circle, payload)


def _fallen(
    kept: Mapping[str, Any], values: tuple[Any, ...], real: str | None, gm: bool
) -> tuple[tuple[Any, ...], str | None]:
    """The faces of a roll that was undone, and who typed them: it falls as it did, for undo is no second throw.

    Who typed a real die may have typed it wrong: it is typed again. One thrown here gives way to a game master alone.
    """
    before, typed = tuple(kept["faces"]), kept.get("real")
    if real is None or values == before:
        return before, typed
    if typed is None and not gm:
        faces = " + ".join(map(str, before))
        raise Refused(_("This was thrown here before and undone: its die stays %(faces)s.", faces=faces), "faces")
    return values, real


def _take_back(system: System, scene: Scene, action: Action) -> Event:
    """An answer is taken back while nobody has answered after it, nor seen what was sealed beside it."""
    exchange, key = _exchange_of(scene, action), str(action.args.get("key", ""))
    kept = run(system, scene, exchange).kept
    known = _newest(kept) if action.gm else revocable(scene, exchange, kept)
    found = next((one for one in known if one.request.key == key), None)
    if found is None:
        raise Refused(_("Something has been answered since: ask the game master."), key)
    changes = [*_forget(scene, exchange, found), *_unconfirmed(scene, exchange)]
    payload = {"exchange": exchange.id, "key": key}
    circle = audience(scene, exchange.action.actor, found.request.whose)
    return Event("taken_back", action.by, found.request.whose, tuple(changes), circle, payload)


def revocable(scene: Scene, exchange: Exchange, kept: Sequence[Kept]) -> tuple[Kept, ...]:
    """The answers that who gave them may still take back: the newest alone, or those that are still sealed.

    None once something was answered since in an exchange that is open beside this one.
    """
    if any(_nth(scene, one) > _nth(scene, exchange.id) for one in scene.exchanges):
        return ()
    last = _newest(kept)
    return tuple(one for one in last if one.sealed or len(last) == 1)


def _newest(kept: Sequence[Kept]) -> tuple[Kept, ...]:
    return tuple(one for one in kept if one.step == kept[-1].step)


def _nth(scene: Scene, exchange: str) -> int:
    """The place of an exchange's newest answer among those of all that are open."""
    return int(scene.state["exchanges"][exchange].get("nth", 0))


def _unconfirmed(scene: Scene, exchange: Exchange) -> tuple[Change, ...]:
    """What was confirmed holds no longer once an answer has changed."""
    change = scene.change(f"exchanges.{exchange.id}.confirmed", None)
    return (change,) if change.before is not None else ()


def _confirm(system: System, scene: Scene, action: Action) -> Event:
    exchange = _exchange_of(scene, action)
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    proposed = to_plain(proposal(system, scene, exchange))
    if action.args.get("shown") is not None and action.args["shown"] != proposed:
        raise Stale(_("The effects have changed in the meantime."), present=proposed)
    effects = [] if action.args.get("refuse") else action.args.get("effects")
    landed = proposed if effects is None else to_plain(_read_effects(system, scene, exchange, effects))
    change = scene.change(
        f"exchanges.{exchange.id}.confirmed",
        {"effects": landed, "by": action.by, "edited": landed != proposed},
    )
    return Event("confirmed", action.by, "gm", (change,), "gm", {"exchange": exchange.id, "proposed": proposed})


def _adjust(system: System, scene: Scene, action: Action) -> Event:
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


def uncalled(system: System, scene: Scene) -> tuple[str, ...]:
    """The fighters who are up and whom the game master has not called yet."""
    up = {prompt.of for prompt in system.turn(scene) if prompt.of != "gm"}
    return tuple(sorted(up - set(scene.called)))


def _next(system: System, scene: Scene, action: Action) -> Event:
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    up = uncalled(system, scene)
    if not up:
        raise Refused(_("Everybody who is up has been called."))
    change = scene.change("called", sorted({*up, *scene.called}))
    hidden = all(scene.fighters[fighter].hidden for fighter in up)
    return Event("next", action.by, "gm", (change,), "gm" if hidden else "table", {"called": list(up)})


def _reveal(system: System, scene: Scene, action: Action) -> Event:
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
        "told": {"gm" if hide else "table": to_plain(text)},
        "who": {fid: _identity(row) for fid, row in who.items()},
    }
    return Event(action.kind, action.by, fighter.id, (change,), "gm" if hide else "table", payload)


def _heard(system: System, scene: Scene, actor: str) -> tuple[Change, ...]:
    """Who has acted is no longer called, unless it is still his turn.

    The turn goes back to the game master, for hidden and visible alike.
    """
    if actor not in scene.called or any(prompt.of == actor for prompt in system.turn(scene)):
        return ()
    return (scene.change("called", [one for one in scene.called if one != actor] or None),)


def _closings(system: System, scene: Scene) -> tuple[Event, ...]:
    """The events that close every complete exchange, the inner ones first."""
    closed: list[Event] = []
    while scene.exchanges:
        batch = _top(scene) if scene.kind != "test" else _done(system, scene)
        if not batch:
            break
        states = [run(system, scene, exchange) for exchange in batch]
        complete = [state for state in states if isinstance(state, Done)]
        if len(complete) < len(batch) or (scene.kind != "test" and system.turn(scene)):
            break
        if any(_needs_confirm(system, scene, exchange, state) for exchange, state in zip(batch, complete, strict=True)):
            break
        for exchange, state in zip(batch, complete, strict=True):
            event = _close(system, scene, exchange, state)
            closed.append(event)
            scene = apply(scene, event)
    return tuple(closed)


def _done(system: System, scene: Scene) -> list[Exchange]:
    """The exchanges that are complete: those of a test do not wait for each other."""
    found = scene.exchanges.values()
    return [exchange for exchange in found if isinstance(run(system, scene, exchange), Done)]


def _close(system: System, scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> Event:
    row = scene.state["exchanges"][exchange.id]
    confirmed = row.get("confirmed")
    effects = state.value if confirmed is None else from_plain(confirmed["effects"])
    before = scene
    scene, changes = _land(system, scene, (*state.pledged, *effects))
    payload = _payload(system, before, exchange.action, effects)
    payload |= {"exchange": exchange.id, "real": dict(exchange.real), "faces": _faces(state.kept)}
    if confirmed is not None and confirmed["edited"]:
        payload["edited_by"] = confirmed["by"]
    close = Change(scene.subject, f"exchanges.{exchange.id}", row, None)
    action = exchange.action
    heard = _heard(system, scene.with_changes((close,)), action.actor)
    return Event(
        action.kind,
        exchange.action.by,
        action.actor,
        (close, *changes, *heard),
        audience(before, *_named(action)),
        payload,
    )


def _payload(system: System, scene: Scene, action: Action, effects: Iterable[Effect]) -> dict[str, Any]:
    """What ``tell`` needs of an action: who took part under which name, its arguments, and its effects in words."""
    listed = list(effects)
    title = system.title(scene, action)
    return {
        "told": {"table": to_plain(title)} if title else {},
        "action": {"kind": action.kind, "actor": action.actor, "args": dict(action.args)},
        "who": {fid: _identity(fighter) for fid, fighter in scene.fighters.items()},
        "outcomes": [to_plain(effect.value) for effect in listed if effect.kind == "outcome"],
        "effects": [row for effect in listed if effect.kind not in _OWN for row in _worded(system, scene, effect)],
    }


def _worded(system: System, scene: Scene, effect: Effect) -> list[dict[str, Any]]:
    text = system.describe(scene, effect)
    if text is None:
        return []
    public = system.public(scene, effect)
    return [{"target": effect.target, "kind": effect.kind, "text": to_plain(text), "public": to_plain(public)}]


def _identity(fighter: Fighter) -> dict[str, Any]:
    names = {"name": fighter.shown_name, "true": fighter.name, "character": fighter.character}
    return {**names, "side": fighter.side, "hidden": fighter.hidden}


def _faces(kept: Iterable[Kept]) -> dict[str, list[Any]]:
    return {one.request.key: list(one.value) for one in kept}


def _land(system: System, scene: Scene, effects: Iterable[Effect]) -> tuple[Scene, tuple[Change, ...]]:
    landed: list[Change] = []
    for effect in effects:
        changes = _changes(system, scene, effect)
        changes = tuple(change for change in changes if change.before != change.after)
        scene = scene.with_changes(changes)
        landed += changes
    return scene, tuple(landed)


def _changes(system: System, scene: Scene, effect: Effect) -> tuple[Change, ...]:
    if effect.kind in _OWN:
        return attempts.land(scene, effect) if effect.kind == "attempt" else ()
    return system.land(scene, effect)


def _dropped(system: System, scene: Scene, exchange: Exchange) -> list[Change]:
    """The changes that forget answers which no longer fit; faces thrown go to the spare ones."""
    state = run(system, scene, exchange)
    used = {one.request.key for one in state.kept}
    gone = [key for key in exchange.answers if key not in used]
    changes: list[Change] = []
    for key in gone:
        changes += _forget_key(scene, exchange, key, _is_throw(exchange.answers[key]))
    return changes


def _is_throw(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(isinstance(face, int) for face in values)


def _forget(scene: Scene, exchange: Exchange, kept: Kept) -> list[Change]:
    return _forget_key(scene, exchange, kept.request.key, isinstance(kept.request, Roll))


def _forget_key(scene: Scene, exchange: Exchange, key: str, is_roll: bool) -> list[Change]:
    base = f"exchanges.{exchange.id}"
    changes = [scene.change(f"{base}.answers.{key}", None)]
    if key in exchange.real:
        changes.append(scene.change(f"{base}.real.{key}", None))
    if is_roll:
        changes.append(_spared(scene, exchange, key, kept_dice(exchange.answers[key], exchange.real.get(key))))
    return changes


def _spared(scene: Scene, exchange: Exchange, key: str, dice: dict[str, Any] | None = None) -> Change:
    """The change that keeps dice for this roll, or takes the kept ones."""
    subject, path = spare(scene, exchange, key)
    data = scene.state if subject == scene.subject else scene.sheet(exchange.action.actor)
    return Change(subject, path, get(data, path), dice)


def _needs_confirm(system: System, scene: Scene, exchange: Exchange, state: State) -> bool:
    if isinstance(state, Pending) or scene.kind == "test" or "confirmed" in scene.state["exchanges"][exchange.id]:
        return False
    mode = system.setting(scene.settings, "confirm")
    if mode != "pc_hurt":
        return bool(mode == "always")
    return any(system.hurts(effect) and scene.fighters[effect.target].side == "pc" for effect in state.value)


def _read_effects(system: System, scene: Scene, exchange: Exchange, given: Any) -> tuple[Effect, ...]:
    """The effects a game master brings: any the game can land, but no test that was not rolled."""
    rolled = [effect for effect in proposal(system, scene, exchange) if effect.kind == "outcome"]
    try:
        effects = from_plain(given)
        valid = isinstance(effects, tuple) and all(
            isinstance(effect, Effect) and (effect.kind != "outcome" or effect in rolled) for effect in effects
        )
        if valid:
            _land(system, scene, effects)
            _payload(system, scene, exchange.action, effects)
    except RulesError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(_("These effects cannot be read."), "effects") from error
    if not valid:
        raise Unreadable(_("These effects cannot be read."), "effects")
    return tuple(effects)


def _exchange_of(scene: Scene, action: Action) -> Exchange:
    exchange = scene.exchanges.get(str(action.args.get("exchange", "")))
    if exchange is None:
        raise Stale(_("This exchange is over."), "exchange")
    if exchange not in _top(scene):
        raise Refused(_("This exchange waits for the one that interrupted it."), "exchange")
    return exchange


def _open_request(system: System, scene: Scene, exchange: Exchange, key: str) -> Request:
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        for request in state.requests:
            if request.key == key:
                return request
    raise Stale(_("This has been answered already."), key)


def _unfit(request: Request) -> Text:
    if isinstance(request, Roll):
        dice = str(request.dice)
        return _("%(dice)s is needed: each die from 1 to %(sides)s.", dice=dice, sides=request.dice.sides)
    return _("%(least)s to %(most)s of the choices offered are needed.", least=request.least, most=request.most)


def _prompt(exchange: Exchange, request: Request) -> Prompt:
    label = request.label if isinstance(request, Roll) else request.text
    return Prompt(request.whose, "answer", label, exchange.id, request)


def _top(scene: Scene) -> list[Exchange]:
    """The exchanges worked now: those of the highest level, in order of opening."""
    level = max((exchange.level for exchange in scene.exchanges.values()), default=0)
    return [exchange for exchange in scene.exchanges.values() if exchange.level == level]


def _script(system: System, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    if scene.kind == "test" and action.kind == "test":
        return attempts.counted(scene, action.actor, system.test(scene, action))
    return system.script(scene, action)


def _named(action: Action) -> tuple[str, ...]:
    """Everybody an action names: who acts, and the fighters among its arguments."""
    return (action.actor, *(value for value in action.args.values() if isinstance(value, str)))


def audience(scene: Scene, *fighters: str) -> str:
    """Who is told of what these fighters do: ``table``, or ``gm`` when one of them is hidden."""
    hidden = any(one in scene.fighters and scene.fighters[one].hidden for one in fighters)
    return "gm" if hidden else "table"
