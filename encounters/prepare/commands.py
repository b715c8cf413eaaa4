"""Commands on one encounter: their changes never reveal hidden fighters, and newcomers join in at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Protocol

from campaigns.journal import journal
from campaigns.journal.journal import Given, Pen, Receipt, Sent
from campaigns.journal.subjects import Plain
from campaigns.models import Seat
from campaigns.seats.access import check_gm
from encounters import scenes
from encounters.fight import snapshot
from encounters.playing import calls
from encounters.prepare.draft import EncounterEdit
from rules.core.errors import Refused
from rules.core.scene import Scene
from rules.core.text import _
from rules.views import board


class EncounterCommand(Protocol[Given]):
    """A command on one encounter, as views call it."""

    def __call__(
        self, seat: Seat, sent: Sent, encounter: str, *args: Given.args, **kwargs: Given.kwargs
    ) -> Receipt: ...


def encounter_command(write: Callable[Concatenate[EncounterEdit, Given], None]) -> EncounterCommand[Given]:
    """Turn a function that writes with an edit into a command for game masters, called with the encounter's token."""

    @journal.command
    @wraps(write)
    def work(pen: Pen, encounter: str, *args: Given.args, **kwargs: Given.kwargs) -> None:
        check_gm(pen.seat)
        edit = EncounterEdit(pen, encounter)
        before = pen.read(edit.subject)
        write(edit, *args, **kwargs)
        _check_unnoticed(pen, encounter, before)
        if _visible_fighters(pen.read(edit.subject)) - _visible_fighters(before):
            calls.settle_joiners(pen, scenes.scene_at(pen, encounter, before))

    return work


def _visible_fighters(state: Plain) -> set[str]:
    return {key for key, row in state.get("fighters", {}).items() if not row.get("hidden")}


def _check_unnoticed(pen: Pen, encounter: str, before: Plain) -> None:
    """Raise ``Refused`` if hidden fighters who join or move would change what some circle sees or can do."""
    after = pen.read(f"encounter:{encounter}")
    new, moved = _find_new_and_moved(before, after)
    hidden = {key for key in new | moved if after["fighters"][key].get("hidden")}
    if before["meta"]["status"] not in snapshot.OPEN or not hidden:  # a paused fight is on everybody's page as well
        return
    state = before if hidden == new | moved else _without(pen, encounter, before, hidden)
    then, now = scenes.scene_at(pen, encounter, state), scenes.under_lock(pen, encounter)
    theirs = {after["fighters"][key]["character"] for key in hidden}  # whoever plays them sees them come and move
    circles = (circle for circle in scenes.circles_of(now) if not any(map(scenes.viewer_in(circle, now).owns, theirs)))
    if any(_shown(pen, then, circle) != _shown(pen, now, circle) for circle in circles):
        raise Refused(
            _("The players would notice: wait until this turn is over, or let them see who comes.")
            if hidden & new
            else _("The players would notice: wait until the open action is over.")
        )


def _find_new_and_moved(before: Plain, after: Plain) -> tuple[set[str], set[str]]:
    fighters = after.get("fighters", {}).keys()
    new = fighters - before.get("fighters", {}).keys()
    places, places_now = (state.get("ground", {}).get("at", {}) for state in (before, after))
    return new, {key for key in fighters - new if places.get(key) != places_now.get(key)}


def _without(pen: Pen, encounter: str, before: Plain, hidden: set[str]) -> Plain:
    """The state after this command, without its changes to these fighters."""
    state, subject = before, f"encounter:{encounter}"
    for event in pen.events:
        for change in event.written:
            if change.subject == subject and hidden.isdisjoint(change.path.split(".")):
                state = change.on(state)
    return state


def _shown(pen: Pen, scene: Scene, circle: str) -> tuple[Any, ...]:
    system, viewer = pen.campaign.system, scenes.viewer_in(circle, scene)
    own = [key for key, fighter in scene.fighters.items() if viewer.owns(fighter.character)]
    return board.view(system, scene, viewer), *(board.offers(system, scene, viewer, key) for key in own)
