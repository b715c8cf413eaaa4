"""The equipment tables: close-combat weapons, shields, ranged weapons, armour, and what objects withstand."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.mythras.text import _

FLAGS: dict[str, Text] = {
    "bludgeoning": _("Bludgeoning"),
    "cutting": _("Cutting"),
    "impaling": _("Impaling"),
    "entangling": _("Entangling"),
    "sundering": _("Sundering"),
    "set_vs_charge": _("Set against a charge"),
    "thrown": _("Can be thrown"),
    "two_handed": _("Two-handed"),
    "unarmed": _("Natural weapon"),
    "barbed": _("Barbed"),
    "piercing": _("Its ammunition bypasses armour"),
    "slugs": _("Fires slugs, which do not spread"),
}
CATEGORIES: dict[str, Text] = {"melee": _("Close combat"), "shield": _("Shield"), "ranged": _("Ranged")}
CLASSES: dict[str, Text] = {
    "bow": _("Bow"),
    "crossbow": _("Crossbow"),
    "sling": _("Sling"),
    "thrown": _("Thrown"),
    "pistol": _("Pistol"),
    "long_gun": _("Long gun"),
    "shotgun": _("Shotgun"),
    "energy": _("Energy weapon"),
    "gauss": _("Gauss weapon"),
    "siege": _("Siege weapon"),
}
FIREARMS = frozenset({"pistol", "long_gun", "shotgun", "energy", "gauss"})
HIGH_TECH = frozenset({"energy", "gauss"})
MODES: dict[str, Text] = {
    "semi_auto": _("Semi-automatic"),
    "short_burst": _("Short burst"),
    "long_burst": _("Long burst"),
}


@dataclass(frozen=True)
class Model:
    """One line of a weapon table. ``force`` is the impact of what is shot, ``passive`` the places a shield covers.

    ``load`` is ``None`` where nothing is loaded; ``magazine`` 0 where shots are not counted.
    """

    label: Text
    category: str
    damage: str
    size: str = ""
    reach: str = ""
    armour: int = 0
    hp: int = 0
    flags: frozenset[str] = frozenset()
    passive: int = 0
    kind: str = ""
    adds_modifier: bool = True
    force: str = ""
    ranges: tuple[int, int, int] = (0, 0, 0)
    load: int | None = None
    impale: str = ""
    magazine: int = 0
    modes: tuple[str, ...] = ("semi_auto",)
    rate: int = 0


def _melee(label: Text, damage: str, size: str, armour: int, hp: int, reach: str, *flags: str) -> Model:
    return Model(label, "melee", damage, size, reach, armour, hp, frozenset(flags))


def _shield(label: Text, damage: str, size: str, armour: int, hp: int, passive: int) -> Model:
    return Model(label, "shield", damage, size, "short", armour, hp, frozenset(), passive)


def _shot(
    label: Text, kind: str, damage: str, adds: bool, force: str, ranges: tuple[int, int, int], load: int | None = None,
    impale: str = "", body: tuple[int, int] = (0, 0), magazine: int = 0, modes: str = "semi_auto", rate: int = 0,
    flags: str = "",
) -> Model:  # fmt: skip
    return Model(
        label, "ranged", damage, "", "", *body, frozenset(flags.split()), 0, kind, adds, force, ranges, load, impale,
        magazine, tuple(modes.split()), rate,
    )  # fmt: skip


# MYT-EQ-MELEE: the text gives damage, size, armour and hit points; what a weapon does beside is a table's to change.
MELEE: dict[str, Model] = {
    "chain": _melee(_("Chain"), "1d4", "medium", 8, 6, "medium", "entangling"),
    "dagger": _melee(_("Dagger"), "1d4+1", "small", 6, 8, "touch", "thrown", "impaling", "cutting"),
    "short_sword": _melee(_("Short sword"), "1d6", "medium", 6, 8, "short", "impaling", "cutting"),
    "broadsword": _melee(_("Broadsword"), "1d8", "medium", 6, 10, "medium", "impaling", "cutting"),
    "longsword": _melee(_("Longsword"), "1d8", "medium", 6, 12, "medium", "two_handed", "impaling", "cutting"),
    "net": _melee(_("Net"), "1d4", "small", 2, 20, "short", "entangling", "thrown"),
    "whip": _melee(_("Whip"), "1d3", "medium", 2, 8, "very_long", "entangling"),
    "great_axe": _melee(_("Great axe"), "2d6+2", "huge", 4, 10, "long", "two_handed", "sundering", "cutting"),
    "club": _melee(_("Club"), "1d6", "medium", 4, 4, "short", "bludgeoning"),
    "axe": _melee(_("Axe"), "1d6+1", "medium", 4, 8, "medium", "sundering", "cutting"),
    "spear": _melee(_("One-handed spear"), "1d8+1", "medium", 4, 5, "long", "impaling"),
    "longspear": _melee(
        _("Two-handed spear"), "1d10+1", "large", 4, 10, "very_long", "two_handed", "set_vs_charge", "impaling"
    ),  # fmt: skip
    "war_hammer": _melee(_("War hammer"), "1d8+1", "medium", 3, 8, "medium", "two_handed", "bludgeoning"),
    "mace": _melee(_("Mace"), "1d8", "medium", 6, 6, "short", "bludgeoning"),
    "fist": _melee(_("Fist or foot"), "1d3", "small", 0, 0, "touch", "unarmed", "bludgeoning"),
}
# MYT-EQ-SHIELDS
SHIELDS: dict[str, Model] = {
    "heater": _shield(_("Heater shield"), "1d4", "large", 6, 12, 3),
    "kite": _shield(_("Pavise"), "1d4", "huge", 4, 15, 4),
    "buckler": _shield(_("Round shield"), "1d3+1", "large", 6, 9, 2),
    "scutum": _shield(_("Scutum"), "1d4", "huge", 4, 18, 5),
    "viking": _shield(_("Viking shield"), "1d4", "large", 4, 12, 4),
}
# MYT-EQ-RANGED; magazines and fire modes are not of the text.
RANGED: dict[str, Model] = {
    "bow": _shot(_("Bow"), "bow", "1d8", True, "large", (15, 100, 200), 1, "small", (4, 4), flags="impaling"),
    "bolas": _shot(_("Bolas"), "thrown", "1d4", False, "", (10, 25, 50), body=(2, 2), flags="entangling"),
    "carbine": _shot(
        _("Carbine"),
        "long_gun",
        "2d6",
        False,
        "huge",
        (100, 300, 2000),
        2,
        magazine=30,
        modes="semi_auto short_burst long_burst",
        rate=20,
        flags="impaling",
    ),  # fmt: skip
    "thrown_dagger": _shot(
        _("Thrown dagger"), "thrown", "1d4", True, "small", (5, 10, 20), None, "small", (4, 6), flags="impaling thrown"
    ),  # fmt: skip
    "sling": _shot(
        _("Sling"), "sling", "1d8", False, "large", (10, 150, 300), 2, "", (1, 2), flags="bludgeoning"
    ),  # fmt: skip
    "shotgun": _shot(
        _("Shotgun"), "shotgun", "3d6", False, "medium", (20, 50, 200), 2, magazine=8, flags="impaling"
    ),  # fmt: skip
    "laser": _shot(_("Laser rifle"), "energy", "1d10+2", False, "", (40, 120, 480), 3, magazine=20),
    "plasma": _shot(_("Plasma rifle"), "energy", "2d6+4", False, "", (30, 100, 300), 3, magazine=10),
    "gauss": _shot(
        _("Gauss rifle"),
        "gauss",
        "2d8+2",
        False,
        "enormous",
        (150, 500, 5000),
        3,
        magazine=20,
        modes="semi_auto short_burst long_burst",
        rate=20,
        flags="impaling",
    ),  # fmt: skip
    "javelin": _shot(
        _("Javelin"), "thrown", "1d8+1", True, "huge", (10, 20, 50), None, "medium", (3, 8), flags="impaling thrown"
    ),  # fmt: skip
    "stone": _shot(_("Stone"), "thrown", "1d3", True, "small", (5, 10, 20), flags="bludgeoning"),
    "pistol": _shot(
        _("Pistol"), "pistol", "1d6", False, "large", (50, 100, 200), 2, magazine=15, flags="impaling"
    ),  # fmt: skip
}
MODELS: dict[str, Model] = {**MELEE, **SHIELDS, **RANGED}

# MYT-EQ-ARMOUR: points of a protection, by age.
ARMOUR: dict[str, tuple[Text, int]] = {
    "furs": (_("Furs, hides"), 1),
    "leather_jacket": (_("Biker’s leather jacket"), 1),
    "gambeson": (_("Jack, gambeson"), 2),
    "sports_gear": (_("Sports gear"), 2),
    "linothorax": (_("Linothorax"), 3),
    "ballistic_cloth": (_("Ballistic cloth"), 3),
    "brigandine": (_("Brigandine"), 4),
    "flak_jacket": (_("Flak jacket"), 4),
    "liquid_armour": (_("Liquid body armour"), 4),
    "hoplite": (_("Hoplite cuirass"), 5),
    "riot_gear": (_("Riot gear"), 5),
    "mail": (_("Mail"), 6),
    "vest_1": (_("Type I vest"), 6),
    "adaptive_mesh": (_("Adaptive mesh"), 6),
    "mail_and_plates": (_("Mail and plates"), 7),
    "vest_2": (_("Type II vest"), 7),
    "gothic_plate": (_("Gothic plate"), 8),
    "vest_3": (_("Type III vest"), 8),
    "light_assault": (_("Light assault armour"), 8),
    "vest_4": (_("Type IV vest"), 10),
    "assault": (_("Assault armour"), 12),
}
# MYT-EQ-OBJECTS: the armour and hit points of things that do not move out of the way.
OBJECTS: dict[str, tuple[Text, int, int]] = {
    "impenetrable": (_("Impenetrable"), 999, 999),
    "wooden_wall": (_("Thin wooden wall"), 4, 15),
    "chair": (_("Wooden chair"), 4, 15),
    "window": (_("Window"), 1, 4),
    "rope": (_("Rope"), 6, 3),
    "tree": (_("Tree trunk"), 6, 50),
    "brick_wall": (_("Brick wall"), 6, 30),
    "car": (_("Car"), 6, 30),
    "chain_link": (_("Chain of iron"), 8, 8),
    "iron_post": (_("Iron post"), 8, 15),
    "bulletproof_glass": (_("Bulletproof glass"), 8, 25),
    "concrete": (_("Concrete"), 8, 40),
    "truck": (_("Truck"), 8, 40),
    "castle_gate": (_("Castle gate"), 8, 150),
    "apc": (_("Armoured carrier"), 10, 50),
    "castle_wall": (_("Castle wall"), 10, 500),
    "iron_door": (_("Iron door"), 12, 30),
    "steel_beam": (_("Steel beam"), 12, 50),
    "tank": (_("Tank"), 15, 100),
}
