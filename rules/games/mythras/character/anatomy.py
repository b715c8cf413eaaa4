"""The places of a drawn body for locations that are no human being's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.games.mythras.character.sheet import Location

# From the ground up, as the tables of beasts go; the right before the left.
_FOUR_LEGS = {
    "leg": ("right_hind_leg", "left_hind_leg", "right_fore_leg", "left_fore_leg"),
    "abdomen": ("hindquarters",),
    "chest": ("forequarters",),
    "head": ("head",),
}


def zones(locations: Iterable[Location]) -> Mapping[str, str]:
    """The part of a beast on four legs that each location is, by its key; empty for any other body."""
    rows: dict[str, list[str]] = {}
    for place in sorted(locations, key=lambda place: place.low):
        rows.setdefault(place.kind, []).append(place.key)
    if {kind: len(keys) for kind, keys in rows.items()} != {kind: len(parts) for kind, parts in _FOUR_LEGS.items()}:
        return {}
    return {key: part for kind, parts in _FOUR_LEGS.items() for key, part in zip(rows[kind], parts, strict=True)}
