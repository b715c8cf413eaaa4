"""Going from one place to another: the field of an act of movement, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from rules.character.sheet import Choice, Field
from rules.core.acts import named
from rules.core.effects import Effect
from rules.core.scene import Change, Scene
from rules.core.text import Text, _
from rules.ground import layout
from rules.ground.ground import Ground
from rules.ground.layout import PLACES, Place, Way

HERE = "here"  # the choice of who stays in the same place


class Gone(Effect):
    """Somebody is in another place; a game gives its ``ground`` in a subclass."""

    kind = "gone"
    is_open = True
    ground: ClassVar[Ground]
    place: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return self.ground.put(scene, self.target, self.place)

    def told(self, scene: Scene) -> Text | None:
        place = layout.layout(scene).open.places.get(self.place)
        return _("goes to: %(place)s", place=place.name) if place else None


def exits(scene: Scene, fighter: str) -> tuple[tuple[Way, Place], ...]:
    """The shortest way to each place next to a fighter's that everybody knows, by metres; none without places."""
    ground = layout.layout(scene).open
    here = ground.of(fighter)
    if ground.level != PLACES or here is None:
        return ()
    shortest: dict[str, tuple[Way, Place]] = {}
    for way, place in sorted(ground.exits(here.key), key=lambda row: row[0].metres):
        shortest.setdefault(place.key, (way, place))
    return tuple(shortest.values())


def where_to(
    scene: Scene,
    fighter: str,
    refusal: Callable[[Way], Text | None],
    hint: Callable[[Way], Text | None] = lambda _way: None,
    rule: str = "",
    stays: bool = True,
    towards: Iterable[str] = (),
) -> tuple[Field, ...]:
    """The field of the place one goes to, with the price of each way; none where there is nowhere to go.

    With ``stays``, whoever moves may also stay in their place. It stands at the way to the nearest of those they go
    ``towards``, unless one of them is in the same place.
    """
    ways = exits(scene, fighter)
    if not ways:
        return ()
    rows = [Choice(HERE, _("Stay in this place"))] if stays else []
    next_to = _towards(scene, fighter, towards)
    for way, place in ways:
        label = _("%(place)s, %(metres)s m", place=place.name, metres=way.metres)
        notes = _joined(hint(way), _there(scene, fighter, place))
        rows.append(Choice(place.key, label, refusal(way), notes, likely=place.key == next_to))
    return (Field("to", _("Where to"), "choice", choices=tuple(rows), rule=rule),)  # said first, so without a default


def foes(scene: Scene, fighter: str, is_out: Callable[[Scene, str], bool]) -> tuple[str, ...]:
    """Those of other camps whom a fighter sees, and who are still in the fight."""
    camp = scene.fighters[fighter].camp
    return tuple(who for who in scene.seen_by(fighter) if scene.fighters[who].camp != camp and not is_out(scene, who))


def _towards(scene: Scene, fighter: str, others: Iterable[str]) -> str:
    """The first place on the way to the nearest of several others; the same one where somebody of them stands."""
    ground = layout.layout(scene).open
    here, spots = ground.at[fighter], {ground.at[who] for who in others if who in ground.at}
    routes = ground.routes(here) if spots else {}  # the nearest first
    route = next((ways for place, ways in routes.items() if place in spots), ())
    return route[0].beyond(here) if route else here


def nearest_here(scene: Scene, fighter: str, others: Iterable[str], game: Ground) -> str | None:
    """The nearest of several others who stand in a fighter's place, as everybody knows it."""
    at = layout.layout(scene).open.at
    here = (who for who in others if who in at and at[who] == at.get(fighter))
    return min(here, key=lambda who: game.between(scene, fighter, who).rank, default=None)


MOST_NAMED = 3  # of those who stand in a place


def _there(scene: Scene, fighter: str, place: Place) -> Text | None:
    """Those whom somebody who goes there sees in a place already."""
    ground = layout.layout(scene).open
    names = tuple(named(scene, who) for who in scene.seen_by(fighter) if ground.of(who) == place)
    if len(names) > MOST_NAMED:
        return _("there: %(names)s and %(more)s more", names=names[:MOST_NAMED], more=len(names) - MOST_NAMED)
    return _("there: %(names)s", names=names) if names else None


def _joined(price: Text | None, there: Text | None) -> Text | None:
    return _("%(notes)s", notes=(price, there)) if price and there else price or there


def beyond(most: int) -> Callable[[Way], Text | None]:
    """The refusal of ways longer than somebody gets in one movement."""
    return lambda way: _("Too far: %(metres)s m at most.", metres=most) if way.metres > most else None


def leads_to(scene: Scene, fighter: str, to: str, other: str) -> bool:
    """True if a move to that place, or within one's own, may come up to somebody: they are there, or nobody knows."""
    ground = layout.layout(scene).open
    place, there = ground.places.get(to, ground.of(fighter)), ground.of(other)
    return place is None or there is None or place == there


def way_to(scene: Scene, fighter: str, place: str) -> Way | None:
    return next((way for way, beyond in exits(scene, fighter) if beyond.key == place), None)
