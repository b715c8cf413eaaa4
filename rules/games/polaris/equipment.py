"""The short list of weapons and protections that comes with the game, ready to be put on a sheet (POL-DMG-09)."""

from __future__ import annotations

from typing import Any

from rules.core.game import Ware
from rules.core.text import Text, pgettext
from rules.games.polaris.tables import LIMBS, PLACES
from rules.games.polaris.weapons import BANDS

_MELEE = pgettext("polaris", "Melee weapons")
_RANGED = pgettext("polaris", "Ranged weapons")
_WORN = pgettext("polaris", "Protections")


def _blade(key: str, label: Text, damage: str, cause: str, **more: Any) -> Ware:
    """A melee weapon; what stands at its default is not written."""
    row = {"kind": "melee", "skill": "armed_combat", "damage": damage, "cause": cause, **more}
    return Ware(key, label, row, _MELEE, _dice(row))


def _gun(key: str, label: Text, damage: str, ranges: str, modes: str, magazine: int, **more: Any) -> Ware:
    """A ranged weapon with the ends of its five ranges in metres, full."""
    bands = dict(zip(BANDS, map(int, ranges.split("/")), strict=True))
    usual = {"kind": "ranged", "skill": "handguns", "damage": damage, "cause": "bullet"}
    row = {**usual, **bands, "modes": modes, "magazine": magazine, "ammo": magazine, **more}
    return Ware(key, label, row, _RANGED, _dice(row))


def _armour(key: str, label: Text, value: int, *places: str, **more: Any) -> Ware:
    worn = dict.fromkeys(places or PLACES, True)
    return Ware(key, label, {**worn, "value": value, "equipped": True, **more}, _WORN, _protects(value))


def _dice(row: dict[str, Any]) -> Text:
    if not row.get("damage"):
        return pgettext("polaris", "shock %(dice)s", dice=row["shock"])
    if not row.get("shock"):
        return pgettext("polaris", "%(dice)s", dice=row["damage"])
    return pgettext("polaris", "%(dice)s, shock %(shock)s", dice=row["damage"], shock=row["shock"])


def _protects(value: int) -> Text:
    return pgettext("polaris", "protection %(value)s", value=value)


_ALL_BUT_HEAD = ("body", *LIMBS)
_AUTOMATIC = "CC/RC/RL"

WEAPONS = (
    _blade("knife", pgettext("polaris", "Knife (Congre)"), "1d10+1", "blade", min_strength=5),
    _blade("dagger", pgettext("polaris", "Dagger (Shark)"), "1d10+2", "blade"),
    _blade("knuckles", pgettext("polaris", "Brass knuckles"), "1d6+2", "blow", skill="unarmed_combat"),
    _blade("truncheon", pgettext("polaris", "Truncheon"), "1d6+1", "blow", reach=1, min_strength=5),
    _blade(
        "club", pgettext("polaris", "Club (Dicta)"), "1d10+1", "blow", shock="1d10", reach=1, init=-2, min_strength=7
    ),
    _blade("cane", pgettext("polaris", "Fighting cane"), "1d10", "blow", shock="1d6", reach=1, min_strength=5),
    _blade(
        "staff",
        pgettext("polaris", "Fighting staff"),
        "1d10+5",
        "blow",
        shock="1d6",
        reach=2,
        long_weapon=True,
        min_strength=11,
        hands=2,
    ),
    _blade("sword", pgettext("polaris", "Sword or sabre"), "2d10+2", "blade", reach=2, init=-2, min_strength=10),
    _blade("axe", pgettext("polaris", "Axe"), "2d10+3", "cut", shock="1d6", reach=1, init=-2, min_strength=9),
    _blade("mace", pgettext("polaris", "Mace"), "2d10", "blow", shock="1d10", reach=1, init=-3, min_strength=9),
    _blade(
        "spear",
        pgettext("polaris", "Spear"),
        "3d10",
        "perforation",
        reach=3,
        long_weapon=True,
        min_strength=11,
        hands=2,
    ),
    _gun("neuman", pgettext("polaris", "Light pistol (Neuman)"), "2d10+3", "2/10/20/40/60", "CC", 25, min_strength=10),
    _gun(
        "glenn", pgettext("polaris", "Medium pistol (Mc Glenn)"), "2d10+5", "3/15/30/60/90", "CC", 16, min_strength=12
    ),
    _gun(
        "faucheur",
        pgettext("polaris", "Heavy pistol (Faucheur III)"),
        "3d10+1",
        "4/20/40/80/120",
        "CC",
        8,
        min_strength=15,
    ),
    _gun("mk56", pgettext("polaris", "Heavy pistol (MK 56)"), "3d10+2", "7/35/70/140/210", "CC", 8, min_strength=14),
    _gun(
        "paloma",
        pgettext("polaris", "Submachine gun (Paloma)"),
        "3d10+1",
        "6/30/60/120/180",
        _AUTOMATIC,
        35,
        skill="rifles",
    ),
    _gun(
        "ax56",
        pgettext("polaris", "Light assault rifle (AX 56)"),
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
        pgettext("polaris", "Light assault rifle (MASS 64)"),
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
        pgettext("polaris", "Heavy assault rifle (FAV 76)"),
        "4d10+3",
        "20/100/200/400/600",
        _AUTOMATIC,
        30,
        skill="rifles",
        init=-3,
        min_strength=13,
        hands=2,
    ),
    _gun(
        "klauss",
        pgettext("polaris", "Shotgun (Klauss)"),
        "3d10",
        "2/7/14/28/35",
        "CC",
        10,
        skill="rifles",
        min_strength=13,
        hands=2,
    ),
    _gun("stunner", pgettext("polaris", "Stun pistol"), "", "3/7/15/30/40", "CC", 6, shock="2d10", cause="shock"),
)

PROTECTIONS = (
    _armour("leather", pgettext("polaris", "Leather"), 3, *_ALL_BUT_HEAD),
    _armour("padded", pgettext("polaris", "Padded or reinforced leather"), 5, *_ALL_BUT_HEAD),
    _armour("kevlar_vest", pgettext("polaris", "Kevlar vest"), 10, "body", against="perforation", against_value=4),
    _armour("soles", pgettext("polaris", "Soles vest"), 14, "body"),
    _armour("vasta", pgettext("polaris", "Vasta II vest"), 13, *_ALL_BUT_HEAD),
    _armour("mil_az", pgettext("polaris", "Mil AZ suit"), 10),
    _armour("kevlar", pgettext("polaris", "Kevlar protection"), 13),
    _armour("security", pgettext("polaris", "Kevlar security suit"), 15),
)

WARES = {"weapons": WEAPONS, "protections": PROTECTIONS}
