"""Distances between fighters: bands of range, cover, and contact (POL-RANGED-02, 04, POL-MELEE-14)."""

from __future__ import annotations

from rules.core.memo import memoize
from rules.core.paths import get
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.marks import COVER, ENGAGED, HOLDS, SIGHT, THREAT
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import BANDS, Weapon
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative
from rules.ground.ground import Ground
from rules.ground.layout import layout

CONTACT = 3  # POL-MELEE-14, in metres

# POL-RANGED-02
RANGES: dict[str, tuple[Text, int]] = {
    "point_blank": (_("Point-blank"), 5),
    "short": (_("Short range"), 0),
    "medium": (_("Medium range"), -5),
    "long": (_("Long range"), -10),
    "extreme": (_("Extreme range"), -15),
}

# POL-RANGED-04
COVERS: dict[str, tuple[Text, int]] = {
    "none": (_("none"), 0),
    "half": (_("half"), -3),
    "three_quarters": (_("three quarters"), -5),
}


# POL-RANGED-04, POL-MELEE-11
LIGHTS: dict[str, tuple[Text, int]] = {
    "bright": (_("bright"), 0),
    "dim": (_("dim"), -3),
    "dark": (_("dark"), -5),
    "none": (_("none at all"), 0),
}


def light(scene: Scene, where: str) -> str:
    """POL-RANGED-04: how much light there is where a fighter stands: that of their place, or the one for everybody."""
    place = layout(scene).of(where)
    there = place.light if place is not None else ""
    return there if there in LIGHTS else str(scene.marks.get("light", "bright"))


def seen_light(scene: Scene, shooter: str, target: str) -> str:
    """POL-RANGED-04, POL-MELEE-15: the light in which a shooter sees a target: none at all for the blind."""
    sight = SIGHT.of(scene, shooter)
    if sight == "blind" or get(scene.sheet(shooter), "conditions.blinded"):
        return "none"
    return "bright" if sight == "night" else light(scene, target)


TOO_DARK = _("In total darkness nothing can be aimed at.")
SIGHTLESS = _("Whoever sees nothing can aim at nothing.")


def why_unseen(scene: Scene, shooter: str, target: str) -> Text | None:
    """POL-RANGED-04, 15: why a shooter cannot aim at a target, for want of light or of sight."""
    if seen_light(scene, shooter, target) != "none":
        return None
    return TOO_DARK if light(scene, target) == "none" else SIGHTLESS


def are_engaged(scene: Scene, fighter: str, other: str) -> bool:
    """POL-MELEE-14: two fighters are in contact."""
    return other in ENGAGED.rows(scene, fighter) or fighter in ENGAGED.rows(scene, other)


@memoize
def in_contact(scene: Scene, fighter: str) -> tuple[str, ...]:
    """POL-MELEE-14: those in contact with a fighter who are still in the fight."""
    engaged = ENGAGED.rows(scene, fighter)
    return tuple(who for who in engaged if who in scene.fighters and not initiative.is_out(scene, who))


def part(scene: Scene, fighter: str, opponent: str) -> tuple[Change, ...]:
    """POL-MELEE-14: the changes that end the contact of two, and whatever one has the other by."""
    pairs = ((fighter, opponent), (opponent, fighter))
    contact = tuple(ENGAGED.clear(scene, who, other) for who, other in pairs)
    holds = (HOLDS.clear(scene, who, other) for who, other in pairs)
    threats = (THREAT.clear(scene, who) for who, other in pairs if THREAT.of(scene, who) == other)
    return (*contact, *(change for change in (*holds, *threats) if change.before is not None))


def band_at(weapon: Weapon, metres: float) -> str:
    """POL-RANGED-02: the range band of a weapon at a distance; empty beyond the last one."""
    return next((band for band in BANDS if metres <= weapon.bands.get(band, 0)), "")


def _band(scene: Scene, fighter: str, other: str) -> Text | None:
    """The band in which a fighter has another one, with the ranged weapon in their hands, else the first they carry."""
    arms = weapons.carried(scene.sheet(fighter), "ranged")
    weapon = next((arm for arm in arms if arm.drawn), arms[0] if arms else None)
    metres = GROUND.metres(scene, fighter, other)
    if weapon is None or metres is None:
        return None
    band = band_at(weapon, metres)
    return RANGES[band][0] if band else _("Out of range")


GROUND = Ground(
    contact=CONTACT,
    engaged=are_engaged,
    parted=part,
    left=lambda scene, fighter: (COVER.clear(scene, fighter),),
    covers={key: label for key, (label, _malus) in COVERS.items()},
    lights={key: label for key, (label, _malus) in LIGHTS.items()},
    band=_band,
)
