"""Fighters in a form, by group: opponents, opponents out of the fight, the own side; on a ground the nearest first.

For care, the own side comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.acts import PATIENT, TARGET, Offer
from rules.core.game import Game
from rules.core.scene import Scene
from rules.core.text import Text, _
from rules.ground.ground import Distance, Ground
from rules.ground.layout import NONE, layout, told

IsOut = Callable[[Scene, str], bool]
FOES, OUT, OWN = _("Opponents"), _("Out of the fight"), _("Own side")


def group_by_side(system: Game, scene: Scene, offer: Offer) -> Offer:
    """An offer whose forms list the actor's opponents first, then the others under the names of their groups."""
    fields = (sort_by_distance(scene, offer.actor, field, system.ground) for field in offer.fields)
    return replace(offer, fields=tuple(_group_field(scene, offer.actor, field, system.is_out) for field in fields))


def sort_by_distance(scene: Scene, actor: str, field: Field, ground: Ground | None) -> Field:
    """A choice of fighters sorted by distance from ``actor``, which is shown; unchanged in a fight without a ground."""
    if ground is None or actor not in scene.fighters or layout(scene).level == NONE:
        return field
    distances = {who: ground.between(scene, actor, who) for who in _other_fighters(scene, actor, field)}
    others = (row for row in field.choices if row.key not in distances)
    nearest = sorted((row for row in field.choices if row.key in distances), key=lambda row: distances[row.key].rank)
    measured = (_with_distance(row, distances[row.key], ground.band(scene, actor, row.key)) for row in nearest)
    return replace(field, choices=(*others, *measured))


def _other_fighters(scene: Scene, actor: str, field: Field) -> list[str]:
    return [row.key for row in field.choices if row.key in scene.fighters and row.key != actor]


def _with_distance(row: Choice, away: Distance, band: Text | None) -> Choice:
    """A choice with its distance in metres, and their meaning, after its own words."""
    if away.metres is None:
        return row
    far = _("in contact") if away.engaged else told(away.metres)
    notes = tuple(note for note in (row.hint, far, band) if note is not None)
    return replace(row, hint=_("%(notes)s", notes=notes) if len(notes) > 1 else far)


def group_names(scene: Scene, actor: str, keys: Iterable[str], is_out: IsOut) -> dict[str, Text | None]:
    """Keys in the order others, opponents of ``actor``, opponents out of the fight, own side, each with the name of its
    group; empty if there is only one group.

    Fallen fighters of the own side stay with it, because care is for them.
    """
    if actor not in scene.fighters:
        return {}
    all_keys, camp = tuple(keys), scene.fighters[actor].camp

    def name(key: str) -> Text | None:
        if key not in scene.fighters:
            return None
        if scene.fighters[key].camp == camp:
            return OWN
        return OUT if is_out(scene, key) else FOES

    names = {key: name(key) for key in all_keys}
    if len(set(names.values()) - {None}) < 2:
        return {}
    return {key: names[key] for group in (None, FOES, OUT, OWN) for key in all_keys if names[key] == group}


def _group_field(scene: Scene, actor: str, field: Field, is_out: IsOut) -> Field:
    rows = {choice.key: choice for choice in field.choices}
    groups = group_names(scene, actor, rows, is_out)
    if not groups:
        return _own_aside(scene, actor, field)
    aside = (FOES, OUT) if field.key == PATIENT else (OUT, OWN)
    grouped = [replace(rows[key], group=name, aside=name in aside) for key, name in groups.items()]
    return replace(field, choices=tuple(sorted(grouped, key=lambda row: row.aside)))


def _own_aside(scene: Scene, actor: str, field: Field) -> Field:
    # Where nobody else is left, none of the own side is a target that comes to mind.
    if field.key != TARGET or actor not in scene.fighters:
        return field
    camp = scene.fighters[actor].camp
    own = {key for key, who in scene.fighters.items() if who.camp == camp and key != actor}
    if own.isdisjoint(choice.key for choice in field.choices):
        return field
    return replace(field, choices=tuple(replace(row, aside=row.aside or row.key in own) for row in field.choices))
