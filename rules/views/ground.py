"""The ground as one viewer may know it: places, ways, the fighters there, and distances."""

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
    """One place with its cover and light, and the fighters in it, in groups of one or more in contact."""

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
    """The way a fighter just went, in the present round."""

    fighter: str
    start: str
    end: str


@dataclass(frozen=True)
class GroundBoard:
    """The ground of a fight for a viewer; ``somewhere`` has the fighters without a place, in their order of arrival."""

    level: str
    spots: tuple[Spot, ...]
    tracks: tuple[Track, ...]
    somewhere: tuple[tuple[str, ...], ...]
    last: Step | None
    picture: str = ""


@dataclass(frozen=True)
class Away:
    """The distance of a fighter from the one who looks, its range band, cover and place."""

    fighter: str
    distance: Distance
    band: Text | None
    cover: Text | None
    place: Place | None


def view(system: Game, scene: Scene, viewer: Viewer) -> GroundBoard | None:
    """The ground for a viewer; ``None`` if the fight has none."""
    ground = _known_layout(scene, viewer)
    if ground.level == layout.NONE or system.ground is None:
        return None
    seen = [row.id for row in _fighters_seen(scene, viewer)]
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
    nowhere = _groups(system, scene, [who for who in seen if who not in ground.at])
    return GroundBoard(ground.level, spots, tracks, nowhere, _last_step(scene, ground, seen), ground.picture)


def distances_from(system: Game, scene: Scene, viewer: Viewer, fighter: str) -> tuple[Away, ...]:
    """All fighters a viewer sees by their distance from a fighter: in contact, near, far, then unknown.

    None from or to a hidden place, whose ways the player of a hidden hero does not see either.
    """
    game, ground = system.ground, _known_layout(scene, viewer)
    places = layout.layout(scene).at
    if game is None or ground.level == layout.NONE or places.get(fighter) != ground.at.get(fighter):
        return ()
    others = (row.id for row in _fighters_seen(scene, viewer) if row.id != fighter and not system.is_out(scene, row.id))
    rows = [(who, game.between(scene, fighter, who)) for who in others if places.get(who) == ground.at.get(who)]
    rows.sort(key=lambda row: row[1].rank)
    return tuple(
        Away(who, away, game.band(scene, fighter, who), game.covers.get(away.cover), ground.of(who))
        for who, away in rows
    )


def _known_layout(scene: Scene, viewer: Viewer) -> Layout:
    ground = layout.layout(scene)
    return ground if viewer.gm else ground.open


def _fighters_seen(scene: Scene, viewer: Viewer) -> Iterable[Fighter]:
    return (row for row in scene.fighters.values() if viewer.sees(row))


def _groups(system: Game, scene: Scene, fighters: list[str]) -> tuple[tuple[str, ...], ...]:
    """Fighters grouped by contact, each group at the place of its first member."""
    groups: list[tuple[str, ...]] = []
    placed: set[str] = set()
    for fighter in fighters:
        if fighter in placed:
            continue
        group, waiting = [fighter], [fighter]
        placed.add(fighter)
        while waiting:
            here = waiting.pop()
            touching = [who for who in fighters if who not in placed and _are_in_contact(system, scene, here, who)]
            placed.update(touching)
            group += touching
            waiting += touching
        groups.append(tuple(group))
    return tuple(groups)


def _are_in_contact(system: Game, scene: Scene, fighter: str, other: str) -> bool:
    """True for two fighters in close combat; a fighter who is out of the fight holds nobody."""
    if system.ground is None or not system.ground.engaged(scene, fighter, other):
        return False
    return not (system.is_out(scene, fighter) or system.is_out(scene, other))


def _last_step(scene: Scene, ground: Layout, seen: list[str]) -> Step | None:
    """The last way that a visible fighter went, if it was in this round and between visible places."""
    ground_state = scene.state.get("ground", {})
    rows: list[Data] = [
        ground_state.get("last", {}),
        *({"fighter": who, **row} for who, row in ground_state.get("went", {}).items()),
    ]
    row: Data = max((row for row in rows if row.get("fighter") in seen), key=_step_order, default={})
    if not {row.get("from"), row.get("to")} <= set(ground.places) or row.get("round", scene.round) != scene.round:
        return None
    return Step(row["fighter"], row["from"], row["to"])


def _step_order(row: Data) -> tuple[int, str]:
    """The sort key of ways; those stored by versions without a number come first."""
    return row.get("number", 0), row["fighter"]
