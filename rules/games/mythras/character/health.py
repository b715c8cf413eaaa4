"""The state of a body as words: its locations, the worst of them, and what is left of the rest."""

from __future__ import annotations

from rules.character.character import Place
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Health
from rules.core.text import Text, plain
from rules.games.mythras.character import anatomy
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.character.sheet import Location
from rules.games.mythras.text import _

WOUNDS: dict[str, tuple[int, Text]] = {
    "none": (0, _("Unhurt")),
    "minor": (2, _("Minor wound")),
    "serious": (4, _("Serious wound")),
    "major": (5, _("Major wound")),
}


@memoize
def body(sheet: Data, settings: Data) -> tuple[Place, ...]:
    """MYT-WOUND-01: every location with its hit points and armour."""
    places = sheets.locations(sheet)
    zones = anatomy.zones(places)
    return tuple(_place(sheet, settings, place, zones.get(place.key, "")) for place in places)


@memoize
def health(sheet: Data, settings: Data) -> Health:
    """MYT-WOUND-01 to 03: the worst wound, or what comes before it."""
    if sheets.is_dead(sheet):
        return Health(5, _("Dead"), for_good=True)
    if SCHEMA.value(sheet, "state.unconscious"):
        return Health(5, _("Unconscious"))
    rank, word = max((WOUNDS[place.wound] for place in sheets.locations(sheet)), key=lambda row: row[0])
    return Health(rank, word)


def _place(sheet: Data, settings: Data, place: Location, zone: str) -> Place:
    rank, word = WOUNDS[place.wound]
    points = sheets.armour(sheet, place.key, settings).total
    detail = _("%(hp)s of %(most)s hit points, armour %(armour)s", hp=plain(place.hp), most=place.hp_max, armour=points)
    left, path = (place.hp, place.hp_max), f"hit_locations.{place.key}.hp"
    return Place(place.key, place.label, rank, word, detail=detail, points=left, armour=points, path=path, zone=zone)
