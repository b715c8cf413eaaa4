"""Fighting in water, as far as the house plays it (POL-INIT-21, POL-SHEET-14, POL-DMG-03)."""

from __future__ import annotations

from rules.core.check import Modifier
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _, ngettext

MOVES = "underwater_moves"  # the skill that limits those of melee
MADE_FOR_IT = "underwater_weapons"  # the skill of the weapons that lose nothing
HUMAN, HYBRID = 1, 2  # attacks in a turn


def is_under(scene: Scene) -> bool:
    return bool(scene.marks.get("underwater"))


def why_too_many(scene: Scene, fighter: str, count: int) -> Text | None:
    """POL-INIT-21: why the water leaves no time for so many attacks: one is all, two for hybrids."""
    most = HUMAN if scene.sheet(fighter).get("genetic_type", "human") in ("human", "") else HYBRID
    if not is_under(scene) or count <= most:
        return None
    return ngettext("Under water: %(count)s attack at most.", "Under water: %(count)s attacks at most.", most)


def limits(scene: Scene) -> tuple[str, ...]:
    """POL-SHEET-14: the skill that caps those of melee and wrestling."""
    return (MOVES,) if is_under(scene) and setting(scene.settings, "underwater_limits") else ()


def damage_term(scene: Scene, weapon: Weapon) -> Modifier:
    """POL-DMG-03: what a blow or a shot loses."""
    lost = int(setting(scene.settings, "underwater_damage")) if is_under(scene) and weapon.skill != MADE_FOR_IT else 0
    return Modifier(_("Under water"), lost, "POL-DMG-03")
