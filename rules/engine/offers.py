"""What somebody may ask to do now, each field at what is likely, and how what was said of it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from rules.core import retries
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game, Offer
from rules.core.scene import Scene
from rules.core.sheet import Field
from rules.core.text import _
from rules.engine.exchanges import once_for, spent


def offers(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may ask to do now, seen with every pledged cost already spent."""
    if scene.kind == "test":
        return tuple(offers_of_test(system, scene, actor))
    return once_for(scene, f"offers/{actor}", lambda: _arranged(system, scene, actor))


def _arranged(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    found = _with_likely(scene, system.offers(spent(system, scene), actor))
    over = actor == "gm" and decided(system, scene)
    return tuple(sorted(found, key=lambda one: one.kind != system.ending)) if over else found


def decided(system: Game, scene: Scene) -> bool:
    """Whether of several sides in a fight one at most is left standing, so that its end is what comes next."""
    rows = scene.fighters.values()
    left = {row.side for row in rows if not system.is_out(scene, row.id)}
    return scene.round > 0 and len(left) < 2 and len({row.side for row in rows}) > 1


def offers_of_test(system: Game, scene: Scene, actor: str, only: str | None = None) -> Iterator[Offer]:
    """A test, of everything or of ``only`` one check, then what the game offers besides; worked out as it is asked."""
    if actor not in scene.fighters or any(one.action.actor == actor for one in scene.exchanges.values()):
        return
    offer = system.test_offer(scene.sheet(actor), scene.settings, actor, only)
    yield replace(offer, refused=retries.refusal(scene))
    if retries.args(scene, actor) is None:
        yield from system.deeds(scene, actor)


def _with_likely(scene: Scene, found: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers, each choice in them at what is likely; most have none to be said, and stay as they are."""
    rows = ((one, tuple(_likely(scene, one.actor, field) for field in one.fields)) for one in found)
    return tuple(one if all(map(is_, fields, one.fields)) else replace(one, fields=fields) for one, fields in rows)


def _likely(scene: Scene, actor: str, field: Field) -> Field:
    """A choice that must be said stands at what the game thinks likely, at the only foe left, or at the first thing.

    Whom it concerns is never guessed among several.
    """
    if field.kind != "choice" or field.default is not None:
        return field
    found = [one for one in field.choices if one.refused is None]
    if not any(one.likely for one in found) and all(one.key in scene.fighters for one in found):
        me = scene.fighters.get(actor)
        foes = [one for one in found if me is not None and scene.fighters[one.key].side != me.side]
        found = foes if len(foes) == 1 else found if len(found) == 1 else []
    first = next((one for one in found if one.likely), found[0] if found else None)
    rows = (one if one.likely == (one is first) else replace(one, likely=one is first) for one in field.choices)
    return replace(field, choices=tuple(rows))


def read_args(offer: Offer, args: Mapping[str, Any], gm: bool) -> dict[str, Any]:
    """The arguments of an action as its offer reads them.

    Raises ``Unreadable`` naming the field, and ``Refused`` for what only a game master may say.
    """
    known = {field.key: field for field in offer.fields}
    for key in args:
        if key not in known:
            raise Unreadable(_("“%(field)s” is not asked here.", field=str(key)[:40]), str(key)[:40])
        if key in offer.gm_only and not gm and args[key] != known[key].blank:
            raise Refused(_("Only the game master may say this."), key)
    return {key: field.read(args[key]) if key in args else _unsaid(field) for key, field in known.items()}


def _unsaid(field: Field) -> Any:
    if field.required or (field.kind == "choice" and field.default is None):
        raise Unreadable(_("%(field)s is missing.", field=field.label), field.key)
    return field.blank
