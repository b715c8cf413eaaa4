"""The tables of Mythras: characteristics, sizes, damage modifiers, fatigue, body locations and impalement."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.dice import Dice
from rules.core.text import Text
from rules.games.mythras.text import _

CHARACTERISTICS: dict[str, Text] = {
    "str": _("Strength"),
    "con": _("Constitution"),
    "siz": _("Size"),
    "dex": _("Dexterity"),
    "int": _("Intelligence"),
    "pow": _("Power"),
    "cha": _("Charisma"),
}
CHARACTERISTICS_SHORT: dict[str, Text] = {
    "str": _("STR"),
    "con": _("CON"),
    "siz": _("SIZ"),
    "dex": _("DEX"),
    "int": _("INT"),
    "pow": _("POW"),
    "cha": _("CHA"),
}

OUTSIDE = "outside"  # MYT-ATK-02: stands for the style of a weapon that no style of its sheet covers

# MYT-PARRY-07: five sizes, for striking and for stopping, from the smallest.
SIZES: dict[str, Text] = {
    "small": _("Small (S)"),
    "medium": _("Medium (M)"),
    "large": _("Large (L)"),
    "huge": _("Huge (H)"),
    "enormous": _("Enormous (E)"),
}
SIZE_INDEX = {key: index for index, key in enumerate(SIZES)}
REACHES: dict[str, Text] = {
    "touch": _("Touch"),
    "short": _("Short reach"),
    "medium": _("Medium reach"),
    "long": _("Long reach"),
    "very_long": _("Very long reach"),
}


def resize(size: str, by: int) -> str:
    """MYT-PARRY-05: a size so many steps larger, from Small to Enormous."""
    return tuple(SIZES)[max(0, min(len(SIZES) - 1, SIZE_INDEX[size] + by))]


# MYT-ATTR-02: the ladder of damage modifiers, each with the highest STR + SIZ that gives it.
Ladder = tuple[int, tuple[Dice, ...]]
LADDER: tuple[Ladder, ...] = (
    (-1, (Dice(1, 8),)),
    (-1, (Dice(1, 6),)),
    (-1, (Dice(1, 4),)),
    (-1, (Dice(1, 2),)),
    (1, ()),
    (1, (Dice(1, 2),)),
    (1, (Dice(1, 4),)),
    (1, (Dice(1, 6),)),
    (1, (Dice(1, 8),)),
    (1, (Dice(1, 10),)),
    (1, (Dice(1, 12),)),
    (1, (Dice(2, 6),)),
    (1, (Dice(1, 8), Dice(1, 6))),
    (1, (Dice(2, 8),)),
    (1, (Dice(1, 10), Dice(1, 8))),
    (1, (Dice(2, 10),)),
    (1, (Dice(2, 10), Dice(1, 2))),
    (1, (Dice(2, 10), Dice(1, 4))),
    (1, (Dice(2, 10), Dice(1, 6))),
)
_BOUNDS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 110, 120, 130)


def ladder_index(total: int) -> int:
    """MYT-ATTR-02: the row of the ladder for a sum of STR and SIZ."""
    return sum(1 for bound in _BOUNDS if total > bound)


@dataclass(frozen=True)
class DamageModifier:
    """MYT-ATTR-02: dice added to damage, or taken off where ``sign`` is negative."""

    index: int

    @property
    def sign(self) -> int:
        """1, or −1 for those too small to add anything."""
        return LADDER[self.index][0]

    @property
    def dice(self) -> tuple[Dice, ...]:
        return LADDER[self.index][1]

    def step(self, by: int) -> DamageModifier:
        """MYT-CLOSE-CHARGE: so many rows along the ladder."""
        return DamageModifier(max(0, min(len(LADDER) - 1, self.index + by)))

    def __str__(self) -> str:
        if not self.dice:
            return "0"
        return ("+" if self.sign == 1 else "\u2212") + "+".join(map(str, self.dice))


# The ladder as a stat block writes it, in plain signs.
PRINTED_MODIFIERS = {str(DamageModifier(index)).replace("\u2212", "-"): index for index in range(len(LADDER))}


@dataclass(frozen=True)
class Fatigue:
    """One level of fatigue: the grade of every skill, what it takes of the rest, and the rest it needs."""

    label: Text
    grade: str = ""
    metres: int = 0
    halved: bool = False
    immobile: bool = False
    initiative: int = 0
    points: int = 0
    minutes: int = 0
    out: bool = False


# MYT-FATIGUE-01
FATIGUE: dict[str, Fatigue] = {
    "fresh": Fatigue(_("Fresh")),
    "winded": Fatigue(_("Winded"), "hard", minutes=15),
    "tired": Fatigue(_("Tired"), "hard", metres=-1, minutes=180),
    "wearied": Fatigue(_("Wearied"), "formidable", metres=-2, initiative=-2, minutes=360),
    "exhausted": Fatigue(_("Exhausted"), "formidable", halved=True, initiative=-4, points=-1, minutes=720),
    "debilitated": Fatigue(_("Debilitated"), "herculean", halved=True, initiative=-6, points=-2, minutes=1080),
    "incapacitated": Fatigue(_("Incapacitated"), "herculean", immobile=True, initiative=-8, points=-3, minutes=1440),
    "semi_conscious": Fatigue(_("Semi-conscious"), "hopeless", immobile=True, points=-9, out=True, minutes=2160),
    "comatose": Fatigue(_("Comatose"), "hopeless", immobile=True, points=-9, out=True, minutes=2880),
    "dead": Fatigue(_("Dead"), "hopeless", immobile=True, points=-9, out=True),
}

DEATH = FATIGUE["dead"]

KINDS: dict[str, Text] = {
    "leg": _("Leg"),
    "arm": _("Arm"),
    "abdomen": _("Abdomen"),
    "chest": _("Chest"),
    "head": _("Head"),
}
LIMBS = frozenset({"leg", "arm"})
# MYT-ATTR-04: what a kind of location has beside a fifth of CON and SIZ.
KIND_HP = {"head": 0, "chest": 2, "abdomen": 1, "arm": -1, "leg": 0}


@dataclass(frozen=True)
class Place:
    """One location of a body as a table gives it."""

    key: str
    label: Text
    kind: str
    low: int
    high: int
    adjacent: tuple[str, ...]


# MYT-DMG-02, MYT-FX-MARKSMAN: the body of a human being.
HUMANOID = (
    Place("right_leg", _("Right leg"), "leg", 1, 3, ("abdomen",)),
    Place("left_leg", _("Left leg"), "leg", 4, 6, ("abdomen",)),
    Place("abdomen", _("Abdomen"), "abdomen", 7, 9, ("chest", "right_leg", "left_leg")),
    Place("chest", _("Chest"), "chest", 10, 12, ("abdomen", "right_arm", "left_arm", "head")),
    Place("right_arm", _("Right arm"), "arm", 13, 15, ("chest",)),
    Place("left_arm", _("Left arm"), "arm", 16, 18, ("chest",)),
    Place("head", _("Head"), "head", 19, 20, ("chest",)),
)

TRAITS: dict[str, tuple[Text, str]] = {
    "daredevil": (_("Daredevil"), "MYT-STYLE-DAREDEVIL"),
    "blind_fighting": (_("Blind Fighting"), "MYT-STYLE-BLIND"),
    "mounted_combat": (_("Mounted Combat"), "MYT-STYLE-MOUNTED"),
    "knockout_blow": (_("Knockout Blow"), "MYT-STYLE-KNOCKOUT"),
    "defensive_minded": (_("Defensive Minded"), "MYT-STYLE-DEFENSIVE"),
    "formation_fighting": (_("Formation Fighting"), "MYT-STYLE-FORMATION"),
    "throw_weapons": (_("Throw Weapons"), "MYT-STYLE-THROW"),
    "mounted_lancer": (_("Mounted Lancer"), "MYT-STYLE-LANCER"),
    "skirmishing": (_("Skirmishing"), "MYT-STYLE-SKIRMISH"),
    "ranged_marksman": (_("Ranged Marksman"), "MYT-STYLE-MARKSMAN"),
    "unarmed_prowess": (_("Unarmed Prowess"), "MYT-STYLE-UNARMED"),
}

_IMPALED = ("", "hard", "formidable", "herculean", "incapacitated")


def impale_grade_by_siz(siz: int, size: str) -> str:
    """MYT-FX-IMPALE-TABLE: the grade a weapon left in a body of this SIZ gives; empty for none."""
    step = SIZE_INDEX[size] - (siz + 9) // 10 + 3
    return _IMPALED[max(0, min(len(_IMPALED) - 1, step))]


# MYT-ATTR-06, MYT-MOVE: the ways of moving.
WAYS: dict[str, Text] = {
    "walk": _("Walk"),
    "run": _("Run"),
    "sprint": _("Sprint"),
    "climb": _("Climb"),
    "crawl": _("Crawl"),
    "jump": _("Jump after a run-up"),
    "jump_up": _("Jump up after a run-up"),
    "standing_jump": _("Jump from where one stands"),
    "standing_jump_up": _("Jump up from where one stands"),
    "swim": _("Swim"),
}

# What makes an attack harder: the table in the order of the text, each with its grade.
CLOSE: dict[str, tuple[Text, str, str]] = {
    "confined": (_("confined place"), "hard", "MYT-SIT-C02"),
    "unstable": (_("unstable ground"), "hard", "MYT-SIT-C03"),
    "crouching": (_("crouching or kneeling"), "hard", "MYT-SIT-C04"),
    "weather": (_("fog or snow"), "hard", "MYT-SIT-C05"),
    "below": (_("from below, or against a rider"), "hard", "MYT-SIT-C06"),
    "dim": (_("partial darkness"), "formidable", "MYT-SIT-C08"),
    "behind": (_("attacked from behind"), "formidable", "MYT-SIT-C09"),
    "blind": (_("blinded"), "herculean", "MYT-SIT-C10"),
    "dark": (_("pitch darkness"), "herculean", "MYT-SIT-C11"),
}
# MYT-RANGED-SIT: the same for what is thrown or shot; what cannot be tried at all is refused.
RANGED: dict[str, tuple[Text, str, str]] = {
    "light_wind": (_("light wind"), "hard", "MYT-SIT-R01"),
    "moderate_wind": (_("moderate wind"), "formidable", "MYT-SIT-R02"),
    "strong_wind": (_("strong wind"), "herculean", "MYT-SIT-R03"),
    "storm": (_("storm"), "hopeless", "MYT-SIT-R04"),
    "running": (_("target running"), "hard", "MYT-SIT-R05"),
    "zigzag": (_("target zigzagging"), "formidable", "MYT-SIT-R06"),
    "fog": (_("target in fog"), "hard", "MYT-SIT-R07"),
    "shot_dim": (_("target in partial darkness"), "hard", "MYT-SIT-R07"),
    "smoke": (_("target in thick smoke"), "formidable", "MYT-SIT-R08"),
    "shot_dark": (_("target in darkness"), "formidable", "MYT-SIT-R08"),
    "obscured": (_("target wholly obscured"), "herculean", "MYT-SIT-R09"),
    "shot_black": (_("target wholly lost in the dark"), "herculean", "MYT-SIT-R09"),
    "unseen": (_("invisible target whose place is known"), "herculean", "MYT-SIT-R10"),
    "invisible": (_("invisible target, its place unknown"), "hopeless", "MYT-SIT-R10"),
    "shot_blind": (_("shooting blind"), "hopeless", "MYT-SIT-R11"),
    "shot_unstable": (_("unstable ground"), "hard", "MYT-SIT-R14"),
}
SITUATIONS: dict[str, Text] = {key: row[0] for table in (CLOSE, RANGED) for key, row in table.items()}
