"""The declaration of a shot besides target and weapon: its form, its cost, the reasons against it (POL-RANGED)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.character.sheet import Choice, Choices, Field
from rules.core.acts import Effects
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text, signed
from rules.games.polaris.character.schema import FIRE_MODES
from rules.games.polaris.marks import PREPARED
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting.distance import why_unseen
from rules.games.polaris.shooting.manners import (
    AIMED,
    BLIND,
    CLOSE,
    DAMAGE,
    GAINS,
    HIT,
    INSTINCTIVE,
    LONG,
    MANNERS,
    NONE,
    REPEATED,
    SHORT,
    SINGLE,
    SUPPRESS,
    SWEEP,
    ZONE,
    Manner,
    allowed_manners,
    rounds,
    said_manner,
    second_weapon,
    why_lacking,
)
from rules.games.polaris.shooting.ranged import range_of, said_range, why_impossible
from rules.games.polaris.shooting.weapons import DRAW, Drawn, FireModeSet, Weapon
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.turn import ambush, initiative

SWITCH = -3  # POL-RANGED-08, in initiative
MOST_POINTS = 5  # POL-RANGED-07
UNAIMED = (SWEEP, SUPPRESS, BLIND)
STANDING = _("An aimed shot is fired standing still.")
FLAT_OUT = _("Nobody shoots running flat out.")
PAIRED = (SINGLE, INSTINCTIVE, LONG)  # POL-RANGED-13: what two weapons can do at once


def fields(scene: Scene, fighter: str, arms: Sequence[Weapon], whom: Sequence[Choice]) -> tuple[Field, ...]:
    """The form of a shot: its manner, its rounds and their gain, a second weapon; nothing without any."""
    modes = allowed_manners(scene.settings, ambush.free_attack(scene, fighter))
    if modes == (SINGLE,):
        return ()
    ready = frozenset(mode for arm in arms for mode in arm.modes)
    rows = Choices((_manner(modes[0], ready),), lambda: (_manner(key, ready) for key in modes[1:]))
    label = _("Manner of fire")
    manner = Field("fire", label, "choice", default=SINGLE, choices=rows, rule="POL-RANGED-08")
    more = (_rounds(), _gain(), _points()) if setting(scene.settings, "fire_manners") else ()
    return (manner, *more, *(_pair(arms, whom) if more else ()))


def kept(args: Data) -> dict[str, object]:
    """The part of a declaration about a shot: the manner with its rounds and whatever goes with it alone."""
    key = said_manner(args)
    if key == SINGLE and args.get("second", NONE) == NONE:
        return {}
    rows: dict[str, object] = {"fire": key, "rounds": int(args.get("rounds", 0)) or MANNERS[key].least}
    if key in (REPEATED, SHORT, SUPPRESS):
        rows["gain"] = args.get("gain", HIT)
    if key == AIMED:
        rows["points"] = int(args.get("points", 0))
    if key == INSTINCTIVE:
        rows["rushed"] = True
    rows |= {name: args[name] for name in ("second", "second_target") if args.get(name, NONE) != NONE}
    return rows


def is_aimed(said: Data) -> bool:
    return said_manner(said) == AIMED


def check_said(scene: Scene, fighter: str, weapon: Weapon, said: Data) -> None:
    """Raises ``Refused`` naming the field for a manner of fire without its conditions."""
    key, second = said_manner(said), second_weapon(scene, fighter, said)
    if reason := _why_unfit_rounds(MANNERS[key], rounds(said)):
        raise Refused(reason, "rounds")
    if reason := why_barred(scene, fighter, weapon, said):
        raise Refused(reason, "fire")
    arms = (weapon, *((second,) if second else ()))
    if lack := next((why for arm in arms if (why := why_lacking(arm, said, int(said.get("attacks", 1))))), None):
        raise Refused(lack, "attacks")  # POL-INIT-20
    _check_manner(key, said)
    band = range_of(scene, fighter, said["target"], weapon, said_range(said))
    _check_gain(key, said.get("gain", HIT), band)
    _check_pair(key, weapon, second, said)
    other = said.get("second_target")
    if other and second and (reason := why_impossible(scene, fighter, other, second)):
        raise Refused(reason, "second_target")


def _check_manner(key: str, said: Data) -> None:
    if said.get("pace") == "maximum":
        raise Refused(FLAT_OUT, "pace")
    if key == AIMED and said.get("pace", "still") != "still":
        raise Refused(STANDING, "pace")
    if key == AIMED and not said.get("points"):
        raise Refused(_("Say how many points an aimed shot buys, 1 to 5."), "points")
    if key == INSTINCTIVE and said.get("delayed"):
        raise Refused(_("A rushed action cannot be delayed."), "delayed")
    if key in UNAIMED and said.get("aim"):
        raise Refused(_("No place can be aimed at in this manner."), "aim")


def why_barred(scene: Scene, fighter: str, weapon: Weapon, said: Data) -> Text | None:
    """The reason against a shot in the manner declared, now or as declared."""
    key, second = said_manner(said), second_weapon(scene, fighter, said)
    arms = (weapon, *((second,) if second else ()))
    band = range_of(scene, fighter, said["target"], weapon, said_range(said))
    if (unseen := why_unseen(scene, fighter, said["target"])) and key != BLIND:
        return unseen
    if key == SWEEP and band not in (*CLOSE, "medium"):
        return _("A sweeping burst reaches to medium range.")
    return next((reason for arm in arms if (reason := why_lacking(arm, said))), None)


def shift(args: Data) -> int:
    """POL-RANGED-07, 14: what the manner of fire moves the marker by."""
    key = said_manner(args)
    aiming = -2 * int(args.get("points", 0)) if key == AIMED else 0
    return aiming + (initiative.RUSH if key == INSTINCTIVE and not args.get("rushed") else 0)


def readying(scene: Scene, fighter: str, weapon: Weapon, args: Data) -> int:
    """POL-RANGED-08, 13, POL-INIT-18: what it costs to draw a second weapon, and to set a fire mode."""
    second = second_weapon(scene, fighter, args)
    drawing = DRAW if second and not second.drawn else 0
    return drawing + (SWITCH if _must_switch(scene, fighter, weapon, args) else 0)


def prepare(scene: Scene, fighter: str, weapon: Weapon, said: Data) -> Effects:
    """Effects of a declaration: the fire mode is set, the second weapon is in hand."""
    mode = MANNERS[said_manner(said)].mode
    second = second_weapon(scene, fighter, said)
    arms = (weapon, *((second,) if second else ()))
    turned = tuple(FireModeSet(fighter, arm.key, mode) for arm in arms if arm.mode != mode)
    return (*turned, *(Drawn(fighter, arm.key) for arm in arms[1:] if not arm.drawn))


def _must_switch(scene: Scene, fighter: str, weapon: Weapon, args: Data) -> bool:
    """POL-RANGED-08: true if the fire mode has to be changed, and that has not been announced as a preparation."""
    done = PREPARED.of(scene, fighter) or {}
    announced = FireModeSet.kind in done or args.get("preparation") == FireModeSet.kind
    second = second_weapon(scene, fighter, args)
    mode = MANNERS[said_manner(args)].mode
    return not announced and any(arm.mode != mode for arm in (weapon, second) if arm and mode in arm.modes)


# The reasons against it.


@cache
def _manner(key: str, ready: frozenset[str]) -> Choice:
    return Choice(key, MANNERS[key].label, _why_unfired(key, ready), MANNERS[key].hint)


def _why_unfired(key: str, ready: frozenset[str]) -> Text | None:
    mode = MANNERS[key].mode
    return None if mode in ready else _("No weapon at hand has this fire mode: %(mode)s.", mode=FIRE_MODES[mode])


def _why_unfit_rounds(manner: Manner, number: int) -> Text | None:
    if manner.least <= number <= manner.most and number % manner.by == 0:
        return None
    if manner.least == manner.most:
        return ngettext(
            "%(manner)s: %(count)s round.", "%(manner)s: %(count)s rounds.", manner.least, manner=manner.label
        )
    if manner.by == 1:
        return _("%(manner)s: %(least)s to %(most)s rounds.", manner=manner.label, least=manner.least, most=manner.most)
    return _(
        "%(manner)s: %(least)s to %(most)s rounds, by %(by)s.",
        manner=manner.label,
        least=manner.least,
        most=manner.most,
        by=manner.by,
    )


def _check_gain(key: str, gain: str, band: str) -> None:
    if gain == ZONE and key != SUPPRESS:
        raise Refused(_("Only suppressive fire covers a zone."), "gain")
    if gain == DAMAGE and key == SUPPRESS:
        raise Refused(_("Suppressive fire brings better chances or a wider zone."), "gain")
    if gain == DAMAGE and band not in CLOSE:
        raise Refused(_("More damage comes at point-blank and short range alone."), "gain")


def _check_pair(key: str, weapon: Weapon, second: Weapon | None, said: Data) -> None:
    """POL-RANGED-13: what two weapons ask for."""
    if second is None:
        if "second" in said:
            raise Refused(_("This weapon is no longer there."), "second")
        if "second_target" in said:
            raise Refused(_("A second target takes a second weapon."), "second_target")
        return
    if key not in PAIRED:
        raise Refused(_("With two weapons: single shots or long bursts."), "fire")
    if second.key == weapon.key:
        raise Refused(_("The second weapon is another one."), "second")
    if max(weapon.hands, second.hands) > 1:
        raise Refused(_("Both weapons must be held in one hand."), "second")
    if said.get("second_target") == said.get("target"):
        raise Refused(_("The second target is somebody else."), "second_target")


# The form.


@cache
def _rounds() -> Field:
    label = _("Rounds fired, 0 for the least")
    return Field("rounds", label, default=0, least=0, most=100, rule="POL-RANGED-06")


@cache
def _gain() -> Field:
    rows = tuple(Choice(key, label) for key, label in GAINS.items())
    label = _("What the rounds bring")
    return Field("gain", label, "choice", default=HIT, choices=rows, rule="POL-RANGED-09")


@cache
def _points() -> Field:
    label = _("Aimed shot: points bought, initiative %(cost)s each", cost=signed(-2))
    return Field("points", label, default=0, least=0, most=MOST_POINTS, rule="POL-RANGED-07")


def _pair(arms: Sequence[Weapon], whom: Sequence[Choice]) -> tuple[Field, ...]:
    """POL-RANGED-13: for a fighter with two one-handed weapons."""
    light = [arm for arm in arms if arm.hands == 1]
    if len(light) < 2:
        return ()
    nothing = Choice(NONE, _("None"))
    second = _("Second weapon, %(by)s", by=signed(3))
    target = _("Second target instead, at half chances")
    rows = tuple(Choice(arm.key, arm.label) for arm in light)
    return (
        Field("second", second, "choice", default=NONE, choices=(nothing, *rows), rule="POL-RANGED-13"),
        Field("second_target", target, "choice", default=NONE, choices=(nothing, *whom), rule="POL-RANGED-13"),
    )
