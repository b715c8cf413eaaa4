"""The share a parry stops by the sizes of both weapons, rolled or passive (MYT-PARRY-05, MYT-RANGED-FORCE)."""

from __future__ import annotations

from rules.core.scene import Scene
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import SIZE_INDEX, resize
from rules.games.mythras.equipment.limbs import style_traits
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.settings import setting


def stopped_by_parry(scene: Scene, defender: str, guard: Weapon, weapon: Weapon) -> str:
    """MYT-PARRY-05: what a parry stops: ``all``, ``half`` or ``none`` of the damage, or the ``points`` of a shield.

    MYT-RANGED-FORCE: what is shot without any impact meets a shield as the table likes.
    """
    size = weapon.size
    if weapon.ranged and not weapon.force:
        rule = setting(scene.settings, "force_none_rule")
        if rule != "small":
            return "points" if rule == "shield_as_cover" else "none"
        size = "small"
    by = SIZE_INDEX[parrying(scene, defender, guard)] - SIZE_INDEX[size]
    return "all" if by >= 0 else "half" if by == -1 else "none"


def parrying(scene: Scene, defender: str, guard: Weapon) -> str:
    """MYT-STYLE-UNARMED, MYT-STYLE-DEFENSIVE: the size with which something parries."""
    traits = style_traits(scene, defender)
    size = "medium" if guard.natural and guard.size == "small" and "unarmed_prowess" in traits else guard.size
    return resize(size, 1) if is_defensive(scene, defender, guard) else size


def is_defensive(scene: Scene, defender: str, guard: Weapon) -> bool:
    """MYT-STYLE-DEFENSIVE: true if a parry gains from a round without attacks."""
    calm = not marks.OFFENCE.of(scene, defender)
    return calm and "defensive_minded" in sheets.traits(scene.sheet(defender), guard.style)


def damage_past_parry(scene: Scene, damage: int, stopped: str, guard: Weapon | None) -> int:
    """MYT-PARRY-05, MYT-PARRY-06: what passes a parry, which wears nothing out; half rounds up or down."""
    if stopped == "half":
        down = setting(scene.settings, "half_rounding") == "down"
        return damage // 2 if down else -(-damage // 2)
    if stopped == "points" and guard is not None:
        return max(0, damage - guard.armour)
    return 0 if stopped == "all" else damage
