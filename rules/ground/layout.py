"""The places of a fight and the ways between them, as data of its scene: ``state.ground``.

Without it only distances measured by the game master are known, and the rules work without a ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text, _

NONE, PAIRS, PLACES = "none", "pairs", "places"
MOST_PLACES, MOST_WAYS = 16, 40
EVERYWHERE = "everywhere"  # the key of the light of places without their own
FARTHEST = 5000  # metres between two fighters, or along one way
WIDEST = 200  # metres across one place
COLUMNS, ROWS = 4, 4  # of the board


@dataclass(frozen=True)
class Place:
    """One place: its cell on the board, the metres between two fighters in it, and the cover it gives.

    Over a picture its position is ``left`` and ``top`` instead, in hundredths of the picture's sides.
    """

    key: str
    name: str
    x: int = 0
    y: int = 0
    size: int = 6
    cover: str = NONE
    hidden: bool = False
    light: str = EVERYWHERE
    left: int = 50
    top: int = 50


@dataclass(frozen=True)
class Way:
    """One way between two places, in metres; ``note`` describes it, such as a ladder."""

    key: str
    a: str
    b: str
    metres: int
    cover: str = NONE
    hidden: bool = False
    note: str = ""

    def beyond(self, place: str) -> str:
        return self.b if place == self.a else self.a


@dataclass(frozen=True)
class Layout:
    """The ground of one scene; ``at`` has the place of each fighter who has one, ``picture`` the background."""

    level: str = NONE
    places: Mapping[str, Place] = field(default_factory=dict)
    ways: Mapping[str, Way] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    picture: str = ""

    def of(self, fighter: str) -> Place | None:
        """The place of a fighter; ``None`` if they have none."""
        return self.places.get(self.at.get(fighter, ""))

    @cached_property
    def open(self) -> Layout:
        """The visible ground: without hidden places, the ways to them, and hidden ways."""
        places = {key: place for key, place in self.places.items() if not place.hidden}
        ways = {key: way for key, way in self.ways.items() if not way.hidden and {way.a, way.b} <= set(places)}
        at = {fighter: place for fighter, place in self.at.items() if place in places}
        return replace(self, places=places, ways=ways, at=at)

    def exits(self, place: str) -> Iterator[tuple[Way, Place]]:
        """The ways out of a place, each with the place at its other end."""
        for way in self.ways.values():
            if place in (way.a, way.b):
                yield way, self.places[way.beyond(place)]

    def route(self, start: str, end: str) -> tuple[Way, ...] | None:
        """The ways of the shortest route between two places; ``None`` if there is none."""
        return self.routes(start).get(end)

    def routes(self, start: str) -> dict[str, tuple[Way, ...]]:
        """The shortest route from a place to each reachable place, nearest first."""
        reached: dict[str, tuple[Way, ...]] = {}
        waiting: list[tuple[int, tuple[str, ...], str]] = [(0, (), start)]  # metres, keys of ways, place
        while waiting:
            metres, keys, place = heappop(waiting)
            if place in reached:
                continue
            reached[place] = tuple(self.ways[key] for key in keys)
            for way, beyond in self.exits(place):
                heappush(waiting, (metres + way.metres, (*keys, way.key), beyond.key))
        return reached


NO_GROUND = Layout()


def layout(scene: Scene) -> Layout:
    """The ground of a scene as it is, hidden places included."""
    return _read(scene) if "ground" in scene.state else NO_GROUND


@memoize
def _read(scene: Scene) -> Layout:
    ground: Data = scene.state["ground"]
    level = ground.get("level", NONE)
    if level != PLACES:
        return Layout(level)
    places = {key: Place(key, **_known(Place, row)) for key, row in _sort_rows(ground.get("places"))}
    ways = {key: Way(key, **_known(Way, row)) for key, row in _sort_rows(ground.get("ways"))}
    ways = {key: way for key, way in ways.items() if {way.a, way.b} <= set(places)}  # an undo may remove only a place
    return Layout(level, places, ways, _standing(scene, places), ground.get("picture") or "")


def _standing(scene: Scene, places: Mapping[str, Place]) -> dict[str, str]:
    """The place of each fighter; a visible fighter in a hidden place has none.

    So no rule reveals a hidden place.
    """
    at: Data = scene.state["ground"].get("at") or {}
    stands = {who: places[at[who]] for who in scene.fighters if at.get(who) in places}
    return {who: place.key for who, place in stands.items() if scene.fighters[who].hidden or not place.hidden}


def _sort_rows(rows: Data | None) -> list[tuple[str, Data]]:
    """Rows with their keys, sorted by their ``order``, then by key."""
    return sorted((rows or {}).items(), key=lambda item: (item[1].get("order", 0), item[0]))


def _known(kind: type[Place | Way], row: Data) -> dict[str, Any]:
    """The values of a row that are fields of a place or way; a file may contain others."""
    return {own.name: row[own.name] for own in fields(kind) if own.name in row}


def metres_text(metres: float) -> str:
    """Metres as text, the same in both languages: 3 or 3½."""
    whole = int(metres)
    return f"{whole or ''}½" if metres > whole else str(whole)


def told(metres: float) -> Text:
    return _("%(metres)s m", metres=metres_text(metres))


def pair(fighter: str, other: str) -> str:
    """The path of a value for two fighters, below its key; the order of the two does not matter."""
    return ".".join(sorted((fighter, other)))


def measured(scene: Scene, fighter: str, other: str) -> float | None:
    """The metres between two fighters as set by the game master or a rule; ``None`` if not set."""
    if "metres" not in scene.marks:
        return None
    first, second = (fighter, other) if fighter < other else (other, fighter)
    rows: Data = scene.marks["metres"].get(first, {})
    return rows.get(second)


def measure(scene: Scene, fighter: str, other: str, metres: float | None) -> Change:
    """The change that sets the metres between two fighters, or removes them with ``None``."""
    return scene.change(f"marks.metres.{pair(fighter, other)}", metres)


def clear_measures(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """The changes that remove all measured distances of a fighter who has moved."""
    rows: Data = scene.marks.get("metres", {})
    pairs = ((first, second) for first, others in rows.items() for second in others if fighter in (first, second))
    return tuple(measure(scene, first, second, None) for first, second in pairs)
