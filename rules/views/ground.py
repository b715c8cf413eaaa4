"""The ground as one viewer may know it: places, ways, who stands where, and how far others are from somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.game import Game
from rules.core.paths import Data
from rules.core.scene import Fighter, Scene
from rules.core.text import Text
from rules.ground import layout
from rules.ground.ground import Distance
from rules.ground.layout import Layout, Place, Way
from rules.views.viewers import Viewer


@dataclass(frozen=True)
class Spot:
    """One place with its cover and light, and those who stand in it: groups of one or more fighters in contact."""

    place: Place
    groups: tuple[tuple[str, ...], ...]
    cover: Text | None
    light: Text | None = None


@dataclass(frozen=True)
class Track:
    """One way, and the cover it gives."""

    way: Way
    cover: Text | None


@dataclass(frozen=True)
class Step:
    """The way somebody just went, in the round that is played."""

    fighter: str
    start: str
    end: str


@dataclass(frozen=True)
class Board:
    """The ground of a fight for a viewer; ``somewhere`` are those without a place, in their order of arrival."""

    level: str
    spots: tuple[Spot, ...]
    tracks: tuple[Track, ...]
    somewhere: tuple[tuple[str, ...], ...]
    last: Step | None
    picture: str = ""


@dataclass(frozen=True)
class Away:
    """How far somebody is from the fighter one looks from, what that means, and where they stand."""

    fighter: str
    distance: Distance
    band: Text | None
    cover: Text | None
    place: Place | None


def view(system: Game, scene: Scene, viewer: Viewer) -> Board | None:
    """The ground for a viewer; ``None`` where the fight has none."""
    ground = _known(scene, viewer)
    if ground.level == layout.NONE or system.ground is None:
        return None
    seen = [row.id for row in _seen(scene, viewer)]
    covers = system.ground.covers
    spots = tuple(
        Spot(
            place,
            _groups(system, scene, [who for who in seen if ground.at.get(who) == key]),
            covers.get(place.cover),
            system.ground.lights.get(place.light),
        )
        for key, place in ground.places.items()
    )
    tracks = tuple(Track(way, covers.get(way.cover)) for way in ground.ways.values())
    lost = _groups(system, scene, [who for who in seen if who not in ground.at])
    return Board(ground.level, spots, tracks, lost, _last(scene, ground, seen), ground.picture)


def distances(system: Game, scene: Scene, viewer: Viewer, fighter: str) -> tuple[Away, ...]:
    """Everybody a viewer sees by their distance from a fighter: in contact, near, far, then unknown."""
    game = system.ground
    if game is None or _known(scene, viewer).level == layout.NONE:
        return ()
    others = [row.id for row in _seen(scene, viewer) if row.id != fighter and not system.is_out(scene, row.id)]
    rows = [(who, game.between(scene, fighter, who)) for who in others]
    rows.sort(key=lambda row: row[1].rank)
    stands = _known(scene, viewer)
    return tuple(
        Away(who, away, game.band(scene, fighter, who), game.covers.get(away.cover), stands.of(who))
        for who, away in rows
    )


def _known(scene: Scene, viewer: Viewer) -> Layout:
    ground = layout.layout(scene)
    return ground if viewer.gm else ground.open


def _seen(scene: Scene, viewer: Viewer) -> Iterable[Fighter]:
    return (row for row in scene.fighters.values() if viewer.gm or not row.hidden)


def _groups(system: Game, scene: Scene, fighters: list[str]) -> tuple[tuple[str, ...], ...]:
    """Fighters with those they are in contact with side by side, each group where its first one came."""
    groups: list[tuple[str, ...]] = []
    placed: set[str] = set()
    for fighter in fighters:
        if fighter in placed:
            continue
        group, waiting = [fighter], [fighter]
        placed.add(fighter)
        while waiting:
            here = waiting.pop()
            met = [who for who in fighters if who not in placed and _touch(system, scene, here, who)]
            placed.update(met)
            group += met
            waiting += met
        groups.append(tuple(group))
    return tuple(groups)


def _touch(system: Game, scene: Scene, fighter: str, other: str) -> bool:
    """True of two who fight hand to hand: nobody holds with whoever is out of the fight."""
    if system.ground is None or not system.ground.engaged(scene, fighter, other):
        return False
    return not (system.is_out(scene, fighter) or system.is_out(scene, other))


def _last(scene: Scene, ground: Layout, seen: list[str]) -> Step | None:
    """The way that the last of those who are seen went, if it was in this round and between places that are seen."""
    laid = scene.state.get("ground", {})
    rows: list[Data] = [laid.get("last", {}), *({"fighter": who, **row} for who, row in laid.get("went", {}).items())]
    row: Data = max((row for row in rows if row.get("fighter") in seen), key=_number, default={})
    if not {row.get("from"), row.get("to")} <= set(ground.places) or row.get("round", scene.round) != scene.round:
        return None
    return Step(row["fighter"], row["from"], row["to"])


def _number(row: Data) -> tuple[int, str]:
    """The order in which ways were gone; one that an encounter kept before they were numbered comes first."""
    return row.get("number", 0), row["fighter"]
