"""Ready-made grounds: a few places with the ways between them, to be edited freely."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.ground import layout

ROOMY, NARROW, WIDE = 6, 3, 20  # metres across a place


@dataclass(frozen=True)
class Spot:
    """One place: its name, its cell, and its width in metres."""

    name: Any
    x: int
    y: int
    size: int = ROOMY


@dataclass(frozen=True)
class ReadyMade:
    """A named ground; each of its ``ways`` has the indexes of two places and the metres between them."""

    name: Any
    spots: tuple[Spot, ...]
    ways: tuple[tuple[int, int, int], ...] = field(default_factory=tuple)

    def as_stored(self) -> dict[str, Any]:
        """Its places and ways as stored in an encounter, named in the active language."""
        places = {f"p{number}": _place_row(number, spot) for number, spot in enumerate(self.spots, 1)}
        ways = {
            f"w{number}": {"a": f"p{a + 1}", "b": f"p{b + 1}", "metres": metres, "order": number}
            for number, (a, b, metres) in enumerate(self.ways, 1)
        }
        return {"level": layout.PLACES, "places": places, "ways": ways}


def _place_row(number: int, spot: Spot) -> dict[str, Any]:
    return {"name": str(spot.name), "x": spot.x, "y": spot.y, "size": spot.size, "order": number}


GROUNDS: dict[str, ReadyMade] = {
    "corridor": ReadyMade(
        gettext_lazy("Corridor"),
        (
            Spot(pgettext_lazy("place", "One end"), 0, 0, NARROW),
            Spot(pgettext_lazy("place", "Corridor"), 1, 0, NARROW),
            Spot(pgettext_lazy("place", "Other end"), 2, 0, NARROW),
            Spot(pgettext_lazy("place", "Side room"), 1, 1),
        ),
        ((0, 1, 8), (1, 2, 8), (1, 3, 4)),
    ),
    "boarding": ReadyMade(
        gettext_lazy("Boarding action"),
        (
            Spot(pgettext_lazy("place", "Engine room"), 0, 0),
            Spot(pgettext_lazy("place", "Gangway"), 1, 0, NARROW),
            Spot(pgettext_lazy("place", "Bridge of the ship"), 2, 0),
            Spot(pgettext_lazy("place", "Hold"), 0, 1),
            Spot(pgettext_lazy("place", "Airlock"), 1, 1, NARROW),
            Spot(pgettext_lazy("place", "Mess"), 2, 1),
        ),
        ((0, 1, 12), (1, 2, 15), (0, 3, 5), (1, 4, 6), (2, 5, 4), (3, 4, 8)),
    ),
    "street": ReadyMade(
        gettext_lazy("Street"),
        (
            Spot(pgettext_lazy("place", "Upper street"), 0, 0, WIDE),
            Spot(pgettext_lazy("place", "Crossing"), 1, 0, WIDE),
            Spot(pgettext_lazy("place", "Lower street"), 2, 0, WIDE),
            Spot(pgettext_lazy("place", "Roofs"), 0, 1),
            Spot(pgettext_lazy("place", "Alley"), 1, 1, NARROW),
            Spot(pgettext_lazy("place", "Shop"), 2, 1),
        ),
        ((0, 1, 25), (1, 2, 25), (0, 3, 8), (1, 4, 6), (2, 5, 6), (3, 4, 12)),
    ),
    "tavern": ReadyMade(
        gettext_lazy("Tavern"),
        (
            Spot(pgettext_lazy("place", "Door"), 0, 0, NARROW),
            Spot(pgettext_lazy("place", "Common room"), 1, 0),
            Spot(pgettext_lazy("place", "Bar"), 2, 0, NARROW),
            Spot(pgettext_lazy("place", "Yard"), 0, 1, WIDE),
            Spot(pgettext_lazy("place", "Gallery"), 1, 1),
            Spot(pgettext_lazy("place", "Kitchen"), 2, 1),
        ),
        ((0, 1, 4), (1, 2, 4), (0, 3, 6), (1, 4, 5), (2, 5, 3)),
    ),
    "ship": ReadyMade(
        gettext_lazy("Sailing ship"),
        (
            Spot(pgettext_lazy("place", "Forecastle"), 0, 0),
            Spot(pgettext_lazy("place", "Main deck"), 1, 0, 10),
            Spot(pgettext_lazy("place", "Quarterdeck"), 2, 0),
            Spot(pgettext_lazy("place", "Rigging"), 0, 1, NARROW),
            Spot(pgettext_lazy("place", "Hold"), 1, 1),
            Spot(pgettext_lazy("place", "Cabin"), 2, 1, NARROW),
        ),
        ((0, 1, 8), (1, 2, 8), (0, 3, 10), (1, 4, 4), (2, 5, 3)),
    ),
    "clearing": ReadyMade(
        gettext_lazy("Clearing"),
        (
            Spot(pgettext_lazy("place", "Edge of the wood"), 0, 0, WIDE),
            Spot(pgettext_lazy("place", "Clearing"), 1, 0, WIDE),
            Spot(pgettext_lazy("place", "Rocks"), 2, 0),
            Spot(pgettext_lazy("place", "Path"), 0, 1),
            Spot(pgettext_lazy("place", "Stream"), 1, 1),
            Spot(pgettext_lazy("place", "Thicket"), 2, 1),
        ),
        ((0, 1, 20), (1, 2, 20), (0, 3, 10), (1, 4, 15), (2, 5, 12), (3, 4, 15), (4, 5, 15)),
    ),
}
