"""Mastery: the weapons of a sheet by family and engagement, the attack bonus and the Defence (MED-FAM, MED-DEF)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.character.character import Derived
from rules.core.check import Breakdown, Modifier
from rules.core.dice import Formula, try_parse
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.medieval import sheet as sheets
from rules.games.medieval.sheet import SCHEMA, USUAL
from rules.games.medieval.tables import ATTACKS, BARE, ENGAGEMENTS, EXOTIC, FAMILIES, TECHNIQUES
from rules.games.medieval.text import _

UNARMED = _("No such weapon on the sheet.")
UNSAID = _("Say on the sheet whether this exotic weapon is used in melee, thrown or shot.")


@dataclass(frozen=True)
class Weapon:
    """A weapon; ``damage`` is ``None`` if it has no dice, ``mastery`` is the owner's mastery of its family.

    ``engagement`` is empty for an exotic weapon until its use is set.
    """

    key: str
    name: Text
    family: str
    engagement: str
    damage: Formula | None
    special: int
    mastery: int
    in_hand: bool = False

    @property
    def bare(self) -> bool:
        """MED-PUG-01, MED-LUTTE-01: true if its family needs no weapon."""
        return self.family in BARE

    @property
    def hurts(self) -> bool:
        """A hit with this weapon does damage; wrestling and weapons without readable dice do none."""
        return self.family == "pugilat" or (self.damage is not None and self.family != "lutte")


@memoize
def weapons(sheet: Data) -> tuple[Weapon, ...]:
    rows: Data = sheet.get("weapons") or {}
    return (*(_weapon(sheet, key, row) for key, row in rows.items()), bare(sheet, "pugilat"))


def grip(technique: str) -> str:
    """The key of a wrestling technique in lists of weapons."""
    return f"{_GRIP}{technique}"


def technique(key: str) -> str:
    """The wrestling technique of a key in lists of weapons; empty for a weapon."""
    return key.removeprefix(_GRIP) if key.startswith(_GRIP) and key.removeprefix(_GRIP) in TECHNIQUES else ""


_GRIP = "lutte-"


def find(sheet: Data, key: str) -> Weapon | None:
    """The weapon with this key, the body for a wrestling technique; ``None`` if it is no longer on the sheet."""
    if technique(key):
        return bare(sheet, "lutte")
    return next((weapon for weapon in weapons(sheet) if weapon.key == key), None)


def bare(sheet: Data, family: str) -> Weapon:
    """MED-PUG-01, MED-LUTTE-01: the body as a weapon, for pugilism or wrestling."""
    label, usual = FAMILIES[family]
    return Weapon(family, label, family, usual, None, 0, int(SCHEMA.value(sheet, f"mastery.{family}")))


def in_hand(sheet: Data) -> Weapon:
    """MED-DEF-02: the weapon in hand, or else the body, in the unarmed family with the higher mastery."""
    held = (weapon for weapon in weapons(sheet) if weapon.in_hand)
    return next(held, None) or max((bare(sheet, family) for family in BARE), key=lambda weapon: weapon.mastery)


def striking(sheet: Data) -> Weapon:
    """The weapon of an automatic blow: the one in hand if it does damage, else the fists."""
    weapon = in_hand(sheet)
    return weapon if weapon.hurts and weapon.engagement else bare(sheet, "pugilat")


def defends(weapon: Weapon) -> int:
    """MED-DEF-02, MED-FAM-03: the bonus of a weapon to the Defence in melee: its mastery if it is a melee weapon."""
    melee = weapon.engagement == "melee" if weapon.family == EXOTIC else FAMILIES[weapon.family][1] == "melee"
    return weapon.mastery if melee else 0


def engagement_of(family: str, said: str) -> str:
    """MED-ATT-03, MED-FAM-02: the engagement of a weapon: the one set for it, or else that of its family.

    It is empty for an exotic weapon, which has no family, until it is set.
    """
    if said != USUAL:
        return said
    return FAMILIES[family][1] if family in FAMILIES else ""


def mastery(sheet: Data, family: str, name: str) -> int:
    """MED-FAM-01 to 03: the mastery in a weapon family; an exotic weapon has its own mastery, found by its name."""
    if family != EXOTIC:
        return int(SCHEMA.value(sheet, f"mastery.{family}"))
    rows: Data = sheet.get("exotics") or {}
    levels = (int(row.get("level", 0)) for row in rows.values() if _same(row.get("name", ""), name))
    return max(levels, default=0)


def _same(name: str, other: str) -> bool:
    return name.strip().casefold() == other.strip().casefold()


def _weapon(sheet: Data, key: str, row: Data) -> Weapon:
    family, name = str(row.get("family", "lames")), str(row.get("name", ""))
    return Weapon(
        key,
        _("%(weapon)s", weapon=name),
        family,
        engagement_of(family, str(row.get("engagement", USUAL))),
        try_parse(str(row.get("dice", ""))),
        int(row.get("special_bonus", 0)),
        mastery(sheet, family, name),
        bool(row.get("in_hand")),
    )


# Numbers derived from traits and mastery.


def attack(sheet: Data, engagement: str) -> Breakdown:
    """MED-ATT-02: the natural attack bonus for a kind of engagement; 0 if it is not set."""
    if not engagement:
        return Breakdown(Modifier(_("Base"), 0, "MED-ATT-02"))
    first, second = (sheets.term(sheet, key, "MED-ATT-02") for key in ATTACKS[engagement])
    return Breakdown(first).plus(second)


def natural_defence(sheet: Data) -> Breakdown:
    """MED-DEF-01: the natural Defence, which counts against shots, throws and unseen attackers."""
    terms = (sheets.term(sheet, key, "MED-DEF-01") for key in ("vitesse", "acuite", "reflexes"))
    return Breakdown(Modifier(_("Base"), 10, "MED-DEF-01")).plus(*terms)


def melee_defence(sheet: Data) -> Breakdown:
    """MED-DEF-02: the Defence in melee: natural Defence plus the mastery of a melee weapon in hand."""
    weapon = in_hand(sheet)
    label = _("Mastery: %(weapon)s", weapon=weapon.name)
    return natural_defence(sheet).plus(Modifier(label, defends(weapon), "MED-DEF-02"))


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """All derived numbers of a sheet, in the order of the rulebook."""
    attacks = (
        Derived(f"attack_{key}", _("Attack: %(engagement)s", engagement=label), attack(sheet, key), "MED-ATT-02")
        for key, label in ENGAGEMENTS.items()
    )
    natural, melee = natural_defence(sheet), melee_defence(sheet)
    return (
        *attacks,
        Derived("natural_defence", _("Natural Defence"), natural, "MED-DEF-01", short=_("Natural")),
        Derived("melee_defence", _("Defence in melee"), melee, "MED-DEF-02", short=_("In melee")),
        Derived("death_threshold", _("Ultimate threshold"), sheets.threshold(sheet), "MED-DEATH-02"),
        _speed(sheet, settings, "walk", _("Combat speed"), False),
        _speed(sheet, settings, "sprint", _("Sprint"), True),
    )


def _speed(sheet: Data, settings: Data, key: str, label: Text, sprint: bool) -> Derived:
    flat, hard = (sheets.metres(sheet, settings, terrain, sprint) for terrain in ("flat", "difficult"))
    shown = _("%(flat)s m (%(difficult)s m)", flat=flat, difficult=hard)
    return Derived(key, label, Breakdown(Modifier(_("Flat and clear"), flat, "MED-MOVE-01")), "MED-MOVE-01", shown)
