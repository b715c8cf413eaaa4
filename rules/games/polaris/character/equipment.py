"""The short list of weapons and protections that comes with the game, ready to be put on a sheet (POL-DMG-09)."""

from __future__ import annotations

from typing import Any

from rules.character.character import Ware
from rules.core.text import Text
from rules.games.polaris.shooting.weapons import BANDS
from rules.games.polaris.tables import LIMBS, PLACES
from rules.games.polaris.text import _

_MELEE = _("Melee weapons")
_RANGED = _("Ranged weapons")
_WORN = _("Protections")


def _blade(key: str, label: Text, damage: str, cause: str, **more: Any) -> Ware:
    row = {"kind": "melee", "skill": "armed_combat", "damage": damage, "cause": cause, **more}
    return Ware(key, label, row, _MELEE, _dice(row))


def _gun(key: str, label: Text, damage: str, ranges: str, modes: str, magazine: int, **more: Any) -> Ware:
    bands = dict(zip(BANDS, map(int, ranges.split("/")), strict=True))
    usual = {"kind": "ranged", "skill": "handguns", "damage": damage, "cause": "bullet"}
    row = {**usual, **bands, "modes": modes, "magazine": magazine, "ammo": magazine, **more}
    return Ware(key, label, row, _RANGED, _dice(row))


def _armour(key: str, label: Text, value: int, *places: str, **more: Any) -> Ware:
    worn = dict.fromkeys(places or PLACES, True)
    return Ware(key, label, {**worn, "value": value, "equipped": True, **more}, _WORN, _protects(value))


def _dice(row: dict[str, Any]) -> Text:
    if not row.get("damage"):
        return _("shock %(dice)s", dice=row["shock"])
    if not row.get("shock"):
        return _("%(dice)s", dice=row["damage"])
    return _("%(dice)s, shock %(shock)s", dice=row["damage"], shock=row["shock"])


def _protects(value: int) -> Text:
    return _("protection %(value)s", value=value)


_ALL_BUT_HEAD = ("body", *LIMBS)
_AUTOMATIC = "CC/RC/RL"

WEAPONS = (
    _blade("knife", _("Knife (Congre)"), "1d10+1", "blade", min_strength=5),
    _blade("dagger", _("Dagger (Shark)"), "1d10+2", "blade"),
    _blade("knuckles", _("Brass knuckles"), "1d6+2", "blow", skill="unarmed_combat"),
    _blade("truncheon", _("Truncheon"), "1d6+1", "blow", reach=1, min_strength=5),
    _blade("club", _("Club (Dicta)"), "1d10+1", "blow", shock="1d10", reach=1, init=-2, min_strength=7),
    _blade("cane", _("Fighting cane"), "1d10", "blow", shock="1d6", reach=1, min_strength=5),
    _blade(
        "staff", _("Fighting staff"), "1d10+5", "blow", shock="1d6", reach=2, long_weapon=True, min_strength=11, hands=2
    ),
    _blade("sword", _("Sword or sabre"), "2d10+2", "blade", reach=2, init=-2, min_strength=10),
    _blade("axe", _("Axe"), "2d10+3", "cut", shock="1d6", reach=1, init=-2, min_strength=9),
    _blade("mace", _("Mace"), "2d10", "blow", shock="1d10", reach=1, init=-3, min_strength=9),
    _blade("spear", _("Spear"), "3d10", "perforation", reach=3, long_weapon=True, min_strength=11, hands=2),
    _gun("neuman", _("Light pistol (Neuman)"), "2d10+3", "2/10/20/40/60", "CC", 25, min_strength=10),
    _gun("glenn", _("Medium pistol (Mc Glenn)"), "2d10+5", "3/15/30/60/90", "CC", 16, min_strength=12),
    _gun("faucheur", _("Heavy pistol (Faucheur III)"), "3d10+1", "4/20/40/80/120", "CC", 8, min_strength=15),
    _gun("mk56", _("Heavy pistol (MK 56)"), "3d10+2", "7/35/70/140/210", "CC", 8, min_strength=14),
    _gun("paloma", _("Submachine gun (Paloma)"), "3d10+1", "6/30/60/120/180", _AUTOMATIC, 35, skill="rifles"),
    _gun(
        "ax56",
        _("Light assault rifle (AX 56)"),
        "4d10",
        "10/50/100/200/300",
        _AUTOMATIC,
        30,
        skill="rifles",
        init=-1,
        min_strength=12,
        hands=2,
    ),
    _gun(
        "mass64",
        _("Light assault rifle (MASS 64)"),
        "4d10",
        "10/50/100/200/300",
        _AUTOMATIC,
        30,
        skill="rifles",
        init=-3,
        min_strength=12,
        hands=2,
    ),
    _gun(
        "fav76",
        _("Heavy assault rifle (FAV 76)"),
        "4d10+3",
        "20/100/200/400/600",
        _AUTOMATIC,
        30,
        skill="rifles",
        init=-3,
        min_strength=13,
        hands=2,
    ),
    _gun("klauss", _("Shotgun (Klauss)"), "3d10", "2/7/14/28/35", "CC", 10, skill="rifles", min_strength=13, hands=2),
    _gun("stunner", _("Stun pistol"), "", "3/7/15/30/40", "CC", 6, shock="2d10", cause="shock"),
)

PROTECTIONS = (
    _armour("leather", _("Leather"), 3, *_ALL_BUT_HEAD),
    _armour("padded", _("Padded or reinforced leather"), 5, *_ALL_BUT_HEAD),
    _armour("kevlar_vest", _("Kevlar vest"), 10, "body", against="perforation", against_value=4),
    _armour("soles", _("Soles vest"), 14, "body"),
    _armour("vasta", _("Vasta II vest"), 13, *_ALL_BUT_HEAD),
    _armour("mil_az", _("Mil AZ suit"), 10),
    _armour("kevlar", _("Kevlar protection"), 13),
    _armour("security", _("Kevlar security suit"), 15),
)

WARES = {"weapons": WEAPONS, "protections": PROTECTIONS}
