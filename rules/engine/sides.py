"""Which of several fighters to choose among are opponents, and which are on the own side of who chooses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.scene import Scene
from rules.core.text import Text, _


def sorted_out(scene: Scene, offer: Offer) -> Offer:
    """An offer whose forms name the opponents of who acts first, then their own side, where both can be chosen."""
    return replace(offer, fields=tuple(_sorted(scene, offer.actor, field) for field in offer.fields))


def named(scene: Scene, actor: str, keys: Iterable[str]) -> dict[str, Text | None]:
    """Keys in the order others, opponents of ``actor``, own side, each with its side; empty without both."""
    listed = tuple(keys)
    present = tuple(key for key in listed if key in scene.fighters)
    if actor not in scene.fighters:
        return {}
    foes = {key: _("Opponents") for key in present if scene.fighters[key].camp != scene.fighters[actor].camp}
    own = {key: _("Own side") for key in present if key not in foes}
    return {**dict.fromkeys(key for key in listed if key not in present), **foes, **own} if foes and own else {}


def _sorted(scene: Scene, actor: str, field: Field) -> Field:
    rows = {choice.key: choice for choice in field.choices}
    groups = named(scene, actor, rows)
    if not groups:
        return field
    return replace(field, choices=tuple(replace(rows[key], group=name) for key, name in groups.items()))
