"""Moving from one place to another: the field of an act of movement, and its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Self

from rules.character.sheet import Choice, Field
from rules.core import rounds
from rules.core.acts import fighter_name
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text, _
from rules.ground import layout
from rules.ground.ground import Ground
from rules.ground.layout import PLACES, Place, Way

HERE = "here"  # the choice to stay in the same place


class Gone(Effect):
    """The effect that a fighter is in another place; each game sets its ``ground`` in a subclass."""

    kind = "gone"
    is_open = True
    ground: ClassVar[Ground]
    place: str

    @classmethod
    def chosen(cls, fighter: str, args: Data) -> tuple[Self, ...]:
        """The move to the place chosen in a form; none if the fighter stays."""
        to = str(args.get("to", HERE))
        return () if to == HERE else (cls(fighter, to),)

    @classmethod
    def joining(cls, scene: Scene, fighter: str, other: str) -> tuple[Self, ...]:
        """The move to the place where another can be struck; none if it is not needed, or hidden from the fighter."""
        ground = layout.layout(scene)
        there = ground.of(other)
        if there is None or there == ground.of(fighter) or (there.hidden and not scene.fighters[fighter].hidden):
            return ()
        return (cls(fighter, there.key),)

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return self.ground.put(scene, self.target, self.place)

    def told(self, scene: Scene) -> Text | None:
        place = layout.layout(scene).open.places.get(self.place)
        return _("goes to: %(place)s", place=place.name) if place else None


class Left(rounds.Left):
    """The effect that a fighter leaves the fight, its contacts and the cover; each game sets its ``ground``."""

    ground: ClassVar[Ground]

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return *super().land(scene), *(self.ground.leave(scene, self.target) if self.gone else ())


def exits(scene: Scene, fighter: str) -> tuple[tuple[Way, Place], ...]:
    """The shortest visible way to each neighbouring place, by metres; empty if the fighter has no place."""
    ground = layout.layout(scene).open
    here = ground.of(fighter)
    if ground.level != PLACES or here is None:
        return ()
    shortest: dict[str, tuple[Way, Place]] = {}
    for way, place in sorted(ground.exits(here.key), key=lambda row: row[0].metres):
        shortest.setdefault(place.key, (way, place))
    return tuple(shortest.values())


def destination(
    scene: Scene,
    fighter: str,
    refusal: Callable[[Way], Text | None],
    hint: Callable[[Way], Text | None] = lambda _way: None,
    rule: str = "",
    stays: bool = True,
    towards: Iterable[str] = (),
) -> tuple[Field, ...]:
    """The field for the destination, with a hint for each way; empty if there is none to go to.

    With ``stays``, the fighter may also stay. It preselects the way to the nearest fighter in
    ``towards``, unless one of these is in the same place.
    """
    ways = exits(scene, fighter)
    if not ways:
        return ()
    rows = [Choice(HERE, _("Stay in this place"))] if stays else []
    next_to = _towards(scene, fighter, towards)
    for way, place in ways:
        label = _("%(place)s, %(metres)s m", place=place.name, metres=way.metres)
        notes = _join_notes(hint(way), _occupants_text(scene, fighter, place))
        rows.append(Choice(place.key, label, refusal(way), notes, likely=place.key == next_to))
    return (Field("to", _("Where to"), "choice", choices=tuple(rows), rule=rule),)  # preselected by its order


def foes(scene: Scene, fighter: str, is_out: Callable[[Scene, str], bool]) -> tuple[str, ...]:
    """The fighters of other camps who are visible to a fighter and not out."""
    camp = scene.fighters[fighter].camp
    return tuple(who for who in scene.seen_by(fighter) if scene.fighters[who].camp != camp and not is_out(scene, who))


def _towards(scene: Scene, fighter: str, others: Iterable[str]) -> str:
    """The next place on the route to the nearest of several others; the present one if one of them is there."""
    ground = layout.layout(scene).open
    here, spots = ground.at[fighter], {ground.at[who] for who in others if who in ground.at}
    routes = ground.routes(here) if spots else {}  # the nearest first
    route = next((ways for place, ways in routes.items() if place in spots), ())
    return route[0].beyond(here) if route else here


def nearest_here(scene: Scene, fighter: str, others: Iterable[str], game: Ground) -> str | None:
    """The nearest of several others in a fighter's place, by the visible ground."""
    at = layout.layout(scene).open.at
    here = (who for who in others if who in at and at[who] == at.get(fighter))
    return min(here, key=lambda who: game.between(scene, fighter, who).rank, default=None)


MOST_NAMED = 3  # names listed of the fighters in a place


def _occupants_text(scene: Scene, fighter: str, place: Place) -> Text | None:
    ground = layout.layout(scene).open
    names = tuple(fighter_name(scene, who) for who in scene.seen_by(fighter) if ground.of(who) == place)
    if len(names) > MOST_NAMED:
        return _("there: %(names)s and %(more)s more", names=names[:MOST_NAMED], more=len(names) - MOST_NAMED)
    return _("there: %(names)s", names=names) if names else None


def _join_notes(price: Text | None, reason: Text | None) -> Text | None:
    return _("%(notes)s", notes=(price, reason)) if price and reason else price or reason


def beyond(most: int) -> Callable[[Way], Text | None]:
    """A function that refuses ways longer than ``most`` metres."""
    return lambda way: _("Too far: %(metres)s m at most.", metres=most) if way.metres > most else None


def leads_to(scene: Scene, fighter: str, to: str, other: str) -> bool:
    """True if a move to a place, or within the present one, may reach another: there, or in an unknown place."""
    ground = layout.layout(scene).open
    place, there = ground.places.get(to, ground.of(fighter)), ground.of(other)
    return place is None or there is None or place == there


def way_to(scene: Scene, fighter: str, place: str) -> Way | None:
    return next((way for way, beyond in exits(scene, fighter) if beyond.key == place), None)
