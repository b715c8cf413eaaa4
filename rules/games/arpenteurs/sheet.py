"""The sheet: its fields in the sections of the printed one, skills, weapons, and derived numbers (ARP-ECG)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.character.character import BANDS, Belongings, Character, Derived, Outfit
from rules.character.fields import GEAR, NOTES, choice, flag, number, section, text
from rules.character.sheet import Field, SheetSchema
from rules.core.check import Breakdown, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data, put
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.arpenteurs.settings import ECG, SANG_FROID, setting
from rules.games.arpenteurs.text import _

CHARACTERISTICS: dict[str, Text] = {
    "adresse": _("Dexterity"),
    "force": _("Strength"),
    "endurance": _("Endurance"),
    "perception": _("Perception"),
    "intellect": _("Intellect"),
    "volonte": _("Will"),
}


@dataclass(frozen=True)
class Skill:
    """A skill and the pair of characteristics it is usually tested with."""

    label: Text
    pair: tuple[str, str]


SKILLS: dict[str, Skill] = {
    "armes_de_poing": Skill(_("Handguns"), ("adresse", "perception")),
    "fusils": Skill(_("Rifles"), ("adresse", "perception")),
    "armes_automatiques": Skill(_("Automatic weapons"), ("adresse", "perception")),
    "armes_blanches": Skill(_("Blades"), ("adresse", "force")),
    "arts_martiaux": Skill(_("Martial arts"), ("adresse", "force")),
    "esquive": Skill(_("Dodge"), ("adresse", "perception")),
    "athletisme": Skill(_("Athletics"), ("force", "endurance")),
    "discretion": Skill(_("Stealth"), ("adresse", "volonte")),
    "observation": Skill(_("Observation"), ("perception", "intellect")),
    "premiers_soins": Skill(_("First aid"), ("intellect", "adresse")),
    "survie": Skill(_("Survival"), ("endurance", "intellect")),
}
OWN_PAIR = ("adresse", "volonte")  # the pair of a skill that is not in the list

# ARP-LOC-01: in the order of the die.
LOCATIONS: dict[str, Text] = {
    "left_leg": _("Left leg"),
    "right_leg": _("Right leg"),
    "torso": _("Torso"),
    "left_arm": _("Left arm"),
    "right_arm": _("Right arm"),
    "head": _("Head"),
}

STRUCK: dict[str, Text] = {
    "left_leg": _("in the left leg"),
    "right_leg": _("in the right leg"),
    "torso": _("in the torso"),
    "left_arm": _("in the left arm"),
    "right_arm": _("in the right arm"),
    "head": _("in the head"),
}

CATEGORIES: dict[str, Text] = {
    "melee": _("Blade"),
    "unarmed": _("Bare hands"),
    "firearm": _("Firearm"),
    "bow": _("Bow"),
    "thrown": _("Thrown"),
}
HAND_TO_HAND = ("melee", "unarmed")
SHOOTING = ("firearm", "bow")  # the weapons that melee range affects

# ARP-MOD-01
SIZES: dict[str, tuple[Text, int]] = {
    "normal": (_("Normal size"), 0),
    "small": (_("Small target"), -1),
    "tiny": (_("Tiny target"), -2),
}
ACTIONS = 2  # ARP-ACT-01
SWUNG = "-swung"  # suffix of the key of an object that is swung, not thrown
MOST_ECG = 99


_USUAL = {"": _("As usual")} | CHARACTERISTICS
_OF_LIST = {"": _("A skill of one’s own")} | {key: skill.label for key, skill in SKILLS.items()}
_SIZES = {key: label for key, (label, _malus) in SIZES.items()}
_NONE = _("0 for none.")

CHARACTERISTIC_SECTION = section(
    "characteristics",
    _("Characteristics"),
    *(number(key, label, 3, 1, 6, "ARP-TEST-01") for key, label in CHARACTERISTICS.items()),
)
SKILL_LIST = Field(
    "skills",
    _("Skills"),
    "list",
    row=(
        choice("of", _("Skill of the list"), _OF_LIST, None),
        text("name", _("Name"), most=80),
        choice("first", _("First characteristic"), _USUAL, None, "ARP-TEST-05"),
        choice("second", _("Second characteristic"), _USUAL, None, "ARP-TEST-05"),
        number("level", _("Level"), 0, 0, 6, "ARP-TEST-01"),
        flag("favourite", _("Favourite")),
    ),
    rule="ARP-TEST-01",
)
TALENTS = Field(
    "talents",
    _("Talents"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        number("extra_actions", _("More actions per round"), 0, 0, 5, "ARP-ACT-01"),
        text("notes", _("Notes")),
    ),
    rule="ARP-ACT-01",
)
ARMOUR = section(
    "armour", _("Armour"), *(number(key, label, 0, 0, 10, "ARP-DMG-01") for key, label in LOCATIONS.items())
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        choice("category", _("Category"), CATEGORIES, "melee", "ARP-ATK-01"),
        text("skill", _("Skill used"), most=40, names_test=True),
        choice("first", _("First characteristic"), _USUAL, None, "ARP-TEST-05"),
        choice("second", _("Second characteristic"), _USUAL, None, "ARP-TEST-05"),
        flag("short", _("Short weapon"), rule="ARP-DIST-06"),
        number("range_m", _("Range (m)"), 0, 0, 5000, "ARP-RANGE-01", _NONE),
        number("damage", _("Damage"), 1, 0, 20, "ARP-DMG-01"),
        number("short_burst", _("Rounds of a short burst"), 0, 0, 100, "ARP-BURST-01", _NONE),
        number("long_burst", _("Rounds of a long burst"), 0, 0, 100, "ARP-BURST-02", _NONE),
        number("magazine", _("Magazine"), 0, 0, 999, "ARP-BURST-06", _NONE),
        number("ammo", _("Rounds left"), 0, 0, 999, "ARP-BURST-06"),
        text("notes", _("Notes")),
    ),
    rule="ARP-DMG-01",
)
SCHEMA = SheetSchema(
    (
        section(
            "",
            _("Identity"),
            text("name", _("Name"), required=True, most=80),
            text("player", _("Player"), most=80),
            text("concept", _("Concept"), most=80),
            choice("size", _("Size"), _SIZES, "normal", "ARP-MOD-01"),
            flag("boss", _("Creature of class “Boss”"), rule="ARP-INIT-04"),
        ),
        CHARACTERISTIC_SECTION,
        section(
            "ecg",
            _("ECG status"),
            number("current", _("ECG"), ECG, 0, MOST_ECG, "ARP-ECG-01"),
            number("max", _("ECG at most"), ECG, 1, MOST_ECG, "ARP-ECG-01"),
        ),
        section(
            "sang_froid",
            _("Sang-Froid"),
            number("current", _("Sang-Froid"), SANG_FROID, 0, 20, "ARP-SF-01"),
            number("max", _("Sang-Froid at most"), SANG_FROID, 0, 20, "ARP-SF-02"),
        ),
        section(
            "",
            _("Life and death"),
            flag("saved", _("Saved from death"), rule="ARP-SF-01"),
            flag("dead", _("Dead"), rule="ARP-SF-01"),
        ),
        section("", _("Skills"), SKILL_LIST),
        ARMOUR,
        section("", _("Weapons, talents and gear"), WEAPONS, TALENTS, GEAR),
        NOTES,
    )
)


@dataclass(frozen=True)
class Line:
    """A skill of a sheet, with its level and the pair of characteristics of its tests."""

    key: str
    label: Text
    level: int
    pair: tuple[str, str]
    favourite: bool


@dataclass(frozen=True)
class Weapon:
    """A weapon; 0 rounds for a burst means that it lacks the mode, 0 for the magazine that rounds are not tracked."""

    key: str
    name: str | Text
    category: str
    skill: str
    pair: tuple[str, str] = ("", "")
    short: bool = False
    range_m: int = 0
    damage: int = 1
    short_burst: int = 0
    long_burst: int = 0
    magazine: int = 0
    ammo: int = 0

    @property
    def thing(self) -> str:
        """The key of the physical object, the same if it is thrown or swung."""
        return self.key.removesuffix(SWUNG)

    @property
    def label(self) -> Text:
        return self.name if isinstance(self.name, Text) else _("%(weapon)s", weapon=self.name)

    @property
    def is_melee(self) -> bool:
        return self.category in HAND_TO_HAND

    @property
    def is_shooting(self) -> bool:
        """ARP-DIST-04: the weapon shoots, and is therefore affected by melee range."""
        return self.category in SHOOTING

    def rounds(self, mode: str) -> int:
        """ARP-BURST-01, 02: the rounds fired in a fire mode; 0 if the weapon lacks it."""
        return {"short_burst": self.short_burst, "long_burst": self.long_burst}.get(mode, 1)


HANDS = "unarmed"
_HANDS = Weapon(HANDS, CATEGORIES["unarmed"], "unarmed", "arts_martiaux")


def blank(settings: Data) -> dict[str, Any]:
    """A new sheet, with the ECG and Sang-Froid of the house settings."""
    ecg, cool = setting(settings, "ecg.max"), setting(settings, "sang_froid.max")
    blank: dict[str, Any] = {} if ecg == ECG else {"ecg": {"current": ecg, "max": ecg}}
    return blank if cool == SANG_FROID else {**blank, "sang_froid": {"current": cool, "max": cool}}


@memoize
def characteristic(sheet: Data, key: str) -> int:
    return int(SCHEMA.value(sheet, f"characteristics.{key}"))


def lines(sheet: Data) -> tuple[Line, ...]:
    """All skills: those of the list in its order, then those that the sheet adds."""
    rows: Data = sheet.get("skills") or {}
    return tuple(line(sheet, key) for key in (*SKILLS, *(key for key in rows if key not in SKILLS)))


def line(sheet: Data, key: str) -> Line:
    """The skill with this key, at level 0 if the sheet does not have it."""
    row: Data = (sheet.get("skills") or {}).get(key, {})
    skill = SKILLS.get(row.get("of") or key)
    first, second = skill.pair if skill else OWN_PAIR
    label = skill.label if skill else _UNNAMED
    if row.get("name"):
        label = _("%(skill)s", skill=str(row["name"]))
    pair = (row.get("first") or first, row.get("second") or second)
    return Line(key, label, int(row.get("level", 0)), pair, bool(row.get("favourite")))


_UNNAMED = _("Unnamed skill")


def weapons(sheet: Data) -> tuple[Weapon, ...]:
    """The weapons of a sheet in its order, then bare hands, unless it lists an unarmed weapon."""
    return _weapons(sheet.get("weapons") or {})


@memoize
def _weapons(rows: Data) -> tuple[Weapon, ...]:
    own = tuple(_weapon(key, row) for key, row in rows.items())
    return own if any(weapon.category == "unarmed" for weapon in own) else (*own, _HANDS)


def weapon(sheet: Data, key: str) -> Weapon | None:
    return next((row for row in weapons(sheet) if row.key == key), None)


@memoize
def allowance(sheet: Data) -> Breakdown:
    """ARP-ACT-01: the actions per round: two, plus those given by talents."""
    talents = (sheet.get("talents") or {}).values()
    terms = (
        Modifier(_("%(talent)s", talent=str(row.get("name", ""))), int(row.get("extra_actions", 0)), "ARP-ACT-01")
        for row in talents
    )
    return Breakdown(Modifier(_("At creation"), ACTIONS, "ARP-ACT-01")).plus(*terms)


def ecg(sheet: Data) -> int:
    """ARP-ECG-01: the ECG left."""
    return int(SCHEMA.value(sheet, "ecg.current"))


def cool(sheet: Data) -> int:
    """ARP-SF-01: the points of Sang-Froid left."""
    return int(SCHEMA.value(sheet, "sang_froid.current"))


@memoize
def is_hurt(sheet: Data) -> bool:
    """ARP-ECG-01: the character has lost ECG."""
    return ecg(sheet) < int(SCHEMA.value(sheet, "ecg.max"))


@memoize
def status(sheet: Data) -> str:
    """ARP-ECG-01: ``ok``, ``wounded`` at half, ``critical`` (or ``saved``) at a quarter, ``flatline`` or ``dead``."""
    left, most = ecg(sheet), int(SCHEMA.value(sheet, "ecg.max"))
    if SCHEMA.value(sheet, "dead"):
        return "dead"
    if left == 0:
        return "flatline"
    if 4 * left <= most:
        return "saved" if SCHEMA.value(sheet, "saved") else "critical"
    return "wounded" if 2 * left <= most else "ok"


def is_out(sheet: Data) -> bool:
    """ARP-ECG-01: the character is dead or at flatline, and cannot act."""
    return status(sheet) in ("dead", "flatline")


@memoize
def health(sheet: Data, settings: Data) -> Health:
    rank, label = _STATUSES[status(sheet)]
    scratched = status(sheet) == "ok" and ecg(sheet) < SCHEMA.value(sheet, "ecg.max")
    return Health(1, _SCRATCHED) if scratched else Health(rank, label, for_good=status(sheet) == "dead")


_SCRATCHED = _("Scratched")
_STATUSES: dict[str, tuple[int, Text]] = {
    "ok": (0, _("Unhurt")),
    "wounded": (3, _("Wounded")),
    "critical": (4, _("Critical")),
    "saved": (4, _("Saved from death")),
    "flatline": (5, _("Flatline")),
    "dead": (5, _("Dead")),
}


def wound_malus(sheet: Data, settings: Data) -> Modifier:
    """ARP-ECG-01: the malus of wounds on every test, if the house settings have one."""
    by_status = setting(settings, "ecg.wound_malus") == "by_status"
    malus = {"wounded": -1, "critical": -2, "saved": -2}.get(status(sheet), 0) if by_status else 0
    return Modifier(_("Wounds"), malus, "ARP-ECG-01")


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    dexterity = Modifier(CHARACTERISTICS["adresse"], characteristic(sheet, "adresse"), "ARP-INIT-01")
    count = Breakdown(Modifier(_("ECG"), ecg(sheet), "ARP-ECG-01"))
    return (
        Derived("initiative", _("Initiative (d6 +)"), Breakdown(dexterity), "ARP-INIT-01"),
        Derived("actions", _("Actions per round"), allowance(sheet), "ARP-ACT-01"),
        Derived("status", _("Status"), count, "ARP-ECG-01", health(sheet, settings).label),
    )


def _weapon(key: str, row: Data) -> Weapon:
    return Weapon(
        key,
        str(row.get("name", "")),
        row.get("category", "melee"),
        str(row.get("skill", "")) or _SKILL_OF[row.get("category", "melee")],
        (row.get("first", ""), row.get("second", "")),
        bool(row.get("short")),
        *(int(row.get(name, 1 if name == "damage" else 0)) for name in _NUMBERS),
    )


_NUMBERS = ("range_m", "damage", "short_burst", "long_burst", "magazine", "ammo")
_SKILL_OF = {
    "melee": "armes_blanches",
    "unarmed": "arts_martiaux",
    "firearm": "armes_de_poing",
    "bow": "fusils",
    "thrown": "athletisme",
}


def healed(sheet: Data) -> Data:
    """ARP-ECG-01: the sheet with the ECG back at its maximum."""
    whole = int(SCHEMA.value(sheet, "ecg.max"))
    return sheet if ecg(sheet) == whole else put(sheet, "ecg.current", whole)


def _most(key: str, sheet: Data) -> int:
    return int(SCHEMA.value(sheet, f"{key}.max"))


CHARACTER = Character(
    SCHEMA,
    health,
    derive,
    blank,
    points={f"{key}.current": partial(_most, key) for key in ("ecg", "sang_froid")},
    healed=healed,
    outfit=Outfit(trained="skills.{skill}.level", sort="category", grown=("unarmed",)),
    belongings=Belongings(lists=("gear", "weapons")),
    vitals=("ecg.current", "sang_froid.current"),
    at_hand=("initiative", "actions"),
    state=("ecg.current", "sang_froid.current", "saved", "dead"),
    harm=("saved", "dead"),
    bands=(BANDS[0], _SCRATCHED, _("Wounded"), BANDS[3]),
    public=lambda scene, fighter: {"size": str(SCHEMA.value(scene.sheet(fighter), "size"))},  # everybody sees it
)
