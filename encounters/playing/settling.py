"""Secret declarations that a command reveals without an act: by a sheet, by what is shown of a fighter, by an undo."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.journal.journal import Pen
from encounters import scenes
from encounters.fight.snapshot import OPEN
from encounters.models import Encounter
from rules.core.game import Game
from rules.core.scene import Change, Event, Scene
from rules.engine import exchanges

KIND = "settled"


def settle(pen: Pen) -> None:
    """Land in each open fight what waited for somebody who is out of it or hidden since this command."""
    system = pen.campaign.system
    if not system.has_secret_declarations or not _may_reveal(pen):
        return
    begun = Encounter.objects.filter(campaign=pen.campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    for token in begun.values_list("token", flat=True):
        scene = scenes.under_lock(pen, token)
        changes = exchanges.land(system, scene, system.due(scene))[1]
        if changes:
            pen.record(Event(KIND, "", "", changes, "gm"), encounter=token)


def _may_reveal(pen: Pen) -> bool:
    """True if a fighter is hidden or gone since this command began, or no longer able to act by their sheet."""
    written = [change for event in pen.events for change in event.written]
    return any(map(_takes_from_sight, written)) or any(
        _is_up(pen, subject, changes) != _is_up(pen, subject, ())
        for subject, changes in _by_sheet(pen.campaign.system, written).items()
    )


def _takes_from_sight(change: Change) -> bool:
    parts = change.path.split(".")
    is_gone = len(parts) == 2 and change.after is None
    return parts[0] == "fighters" and (is_gone or parts[2:] == ["hidden"])


def _by_sheet(system: Game, written: Iterable[Change]) -> dict[str, list[Change]]:
    """The changes of sheets that a state is among, newest first."""
    rows: dict[str, list[Change]] = {}
    for change in written:
        if change.subject.startswith("character:"):
            rows.setdefault(change.subject, []).insert(0, change)
    return {subject: changes for subject, changes in rows.items() if any(system.is_state(row.path) for row in changes)}


def _is_up(pen: Pen, subject: str, undone: Iterable[Change]) -> bool:
    """True if a fighter with this sheet, before these changes, would act in a fight alone."""
    sheet, who = pen.read(subject), subject.partition(":")[2]
    for change in undone:
        sheet = change.inverse.on(sheet)
    if not sheet:
        return False
    state = {"round": 1, "fighters": {who: {"character": who, "side": "pc"}}}
    alone = Scene(who, "fight", pen.campaign.settings, state, {who: sheet})
    return any(prompt.of == who for prompt in pen.campaign.system.turn(alone))
