"""Falls caused by editing a sheet, such as a death ticked by hand: viewers who see the fighter read of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal.journal import Pen
from encounters import scenes
from encounters.fight.snapshot import OPEN
from encounters.models import Encounter
from rules.core.scene import Scene
from rules.engine import wording


def fallen_by_edit(pen: Pen, character: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    standing, fallen = (_alone(pen, character, sheet) for sheet in (before, after))
    if not wording.has_fallen(pen.campaign.system, standing, fallen, character):  # most edits: look for no fight
        return {}
    for scene in _open_scenes(pen, character):
        fighters = [fighter for fighter in scene.fighters.values() if fighter.character == character]
        standing, fallen = (_with_sheet(scene, character, sheet) for sheet in (before, after))
        for fighter in fighters:
            if wording.has_fallen(pen.campaign.system, standing, fallen, fighter.id):
                row = wording.fallen_row(pen.campaign.system, fallen, fighter.id)
                person = {character: wording.identity_of(fighter)}
                return {"who": person, "fallen": [{**row, "target": character}], "fight": scene.token}
    return {}


def _alone(pen: Pen, character: str, sheet: Mapping[str, Any]) -> Scene:
    state = {"fighters": {character: {"character": character, "side": "pc"}}}
    return Scene(character, "fight", pen.campaign.settings, state, {character: dict(sheet)})


def _open_scenes(pen: Pen, character: str) -> list[Scene]:
    begun = Encounter.objects.filter(campaign=pen.campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    rows = (row for row in begun.order_by("-status", "-pk") if _takes_part(row, character))
    return [scenes.under_lock(pen, row.token) for row in rows]


def _takes_part(row: Encounter, character: str) -> bool:
    return any(other["character"] == character for other in row.state.get("fighters", {}).values())


def _with_sheet(scene: Scene, character: str, sheet: Mapping[str, Any]) -> Scene:
    return Scene(scene.token, scene.kind, scene.settings, scene.state, {**scene.sheets, character: dict(sheet)})
