"""Export of a fight as a test file of its game (``rules.testing.golden``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.models import Event
from encounters import scenes
from encounters.correct import replay
from encounters.models import Encounter
from rules.core.errors import Refused
from rules.core.scene import Action, Change, Scene
from rules.core.text import _
from rules.testing import golden


def dump(encounter: Encounter) -> str:
    """The file of a fight. Raises ``Refused`` if nothing was done in it, or a character in it was removed."""
    present = scenes.scene_of(encounter)
    events = list(_events(encounter))
    first = next((number for number, event in enumerate(events) if replay.is_act(event)), None)
    if first is None:
        raise Refused(_("Nothing was done in it yet."))
    played = events[first:]
    written = [change for event in played for change in event.written]
    touched = {present.subject, *(f"character:{token}" for token in present.sheets)}
    changes = [change.inverse for change in reversed(written) if change.subject in touched]
    text = golden.written(encounter.campaign.system, present.with_changes(changes), _steps(played, present))
    seats = encounter.campaign.seats.order_by("pk").values_list("token", flat=True)
    for number, seat in enumerate(seats, 1):  # the file may be published, so it names no seat
        text = text.replace(seat, f"seat{number}")
    return text


def _events(encounter: Encounter) -> Iterator[Event]:
    """All events of the table since the encounter was created, including those of other encounters."""
    own = Event.objects.filter(campaign=encounter.campaign, encounter=encounter.token).order_by("seq")
    begun = own.values_list("seq", flat=True).first() or 0
    yield from Event.objects.filter(campaign=encounter.campaign, seq__gte=begun).select_related("by").order_by("seq")


def _steps(events: list[Event], scene: Scene) -> Iterator[dict[str, Any]]:
    """Each act with the events the rules added to it; every other event by itself."""
    touched = {scene.subject, *(f"character:{token}" for token in scene.sheets)}
    action: Action | None = None
    changes: list[Change] = []
    for number, event in enumerate(events):
        mine = event.encounter == scene.token and event.undoes_id is None
        begins = replay.action_of(event) if mine else None
        if number and (begins is not None or not mine or not _follows(event)):
            yield golden.step(action, changes)
            action, changes = None, []
        action = begins or action
        changes += [change for change in event.written if change.subject in touched]
    yield golden.step(action, changes)


def _follows(event: Event) -> bool:
    """True for an event that the rules added to an act: an exchange that closed, a timer that ended."""
    return "faces" in event.payload or event.kind in replay.FOLLOWING
