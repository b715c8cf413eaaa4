"""Where people stand: distances, bands, engagement, and the covers between them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.arpenteurs import initiative
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.tables import COVERS, HIDDEN_PLACES, LOCATIONS, MELEE, POINT_BLANK
from rules.games.arpenteurs.text import _

APART = 10  # metres between two sides until somebody has said otherwise
TOGETHER = 2


def metres(scene: Scene, one: str, other: str) -> int:
    """How far two fighters are from each other: as measured, or as the fight began."""
    first, second = sorted((one, other))
    found: Data = scene.marks.get("metres", {}).get(first, {})
    if second in found:
        return int(found[second])
    own = scene.fighters[one].side == scene.fighters[other].side
    return TOGETHER if own else int(scene.marks.get("apart", APART))


def in_melee(distance: float) -> bool:
    """ARP-DIST-01: whether a distance is within the band of melee."""
    return distance <= MELEE


def at_point_blank(distance: float) -> bool:
    """ARP-DIST-01: whether a distance is point-blank."""
    return POINT_BLANK <= distance <= MELEE


def are_engaged(scene: Scene, one: str, other: str) -> bool:
    """ARP-DIST-02: whether two fighters are engaged with each other, from either side."""
    pairs = ((one, other), (other, one))
    return any(b in (initiative.mark(scene, a, "engaged") or {}) for a, b in pairs)


@dataclass(frozen=True)
class Cover:
    """What stands in the way of an attack: its level, and the locations it hides."""

    level: str = "none"
    hidden: tuple[str, ...] = ()

    @property
    def malus(self) -> int:
        return COVERS[self.level][1]


OPEN = Cover()


def cover(scene: Scene, fighter: str) -> Cover:
    """ARP-COVER-01, 02: the cover a fighter is behind."""
    row: Data = initiative.mark(scene, fighter, "cover") or {}
    return _cover(str(row.get("level", "none")), scene.settings, str(row.get("places", "preset")))


def cover_against(scene: Scene, attacker: str, victim: str, by_hand: bool) -> Cover:
    """ARP-COVER-02, 03: what protects the victim of an attack.

    It is the victim's own cover and the one between the two, in melee that of the attacker too, since it stands
    between them as well. Of several the heaviest hinders; each hides what it hides. Two on the same side of a cover,
    as the game master says, have none between them.
    """
    between = cover_between(scene, attacker, victim)
    if between == "none":
        return OPEN
    covers = [cover(scene, victim), _cover(between or "none", scene.settings)]
    if by_hand:
        covers.append(cover(scene, attacker))
    heaviest = min(covers, key=lambda row: row.malus)
    hidden = {place for row in covers for place in row.hidden}
    return Cover(heaviest.level, tuple(place for place in LOCATIONS if place in hidden))


def _cover(level: str, settings: Data, places: str = "preset") -> Cover:
    return Cover(level, behind(level, settings, places))


def behind(level: str, settings: Data, places: str = "preset") -> tuple[str, ...]:
    """ARP-COVER-02: the locations that a cover of this level hides, unless said otherwise."""
    if level == "none":
        return ()
    return HIDDEN_PLACES[setting(settings, f"cover.{level}") if places == "preset" else places][1]


def cover_between(scene: Scene, one: str, other: str) -> str | None:
    """ARP-COVER-03: the level of the cover between two fighters as the game master has said it, if at all."""
    first, second = sorted((one, other))
    found: Data = scene.marks.get("between", {}).get(first, {})
    return found.get(second)


def nearby(scene: Scene, fighter: str) -> tuple[str, int]:
    """ARP-ATK-06: the cover a fighter could dive behind, and how many actions away it is; 0 for none."""
    found: Data = initiative.mark(scene, fighter, "nearby") or {}
    return str(found.get("level", "none")), int(found.get("actions", 0))


def cover_line(level: str) -> Modifier:
    """ARP-COVER-01: the malus of a cover."""
    return Modifier(_covered(level), COVERS[level][1], "ARP-COVER-01")


def _covered(level: str) -> Text:
    return _("Cover: %(cover)s", cover=COVERS[level][0])
