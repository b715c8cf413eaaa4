"""The distance between two fighters, with its reasons, for all rules of range, reach and cover."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text, _
from rules.ground import layout as places
from rules.ground.layout import NONE, Layout, Place, Way


@dataclass(frozen=True)
class Step:
    """One term of a distance: its label and its metres."""

    label: Text
    metres: float


@dataclass(frozen=True)
class Distance:
    """The distance of two fighters: ``metres`` is ``None`` if unknown, ``steps`` are the terms of the sum.

    ``cover`` is the key of the game's level of cover that protects the second fighter.
    """

    metres: float | None = None
    steps: tuple[Step, ...] = ()
    engaged: bool = False
    together: bool = False  # in one place
    cut_off: bool = False  # in two places without a route between them
    cover: str = NONE

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """The sort key of distances: contact first, then by metres, unknown last."""
        return not self.engaged, self.metres is None, self.metres or 0


@dataclass(frozen=True, eq=False)  # each game has one object, hashed by identity in caches
class Ground:
    """A game's rules of the ground: contact, distances that were not measured, levels of cover, range bands.

    ``contact`` is the most metres between engaged fighters. ``covers`` go from none to the heaviest. ``band``
    names the range for the first of two fighters, ``parted`` ends the engagement of a fighter who left,
    ``left`` the cover taken there. If cover is ``at_hand``, fighters have to take the cover of a place actively.
    ``lights`` are the levels of light of a place, in a game with rules for darkness.
    """

    contact: float
    engaged: Callable[[Scene, str, str], bool] = lambda _scene, _fighter, _other: False
    parted: Callable[[Scene, str, str], tuple[Change, ...]] = lambda _scene, _fighter, _other: ()
    unmeasured: Callable[[Scene, str, str], float | None] = lambda _scene, _fighter, _other: None
    left: Callable[[Scene, str], tuple[Change, ...]] = lambda _scene, _fighter: ()
    covers: dict[str, Text] = field(default_factory=dict)
    at_hand: bool = False
    lights: dict[str, Text] = field(default_factory=dict)
    band: Callable[[Scene, str, str], Text | None] = lambda _scene, _fighter, _other: None

    def between(self, scene: Scene, fighter: str, other: str) -> Distance:
        """The distance from ``fighter`` to ``other``: measured, in contact, in one place, along the ways, or unknown.

        Between fighters in visible places, hidden places and ways do not count.
        """
        return _between(scene, self, fighter, other)

    def metres(self, scene: Scene, fighter: str, other: str) -> float | None:
        measured = places.measured(scene, fighter, other)
        return measured if measured is not None else self.between(scene, fighter, other).metres

    def near(self, scene: Scene, fighter: str, other: str) -> bool:
        """True if two fighters can strike each other without moving: in contact, in one place, or perhaps so."""
        away = self.between(scene, fighter, other)
        if away.metres is None:
            return not away.cut_off
        return away.metres <= self.contact or (away.together and places.measured(scene, fighter, other) is None)

    def steps(
        self, scene: Scene, pair: tuple[str, str], mine: Place | None, theirs: Place | None, route: tuple[Step, ...]
    ) -> tuple[Step, ...]:
        """The terms of a distance, by the first that applies: measured, contact, same place, ways, the game's rule."""
        measured = places.measured(scene, *pair)
        if measured is not None:
            return (Step(_("Measured by the game master"), measured),)
        if places.layout(scene).level != NONE and self.engaged(scene, *pair):
            return (Step(_("In contact"), self.contact),)
        if mine is not None and mine == theirs:
            return (Step(_("%(place)s", place=mine.name), mine.size),)
        if mine is not None and theirs is not None:
            return route
        unsaid = self.unmeasured(scene, *pair)
        return (Step(_("As the sides stand"), unsaid),) if unsaid is not None else ()

    def cover(self, place: Place | None, route: tuple[Way, ...]) -> str:
        """The heaviest cover of a place and of the ways to it, for an attack from elsewhere."""
        if self.at_hand:
            return NONE
        given = {*(way.cover for way in route), place.cover if place is not None else NONE}
        return next((level for level in reversed(self.covers) if level in given), NONE)

    def put(self, scene: Scene, fighter: str, place: str | None) -> tuple[Change, ...]:
        """The changes that put a fighter into a place, or into none; their measured distances and engagements end."""
        before = places.layout(scene).of(fighter)
        if before is not None and before.key == place:
            return ()
        moved = (scene.change(f"ground.at.{fighter}", place), *_way_gone(scene, fighter, before, place))
        return *moved, *places.clear_measures(scene, fighter), *self.leave(scene, fighter)

    def leave(self, scene: Scene, fighter: str) -> tuple[Change, ...]:
        """The changes that end a fighter's engagements and the cover taken where they stood."""
        left = (other for other in scene.fighters if other != fighter and self.engaged(scene, fighter, other))
        ends = [change for other in left for change in self.parted(scene, fighter, other)]
        return tuple(change for change in (*ends, *self.left(scene, fighter)) if change.before is not None)


@memoize
def _between(scene: Scene, game: Ground, fighter: str, other: str) -> Distance:
    if not places.layout(scene).at:  # no fighter has a place
        steps = game.steps(scene, (fighter, other), None, None, ())
        return Distance(_sum(steps), steps, game.engaged(scene, fighter, other))
    ground = seen_from(scene, fighter, other)
    mine, theirs = ground.of(fighter), ground.of(other)
    route = ground.route(mine.key, theirs.key) if mine and theirs else None
    engaged, together = game.engaged(scene, fighter, other), mine is not None and mine == theirs
    steps = game.steps(scene, (fighter, other), mine, theirs, along(ground, mine, route or ()))
    cover = NONE if together else game.cover(theirs, route or ())
    cut_off = mine is not None and theirs is not None and route is None
    return Distance(_sum(steps), steps, engaged, together, cut_off, cover)


def _way_gone(scene: Scene, fighter: str, before: Place | None, place: str | None) -> tuple[Change, ...]:
    """The change that stores a fighter's last move, beside those of others; none for a hidden fighter.

    Moves are numbered, so that after the undo of any, the newest remaining one is shown.
    """
    if scene.fighters[fighter].hidden:
        return ()
    went: Data = scene.state.get("ground", {}).get("went") or {}
    number = 1 + max((row["number"] for row in went.values()), default=0)
    gone = {"from": before.key if before else None, "to": place, "round": scene.round, "number": number}
    return (scene.change(f"ground.went.{fighter}", {key: value for key, value in gone.items() if value is not None}),)


def seen_from(scene: Scene, fighter: str, other: str) -> Layout:
    """The ground between two fighters: its visible part, or all of it if one of them stands in a hidden place."""
    ground = places.layout(scene)
    hidden = any(place.hidden for place in (ground.of(fighter), ground.of(other)) if place is not None)
    return ground if hidden else ground.open


def along(ground: Layout, start: Place | None, route: tuple[Way, ...]) -> tuple[Step, ...]:
    """The ways of a route as terms, each labelled with the places it joins."""
    steps, here, rows = [], start.key if start else "", ground.places
    for way in route:
        there = way.beyond(here)
        steps.append(Step(_("%(from)s to %(to)s", **{"from": rows[here].name, "to": rows[there].name}), way.metres))
        here = there
    return tuple(steps)


def _sum(steps: tuple[Step, ...]) -> float | None:
    return sum(step.metres for step in steps) if steps else None
