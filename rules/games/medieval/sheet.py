"""What follows from a sheet: attacks, Defences, speeds, the ultimate threshold, and whether its owner still lives."""

from __future__ import annotations

from typing import Any

from rules.core.check import Breakdown, Modifier
from rules.core.game import Derived
from rules.core.paths import Data, get
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.medieval import weapons
from rules.games.medieval.schema import FULL, SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import ATTACKS, ENGAGEMENTS, PACES, TRAITS
from rules.games.medieval.text import _

ACTIVE, DYING, STABLE, DEAD = "active", "dying", "stable_coma", "dead"
THREE = 3  # MED-DEATH-05


def trait(sheet: Data, key: str) -> int:
    """The level of a trait."""
    return int(SCHEMA.value(sheet, f"traits.{key}"))


def standing(sheet: Data, path: str) -> Any:
    """What a number of points stands at: its maximum while nothing is filled in; ``None`` for any other path."""
    if path in ("hp.current", "pc.current"):
        found = get(sheet, path)
        return SCHEMA.value(sheet, path.replace("current", "max")) if found in (None, FULL) else found
    return None


def most(sheet: Data, path: str) -> int | None:
    """The maximum of a number of points; ``None`` for any other path."""
    counted = path in ("hp.current", "pc.current")
    return int(SCHEMA.value(sheet, path.replace("current", "max"))) if counted else None


def hp(sheet: Data) -> int:
    """The hit points left, which may be negative."""
    return int(standing(sheet, "hp.current"))


def pc(sheet: Data) -> int:
    """MED-MAN-01: the combat points left."""
    return int(standing(sheet, "pc.current"))


def fatigue(sheet: Data, settings: Data, attacking: bool = False) -> Modifier:
    """MED-FAT-01: what fatigue takes from every roll of 2d10, or from attacks alone."""
    counts = attacking or setting(settings, "fatigue.counts_on") == "all"
    points = int(SCHEMA.value(sheet, "fatigue")) if counts else 0
    malus = -points * int(setting(settings, "fatigue.malus_per_point"))
    return Modifier(_("Fatigue"), malus, "MED-FAT-01")


def attack(sheet: Data, engagement: str) -> Breakdown:
    """MED-ATT-02: the natural bonus of an engagement; none where it is not said."""
    if not engagement:
        return Breakdown(Modifier(_("Base"), 0, "MED-ATT-02"))
    first, second = ATTACKS[engagement]
    return Breakdown(_trait(sheet, first, "MED-ATT-02")).plus(_trait(sheet, second, "MED-ATT-02"))


def natural_defence(sheet: Data) -> Breakdown:
    """MED-DEF-01: against what is shot or thrown, and against who was not seen."""
    terms = (_trait(sheet, key, "MED-DEF-01") for key in ("vitesse", "acuite", "reflexes"))
    return Breakdown(Modifier(_("Base"), 10, "MED-DEF-01")).plus(*terms)


def melee_defence(sheet: Data) -> Breakdown:
    """MED-DEF-02: the natural Defence and the mastery of the weapon in hand, where it serves in melee."""
    weapon = weapons.in_hand(sheet)
    label = _("Mastery: %(weapon)s", weapon=weapon.name)
    return natural_defence(sheet).plus(Modifier(label, weapons.defends(weapon), "MED-DEF-02"))


def threshold(sheet: Data) -> Breakdown:
    """MED-DEATH-02: how far hit points may fall before death."""
    level, robust = int(SCHEMA.value(sheet, "niveau")), trait(sheet, "robustesse")
    return Breakdown(Modifier(_("Base"), -10, "MED-DEATH-02")).plus(
        Modifier(_("Level ×2"), -2 * level, "MED-DEATH-02"),
        Modifier(_("Robustness ×2"), -2 * robust, "MED-DEATH-02"),
    )


def vital(sheet: Data) -> str:
    """MED-DEATH-01 to 05: active, dying, in a stable coma, or dead."""
    left = hp(sheet)
    if left > 0:
        return ACTIVE
    if left < threshold(sheet).total or SCHEMA.value(sheet, "dying.failures") >= THREE:
        return DEAD
    return STABLE if SCHEMA.value(sheet, "dying.successes") >= THREE else DYING


def health(sheet: Data) -> Health:
    """The state of health as everybody may read it."""
    state, left, most = vital(sheet), hp(sheet), int(SCHEMA.value(sheet, "hp.max"))
    if state != ACTIVE:
        return Health(5, _VITAL[state])
    rank = 0 if left >= most else 1 if 4 * left > 3 * most else 2 if 2 * left > most else 3 if 4 * left > most else 4
    return Health(rank, _RANKS[rank])


_VITAL: dict[str, Text] = {
    DYING: _("Dying"),
    STABLE: _("In a stable coma"),
    DEAD: _("Dead"),
}
_RANKS: tuple[Text, ...] = (
    _("Unhurt"),
    _("Scratched"),
    _("Wounded"),
    _("Badly wounded"),
    _("At the end of strength"),
)


def half(number: int, settings: Data) -> int:
    """MED-MOVEACT-01: half of something, rounded as the table does."""
    return number // 2 if setting(settings, "round") == "down" else -(-number // 2)


def metres(sheet: Data, settings: Data, terrain: str, sprint: bool = False, halved: bool = False) -> int:
    """MED-MOVE-01: the combat speed in metres a round."""
    base, (times, speeds) = int(SCHEMA.value(sheet, "mouvement")), PACES[terrain, sprint]
    speed = speeds * trait(sheet, "vitesse")
    multiplied = setting(settings, "move.vitesse_as") == "multiplier"
    whole = max(0, base * (times + speed) if multiplied else base * times + speed)
    return half(whole, settings) if halved else whole


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """Every computed number of a sheet, in the order of the rulebook."""
    attacks = (
        Derived(
            f"attack_{key}",
            _("Attack: %(engagement)s", engagement=label),
            attack(sheet, key),
            "MED-ATT-02",
        )
        for key, label in ENGAGEMENTS.items()
    )
    return (
        *attacks,
        Derived(
            "natural_defence",
            _("Natural Defence"),
            natural_defence(sheet),
            "MED-DEF-01",
            short=_("Natural"),
        ),
        Derived(
            "melee_defence",
            _("Defence in melee"),
            melee_defence(sheet),
            "MED-DEF-02",
            short=_("In melee"),
        ),
        Derived("death_threshold", _("Ultimate threshold"), threshold(sheet), "MED-DEATH-02"),
        _speed(sheet, settings, "walk", _("Combat speed"), False),
        _speed(sheet, settings, "sprint", _("Sprint"), True),
    )


def _speed(sheet: Data, settings: Data, key: str, label: Text, sprint: bool) -> Derived:
    flat, hard = (metres(sheet, settings, terrain, sprint) for terrain in ("flat", "difficult"))
    shown = _("%(flat)s m (%(difficult)s m)", flat=flat, difficult=hard)
    base = Modifier(_("Flat and clear"), flat, "MED-MOVE-01")
    return Derived(key, label, Breakdown(base), "MED-MOVE-01", shown)


def _trait(sheet: Data, key: str, rule: str) -> Modifier:
    return Modifier(TRAITS[key], trait(sheet, key), rule)
