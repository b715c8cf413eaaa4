"""The open exchanges of a scene, replayed: the costs they have spent, and the prompts they wait for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import combinations

from rules.core import retries
from rules.core.check import Outcome, Verdict
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.json_codec import from_json
from rules.core.marks import without_hidden_contacts, without_links
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import Prompt
from rules.core.scene import Action, Change, Exchange, Scene
from rules.core.script import (
    ATTACK,
    DEFENCE,
    Course,
    Done,
    Effect,
    GivenAnswer,
    Pending,
    Request,
    Roll,
    Script,
    T,
    Value,
    just,
    pledged_costs,
    replay,
)
from rules.core.text import _

State = Pending | Done[tuple[Effect, ...]]
OWN = ("outcome", "attempt")  # effects that are never landed by a game
OVERRIDE = "kept"  # where an exchange has the result that a game master wants instead of its own
WAITING = "waiting"  # the suspended scripts of a scene


def run(system: Game, scene: Scene, exchange: Exchange) -> State:
    """The state of an open exchange, replayed on this scene with the pledged costs of those it interrupted spent.

    An exchange whose action has become meaningless, for instance because the fighter left, ends without effects.
    """

    def work() -> State:
        seen = after_costs(system, scene_for(system, scene, exchange.action), exchange.level)
        course: Course[tuple[Effect, ...]] = Course(script_of(system, seen, exchange.action) or just(()))
        state = course.run(exchange.answers)
        if WAITING in scene.memo:
            scene.memo[WAITING][exchange.id] = course
        else:
            course.close()
        return _apply_override(scene, exchange, state)

    return memoize_in(scene, _state_key(exchange.id), work)


def keep_waiting(scene: Scene) -> None:
    """Keep the running scripts of a scene, so that ``go_on`` can continue them on the next one."""
    scene.memo.setdefault(WAITING, {})


def go_on(before: Scene, after: Scene, answered: str) -> None:
    """Continue the kept scripts of the scene ``before`` on the scene ``after`` an answer.

    A script reads only its own answers, and nothing memoised of a scene reads any, so both are carried over.
    """
    if WAITING not in before.memo:
        return
    waiting, states = before.memo[WAITING], {}
    if answered in waiting:
        states[answered] = waiting[answered].run(after.exchanges[answered].answers)
    _take_over(before, after, states)


def play_out(system: Game, scene: Scene, exchange: Exchange, answer: Callable[[Request], Value]) -> Scene:
    """Answer every request of an open exchange as it comes; returns the scene after the last one."""
    state, course, answers = run(system, scene, exchange), scene.memo[WAITING][exchange.id], dict(exchange.answers)
    while isinstance(state, Pending):
        for request in state.requests:
            answers[request.key] = answer(request)
        state = course.run(answers)
    row = {key: list(values) for key, values in answers.items()}
    after = scene.with_changes((scene.change(f"exchanges.{exchange.id}.answers", row),))
    _take_over(scene, after, {exchange.id: state})
    return after


def _take_over(before: Scene, after: Scene, states: Mapping[str, State]) -> None:
    """Move the kept scripts and memoised states of one scene to the next."""
    after.memo.update((key, answer) for key, answer in before.memo.items() if type(key) is tuple)
    keep_waiting(after)
    for exchange in find_active(after):
        course = before.memo[WAITING].pop(exchange.id, None)
        if course is not None:
            after.memo[WAITING][exchange.id] = course
            state = states.get(exchange.id, before.memo[_state_key(exchange.id)])
            after.memo[_state_key(exchange.id)] = _apply_override(after, exchange, state)


def scene_for(system: Game, scene: Scene, action: Action) -> Scene:
    """The scene on which an action is decided: a public one, without the contacts of hidden fighters.

    An action of a player's hidden hero is decided without the other hidden fighters, except those it names.
    """
    if not is_unseen(scene, action):
        return without_hidden_contacts(scene, system.held)
    others = frozenset[str]() if action.gm else find_unseen(scene, fighters_named(action))
    return _drop_fighters(scene, others, system.held) if others else scene


def _state_key(exchange: str) -> str:
    return f"exchange/{exchange}"


def _apply_override(scene: Scene, exchange: Exchange, state: State) -> State:
    override = override_of(scene, exchange)
    if override is None or (isinstance(state, Pending) and "over" not in override):
        return state
    return Done(from_json(override["effects"]), state.answers, from_json(override["pledged"]))


def override_of(scene: Scene, exchange: Exchange) -> Data | None:
    """The game master's override of an exchange, unless it concerns somebody who has left."""
    override: Data | None = scene.state["exchanges"][exchange.id].get(OVERRIDE)
    if override is None or missing_targets(scene, (*from_json(override["effects"]), *from_json(override["pledged"]))):
        return None
    return override


def landing_effects(scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]) -> tuple[Effect, ...]:
    """The effects an exchange lands: its own, or those the game master confirmed instead."""
    confirmed = scene.state["exchanges"][exchange.id].get("confirmed")
    landing: tuple[Effect, ...] = state.value if confirmed is None else from_json(confirmed["effects"])
    return landing


def missing_targets(scene: Scene, effects: Iterable[Effect]) -> tuple[str, ...]:
    targets = (effect.target for effect in effects if effect.kind not in OWN)
    return tuple(target for target in targets if target not in ("", "gm") and target not in scene.fighters)


def memoize_in(scene: Scene, key: Hashable, work: Callable[[], T]) -> T:
    """The result of ``work``, computed once for this scene."""
    memo: dict[Hashable, T] = scene.memo
    if key not in memo:
        memo[key] = work()
    return memo[key]


def without_hidden_exchanges(system: Game, scene: Scene, own: Collection[str] = ()) -> Scene:
    """The scene without exchanges hidden from everybody but game masters and players of ``own`` fighters.

    Hidden exchanges neither delay public acts nor allow them; only fighters who are asked something in one know of it.
    """

    if not scene.hidden:  # nothing to leave out: the scene itself, so that it is not memoised in itself
        return scene

    def without() -> Scene:
        rows = scene.state.get("exchanges", {})
        unseen = [exchange for exchange in scene.exchanges.values() if is_unseen(scene, exchange.action, own)]
        unseen = [exchange for exchange in unseen if not own or not _is_asked(run(system, scene, exchange), own)]
        removals = [Change(scene.subject, f"exchanges.{exchange.id}", rows[exchange.id], None) for exchange in unseen]
        return scene.with_changes(removals) if removals else scene

    return memoize_in(scene, f"seen/{','.join(sorted(own))}", without)


def without_hidden_fighters(system: Game, scene: Scene, own: Collection[str] = ()) -> Scene:
    """The scene as if the fighters hidden from the players of ``own`` ones did not exist.

    Offers and boards are built from it, so nothing that happens to hidden fighters can change them.
    """

    if not scene.hidden:
        return scene

    def without() -> Scene:
        seen = without_hidden_exchanges(system, scene, own)
        # A fighter who is asked something by them knows that somebody is there.
        keys_named = (key for exchange in seen.exchanges.values() for key in fighters_named(exchange.action))
        gone = find_unseen(scene, own) - set(keys_named)
        return _drop_fighters(seen, gone, system.held) if gone else seen

    return memoize_in(scene, f"known/{','.join(sorted(own))}", without)


@memoize
def _drop_fighters(scene: Scene, gone: frozenset[str], held: frozenset[str]) -> Scene:
    """A scene without some fighters, their contacts, their part in open exchanges, and choices that named them.

    It is the same scene for all from whom the same fighters are hidden.
    """
    rows_left = {key: row for key, row in scene.state["fighters"].items() if key not in gone}
    fighters = {key: without_links(row, gone, held) for key, row in rows_left.items()}
    called = [key for key in scene.called if key not in gone]
    rows = {
        key: row
        for key, row in scene.state.get("exchanges", {}).items()
        if not _answers_name(row, gone) and gone.isdisjoint(fighters_named(scene.exchanges[key].action))
    }
    state = {**scene.state, "fighters": fighters, "called": called, "exchanges": rows}
    return scene.in_state({key: value for key, value in state.items() if value or key in scene.state})


def _answers_name(row: Data, fighters: Collection[str]) -> bool:
    values = (value for given in row.get("answers", {}).values() for value in given)
    return any(isinstance(value, str) and value in fighters for value in values)


def _is_asked(state: State, fighters: Collection[str]) -> bool:
    """True if one of these fighters is or was asked something in an exchange."""
    requests = [answered.request for answered in state.answers]
    if isinstance(state, Pending):
        requests += state.requests
    return any(request.whose in fighters for request in requests)


def is_unseen(scene: Scene, action: Action, own: Collection[str] = ()) -> bool:
    """True if an action is by or about somebody hidden, other than ``own`` fighters."""
    return bool(scene.hidden) and any(key in scene.hidden and key not in own for key in fighters_named(action))


def find_concerned_unseen(scene: Scene, exchange: Exchange, request: Request) -> frozenset[str]:
    """The hidden fighters whom a request concerns: the one asked, and in a public exchange those named in its key.

    The key of a die is a dash-separated path, such as that of the damage of a bullet that finds somebody.
    """
    if not scene.hidden:
        return scene.hidden
    parts = () if is_unseen(scene, exchange.action) else request.key.split("-")
    return scene.hidden.intersection((request.whose, *parts))


def find_unseen(scene: Scene, own: Collection[str]) -> frozenset[str]:
    """The fighters, of any side, hidden from the players of ``own`` ones."""
    return scene.hidden.difference(own)


def fighters_named(action: Action) -> tuple[str, ...]:
    """The fighters an action is about: its actor, those among its arguments, such as a wound of somebody, and more."""
    values = (value for value in action.args.values() if isinstance(value, str))
    return (
        action.actor,
        *(part for value in values for part in dict.fromkeys((value, *value.split("-")))),
        *action.about,
    )


def after_costs(system: Game, scene: Scene, level: int | None = None) -> Scene:
    """The scene with the pledged costs of open exchanges spent, as offers and inner exchanges see it.

    With a ``level``, only those of lower levels.
    """
    seen = scene
    for exchange in scene.exchanges.values():
        if level is None or exchange.level < level:
            seen = land(system, seen, run(system, scene, exchange).pledged)[0]
    return seen


def after_open_costs(system: Game, scene: Scene, own: Collection[str]) -> Scene:
    """The scene with the pledged costs spent that the players of ``own`` fighters may know of: no sealed answer’s."""
    seen = scene
    for exchange in scene.exchanges.values():
        state = run(system, scene, exchange)
        sealed = any(row.sealed and row.request.whose not in own for row in state.answers)
        answers = (row for row in state.answers if not row.sealed or row.request.whose in own)
        seen = land(system, seen, pledged_costs(answers) if sealed else state.pledged)[0]
    return seen


def waiting_on(system: Game, scene: Scene) -> tuple[Prompt, ...]:
    """The open prompts: always derived, never stored; empty only when a test is over.

    If a change of a sheet has completed an exchange, the game master is asked to confirm its result.
    """
    prompts, complete = open_prompts(system, scene)
    if scene.kind != "test":
        prompts += system.turn(scene)
    return tuple(prompts or complete)


def known_prompts(system: Game, scene: Scene, own: Collection[str]) -> tuple[Prompt, ...]:
    """The open prompts that the players of ``own`` fighters may know of."""
    prompts, complete = open_prompts(system, without_hidden_exchanges(system, scene, own))
    if scene.kind != "test":
        prompts += system.turn(without_hidden_fighters(system, scene, own))
    return tuple(prompts or complete)


def open_prompts(system: Game, scene: Scene) -> tuple[list[Prompt], list[Prompt]]:
    """The prompts of open exchanges; and apart, those to confirm complete exchanges that need no confirmation."""
    prompts: list[Prompt] = []
    complete: list[Prompt] = []
    for exchange in find_active(scene):
        state = run(system, scene, exchange)
        if isinstance(state, Pending):
            prompts += [_answer_prompt(exchange, request) for request in state.requests]
            continue
        confirm = Prompt("gm", "confirm", _("Confirm the effects"), exchange.id)
        (prompts if needs_confirm(system, scene, exchange, state) else complete).append(confirm)
    return prompts, complete


def rolls_due(system: Game, scene: Scene) -> tuple[tuple[str, Roll], ...]:
    due = ((prompt.exchange, prompt.request) for prompt in waiting_on(system, scene))
    return tuple((exchange, request) for exchange, request in due if isinstance(request, Roll))


def proposal(system: Game, scene: Scene, exchange: Exchange) -> tuple[Effect, ...]:
    """The effects an exchange would land, to be confirmed. Raises ``Refused`` while it is open."""
    state = run(system, scene, exchange)
    if isinstance(state, Pending):
        raise Refused(_("This exchange is not over yet."))
    return state.value


def opposed_pair(answers: Iterable[GivenAnswer]) -> tuple[GivenAnswer, GivenAnswer] | None:
    """The first two opposed tests by different fighters: thrown at once, or as attack and defence."""
    tests = [row for row in answers if isinstance(row.request, Roll) and row.request.check is not None]
    pairs = ((first, theirs) for first, theirs in combinations(tests, 2) if first.request.whose != theirs.request.whose)
    return next((pair for pair in pairs if pair[0].step == pair[1].step or _keys(pair) == (ATTACK, DEFENCE)), None)


def _keys(pair: tuple[GivenAnswer, GivenAnswer]) -> tuple[str, str]:
    return pair[0].request.key, pair[1].request.key


def verdict(system: Game, scene: Scene, answers: Iterable[GivenAnswer]) -> Verdict | None:
    """The winner of two opposed tests, if the dice alone decide it."""
    two = opposed_pair(answers)
    if two is None or any(row.sealed for row in two):
        return None
    first, second = (outcome(system, scene, row) for row in two)
    return system.duel(first, second, scene.settings) if first is not None and second is not None else None


def outcome(system: Game, scene: Scene, row: GivenAnswer) -> Outcome | None:
    """The outcome of a single roll; ``None`` if its procedure asks for more."""
    roll = row.request
    if not isinstance(roll, Roll) or roll.check is None:
        return None
    check, settings = roll.check, scene.settings
    state_before = replay(lambda: system.resolve(check, settings), {})
    if not isinstance(state_before, Pending) or [
        getattr(request, "dice", None) for request in state_before.requests
    ] != [roll.dice]:
        return None
    state = replay(lambda: system.resolve(check, settings), {state_before.requests[0].key: row.value})
    return state.value if isinstance(state, Done) else None


def find_revocable(scene: Scene, exchange: Exchange, answers: Sequence[GivenAnswer]) -> tuple[GivenAnswer, ...]:
    """The answers that can still be revoked by their authors: the newest one, or sealed ones.

    None after another open exchange was answered.
    """
    beside = [
        other for other in scene.exchanges.values() if not is_unseen(scene, other.action, (exchange.action.actor,))
    ]
    if any(place_of_newest(scene, other.id) > place_of_newest(scene, exchange.id) for other in beside):
        return ()
    last = newest_answers(answers)
    return tuple(row for row in last if row.sealed or len(last) == 1)


def newest_answers(answers: Sequence[GivenAnswer]) -> tuple[GivenAnswer, ...]:
    """The answers of the last step, which were asked together."""
    return tuple(row for row in answers if row.step == answers[-1].step)


def place_of_newest(scene: Scene, exchange: str) -> int:
    """The position of an exchange's newest answer among those of all open exchanges."""
    return int(scene.state["exchanges"][exchange].get("nth", 0))


def find_uncalled(system: Game, scene: Scene) -> tuple[str, ...]:
    """The fighters who are up but not yet called by the game master."""
    up = {prompt.of for prompt in system.turn(scene) if prompt.of != "gm"}
    return tuple(sorted(up - set(scene.called)))


def land(system: Game, scene: Scene, effects: Iterable[Effect]) -> tuple[Scene, tuple[Change, ...]]:
    """The scene after these effects landed in order, and the changes they made."""
    all_changes: list[Change] = []
    for effect in effects:
        changes = _landing_changes(system, scene, effect)
        changes = tuple(change for change in changes if change.before != change.after)
        scene = scene.with_changes(changes)
        all_changes += changes
    return scene, tuple(all_changes)


def _landing_changes(system: Game, scene: Scene, effect: Effect) -> tuple[Change, ...]:
    if effect.kind in OWN:
        return retries.land(scene, effect) if effect.kind == "attempt" else ()
    return system.land(scene, effect)


def needs_confirm(system: Game, scene: Scene, exchange: Exchange, state: State) -> bool:
    """True if a complete exchange waits for the game master's confirmation, by the house setting."""
    if isinstance(state, Pending) or scene.kind == "test" or "confirmed" in scene.state["exchanges"][exchange.id]:
        return False
    mode, action = system.setting(scene.settings, "confirm"), exchange.action
    sides_hurt = _sides_hurt(system, scene, action, state.value)
    if mode == "always":  # but not the order of a round, nor a harmless act of the game master
        return bool(sides_hurt) or not (action.actor == "gm" or system.act(action.kind).opening)
    return mode == "pc_hurt" and "pc" in sides_hurt


def _sides_hurt(system: Game, scene: Scene, action: Action, effects: Iterable[Effect]) -> set[str]:
    # A hidden fighter hit by a stray bullet of a public act must not delay it.
    unseen = frozenset[str]() if is_unseen(scene, action) else scene.hidden
    hurt = {effect.target for effect in effects if system.hurts(effect)}
    return {scene.fighters[target].side for target in hurt - unseen}


def _answer_prompt(exchange: Exchange, request: Request) -> Prompt:
    label = request.label if isinstance(request, Roll) else request.text
    return Prompt(request.whose, "answer", label, exchange.id, request)


def find_active(scene: Scene) -> list[Exchange]:
    """The active exchanges, oldest first: each of the highest level among those beside it."""
    rows = scene.exchanges.values()
    return [row for row in rows if row.level == max(other.level for other in rows if is_beside(scene, row, other))]


def is_beside(scene: Scene, exchange: Exchange, other: Exchange) -> bool:
    """True if an exchange may wait for another: a public one never waits for a hidden one.

    Nor does that of a player's hidden hero wait for one that its player does not know of.
    """
    if not is_unseen(scene, exchange.action):
        return not is_unseen(scene, other.action)
    return exchange.action.gm or not is_unseen(scene, other.action, fighters_named(exchange.action))


def script_of(system: Game, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    """The procedure of an action; ``None`` if it asks nothing."""
    if scene.kind == "test" and action.kind == "test":
        return retries.count_attempt(scene, action.actor, system.test(scene, action))
    return system.script(scene, action)
