"""Which of several fighters to choose among are opponents, and which are on the own side of who chooses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Field
from rules.core.text import Text, _


def sorted_out(scene: Scene, offer: Offer) -> Offer:
    """An offer whose forms name the opponents of who acts first, then his own side, where both can be chosen."""
    return replace(offer, fields=tuple(_sorted(scene, offer.actor, one) for one in offer.fields))


def named(scene: Scene, actor: str, keys: Iterable[str]) -> dict[str, Text | None]:
    """What is no fighter, who is against ``actor``, who is on his side, each with the name of the side; or nothing."""
    listed = tuple(keys)
    present = tuple(one for one in listed if one in scene.fighters)
    if actor not in scene.fighters:
        return {}
    foes = {one: _("Opponents") for one in present if _camp(scene, one) != _camp(scene, actor)}
    own = {one: _("Own side") for one in present if one not in foes}
    return {**dict.fromkeys(one for one in listed if one not in present), **foes, **own} if foes and own else {}


def _sorted(scene: Scene, actor: str, field: Field) -> Field:
    rows = {one.key: one for one in field.choices}
    found = named(scene, actor, rows)
    if not found:
        return field
    return replace(field, choices=tuple(replace(rows[key], group=name) for key, name in found.items()))


def _camp(scene: Scene, fighter: str) -> str:
    side = scene.fighters[fighter].side
    return "pc" if side == "ally" else side
