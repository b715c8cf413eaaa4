"""Timed conditions set and lifted by the game master (``rules.engine.timers``)."""

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
from rules.core.scene import Event as Happening
from rules.core.scene import Scene
from rules.core.text import _
from rules.engine import decide, timers
from rules.engine.timers import Timer
from rules.views import board

KINDS = (timers.SET, timers.LIFTED)


@journal.command
def put(pen: Pen, *, encounter: str, timer: Timer) -> None:
    """Put a fighter under a condition for a time. Raises ``Stale``, ``Unreadable`` or ``Refused``."""
    scene = _scene(pen, encounter)
    event = timers.put(pen.campaign.system, scene, timer, pen.seat.token)
    pen.record(decide.timed(scene, event), encounter=encounter)


@journal.command
def lift(pen: Pen, *, encounter: str, fighter: str, key: str) -> None:
    """End a condition before its time. Raises ``Stale`` where it is over, ``Refused``."""
    scene = _scene(pen, encounter)
    event = timers.lift(pen.campaign.system, scene, fighter, key, pen.seat.token)
    pen.record(decide.timed(scene, event), encounter=encounter)


def again(system: Game, scene: Scene, step: Event) -> Happening:
    """Set or lift a condition again on another scene. Raises what it raises."""
    _subject, path, before, after = step.changes[0]
    _fighters, fighter, _timers, key = path.split(".")
    by = step.by.token if step.by else ""
    if step.kind == timers.LIFTED:
        return decide.timed(scene, timers.lift(system, scene, fighter, key, by))
    return decide.timed(scene, timers.put(system, scene, Timer(fighter, key, **after), by))


def new(fighter: str, values: Any) -> Timer:
    """A timer as a form says it; what cannot be is refused when it is put."""
    times = str(values.get("left", ""))
    left = int(times) if times.isascii() and times.isdigit() and len(times) < 4 else 0
    when, whose = str(values.get("when", "")), str(values.get("whose", ""))
    label = " ".join(str(values.get("label", "")).split())
    path = "" if label else str(values.get("path", ""))
    row = {"whose": "" if when == timers.ROUND else whose, "path": path, "label": label}
    return Timer(fighter, new_token(), when, left, open=bool(values.get("open")), **row)


def of_character(view: View, character: str) -> list[dict[str, Any]]:
    """The timed states of a character in the fight going on, as a sheet shows them."""
    fight = snapshot.current(view)
    fighters = fight.scene.fighters.values() if fight is not None else ()
    fighter = next((fighter for fighter in fighters if fighter.character == character), None)
    if fight is None or fighter is None or not (fight.viewer.knows(character) or not fighter.hidden):
        return []
    names = fight.scene.names(fight.viewer.gm)
    lasting = board.lasting(fight.system, fight.scene, fighter.id, fight.viewer.knows(character), names)
    return [{"path": timer.path, "label": say(timer.what), "until": say(timer.until)} for timer in lasting]


def _scene(pen: Pen, encounter: str) -> Scene:
    state = pen.read(f"encounter:{encounter}")
    check_gm(pen.seat)
    if not state or state["meta"]["kind"] != Encounter.Kind.FIGHT:
        raise Stale(_("This encounter is over."))
    if state["meta"]["status"] not in snapshot.OPEN:
        raise Refused(_("This encounter is not running."))
    return scenes.under_lock(pen, encounter)
