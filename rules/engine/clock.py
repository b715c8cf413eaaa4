"""The one clock of a fight: which turns a command has begun and ended, and the marks that end with them.

While anything hangs on turns, ``taking`` in the scene holds whose turns run. A turn starts for everybody when its
fighter is called or acts, so nothing that ends tells who is up unseen. It ends when nothing is open any more and they
are up no longer, whatever the way: acted, held, passed over, or out of action; not when they only put it off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rules.core.game import Game
from rules.core.marks import OF_TURNS, Mark, Until, expired
from rules.core.scene import Change, Scene


@dataclass(frozen=True)
class Turns:
    """The fighters whose turns a command has begun and ended, and those whose turns run after it."""

    started: frozenset[str]
    ended: frozenset[str]
    running: Mapping[str, int]  # with the number of turns taken before


def up(system: Game, scene: Scene) -> frozenset[str]:
    """The fighters who are up for a turn, not those who only declare or roll initiative."""
    if not system.takes_turns(scene):
        return frozenset()
    return frozenset(prompt.of for prompt in system.turn(scene) if prompt.of in scene.fighters)


def turns(system: Game, before: Scene, after: Scene, actor: str) -> Turns:
    """The turns that pass between two scenes, when ``actor`` has acted."""
    ran = _running(before)
    now = {who: _taken(system, before, who) for who in _seen_up(system, before, after, actor)} | dict(ran)
    if after.exchanges:
        return Turns(frozenset(now) - set(ran), frozenset(), now)
    present = now.keys() & after.fighters.keys()
    again = frozenset(who for who in present if _taken(system, after, who) > now[who])
    up_after = up(system, after)
    going_on = {who: now[who] for who in (up_after & now.keys()) - again}
    called = {who: _taken(system, after, who) for who in up_after & set(after.called)}
    running = called | going_on
    over = frozenset(who for who in present - running.keys() if system.has_acted(after, who))
    started = (now.keys() | running.keys()) - ran.keys() | (again & running.keys())
    return Turns(frozenset(started), over | again, running)


def _running(scene: Scene) -> Mapping[str, int]:
    stored = scene.state.get("taking", ())
    return stored if isinstance(stored, Mapping) else dict.fromkeys(stored, 0)


def _seen_up(system: Game, before: Scene, after: Scene, actor: str) -> frozenset[str]:
    """The fighters whom the command has shown to be up: its actor, and those up no longer after it."""
    up_before = up(system, before)
    left = frozenset() if after.exchanges else up_before - up(system, after)
    return (up_before & {actor}) | left


def _taken(system: Game, scene: Scene, fighter: str) -> int:
    return (system.turns_taken(scene, fighter) or 0) if fighter in scene.fighters else 0


def stored(turns: Turns) -> list[str] | dict[str, int] | None:
    """The turns that run as the scene keeps them: by name, with the turns taken before where those count."""
    if any(turns.running.values()):
        return dict(sorted(turns.running.items()))
    return sorted(turns.running) or None


def counts_turns(system: Game, scene: Scene) -> bool:
    """Some mark of the scene ends with a turn."""
    keys = {mark.key for moment in OF_TURNS for mark in _ending(system, moment)}
    return any(not keys.isdisjoint(fighter.marks) for fighter in scene.fighters.values())


def marks_ended(system: Game, before: Scene, after: Scene, passed: Turns) -> tuple[Change, ...]:
    kept = _keep_for_next(system, before, after, passed)
    scene, changes = after.with_changes(kept), list(kept)
    for who in sorted(after.fighters):
        for moment in _moments(who, passed):
            ended = tuple(_of_moment(system, before, scene, who, moment))
            scene = scene.with_changes(ended)
            changes += ended
    return tuple(changes)


def _moments(fighter: str, passed: Turns) -> Iterator[Until]:
    if fighter in passed.started:
        yield Until.TURN_START
    if fighter in passed.ended:
        yield from (Until.TURN_END, Until.NEXT_TURN_END)


def _of_moment(system: Game, before: Scene, scene: Scene, fighter: str, moment: Until) -> Iterator[Change]:
    """A mark set by the very command that begins a turn lasts until the next one; so does one kept for it."""
    fresh = _fresh(scene, fighter) if moment is Until.NEXT_TURN_END else ()
    for mark in _ending(system, moment):
        new = fighter not in before.fighters or mark.of(before, fighter) is None
        if mark.key in fresh or (moment is Until.TURN_START and new):
            continue
        yield from expired((mark,), scene, fighter, moment)
    if fresh:
        yield scene.change(f"fighters.{fighter}.set_in_turn", None)


def _keep_for_next(system: Game, before: Scene, after: Scene, passed: Turns) -> tuple[Change, ...]:
    """Marks that last until the end of the next turn, noted where they were set in a turn of their fighter."""
    notes = []
    for who in sorted((passed.running.keys() | passed.ended) & set(after.fighters)):
        was = before.fighters[who].marks if who in before.fighters else {}
        lasting = _ending(system, Until.NEXT_TURN_END)
        new = [mark.key for mark in lasting if mark.of(after, who) not in (None, was.get(mark.key))]
        if new:
            noted = sorted({*_fresh(after, who), *new})
            notes.append(after.change(f"fighters.{who}.set_in_turn", noted))
    return tuple(notes)


def _fresh(scene: Scene, fighter: str) -> tuple[str, ...]:
    return tuple(scene.state["fighters"][fighter].get("set_in_turn", ()))


@cache
def _ending(system: Game, moment: Until) -> tuple[Mark, ...]:
    return tuple(mark for mark in system.marks if mark.until is moment)
