"""The manners of fire: how many rounds an attack takes, and what they bring (POL-RANGED-05 to 14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.acts import Effects
from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.character.schema import FIRE_MODES
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import AUTOMATIC, BURST, ONE_BY_ONE, Spent, Weapon
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials import checks
from rules.games.polaris.turn import initiative

SINGLE, REPEATED, AIMED, INSTINCTIVE = "single", "repeated", "aimed", "instinctive"
SHORT, LONG, SWEEP, SUPPRESS, BLIND = "short_burst", "long_burst", "sweep", "suppress", "blind"
NONE = "none"
CLOSE = ("point_blank", "short")  # where more rounds do more damage
LIMIT = "automatic_fire"
PACK = 5  # the rounds in which the long bursts are counted


@dataclass(frozen=True)
class Manner:
    """One manner of fire: the fire mode of the weapon it takes, its rounds, and the house setting that allows it."""

    label: Text
    hint: Text
    rule: str
    mode: str = ONE_BY_ONE
    least: int = 1
    most: int = 1
    by: int = 1
    exclusive: bool = False
    switch: str = "fire_manners"


MANNERS: dict[str, Manner] = {
    SINGLE: Manner(_("One shot"), _("One round"), "POL-RANGED-05", switch=""),
    REPEATED: Manner(
        _("Repeated shots"),
        _("2 to 10 rounds: +1 for each further one, +3 at most; then +1 or damage +3 for every 3 more"),
        "POL-RANGED-06",
        least=2,
        most=10,
    ),
    AIMED: Manner(
        _("Aimed shot"), _("Standing still: +1 for every 2 points of initiative"), "POL-RANGED-07", exclusive=True
    ),
    SHORT: Manner(
        _("Short burst"), _("3 rounds: +3 to hit, or damage +5 at short range"), "POL-RANGED-09", BURST, 3, 3
    ),
    LONG: Manner(
        _("Long burst"),
        _("5 to 20 rounds: +2 to hit, and damage +2 at short range, for every 5"),
        "POL-RANGED-10",
        AUTOMATIC,
        5,
        20,
        PACK,
        True,
    ),
    SWEEP: Manner(
        _("Sweeping burst"),
        _("One target for every 5 rounds, 3 m apart at most"),
        "POL-RANGED-11",
        AUTOMATIC,
        10,
        20,
        PACK,
        True,
    ),
    SUPPRESS: Manner(
        _("Suppressive fire"),
        _("5 rounds for 3 m: everybody there tests their luck; +2 or 3 m more for every 5 more"),
        "POL-RANGED-12",
        AUTOMATIC,
        5,
        100,
        PACK,
        True,
    ),
    INSTINCTIVE: Manner(
        _("Instinctive shot"), _("One round, as a rushed action"), "POL-RANGED-14", switch="instinctive_shots"
    ),
    BLIND: Manner(
        _("Blind fire"),
        _("At somebody unseen: Observation, then a shot at −15, then luck"),
        "POL-RANGED-15",
        switch="blind_fire",
    ),
}

HIT, DAMAGE, ZONE = "hit", "damage", "zone"
GAINS: dict[str, Text] = {
    HIT: _("Better chances"),
    DAMAGE: _("More damage, at short range"),
    ZONE: _("A wider zone, for suppressive fire"),
}


def allowed_manners(settings: Data, free: bool) -> tuple[str, ...]:
    """The manners this table plays with; a single shot is always one, and no ``free`` attack gains by haste."""
    played = (key for key, row in MANNERS.items() if not row.switch or setting(settings, row.switch))
    return tuple(key for key in played if not free or key != INSTINCTIVE)


def said_manner(said: Data) -> str:
    return str(said.get("fire", SINGLE))


def second_weapon(scene: Scene, fighter: str, said: Data) -> Weapon | None:
    """POL-RANGED-13: the weapon in the other hand, if one is declared."""
    return weapons.find(scene.sheet(fighter), str(said.get("second", "")))


def has_second(scene: Scene, fighter: str, said: Data) -> bool:
    """POL-RANGED-13, POL-CRIT-10: true if the second weapon declared is still in hand."""
    second = second_weapon(scene, fighter, said)
    return second is not None and second.drawn


def rounds(said: Data) -> int:
    return int(said.get("rounds", 0)) or MANNERS[said_manner(said)].least


def is_exclusive(said: Data) -> bool:
    """POL-RANGED-07, 10 to 12: whether nothing else can be done in this turn."""
    return MANNERS[said_manner(said)].exclusive


def why_lacking(weapon: Weapon, said: Data, attacks: int = 1) -> Text | None:
    """The reason against a weapon: it has no such mode, or not the rounds for so many attacks."""
    manner = MANNERS[said_manner(said)]
    if manner.mode not in weapon.modes:
        modes = tuple(FIRE_MODES[mode] for mode in weapon.modes)
        return _("%(weapon)s cannot do that. Its fire modes: %(modes)s", weapon=weapon.label, modes=modes)
    number = rounds(said) * attacks
    if weapon.magazine and weapon.ammo < number:
        return ngettext(
            "%(manner)s: %(count)s round is needed, %(left)s are left.",
            "%(manner)s: %(count)s rounds are needed, %(left)s are left.",
            number,
            manner=manner.label,
            left=weapon.ammo,
        )
    return None


def spend_rounds(scene: Scene, fighter: str, arms_fired: tuple[str, ...]) -> Effects:
    """The rounds that a declared shot takes from each weapon that counts them."""
    plan = initiative.declaration(scene, fighter)
    arms = (weapons.find(scene.sheet(fighter), plan.get(key, "")) for key in arms_fired)
    counted = (arm for arm in arms if arm is not None and arm.magazine)
    return tuple(Spent(fighter, arm.key, rounds(plan)) for arm in counted)


def limit_check(scene: Scene, check: Check, said: Data) -> Check:
    """POL-RANGED-08: the skill of the weapon, no better than automatic fire where the weapon fires by bursts."""
    if MANNERS[said_manner(said)].mode == ONE_BY_ONE or check.key == LIMIT:
        return check
    return replace(checks.limit(scene.sheet(check.actor), scene.settings, check, (LIMIT,)), actor=check.actor)


def hit_terms(said: Data, with_second: bool) -> tuple[Modifier, ...]:
    """POL-RANGED-06, 07, 09, 10, 12, 13: what the manner of fire adds to the chances."""
    key = said_manner(said)
    manner, packs, better = MANNERS[key], rounds(said) // PACK, said.get("gain", HIT) == HIT
    worth = {
        REPEATED: min(3, rounds(said) - 1) + (_steps(said) if better else 0),
        AIMED: int(said.get("points", 0)),
        SHORT: 3 if better else 0,
        LONG: 2 * packs,
        SUPPRESS: 2 * (packs - 1) if better else 0,
    }
    both = 0 if not with_second or "second_target" in said else 5 if key == LONG else 3
    second = Modifier(_("Two weapons"), both, "POL-RANGED-13")
    return (Modifier(manner.label, worth.get(key, 0), manner.rule), second)


def damage_term(said: Data, band: str) -> Modifier:
    """POL-RANGED-06, 09, 10: what the manner of fire adds to the damage, near enough."""
    key = said_manner(said)
    manner, more = MANNERS[key], said.get("gain", HIT) == DAMAGE
    worth = {REPEATED: 3 * _steps(said) if more else 0, SHORT: 5 if more else 0, LONG: 2 * (rounds(said) // PACK)}
    far = None if band in CLOSE else _("Only at point-blank and short range.")
    return Modifier(manner.label, worth.get(key, 0), manner.rule, far if worth.get(key, 0) else None)


def zone(said: Data) -> int:
    """POL-RANGED-12: how wide suppressive fire is, in metres."""
    packs = rounds(said) // PACK
    return 3 * (packs if said.get("gain", HIT) == ZONE else 1)


def halve(check: Check, settings: Data) -> Check:
    """POL-RANGED-13: the second of two targets is met at half chances."""
    before = bool(setting(settings, "halving_before_modifiers"))
    return replace(check, target=checks.halve(check.target, before, settings))


def texts(said: Data) -> tuple[Text, ...]:
    key = said_manner(said)
    if key == SINGLE and "second" not in said:
        return ()
    number = rounds(said)
    label = MANNERS[key].label
    text = ngettext("%(manner)s, %(count)s round", "%(manner)s, %(count)s rounds", number, manner=label)
    return (text if number > 1 else label, *((_("two weapons"),) if "second" in said else ()))


def _steps(said: Data) -> int:
    """POL-RANGED-06: every 3 rounds beyond the fourth."""
    return max(0, rounds(said) - 4) // 3
