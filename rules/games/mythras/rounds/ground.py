"""The ground of this game: engagement, range bands, cover at hand, and who can be reached (MYT-CLOSE-ENGAGE)."""

from __future__ import annotations

from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.combat.situations import LIGHTS
from rules.games.mythras.equipment import ranged
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import OBJECTS
from rules.games.mythras.rounds.states import part
from rules.games.mythras.text import _
from rules.ground import moving
from rules.ground.aiming import out_of_reach
from rules.ground.ground import Ground
from rules.ground.layout import NONE

CONTACT = 2  # metres


def are_engaged(scene: Scene, fighter: str, other: str) -> bool:
    """MYT-CLOSE-ENGAGE: two fighters are engaged with each other."""
    return other in marks.ENGAGED.rows(scene, fighter) or fighter in marks.ENGAGED.rows(scene, other)


def _parted(scene: Scene, fighter: str, other: str) -> tuple[Change, ...]:
    return (*part(scene, fighter, other), *part(scene, other, fighter))


def _band(scene: Scene, fighter: str, other: str) -> Text | None:
    """MYT-RANGED-BANDS: the band in which a fighter has another one, with the first ranged weapon in their hands."""
    carried = arms.weapons(scene.sheet(fighter), scene.settings)
    weapon = next((row for row in carried if row.ranged and row.in_hand), None)
    metres = GROUND.metres(scene, fighter, other)
    if weapon is None or metres is None:
        return None
    band = ranged.band(weapon, int(metres))
    return ranged.BANDS[band] if band else _("out of range")


def _left(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """MYT-ACT-TAKE-COVER: a fighter who moves elsewhere leaves their cover, taken or at hand."""
    return tuple(mark.clear(scene, fighter) for mark in (marks.COVER, marks.EXPOSED, marks.SHELTER))


GROUND = Ground(
    contact=CONTACT,
    engaged=are_engaged,
    parted=_parted,
    left=_left,
    covers={NONE: _("none"), **{key: row[0] for key, row in OBJECTS.items()}},
    lights={key: row[0] for key, row in LIGHTS.items()},
    at_hand=True,
    band=_band,
)


class Gone(moving.Gone):
    """MYT-ACT-MOVE: somebody has gone to another place."""

    ground = GROUND


def why_apart(scene: Scene, fighter: str, other: str, runs: int = 0) -> Text | None:
    """MYT-CLOSE-ENGAGE: the refusal of a blow at somebody elsewhere, unless a charge of so many metres reaches them."""
    return out_of_reach(GROUND, scene, fighter, other, runs)


EFFECTS = (Gone,)
