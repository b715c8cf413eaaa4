"""Ready-made weapons and special abilities for a sheet, for every kind of attack (CHO-ATK-01)."""

from __future__ import annotations

from typing import Any

from rules.character.character import Ware
from rules.core.text import Text
from rules.games.chroniques.sheet import ABILITY_ACTIONS, KINDS
from rules.games.chroniques.text import _


def _weapon(key: str, label: Text, kind: str, dice: str, range_m: int = 0, **more: Any) -> Ware:
    row = {"kind": kind, "dice": dice, **({"range_m": range_m} if range_m else {}), **more}
    hint = _("%(dice)s, %(metres)s m", dice=dice, metres=range_m) if range_m else _("%(dice)s", dice=dice)
    return Ware(key, label, row, KINDS[kind], hint)


def _ability(key: str, label: Text, action: str, hint: Text, **more: Any) -> Ware:
    return Ware(key, label, {"action": action, **more}, ABILITY_ACTIONS[action], hint)


WEAPONS = (
    _weapon("knife", _("Knife"), "contact", "1d4", add_for=True),
    _weapon("baton", _("Shock baton"), "contact", "1d6", add_for=True),
    _weapon("cutlass", _("Boarding cutlass"), "contact", "1d8", add_for=True),
    _weapon("maul", _("Electric maul"), "contact", "1d10", add_for=True),
    _weapon("pistol", _("Slug pistol"), "distance", "1d6", 20),
    _weapon("laser", _("Laser pistol"), "distance", "1d8", 30),
    _weapon("carbine", _("Carbine"), "distance", "1d10", 60),
    _weapon("rifle", _("Precision rifle"), "distance", "2d6", 120),
    _weapon("spike", _("Mental spike"), "psychic", "1d6", 20),
    _weapon("shove", _("Telekinetic shove"), "psychic", "1d8", 20, versus="def_"),
)
ABILITIES = (
    _ability("aim", _("Patient aim"), "L", _("a shot carefully prepared")),
    _ability("charge", _("Bull’s charge"), "L", _("an attack at the end of a run")),
    _ability("taunt", _("Taunt"), "A", _("draws an opponent to oneself")),
    _ability("slip", _("Slip away"), "M", _("leaves a contact without a blow")),
    _ability("backhand", _("Lightning backhand"), "F", _("an attack on top"), grants="free_attack"),
    _ability("spring", _("Cat’s spring"), "passive", _("a move on top"), grants="free_move"),
)
WARES = {"weapons": WEAPONS, "abilities_list": ABILITIES}
