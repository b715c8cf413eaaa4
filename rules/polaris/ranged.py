"""Ranged combat: one simple test, against range, size and situation."""

from __future__ import annotations

from dataclasses import replace

from rules.outcome import Modifier
from rules.paths import Data
from rules.polaris import aim, initiative, weapons
from rules.polaris.circumstances import free, place_said, ruled, rush
from rules.polaris.damage import Blow, harm
from rules.polaris.resolution import resolve
from rules.polaris.weapons import BANDS, Weapon
from rules.scene import Scene
from rules.script import Effect, Script
from rules.words import Text, pgettext

# POL-RANGED-02
RANGES: dict[str, tuple[Text, int]] = {
    "point_blank": (pgettext("polaris", "Point-blank"), 5),
    "short": (pgettext("polaris", "Short range"), 0),
    "medium": (pgettext("polaris", "Medium range"), -5),
    "long": (pgettext("polaris", "Long range"), -10),
    "extreme": (pgettext("polaris", "Extreme range"), -15),
}

# POL-RANGED-03
SIZES: dict[str, tuple[Text, int]] = {
    "30_cm": (pgettext("polaris size", "30 cm"), -10),
    "50_cm": (pgettext("polaris size", "50 cm"), -5),
    "1_m": (pgettext("polaris size", "1 m"), -3),
    "human": (pgettext("polaris size", "of a human"), 0),
    "3_m": (pgettext("polaris size", "3 m"), 3),
    "5_m": (pgettext("polaris size", "5 m"), 5),
    "7_m": (pgettext("polaris size", "7 m"), 10),
    "10_m": (pgettext("polaris size", "10 m"), 15),
}

# POL-RANGED-04: of the target, then of the shooter; who runs flat out cannot shoot.
MOVES: dict[str, tuple[Text, int, int]] = {
    "still": (pgettext("polaris pace", "on the spot"), 0, 0),
    "slow": (pgettext("polaris pace", "slow"), 0, -3),
    "medium": (pgettext("polaris pace", "medium"), -3, -5),
    "fast": (pgettext("polaris pace", "fast"), -5, -7),
    "maximum": (pgettext("polaris pace", "flat out"), -7, 0),
}
COVERS: dict[str, tuple[Text, int]] = {
    "none": (pgettext("polaris cover", "none"), 0),
    "half": (pgettext("polaris cover", "half"), -3),
    "three_quarters": (pgettext("polaris cover", "three quarters"), -5),
}
LIGHTS: dict[str, tuple[Text, int]] = {
    "bright": (pgettext("polaris light", "bright"), 0),
    "dim": (pgettext("polaris light", "dim"), -3),
    "dark": (pgettext("polaris light", "dark"), -5),
    "none": (pgettext("polaris light", "none at all"), 0),
}


def metres(scene: Scene, one: str, other: str) -> int | None:
    """How far two fighters are from each other, where the game master has said so."""
    first, second = sorted((one, other))
    found: Data = scene.marks.get("metres", {}).get(first, {})
    return found.get(second)


def range_of(scene: Scene, actor: str, target: str, weapon: Weapon, said: str) -> str:
    """POL-RANGED-02: the range band: as measured, or as said; empty beyond the last one."""
    measured = metres(scene, actor, target)
    if measured is None:
        return said
    return next((band for band in BANDS if measured <= weapon.bands.get(band, 0)), "")


def situation(scene: Scene, actor: str, target: str, weapon: Weapon) -> tuple[Modifier, ...]:
    """POL-RANGED-02 to 05: every term of a shot; a single one adds none of its own."""
    said, marks = initiative.declared(scene, actor), scene.fighters[target].marks
    band = range_of(scene, actor, target, weapon, said.get("range", "short")) or "extreme"
    size, cover = SIZES[marks.get("size", "human")], COVERS[marks.get("cover", "none")]
    moves, shooter = MOVES[initiative.declared(scene, target).get("pace", "still")], MOVES[said.get("pace", "still")]
    light = LIGHTS[scene.marks.get("light", "bright")]
    return (
        Modifier(RANGES[band][0], RANGES[band][1], "POL-RANGED-02"),
        Modifier(pgettext("polaris", "Size: %(size)s", size=size[0]), size[1], "POL-RANGED-03"),
        Modifier(pgettext("polaris", "Target’s pace: %(pace)s", pace=moves[0]), moves[1], "POL-RANGED-04"),
        Modifier(pgettext("polaris", "Own pace: %(pace)s", pace=shooter[0]), shooter[2], "POL-RANGED-04"),
        Modifier(pgettext("polaris", "Cover: %(cover)s", cover=cover[0]), cover[1], "POL-RANGED-04"),
        Modifier(pgettext("polaris", "Light: %(light)s", light=light[0]), light[1], "POL-RANGED-04"),
    )


def impossible(scene: Scene, actor: str, target: str, weapon: Weapon | None) -> Text | None:
    """POL-RANGED-02, 04: why a shot at this target cannot be tried, with this weapon if one is chosen already."""
    if scene.marks.get("light") == "none":
        return pgettext("polaris", "In total darkness nothing can be aimed at.")
    if weapon is not None and not range_of(scene, actor, target, weapon, "short"):
        return pgettext("polaris", "Out of range of this weapon.")
    return None


def shoot(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[tuple[Effect, ...]]:
    """POL-RANGED-01, 05: a simple test for one round; a hit does harm like any other."""
    found = weapons.check(scene, actor, weapon)
    if found is None:
        return ()
    terms = (*situation(scene, actor, target, weapon), aim.term(scene, actor), rush(scene, actor), free(args))
    check = replace(found, target=found.target.plus(*terms))
    label = pgettext("polaris", "Shot: %(skill)s", skill=check.what)
    outcome = yield from resolve(check, scene.settings, "attack", label)
    tested = Effect("outcome", actor, outcome)
    if not ruled(args, outcome.level.succeeded):
        return (tested,)
    place = place_said(args) or aim.place(scene, actor)
    hurt = yield from harm(scene, Blow(actor, target, weapon, max(0, outcome.modifier), place))
    return (tested, *hurt)
