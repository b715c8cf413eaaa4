"""The weapons of a sheet as a fight needs them; bare hands are always at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from types import MappingProxyType

from rules.core.check import Check, Modifier
from rules.core.dice import Formula, parse, try_parse
from rules.core.effects import Effect
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.character.sheet import level, line
from rules.games.polaris.character.skills import CATALOGUE
from rules.games.polaris.marks import BOOST, DECLARED
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import BARE_HANDS
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials import boost, checks

BANDS = ("point_blank", "short", "medium", "long", "extreme")
HANDS = "bare_hands"
ONE_BY_ONE, BURST, AUTOMATIC = "CC", "RC", "RL"  # the fire modes as sheets and selectors write them
HANDS_SKILL = "unarmed_combat"
DRAW, DRAW_READY = -5, -3  # POL-INIT-18, in initiative; the second with a hand on it


@dataclass(frozen=True)
class Weapon:
    """One weapon; ``damage`` is ``None`` where its dice are unreadable; ``bands`` hold the end of each range (m)."""

    key: str
    name: str | Text
    kind: str
    skill: str
    damage: Formula | None
    cause: str = "other"
    reach: int = 0
    init: int = 0
    bands: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    magazine: int = 0
    ammo: int = 0
    drawn: bool = False
    hands: int = 1
    modes: tuple[str, ...] = (ONE_BY_ONE,)
    mode: str = ONE_BY_ONE
    long: bool = False
    shock: Formula | None = None
    strength: int = 0

    @property
    def label(self) -> Text:
        return self.name if isinstance(self.name, Text) else _("%(weapon)s", weapon=self.name)


_BARE_HANDS = Weapon(
    HANDS, _("Bare hands"), "melee", HANDS_SKILL, parse(BARE_HANDS), "blow", drawn=True
)  # fmt: skip  # POL-DMG-08


def pair(arms: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """POL-MELEE-12: the drawn weapons of which one may be in each hand, none where there is but one."""
    ready = tuple(arm for arm in arms if arm.drawn and arm.hands == 1 and arm.skill != HANDS_SKILL)
    return ready if len(ready) > 1 else ()


def carried(sheet: Data, kind: str) -> tuple[Weapon, ...]:
    """The weapons of a kind in the order of the sheet; bare hands too, unless it lists them under a name of its own."""
    return _carried(sheet.get("weapons") or {}, kind)


@memoize
def _carried(rows: Data, kind: str) -> tuple[Weapon, ...]:
    result = tuple(weapon for weapon in _weapons(rows).values() if weapon.kind == kind)
    unarmed = kind == "melee" and not any(weapon.skill == HANDS_SKILL for weapon in result)
    return (*result, *((_BARE_HANDS,) if unarmed else ()))


def held(sheet: Data) -> tuple[Weapon, ...]:
    """POL-CRIT-10, POL-MARTIAL-18: the weapons in the hands of somebody, firearms first; the bare hands are none."""
    arms = (arm for kind in ("ranged", "melee") for arm in carried(sheet, kind))
    return tuple(arm for arm in arms if arm.drawn and arm.skill != HANDS_SKILL)


@memoize
def find(sheet: Data, key: str) -> Weapon | None:
    if key == HANDS:
        return _BARE_HANDS
    return _weapons(sheet.get("weapons") or {}).get(key)


def is_bare(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """POL-MELEE-03, POL-MARTIAL-19: true if a weapon is a fighter’s own body."""
    return skill_of(scene.sheet(fighter), weapon) == HANDS_SKILL


def skill_of(sheet: Data, weapon: Weapon) -> str:
    """The skill of the catalogue that a weapon’s line is made from, empty for one of the character’s own."""
    rows: Data = sheet.get("skills") or {}
    return line(sheet, weapon.skill).of if weapon.skill in rows or weapon.skill in CATALOGUE else ""


def in_hand(scene: Scene, fighter: str) -> Weapon:
    """POL-MELEE-01: the weapon of a defence: the one declared while it is in hand, or one drawn, or bare hands."""
    sheet = scene.sheet(fighter)
    stated = DECLARED.rows(scene, fighter)
    named = find(sheet, stated.get("weapon", "")) if stated.get("kind") == "melee" else None
    ready = (
        weapon for weapon in carried(sheet, "melee") if weapon.drawn and why_unusable(scene, fighter, weapon) is None
    )
    return named if named and named.drawn else next(ready, _BARE_HANDS)


def check(scene: Scene, fighter: str, weapon: Weapon) -> Check | None:
    """The test of a weapon's skill, or ``None`` where the sheet has no such line."""
    return weapon_check(scene.sheet(fighter), scene.settings, fighter, weapon, BOOST.of(scene, fighter) or "no")


def weapon_check(sheet: Data, settings: Data, fighter: str, weapon: Weapon, boosted: str) -> Check | None:
    return _wielding_check(sheet, settings, fighter, weapon.skill, weapon.strength, boosted)


@memoize
def _wielding_check(sheet: Data, settings: Data, fighter: str, skill: str, needed: int, boosted: str) -> Check | None:
    base = checks.find(sheet, settings, skill)
    if base is None:
        return None
    test = replace(base, actor=fighter, target=base.target.plus(*_burden(sheet, settings, needed)))
    return boost.boost(test, {"boost": boosted})


def _burden(sheet: Data, settings: Data, needed: int) -> tuple[Modifier, ...]:
    """POL-DMG-09: what a weapon, or the heaviest protection worn, costs somebody without the strength for it."""
    each, strength = int(setting(settings, "min_strength_malus")), level(sheet, "FOR")
    worn = [row for row in (sheet.get("protections") or {}).values() if row.get("equipped")]
    heaviest = max((int(row.get("min_strength", 0)) for row in worn), default=0)
    arms, armour = _("Strength for the weapon"), _("Strength for the protection")
    return (
        Modifier(arms, each * max(0, needed - strength), "POL-DMG-09"),
        Modifier(armour, each * max(0, heaviest - strength), "POL-DMG-09"),
    )


def why_unusable(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """The reason against attacking with a weapon, whatever the target."""
    return why_unfit(weapon, check(scene, fighter, weapon))


def why_unfit(weapon: Weapon, test: Check | None) -> Text | None:
    """The reason against a weapon whose skill is tested so."""
    if test is None:
        return _("No skill of the sheet goes with this weapon.")
    if test.refused is not None:
        return test.refused
    if weapon.damage is None and weapon.shock is None:
        return _("The damage of this weapon cannot be read.")
    if weapon.kind == "ranged" and weapon.magazine and weapon.ammo < 1:
        return _("No ammunition is left.")
    return None


@memoize
def _weapons(rows: Data) -> Mapping[str, Weapon]:
    return {key: _weapon(key, row) for key, row in rows.items()}


def _weapon(key: str, row: Data) -> Weapon:
    modes = _modes(str(row.get("modes", "")))
    return Weapon(
        key,
        str(row.get("name", "")),
        row.get("kind", "melee"),
        str(row.get("skill", "")),
        try_parse(str(row.get("damage", ""))),
        row.get("cause", "other"),
        row.get("reach", 0),
        row.get("init", 0),
        {band: row.get(band, 0) for band in BANDS},
        row.get("magazine", 0),
        row.get("ammo", 0),
        bool(row.get("drawn")),
        row.get("hands", 1),
        modes,
        mode if (mode := str(row.get("fire_mode", ""))) in modes else modes[0],
        bool(row.get("long_weapon")),
        try_parse(str(row.get("shock", ""))),
        row.get("min_strength", 0),
    )


def _modes(said: str) -> tuple[str, ...]:
    """The fire modes that a sheet lists, such as CC/RC/RL; one round at a time where it lists none."""
    listed = said.upper().replace(",", "/").replace(" ", "/").split("/")
    return tuple(mode for mode in (ONE_BY_ONE, BURST, AUTOMATIC) if mode in listed) or (ONE_BY_ONE,)


class Drawn(Effect):
    """A weapon is taken in hand."""

    kind = "draw"
    scalar = "weapon"
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        weapon = find(scene.sheet(self.target), self.weapon)
        return (scene.write(self.target, f"weapons.{self.weapon}.drawn", True),) if weapon else ()


class Disarmed(Effect):
    """POL-MARTIAL-18: a weapon is lost from the hand, to that of whoever takes it."""

    kind = "disarm"
    is_open = True
    weapon: str
    taker: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row, arms = scene.sheet(self.target)["weapons"][self.weapon], scene.sheet(self.taker).get("weapons") or {}
        key = next(name for number in count() if (name := f"{self.weapon}{number or ''}") not in arms)
        taken = scene.write(self.taker, f"weapons.{key}", {**row, "drawn": True})
        return (scene.write(self.target, f"weapons.{self.weapon}", None), taken)

    def told(self, scene: Scene) -> Text | None:
        arm = find(scene.sheet(self.target), self.weapon)
        return _("loses a weapon: %(weapon)s", weapon=arm.label if arm else "")


class Spent(Effect):
    """Rounds fired."""

    kind = "ammo"
    weapon: str
    spent: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        weapon = find(scene.sheet(self.target), self.weapon)
        return (scene.write(self.target, f"weapons.{self.weapon}.ammo", self._left(scene)),) if weapon else ()

    def told(self, scene: Scene) -> Text | None:
        return _rounds_left(self._left(scene))

    def _left(self, scene: Scene) -> int:
        arm = find(scene.sheet(self.target), self.weapon)
        return max(0, arm.ammo - int(self.spent)) if arm else 0


class Reloaded(Effect):
    """A new magazine."""

    kind = "reload"
    weapon: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        arm = find(scene.sheet(self.target), self.weapon)
        return (scene.write(self.target, f"weapons.{self.weapon}.ammo", arm.magazine),) if arm else ()

    def told(self, scene: Scene) -> Text | None:
        arm = find(scene.sheet(self.target), self.weapon)
        return _rounds_left(arm.magazine if arm else 0)


class FireModeSet(Effect):
    """POL-RANGED-08: a weapon stays in the fire mode it is set to."""

    kind = "fire_mode"
    weapon: str
    mode: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        weapon = find(scene.sheet(self.target), self.weapon)
        return (scene.write(self.target, f"weapons.{self.weapon}.fire_mode", self.mode),) if weapon else ()


def _rounds_left(left: int) -> Text:
    return ngettext("%(count)s round left", "%(count)s rounds left", left)
