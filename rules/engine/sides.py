"""Fighters in a form: opponents, then the own side of whoever chooses, the nearest first where there is a ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.scene import Scene
from rules.core.text import Text, _
from rules.ground.ground import Distance, Ground
from rules.ground.layout import NONE, layout, told


def grouped_by_side(scene: Scene, offer: Offer, ground: Ground | None = None) -> Offer:
    """An offer whose forms name the opponents of who acts first, then their own side, where both can be chosen."""
    fields = (near(scene, offer.actor, field, ground) for field in offer.fields)
    return replace(offer, fields=tuple(_grouped(scene, offer.actor, field) for field in fields))


def near(scene: Scene, actor: str, field: Field, ground: Ground | None) -> Field:
    """A choice of fighters by their distance from ``actor``, each with it; as it was in a fight without a ground."""
    if ground is None or actor not in scene.fighters or layout(scene).level == NONE:
        return field
    away = {who: ground.between(scene, actor, who) for who in _others(scene, actor, field)}
    others = (row for row in field.choices if row.key not in away)
    nearest = sorted((row for row in field.choices if row.key in away), key=lambda row: away[row.key].rank)
    seen = (_with_distance(row, away[row.key], ground.band(scene, actor, row.key)) for row in nearest)
    return replace(field, choices=(*others, *seen))


def _others(scene: Scene, actor: str, field: Field) -> list[str]:
    """The fighters among the choices of a field, without whoever chooses."""
    return [row.key for row in field.choices if row.key in scene.fighters and row.key != actor]


def _with_distance(row: Choice, away: Distance, band: Text | None) -> Choice:
    """A choice with the metres after what it says already, and what they mean."""
    if away.metres is None:
        return row
    far = _("in contact") if away.engaged else told(away.metres)
    notes = tuple(note for note in (row.hint, far, band) if note is not None)
    return replace(row, hint=_("%(notes)s", notes=notes) if len(notes) > 1 else far)


def named(scene: Scene, actor: str, keys: Iterable[str]) -> dict[str, Text | None]:
    """Keys in the order others, opponents of ``actor``, own side, each with its side; empty without both."""
    listed = tuple(keys)
    present = tuple(key for key in listed if key in scene.fighters)
    if actor not in scene.fighters:
        return {}
    foes = {key: _("Opponents") for key in present if scene.fighters[key].camp != scene.fighters[actor].camp}
    own = {key: _("Own side") for key in present if key not in foes}
    return {**dict.fromkeys(key for key in listed if key not in present), **foes, **own} if foes and own else {}


def _grouped(scene: Scene, actor: str, field: Field) -> Field:
    rows = {choice.key: choice for choice in field.choices}
    groups = named(scene, actor, rows)
    if not groups:
        return field
    own = _("Own side")
    sorted_rows = (replace(rows[key], group=name, aside=name == own) for key, name in groups.items())
    return replace(field, choices=tuple(sorted_rows))
