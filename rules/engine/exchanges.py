"""The open exchanges of a scene, replayed: what they have spent, and who is waited for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from rules.core import retries
from rules.core.check import Outcome, Verdict
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.json_codec import from_json
from rules.core.paths import Data
from rules.core.rounds import Prompt
from rules.core.scene import Action, Change, Exchange, Scene
from rules.core.script import (
    ATTACK,
    DEFENCE,
    Course,
    Done,
    Effect,
    Kept,
    Pending,
    Request,
    Roll,
    Script,
    T,
    Value,
    just,
    replay,
)
from rules.core.text import _

State = Pending | Done[tuple[Effect, ...]]
OWN = ("outcome", "attempt")  # effects that no game lands
WAITING = "waiting"  # the scripts of a scene that wait to be continued


def run(system: Game, scene: Scene, exchange: Exchange) -> State:
    """The state of an open exchange on this scene, with the costs pledged in those it interrupted spent.

    One whose action means nothing any more, say because the fighter has left, is done without effects.
    """

    def replayed() -> State:
        seen = after_costs(system, scene, exchange.level)
        course: Course[tuple[Effect, ...]] = Course(script_of(system, seen, exchange.action) or just(()))
        state = course.run(exchange.answers)
        if WAITING in scene.known:
            scene.known[WAITING][exchange.id] = course
        else:
            course.close()
        return _overridden(scene, exchange, state)

    return memoized(scene, _state(exchange.id), replayed)


def keep_waiting(scene: Scene) -> None:
    """Let the scripts of a scene wait where they stand, to be continued on the next scene (``go_on``)."""
    scene.known.setdefault(WAITING, {})


def go_on(before: Scene, after: Scene, answered: str) -> None:
    """Continue on the scene ``after`` an answer the scripts that wait on the one ``before``.

    No script reads an answer but its own, and nothing memoised of a scene reads any: all that is taken over.
    """
    if WAITING not in before.known:
        return
    waiting, states = before.known[WAITING], {}
    if answered in waiting:
        states[answered] = waiting[answered].run(after.exchanges[answered].answers)
    _take_over(before, after, states)


def play_out(system: Game, scene: Scene, exchange: Exchange, answer: Callable[[Request], Value]) -> Scene:
    """The scene on which an open exchange has been asked all it asks, each request answered as it comes."""
    state, course, answers = run(system, scene, exchange), scene.known[WAITING][exchange.id], dict(exchange.answers)
    while isinstance(state, Pending):
        for request in state.requests:
            answers[request.key] = answer(request)
        state = course.run(answers)
    row = {key: list(values) for key, values in answers.items()}
    after = scene.with_changes((scene.change(f"exchanges.{exchange.id}.answers", row),))
    _take_over(scene, after, {exchange.id: state})
    return after


def _take_over(before: Scene, after: Scene, states: Mapping[str, State]) -> None:
    """Let the scripts that wait on one scene wait on the next, with the states that are new there."""
    after.known.update((key, answer) for key, answer in before.known.items() if type(key) is tuple)
    keep_waiting(after)
    for exchange in worked_now(after):
        course = before.known[WAITING].pop(exchange.id, None)
        if course is not None:
            after.known[WAITING][exchange.id] = course
            state = states.get(exchange.id, before.known[_state(exchange.id)])
            after.known[_state(exchange.id)] = _overridden(after, exchange, state)


def _state(exchange: str) -> str:
    return f"exchange/{exchange}"


def _overridden(scene: Scene, exchange: Exchange, state: State) -> State:
    """The result a game master keeps as played, in place of the exchange's own; it asks no more once over."""
    kept = override_of(scene, exchange)
    if kept is None or (isinstance(state, Pending) and "over" not in kept):
        return state
    return Done(from_json(kept["effects"]), state.kept, from_json(kept["pledged"]))


def override_of(scene: Scene, exchange: Exchange) -> Data | None:
    """The game master's override of an exchange, unless it concerns somebody who has left."""
    kept: Data | None = scene.state["exchanges"][exchange.id].get("kept")
    if kept is None or missing_targets(scene, (*from_json(kept["effects"]), *from_json(kept["pledged"]))):
        return None
    return kept


def landing_effects(scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> tuple[Effect, ...]:
    """The effects an exchange lands: those of its procedure, unless the game master confirmed others."""
    confirmed = scene.state["exchanges"][exchange.id].get("confirmed")
    landing: tuple[Effect, ...] = state.value if confirmed is None else from_json(confirmed["effects"])
    return landing


def missing_targets(scene: Scene, effects: Iterable[Effect]) -> tuple[str, ...]:
    targets = (effect.target for effect in effects if effect.kind not in OWN)
    return tuple(target for target in targets if target not in ("", "gm") and target not in scene.fighters)


def memoized(scene: Scene, key: Hashable, work: Callable[[], T]) -> T:
    """The result of ``work``, computed once for this very scene."""
    known: dict[Hashable, T] = scene.known
    if key not in known:
        known[key] = work()
    return known[key]


def without_hidden_exchanges(system: Game, scene: Scene, own: Collection[str] = ()) -> Scene:
    """The scene without the exchanges that are hidden from all but game masters and those who play ``own`` fighters.

    What goes on unseen neither holds up what everybody sees nor allows it; whoever is asked something in it knows.
    """

    if not scene.hidden:  # shown as it is: it does not hold itself among what is known of it
        return scene

    def without() -> Scene:
        rows = scene.state.get("exchanges", {})
        unseen = [exchange for exchange in scene.exchanges.values() if is_unseen(scene, exchange.action, own)]
        unseen = [exchange for exchange in unseen if not own or not _asks(run(system, scene, exchange), own)]
        gone = [Change(scene.subject, f"exchanges.{exchange.id}", rows[exchange.id], None) for exchange in unseen]
        return scene.with_changes(gone) if gone else scene

    return memoized(scene, f"seen/{','.join(sorted(own))}", without)


def without_hidden_fighters(system: Game, scene: Scene, own: Collection[str] = ()) -> Scene:
    """The scene as if nobody were there who is hidden from those who play ``own`` fighters.

    What they are offered and shown is read from it, so nothing that becomes of who is hidden changes that.
    """

    if not scene.hidden:
        return scene

    def without() -> Scene:
        seen = without_hidden_exchanges(system, scene, own)
        # Whoever is asked something by them knows that there is somebody.
        met = (key for exchange in seen.exchanges.values() for key in named(exchange.action))
        gone = unseen(scene, own) - set(met)
        return _dropped(seen, gone) if gone else seen

    return memoized(scene, f"known/{','.join(sorted(own))}", without)


def _dropped(scene: Scene, gone: Collection[str]) -> Scene:
    """A scene without some fighters, without their part in what is open, and without what somebody chose them for."""
    fighters = {key: row for key, row in scene.state["fighters"].items() if key not in gone}
    called = [key for key in scene.called if key not in gone]
    rows = {key: row for key, row in scene.state.get("exchanges", {}).items() if not _answers_name(row, gone)}
    state = {**scene.state, "fighters": fighters, "called": called, "exchanges": rows}
    return replace(scene, state={key: value for key, value in state.items() if value or key in scene.state})


def _answers_name(row: Data, fighters: Collection[str]) -> bool:
    values = (value for given in row.get("answers", {}).values() for value in given)
    return any(isinstance(value, str) and value in fighters for value in values)


def _asks(state: State, fighters: Collection[str]) -> bool:
    """True if one of these fighters is asked, or has been asked, something in an exchange."""
    asked = [answered.request for answered in state.kept]
    asked += state.requests if isinstance(state, Pending) else ()
    return any(request.whose in fighters for request in asked)


def is_unseen(scene: Scene, action: Action, own: Collection[str] = ()) -> bool:
    """True if an action is by or about somebody hidden, other than ``own`` fighters."""
    return bool(scene.hidden) and any(key in scene.hidden and key not in own for key in named(action))


def unseen(scene: Scene, own: Collection[str]) -> frozenset[str]:
    """The fighters hidden from those who play ``own`` ones, whichever side they stand on."""
    return scene.hidden.difference(own)


def named(action: Action) -> tuple[str, ...]:
    """The fighters an action names: its actor, and those among its arguments."""
    return (action.actor, *(value for value in action.args.values() if isinstance(value, str)))


def after_costs(system: Game, scene: Scene, level: int | None = None) -> Scene:
    """The scene with the costs pledged in open exchanges landed, as offers and inner exchanges see it.

    With a ``level``, only those of the exchanges below it.
    """
    seen = scene
    for exchange in scene.exchanges.values():
        if level is None or exchange.level < level:
            seen = land(system, seen, run(system, scene, exchange).pledged)[0]
    return seen


def waiting_on(system: Game, scene: Scene) -> tuple[Prompt, ...]:
    """The open prompts: derived, never stored; empty only when a test is over.

    When a change of a sheet has ended an exchange by itself, the game master is asked to confirm what it came to.
    """
    prompts, complete = open_prompts(system, scene)
    if scene.kind != "test":
        prompts += system.turn(scene)
    return tuple(prompts or complete)


def known_prompts(system: Game, scene: Scene, own: Collection[str]) -> tuple[Prompt, ...]:
    """The open prompts as those who play ``own`` fighters may know them."""
    prompts, complete = open_prompts(system, without_hidden_exchanges(system, scene, own))
    if scene.kind != "test":
        prompts += system.turn(without_hidden_fighters(system, scene, own))
    return tuple(prompts or complete)


def open_prompts(system: Game, scene: Scene) -> tuple[list[Prompt], list[Prompt]]:
    """All that open exchanges wait for, and the leave that those wait for which are complete."""
    prompts: list[Prompt] = []
    complete: list[Prompt] = []
    for exchange in worked_now(scene):
        state = run(system, scene, exchange)
        if isinstance(state, Pending):
            prompts += [_prompt(exchange, request) for request in state.requests]
            continue
        confirm = Prompt("gm", "confirm", _("Confirm the effects"), exchange.id)
        (prompts if needs_confirm(system, scene, exchange, state) else complete).append(confirm)
    return prompts, complete


def rolls_due(system: Game, scene: Scene) -> tuple[tuple[str, Roll], ...]:
    due = ((prompt.exchange, prompt.request) for prompt in waiting_on(system, scene))
    return tuple((exchange, request) for exchange, request in due if isinstance(request, Roll))


def proposal(system: Game, scene: Scene, exchange: Exchange) -> tuple[Effect, ...]:
    """The effects an exchange would land, as they are confirmed; raises ``Refused`` while it is open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    return state.value


def opposed_pair(kept: Iterable[Kept]) -> tuple[Kept, Kept] | None:
    """The first two tests by different fighters that were thrown at once, or as an attack and its defence."""
    tests = [row for row in kept if isinstance(row.request, Roll) and row.request.check is not None]
    pairs = ((mine, theirs) for mine, theirs in combinations(tests, 2) if mine.request.whose != theirs.request.whose)
    return next((pair for pair in pairs if pair[0].step == pair[1].step or _keys(pair) == (ATTACK, DEFENCE)), None)


def _keys(pair: tuple[Kept, Kept]) -> tuple[str, str]:
    return pair[0].request.key, pair[1].request.key


def verdict(system: Game, scene: Scene, kept: Iterable[Kept]) -> Verdict | None:
    """The winner of two who have thrown against each other, as far as their dice alone tell it."""
    two = opposed_pair(kept)
    if two is None or any(row.sealed for row in two):
        return None
    first, second = (_outcome(system, scene, row) for row in two)
    return system.duel(first, second, scene.settings) if first is not None and second is not None else None


def _outcome(system: Game, scene: Scene, row: Kept) -> Outcome | None:
    """The outcome of one die by itself; ``None`` where its procedure asks for more."""
    roll = row.request
    if not isinstance(roll, Roll) or roll.check is None:
        return None
    check, settings = roll.check, scene.settings
    asked = replay(lambda: system.resolve(check, settings), {})
    if not isinstance(asked, Pending) or [getattr(request, "dice", None) for request in asked.requests] != [roll.dice]:
        return None
    state = replay(lambda: system.resolve(check, settings), {asked.requests[0].key: row.value})
    return state.value if isinstance(state, Done) else None


def revocable(scene: Scene, exchange: Exchange, kept: Sequence[Kept]) -> tuple[Kept, ...]:
    """The answers that who gave them may still take back: the newest alone, or those that are still sealed.

    None once something was answered since in an exchange that is open beside this one.
    """
    beside = [
        other for other in scene.exchanges.values() if not is_unseen(scene, other.action, (exchange.action.actor,))
    ]
    if any(nth(scene, other.id) > nth(scene, exchange.id) for other in beside):
        return ()
    last = newest(kept)
    return tuple(row for row in last if row.sealed or len(last) == 1)


def newest(kept: Sequence[Kept]) -> tuple[Kept, ...]:
    """The answers of the last step, all that were asked at once."""
    return tuple(row for row in kept if row.step == kept[-1].step)


def nth(scene: Scene, exchange: str) -> int:
    """The place of an exchange's newest answer among those of all that are open."""
    return int(scene.state["exchanges"][exchange].get("nth", 0))


def uncalled(system: Game, scene: Scene) -> tuple[str, ...]:
    """The fighters who are up and whom the game master has not called yet."""
    up = {prompt.of for prompt in system.turn(scene) if prompt.of != "gm"}
    return tuple(sorted(up - set(scene.called)))


def land(system: Game, scene: Scene, effects: Iterable[Effect]) -> tuple[Scene, tuple[Change, ...]]:
    """The scene once these effects have landed one after the other, and the changes that took it there."""
    landed: list[Change] = []
    for effect in effects:
        changes = _changes(system, scene, effect)
        changes = tuple(change for change in changes if change.before != change.after)
        scene = scene.with_changes(changes)
        landed += changes
    return scene, tuple(landed)


def _changes(system: Game, scene: Scene, effect: Effect) -> tuple[Change, ...]:
    if effect.kind in OWN:
        return retries.land(scene, effect) if effect.kind == "attempt" else ()
    return system.land(scene, effect)


def needs_confirm(system: Game, scene: Scene, exchange: Exchange, state: State) -> bool:
    """True if a complete exchange waits for the game master's confirmation, by the house setting."""
    if isinstance(state, Pending) or scene.kind == "test" or "confirmed" in scene.state["exchanges"][exchange.id]:
        return False
    mode = system.setting(scene.settings, "confirm")
    if mode != "pc_hurt":
        return bool(mode == "always")
    return any(system.hurts(effect) and scene.fighters[effect.target].side == "pc" for effect in state.value)


def _prompt(exchange: Exchange, request: Request) -> Prompt:
    label = request.label if isinstance(request, Roll) else request.text
    return Prompt(request.whose, "answer", label, exchange.id, request)


def worked_now(scene: Scene) -> list[Exchange]:
    """The exchanges worked now: those of the highest level, in order of opening; nothing seen waits for what is not."""
    rows = scene.exchanges.values()
    if not rows:
        return []
    seen = {exchange.id for exchange in rows if not is_unseen(scene, exchange.action)}
    highest = max((exchange.level for exchange in rows), default=0)
    seen_highest = max((exchange.level for exchange in rows if exchange.id in seen), default=0)
    return [exchange for exchange in rows if exchange.level == (seen_highest if exchange.id in seen else highest)]


def script_of(system: Game, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    """The script of an action; ``None`` for one that asks nothing."""
    if scene.kind == "test" and action.kind == "test":
        return retries.counted(scene, action.actor, system.test(scene, action))
    return system.script(scene, action)
