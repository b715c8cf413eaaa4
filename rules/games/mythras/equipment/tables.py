"""The weapons and armour of the tables as rows of a sheet, for improvised fighters."""

from __future__ import annotations

from rules.character.character import Ware
from rules.games.mythras.character.tables import HUMANOID
from rules.games.mythras.equipment.arms import ARMOUR, CATEGORIES, MELEE, RANGED
from rules.games.mythras.text import _

_EVERYWHERE = {place.key: True for place in HUMANOID}
WEAPONS = tuple(
    Ware(key, model.label, {"model": key}, CATEGORIES[model.category], _("%(dice)s", dice=model.damage))
    for key, model in {**MELEE, **RANGED}.items()
    if "unarmed" not in model.flags
)
SUITS = tuple(
    Ware(key, label, {"model": key, **_EVERYWHERE}, hint=_("everywhere, %(points)s", points=points))
    for key, (label, points) in ARMOUR.items()
)
WARES = {"weapons": WEAPONS, "armour": SUITS}
