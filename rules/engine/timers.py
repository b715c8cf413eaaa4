"""Timed conditions, set by a game master: they end at the start or end of a fighter's turn, or after rounds.

They are stored in a fighter's row of the scene, so they leave with the fighter. The clock (``rules.engine.clock``) ends
them, at the latest with the fight. A timer tied to the turns of a fighter who has left, or whom the table does not see,
counts rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.character.sheet import not_a_field
from rules.core.errors import Stale, Unreadable
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.rounds import is_over
from rules.core.scene import Change, Event, Scene
from rules.core.text import Text, _, ngettext
from rules.engine.clock import PassedTurns, fighters_up

START, END, ROUND = "start", "end", "round"
SET, LIFTED, OVER, TICKED = "timed", "timer_lifted", "timed_out", "ticked"  # kinds of events
WHEN = (START, END, ROUND)
MOST, LONGEST = 99, 60  # times, characters of a name


@dataclass(frozen=True)
class Timer:
    """A timed condition: a flag of the sheet (``path``) or a ``label``; ``open`` to the whole table."""

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


def timers_of(scene: Scene) -> tuple[Timer, ...]:
    rows = scene.state.get("fighters", {})
    return tuple(
        Timer(fighter, key, **row)
        for fighter in scene.fighters
        if "timers" in rows[fighter]
        for key, row in sorted(rows[fighter]["timers"].items())
    )


def set_timer(system: Game, scene: Scene, timer: Timer, by: str) -> Event:
    """Put a fighter under a timed condition. Raises ``Stale`` or ``Unreadable``."""
    _check_timer(system, scene, timer)
    key = next((other.key for other in timers_of(scene) if _is_same(other, timer)), timer.key)
    row: dict[str, Any] = {"when": timer.when, "left": timer.left}
    row |= {name: value for name in ("whose", "path", "label", "open") if (value := getattr(timer, name))}
    changes = [scene.change(f"fighters.{timer.fighter}.timers.{key}", row)]
    if timer.path and not _is_on(scene, timer):
        changes.append(scene.write(timer.fighter, timer.path, True))
    if "taking" not in scene.state:
        changes.append(scene.change("taking", sorted(fighters_up(system, scene) & set(scene.called)) or None))
    sentence = _("%(what)s, %(until)s", what=_name_of(system, timer), until=until_text(system, scene, timer))
    text = _("%(who)s: %(what)s", who=scene.name(timer.fighter), what=sentence)
    return Event(SET, by, timer.fighter, tuple(changes), _audience(scene, timer), _payload(text))


def lift_timer(system: Game, scene: Scene, fighter: str, key: str, by: str) -> Event:
    """End a timed condition early. Raises ``Stale`` if it is over already."""
    timer = next((row for row in timers_of(scene) if (row.fighter, row.key) == (fighter, key)), None)
    if timer is None:
        raise Stale(_("This is over already."))
    return replace(_end_timer(system, scene, timer, by), kind=LIFTED)


def tick_all(system: Game, before: Scene, after: Scene, turns: PassedTurns, by: str) -> tuple[Event, ...]:
    """The timer events of a command: one for each condition that ended between the two scenes."""
    moments = {START: turns.started, END: turns.ended}
    passed = max(0, after.round - before.round)
    is_last = is_over(after) and not is_over(before)
    ended: list[Event] = []
    changes: list[Change] = []
    for timer in timers_of(after):
        remaining = timer.left - (passed if _is_by_rounds(after, timer) else timer.whose in moments[timer.when])
        if timer.path and not _is_on(after, timer):
            changes.append(after.change(timer.at, None))  # removed by hand
        elif remaining <= 0 or is_last:
            ended.append(_end_timer(system, after, timer, by))
        else:
            changes.append(after.change(f"{timer.at}.left", remaining))
    changes = [change for change in changes if change.before != change.after]
    ticked = (Event(TICKED, by, "", tuple(changes), "gm", {}),) if changes else ()
    return (*ended, *ticked)


def until_text(system: Game, scene: Scene, timer: Timer) -> Text:
    if _is_by_rounds(scene, timer):
        return system.rounds.count(timer.left)
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


def readable_timers(system: Game, scene: Scene, fighter: str, knows: bool) -> Iterator[tuple[Timer, Text, Text]]:
    """The timers of a fighter that a viewer may read, with the time left."""
    for timer in timers_of(scene):
        is_on = not timer.path or _is_on(scene, timer)
        if timer.fighter == fighter and (knows or timer.open) and is_on:
            yield timer, _name_of(system, timer), until_text(system, scene, timer)


def _check_timer(system: Game, scene: Scene, timer: Timer) -> None:
    field = system.schema.field(timer.path) if timer.path else None
    if timer.fighter not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "fighter")
    if timer.path and (field is None or field.kind != "flag"):
        raise Unreadable(not_a_field(timer.path), "path")
    if bool(timer.path) == bool(timer.label) or len(timer.label) > LONGEST:
        raise Unreadable(_("Choose a condition, or name one in 1 to %(most)s characters.", most=LONGEST), "label")
    if timer.when not in WHEN or not 1 <= timer.left <= MOST:
        raise Unreadable(_("Give its length, from 1 to %(most)s.", most=MOST), "left")
    if timer.when != ROUND and timer.whose not in scene.fighters:
        raise Stale(_("This fighter is no longer here."), "whose")


def _is_same(timer: Timer, other: Timer) -> bool:
    return (timer.fighter, timer.path, timer.label) == (other.fighter, other.path, other.label)


def _is_by_rounds(scene: Scene, timer: Timer) -> bool:
    if timer.when == ROUND or timer.whose not in scene.fighters:
        return True
    return scene.fighters[timer.whose].hidden and not scene.fighters[timer.fighter].hidden


def _is_on(scene: Scene, timer: Timer) -> bool:
    return bool(scene.write(timer.fighter, timer.path, None).before)


def _name_of(system: Game, timer: Timer) -> Text:
    field = system.schema.field(timer.path) if timer.path else None
    return field.label if field is not None else Text("%(label)s", (("label", timer.label),))


def _end_timer(system: Game, scene: Scene, timer: Timer, by: str) -> Event:
    changes = [scene.change(timer.at, None)]
    if timer.path and _is_on(scene, timer):
        changes.append(scene.write(timer.fighter, timer.path, None))
    sentence = _("%(what)s is over", what=_name_of(system, timer))
    text = _("%(who)s: %(what)s", who=scene.name(timer.fighter), what=sentence)
    return Event(OVER, by, timer.fighter, tuple(changes), _audience(scene, timer), _payload(text))


def _audience(scene: Scene, timer: Timer) -> str:
    return "table" if timer.open and not scene.fighters[timer.fighter].hidden else "gm"


def _payload(text: Text) -> dict[str, Any]:
    return {"told": {"table": to_json(text)}}
