"""The one clock of a fight: which turns a command has begun and ended, and the marks that end with them.

While some mark or timer lasts for turns, ``taking`` in the scene lists the fighters whose turns run. A turn starts, for
everybody, when its fighter is called or acts, so an ending mark never reveals a hidden fighter. It ends when no
exchange is open and the fighter is no longer up, however that came about: acted, held, passed over, or out of action;
but not when they only delay it.

Visible turns run as if nobody were hidden: no command of a hidden fighter ends one, and no hidden exchange prolongs
one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from rules.core.game import Game
from rules.core.marks import OF_TURNS, Mark, Until, expire
from rules.core.scene import Change, Scene
from rules.engine.exchanges import without_hidden_fighters


@dataclass(frozen=True)
class PassedTurns:
    """The turns that a command began and ended, and those that run after it."""

    started: frozenset[str]
    ended: frozenset[str]
    running: Mapping[str, int]  # with the number of turns taken before

    def restrict_to(self, fighters: Collection[str]) -> PassedTurns:
        """The same turns, of these fighters only."""
        running = {who: taken for who, taken in self.running.items() if who in fighters}
        return PassedTurns(self.started.intersection(fighters), self.ended.intersection(fighters), running)


def fighters_up(system: Game, scene: Scene) -> frozenset[str]:
    """The fighters whose turn it is, without those who only declare or roll initiative."""
    if not system.takes_turns(scene):
        return frozenset()
    return frozenset(prompt.of for prompt in system.turn(scene) if prompt.of in scene.fighters)


def turns_between(system: Game, before: Scene, after: Scene, actor: str, *, unseen: bool = False) -> PassedTurns:
    """The turns that pass between two scenes after ``actor`` acted; ``unseen`` commands are by hidden fighters."""
    running_before = _turns_running(before)
    if not after.hidden:
        return _turns_passed(system, before, after, actor, running_before)
    hidden_running = {who: taken for who, taken in running_before.items() if who in after.hidden}
    seen_running = {who: taken for who, taken in running_before.items() if who not in after.hidden}
    hidden = _turns_passed(system, before, after, actor, hidden_running).restrict_to(after.hidden)
    if unseen:
        return replace(hidden, running={**seen_running, **hidden.running})
    seen_before, seen_after = (without_hidden_fighters(system, scene) for scene in (before, after))
    seen = _turns_passed(system, seen_before, seen_after, actor, seen_running)
    return PassedTurns(seen.started | hidden.started, seen.ended | hidden.ended, {**seen.running, **hidden.running})


def _turns_passed(
    system: Game, before: Scene, after: Scene, actor: str, running_before: Mapping[str, int]
) -> PassedTurns:
    current = {who: _turns_taken(system, before, who) for who in _shown_up(system, before, after, actor)} | dict(
        running_before
    )
    if after.exchanges:
        return PassedTurns(frozenset(current) - set(running_before), frozenset(), current)
    present = current.keys() & after.fighters.keys()
    taken_anew = frozenset(who for who in present if _turns_taken(system, after, who) > current[who])
    up_after = fighters_up(system, after)
    going_on = {who: current[who] for who in (up_after & current.keys()) - taken_anew}
    called = {who: _turns_taken(system, after, who) for who in up_after & set(after.called)}
    running = called | going_on
    ended = frozenset(who for who in present - running.keys() if system.has_acted(after, who))
    started = (current.keys() | running.keys()) - running_before.keys() | (taken_anew & running.keys())
    return PassedTurns(frozenset(started), ended | taken_anew, running)


def _turns_running(scene: Scene) -> Mapping[str, int]:
    stored = scene.state.get("taking", ())
    return stored if isinstance(stored, Mapping) else dict.fromkeys(stored, 0)


def _shown_up(system: Game, before: Scene, after: Scene, actor: str) -> frozenset[str]:
    """The fighters whose turn the command revealed: its actor, and those no longer up after it."""
    up_before = fighters_up(system, before)
    no_longer_up = frozenset() if after.exchanges else up_before - fighters_up(system, after)
    return (up_before & {actor}) | no_longer_up


def _turns_taken(system: Game, scene: Scene, fighter: str) -> int:
    return (system.turns_taken(scene, fighter) or 0) if fighter in scene.fighters else 0


def turns_to_json(turns: PassedTurns) -> list[str] | dict[str, int] | None:
    """The running turns as stored in the scene: names, with the number of turns taken if it matters."""
    if any(turns.running.values()):
        return dict(sorted(turns.running.items()))
    return sorted(turns.running) or None


def counts_turns(system: Game, scene: Scene) -> bool:
    """True if some mark of the scene ends with a turn."""
    keys = {mark.key for moment in OF_TURNS for mark in _marks_until(system, moment)}
    return any(not keys.isdisjoint(fighter.marks) for fighter in scene.fighters.values())


def end_marks(system: Game, before: Scene, after: Scene, passed: PassedTurns) -> tuple[Change, ...]:
    extended = _keep_for_next(system, before, after, passed)
    scene, changes = after.with_changes(extended), list(extended)
    for who in sorted(after.fighters):
        for moment in _moments_of(who, passed):
            ended = tuple(_end_marks_at(system, before, scene, who, moment))
            scene = scene.with_changes(ended)
            changes += ended
    return tuple(changes)


def _moments_of(fighter: str, passed: PassedTurns) -> Iterator[Until]:
    if fighter in passed.started:
        yield Until.TURN_START
    if fighter in passed.ended:
        yield from (Until.TURN_END, Until.NEXT_TURN_END)


def _end_marks_at(system: Game, before: Scene, scene: Scene, fighter: str, moment: Until) -> Iterator[Change]:
    """The changes that end marks now; a mark set or renewed by the command that began the turn lasts until the next."""
    set_in_turn = _set_in_turn(scene, fighter) if moment is Until.NEXT_TURN_END else ()
    for mark in _marks_until(system, moment):
        is_new = fighter not in before.fighters or mark.of(before, fighter) is None
        if mark.key in set_in_turn or (moment is Until.TURN_START and is_new):
            continue
        yield from expire((mark,), scene, fighter, moment)
    if set_in_turn:
        yield scene.change(f"fighters.{fighter}.set_in_turn", None)


def _keep_for_next(system: Game, before: Scene, after: Scene, passed: PassedTurns) -> tuple[Change, ...]:
    """Note the marks until the end of the next turn that were set during their fighter's own turn."""
    notes = []
    for who in sorted((passed.running.keys() | passed.ended) & set(after.fighters)):
        marks_before = before.fighters[who].marks if who in before.fighters else {}
        lasting = _marks_until(system, Until.NEXT_TURN_END)
        new = [mark.key for mark in lasting if mark.of(after, who) not in (None, marks_before.get(mark.key))]
        if new:
            noted = sorted({*_set_in_turn(after, who), *new})
            notes.append(after.change(f"fighters.{who}.set_in_turn", noted))
    return tuple(notes)


def _set_in_turn(scene: Scene, fighter: str) -> tuple[str, ...]:
    return tuple(scene.state["fighters"][fighter].get("set_in_turn", ()))


@cache
def _marks_until(system: Game, moment: Until) -> tuple[Mark, ...]:
    return tuple(mark for mark in system.marks if mark.until is moment)
