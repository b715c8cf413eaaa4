"""Timed states set and lifted by the game master (``rules.engine.timers``)."""

from __future__ import annotations

from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.live.regions import View
from campaigns.models import Event, new_token
from campaigns.seats.access import check_gm
from campaigns.web.language import say
from encounters import scenes
from encounters.fight import snapshot
from encounters.models import Encounter
from rules.core.errors import Refused, Stale
from rules.core.game import Game
from rules.core.scene import Event as SceneEvent
from rules.core.scene import Scene
from rules.core.text import _
from rules.engine import timers, turn_ends
from rules.engine.timers import Timer
from rules.views import board

KINDS = (timers.SET, timers.LIFTED)


@journal.command
def set_timer(pen: Pen, *, encounter: str, timer: Timer) -> None:
    """Put a fighter into a state for some time. Raises ``Stale``, ``Unreadable`` or ``Refused``."""
    scene = _scene(pen, encounter)
    event = timers.set_timer(pen.campaign.system, scene, timer, pen.seat.token)
    pen.record(turn_ends.with_participants(scene, event), encounter=encounter)


@journal.command
def lift(pen: Pen, *, encounter: str, fighter: str, key: str) -> None:
    """End a timed state early. Raises ``Stale`` if it is over already, or ``Refused``."""
    scene = _scene(pen, encounter)
    event = timers.lift_timer(pen.campaign.system, scene, fighter, key, pen.seat.token)
    pen.record(turn_ends.with_participants(scene, event), encounter=encounter)


def set_again(system: Game, scene: Scene, step: Event) -> SceneEvent:
    """Repeat on another scene an event that set or lifted a timer. Raises what the rules raise."""
    _subject, path, before, after = step.changes[0]
    _fighters, fighter, _timers, key = path.split(".")
    by = step.by.token if step.by else ""
    if step.kind == timers.LIFTED:
        return turn_ends.with_participants(scene, timers.lift_timer(system, scene, fighter, key, by))
    return turn_ends.with_participants(scene, timers.set_timer(system, scene, Timer(fighter, key, **after), by))


def read_timer(fighter: str, values: Any) -> Timer:
    """A timer as its form gives it; impossible values are refused later, when it is set."""
    times = str(values.get("left", ""))
    left = int(times) if times.isascii() and times.isdigit() and len(times) < 4 else 0
    when, whose = str(values.get("when", "")), str(values.get("whose", ""))
    label = " ".join(str(values.get("label", "")).split())
    path = "" if label else str(values.get("path", ""))
    row = {"whose": "" if when == timers.ROUND else whose, "path": path, "label": label}
    return Timer(fighter, new_token(), when, left, open=bool(values.get("open")), **row)


def timers_of_character(view: View, character: str) -> list[dict[str, Any]]:
    """The timed states of a character in the current fight, as a sheet shows them."""
    fight = snapshot.find_current(view)
    fighters = fight.scene.fighters.values() if fight is not None else ()
    fighter = next((fighter for fighter in fighters if fighter.character == character), None)
    if fight is None or fighter is None or not (fight.viewer.knows(character) or not fighter.hidden):
        return []
    names = fight.scene.names(fight.viewer.gm, fight.viewer.characters)
    lasting = board.timers_shown(fight.system, fight.scene, fighter.id, fight.viewer.knows(character), names)
    return [{"path": timer.path, "label": say(timer.what), "until": say(timer.until)} for timer in lasting]


def _scene(pen: Pen, encounter: str) -> Scene:
    state = pen.read(f"encounter:{encounter}")
    check_gm(pen.seat)
    if not state or state["meta"]["kind"] != Encounter.Kind.FIGHT:
        raise Stale(_("This encounter is over."))
    if state["meta"]["status"] not in snapshot.OPEN:
        raise Refused(_("This encounter is not running."))
    return scenes.under_lock(pen, encounter)
