"""Ranged combat: one simple test, against range, size and situation."""

from __future__ import annotations

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.close_combat import aim, balance, holds, several_attacks
from rules.games.polaris.marks import COVER, SIZE
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import manners, weapons
from rules.games.polaris.shooting.distance import (
    CONTACT,
    COVERS,
    GROUND,
    LIGHTS,
    RANGES,
    are_engaged,
    band_at,
    seen_light,
    why_unseen,
)
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.circumstances import exposed_term, free_term, rush
from rules.ground.aiming import AS_LAID, explain, is_laid

SWEPT = {"point_blank": 0}  # POL-RANGED-11: what is nearest gives a sweeping burst nothing

# POL-RANGED-03
SIZES: dict[str, tuple[Text, int]] = {
    "30_cm": (_("30 cm"), -10),
    "50_cm": (_("50 cm"), -5),
    "1_m": (_("1 m"), -3),
    "human": (_("of a human"), 0),
    "3_m": (_("3 m"), 3),
    "5_m": (_("5 m"), 5),
    "7_m": (_("7 m"), 10),
    "10_m": (_("10 m"), 15),
}

# POL-RANGED-04: of the target, then of the shooter; whoever runs flat out cannot shoot.
MOVES: dict[str, tuple[Text, int, int]] = {
    "still": (_("on the spot"), 0, 0),
    "slow": (_("slow"), 0, -3),
    "medium": (_("medium"), -3, -5),
    "fast": (_("fast"), -5, -7),
    "maximum": (_("flat out"), -7, 0),
}


def range_of(scene: Scene, actor: str, target: str, weapon: Weapon, said: str) -> str:
    """POL-RANGED-02: the range band: as measured, as near as contact, or as said; empty beyond the last one.

    On a ground what is said wins over what it measures.
    """
    if said in RANGES and is_laid(scene):
        return said
    metres = GROUND.metres(scene, actor, target)
    if metres is None and are_engaged(scene, actor, target):
        metres = CONTACT  # POL-MELEE-14
    unsaid = said if said in RANGES else "short"
    return unsaid if metres is None else band_at(weapon, metres)


def band_of(scene: Scene, actor: str, target: str, weapon: Weapon) -> str:
    """The range band of a declared shot; the last one if the target has moved beyond it since."""
    plan = initiative.declaration(scene, actor)
    return range_of(scene, actor, target, weapon, said_range(plan)) or "extreme"


def said_range(plan: Data) -> str:
    """The range that somebody declared, or that of the ground."""
    return str(plan.get("range", AS_LAID))


def situation(scene: Scene, actor: str, target: str, weapon: Weapon) -> tuple[Modifier, ...]:
    """POL-RANGED-02 to 05: every term of a shot; a single one adds none of its own."""
    size, cover = SIZES[SIZE.of(scene, target) or "human"], COVERS[cover_of(scene, actor, target)]
    moves = MOVES[holds.pace(scene, target)]
    distance, pace, lit = _from_here(scene, actor, target, weapon)
    return (
        distance,
        Modifier(_("Size: %(size)s", size=size[0]), size[1], "POL-RANGED-03"),
        Modifier(_("Target’s pace: %(pace)s", pace=moves[0]), moves[1], "POL-RANGED-04"),
        pace,
        Modifier(_("Cover: %(cover)s", cover=cover[0]), cover[1], "POL-RANGED-04"),
        lit,
        exposed_term(scene, target),
    )


def cover_of(scene: Scene, actor: str, target: str) -> str:
    """POL-RANGED-04: the heavier of the cover a target has taken and of what the ground gives it against a shooter.

    What the game master says of the declared shot wins over both.
    """
    plan = initiative.declaration(scene, actor)
    if plan.get("target") == target and plan.get("covered", AS_LAID) != AS_LAID:
        return str(plan["covered"])
    taken, given = COVER.of(scene, target) or "none", GROUND.between(scene, actor, target).cover
    return max(taken, given, key=tuple(COVERS).index)


def why_impossible(scene: Scene, actor: str, target: str, weapon: Weapon | None, said: str = AS_LAID) -> Text | None:
    """POL-RANGED-02, 04: why a shot at this target cannot be tried, with this weapon if one is chosen already."""
    if weapon is not None and not range_of(scene, actor, target, weapon, said):
        return _("Out of range of this weapon.")
    return None if setting(scene.settings, "blind_fire") else why_unseen(scene, actor, target)


def test(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, half: bool = False) -> Check | None:
    """POL-RANGED-01, 05: the test of one shot with every term of it, or ``None`` where the sheet has no such skill."""
    aiming = (aim.term(scene, actor),) if aimed_place(scene, actor, target) else ()
    terms = (*situation(scene, actor, target, weapon), *aiming)
    return _test(scene, actor, weapon, (*terms, rush(scene, actor), free_term(args)), half)


def zone_test(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Check | None:
    """POL-RANGED-12: the test of fire at a zone."""
    return _test(scene, actor, weapon, (*_from_here(scene, actor, target, weapon), rush(scene, actor), free_term(args)))


def title_text(check: Check) -> Text:
    return _("Shot: %(skill)s", skill=check.what)


def aimed_place(scene: Scene, actor: str, target: str) -> str:
    """POL-DMG-06: the place aimed at of this target, empty for another one than that of the attack at hand."""
    return aim.place(scene, actor) if several_attacks.target(scene, actor) == target else ""


def extra(scene: Scene, actor: str, target: str, weapon: Weapon) -> tuple[Modifier, ...]:
    return (manners.damage_term(initiative.declaration(scene, actor), band_of(scene, actor, target, weapon)),)


def _test(scene: Scene, actor: str, weapon: Weapon, terms: tuple[Modifier, ...], half: bool = False) -> Check | None:
    plan, check = initiative.declaration(scene, actor), weapons.check(scene, actor, weapon)
    if check is None:
        return None
    terms = (*terms, several_attacks.malus(scene, actor, False), balance.unsteady_term(scene, actor))
    check = manners.limit_check(scene, check, plan)
    terms = (*terms, *manners.hit_terms(plan, manners.has_second(scene, actor, plan)))
    if half and not setting(scene.settings, "halving_before_modifiers"):
        return manners.halve(check.plus(*terms), scene.settings)
    check = manners.halve(check, scene.settings) if half else check
    return check.plus(*terms)


def _distance(scene: Scene, actor: str, target: str, band: str) -> Text:
    """POL-RANGED-02: the range of a shot, and why it is this one where the ground says so."""
    chosen = said_range(initiative.declaration(scene, actor)) in RANGES
    return RANGES[band][0] if chosen else explain(scene, GROUND, RANGES[band][0], actor, target)


def _from_here(scene: Scene, actor: str, target: str, weapon: Weapon) -> tuple[Modifier, Modifier, Modifier]:
    """Terms that do not depend on the target: the distance, the own pace and the light."""
    plan, band = initiative.declaration(scene, actor), band_of(scene, actor, target, weapon)
    swept = manners.said_manner(plan) == manners.SWEEP
    value = SWEPT.get(band, RANGES[band][1]) if swept else RANGES[band][1]
    shooter, lit = MOVES[holds.pace(scene, actor)], LIGHTS[seen_light(scene, actor, target)]
    return (
        Modifier(_distance(scene, actor, target, band), value, "POL-RANGED-11" if swept else "POL-RANGED-02"),
        Modifier(_("Own pace: %(pace)s", pace=shooter[0]), shooter[2], "POL-RANGED-04"),
        Modifier(_("Light: %(light)s", light=lit[0]), lit[1], "POL-RANGED-04"),
    )
