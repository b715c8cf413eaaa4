"""Where people stand: distances, bands, engagement, and the covers between them."""

from __future__ import annotations

from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.arpenteurs import initiative
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.tables import COVERS, HIDDEN_PLACES, MELEE, POINT_BLANK
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


def cover(scene: Scene, fighter: str) -> str:
    """ARP-COVER-01: the level of the cover a fighter is behind."""
    return str((initiative.mark(scene, fighter, "cover") or {}).get("level", "none"))


def hidden_places(scene: Scene, fighter: str) -> tuple[str, ...]:
    """ARP-COVER-02: the locations that his cover hides."""
    found: Data = initiative.mark(scene, fighter, "cover") or {}
    level, places = str(found.get("level", "none")), str(found.get("places", "preset"))
    return () if level == "none" else behind(level, scene.settings, places)


def behind(level: str, settings: Data, places: str = "preset") -> tuple[str, ...]:
    """ARP-COVER-02: the locations that a cover of this level hides, unless said otherwise."""
    if level == "none":
        return ()
    return HIDDEN_PLACES[setting(settings, f"cover.{level}") if places == "preset" else places][1]


def between(scene: Scene, one: str, other: str) -> str:
    """ARP-COVER-03: the cover on either side of which two fighters stand."""
    first, second = sorted((one, other))
    found: Data = scene.marks.get("between", {}).get(first, {})
    return str(found.get(second, "none"))


def nearby(scene: Scene, fighter: str) -> tuple[str, int]:
    """ARP-ATK-06: the cover a fighter could dive behind, and how many actions away it is; 0 for none."""
    found: Data = initiative.mark(scene, fighter, "nearby") or {}
    return str(found.get("level", "none")), int(found.get("actions", 0))


def cover_line(level: str) -> Modifier:
    """ARP-COVER-01: the malus of a cover."""
    return Modifier(_covered(level), COVERS[level][1], "ARP-COVER-01")


def _covered(level: str) -> Text:
    return _("Cover: %(cover)s", cover=COVERS[level][0])
