"""Conditions that end by themselves, as a game master sets them: at the start or end of somebody's turn, or by rounds.

They stand in a fighter's row of the scene, so they leave with them, and end by the clock (``rules.engine.clock``). A
timer that hangs on somebody who has left, or whom the others do not see, counts rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.core.errors import Stale, Unreadable
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event, Scene
from rules.core.text import Text, _, ngettext
from rules.engine.clock import Turns, up

START, END, ROUND = "start", "end", "round"
SET, LIFTED, OVER, TICKED = "timed", "timer_lifted", "timed_out", "ticked"  # kinds of events
WHEN = (START, END, ROUND)
MOST, LONGEST = 99, 60  # times, signs of a name


@dataclass(frozen=True)
class Timer:
    """What a fighter is for a time: a flag of their sheet (``path``) or a ``label``; ``open`` to the whole table."""

    fighter: str
    key: str
    when: str
    left: int
    whose: str = ""
    path: str = ""
    label: str = ""
    open: bool = False

    @property
    def at(self) -> str:
        return f"fighters.{self.fighter}.timers.{self.key}"


def of(scene: Scene) -> tuple[Timer, ...]:
    rows = scene.state.get("fighters", {})
    return tuple(
        Timer(fighter, key, **row)
        for fighter in scene.fighters
        for key, row in sorted(rows[fighter].get("timers", {}).items())
    )


def put(system: Game, scene: Scene, timer: Timer, by: str) -> Event:
    """A game master puts a fighter under a condition for a time. Raises ``Stale`` or ``Unreadable``."""
    _check(system, scene, timer)
    key = next((other.key for other in of(scene) if _same(other, timer)), timer.key)
    row: dict[str, Any] = {"when": timer.when, "left": timer.left}
    row |= {name: value for name in ("whose", "path", "label", "open") if (value := getattr(timer, name))}
    changes = [scene.change(f"fighters.{timer.fighter}.timers.{key}", row)]
    if timer.path and not _is_on(scene, timer):
        changes.append(scene.write(timer.fighter, timer.path, True))
    if "taking" not in scene.state:
        changes.append(scene.change("taking", sorted(up(system, scene) & set(scene.called)) or None))
    what = _("%(what)s, %(until)s", what=_what(system, timer), until=until(scene, timer))
    text = _("%(who)s: %(what)s", who=scene.name(timer.fighter), what=what)
    return Event(SET, by, timer.fighter, tuple(changes), _audience(scene, timer), _told(text))


def lift(system: Game, scene: Scene, fighter: str, key: str, by: str) -> Event:
    """A game master ends a condition before its time. Raises ``Stale`` where it is over."""
    timer = next((row for row in of(scene) if (row.fighter, row.key) == (fighter, key)), None)
    if timer is None:
        raise Stale(_("This is over already."))
    return replace(_over(system, scene, timer, by), kind=LIFTED)


def ticks(system: Game, before: Scene, after: Scene, turns: Turns, by: str) -> tuple[Event, ...]:
    """The timer events of a command that led from one scene to the other: one each for those that end."""
    moments = {START: turns.started, END: turns.ended}
    passed = max(0, after.round - before.round)
    over: list[Event] = []
    changes: list[Change] = []
    for timer in of(after):
        left = timer.left - (passed if _by_rounds(after, timer) else timer.whose in moments[timer.when])
        if timer.path and not _is_on(after, timer):
            changes.append(after.change(timer.at, None))  # taken off by hand
        elif left <= 0:
            over.append(_over(system, after, timer, by))
        else:
            changes.append(after.change(f"{timer.at}.left", left))
    changes = [change for change in changes if change.before != change.after]
    counted = (Event(TICKED, by, "", tuple(changes), "gm", {}),) if changes else ()
    return (*over, *counted)


def until(scene: Scene, timer: Timer) -> Text:
    if _by_rounds(scene, timer):
        return ngettext("%(count)s round", "%(count)s rounds", timer.left)
    if timer.whose == timer.fighter and timer.left > 1:
        return ngettext("%(count)s turn", "%(count)s turns", timer.left)
    if timer.left > 1:
        who = scene.name(timer.whose)
        return ngettext("%(count)s turn of %(who)s", "%(count)s turns of %(who)s", timer.left, who=who)
    if timer.whose == timer.fighter:
        return _("until the next turn") if timer.when == START else _("until the end of the turn")
    if timer.when == START:
        return _("until the turn of %(who)s", who=scene.name(timer.whose))
    return _("until the end of the turn of %(who)s", who=scene.name(timer.whose))


def shown(system: Game, scene: Scene, fighter: str, knows: bool) -> Iterator[tuple[Timer, Text, Text]]:
    """The timers of a fighter that somebody may read, with what they are and how long yet."""
    for timer in of(scene):
        lasts = not timer.path or _is_on(scene, timer)
        if timer.fighter == fighter and (knows or timer.open) and lasts:
            yield timer, _what(system, timer), until(scene, timer)


def _check(system: Game, scene: Scene, timer: Timer) -> None:
    field = system.schema.field(timer.path) if timer.path else None
    if timer.fighter not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "fighter")
    if timer.path and (field is None or field.kind != "flag"):
        raise Unreadable(_("“%(path)s” is no field of this sheet.", path=timer.path[:80]), "path")
    if bool(timer.path) == bool(timer.label) or len(timer.label) > LONGEST:
        raise Unreadable(_("Choose a condition, or name one in 1 to %(most)s signs.", most=LONGEST), "label")
    if timer.when not in WHEN or not 1 <= timer.left <= MOST:
        raise Unreadable(_("Say until when, in 1 to %(most)s rounds or turns.", most=MOST), "left")
    if timer.when != ROUND and timer.whose not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "whose")


def _same(one: Timer, other: Timer) -> bool:
    return (one.fighter, one.path, one.label) == (other.fighter, other.path, other.label)


def _by_rounds(scene: Scene, timer: Timer) -> bool:
    if timer.when == ROUND or timer.whose not in scene.fighters:
        return True
    return scene.fighters[timer.whose].hidden and not scene.fighters[timer.fighter].hidden


def _is_on(scene: Scene, timer: Timer) -> bool:
    return bool(scene.write(timer.fighter, timer.path, None).before)


def _what(system: Game, timer: Timer) -> Text:
    field = system.schema.field(timer.path) if timer.path else None
    return field.label if field is not None else Text("%(label)s", (("label", timer.label),))


def _over(system: Game, scene: Scene, timer: Timer, by: str) -> Event:
    changes = [scene.change(timer.at, None)]
    if timer.path and _is_on(scene, timer):
        changes.append(scene.write(timer.fighter, timer.path, None))
    what = _("%(what)s is over", what=_what(system, timer))
    text = _("%(who)s: %(what)s", who=scene.name(timer.fighter), what=what)
    return Event(OVER, by, timer.fighter, tuple(changes), _audience(scene, timer), _told(text))


def _audience(scene: Scene, timer: Timer) -> str:
    return "table" if timer.open and not scene.fighters[timer.fighter].hidden else "gm"


def _told(text: Text) -> dict[str, Any]:
    return {"told": {"table": to_json(text)}}
