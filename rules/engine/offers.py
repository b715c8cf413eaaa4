"""Offers: the acts open to a fighter now, each field with its default, and the reading of a filled-in form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from rules.character.sheet import Choice, Field
from rules.core import retries
from rules.core.acts import Offer
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.scene import Scene
from rules.core.text import _
from rules.engine.exchanges import after_costs, memoized


def offers(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    """The menu of an actor, with every pledged cost already spent."""
    if scene.kind == "test":
        return tuple(offers_of_test(system, scene, actor))
    return memoized(scene, f"offers/{actor}", lambda: _arranged(system, scene, actor))


def offer_of(system: Game, scene: Scene, actor: str, kind: str, check: str = "") -> Offer | None:
    """The one offer of this kind, if there is one: no menu is built for it; of a test, that of ``check``."""
    if scene.kind != "test":
        return memoized(scene, f"offer/{actor}/{kind}", lambda: system.offer(after_costs(system, scene), actor, kind))
    return next((offer for offer in offers_of_test(system, scene, actor, check) if offer.kind == kind), None)


def entries_of(system: Game, scene: Scene, actor: str, kind: str) -> tuple[Offer, ...]:
    """The entries of this kind in the menu of an actor, at most one in a fight: no other is made for them."""
    if scene.kind == "test":
        return tuple(offer for offer in offers_of_test(system, scene, actor) if offer.kind == kind)
    if kind not in system.in_fights:  # names may be made up
        return ()

    def entries() -> tuple[Offer, ...]:
        offer = system.offer(after_costs(system, scene), actor, kind)
        return _with_likely(scene, () if offer is None else (offer,))

    return memoized(scene, f"entries/{actor}/{kind}", entries)


def entries_among(system: Game, scene: Scene, actor: str, kinds: Collection[str]) -> Iterator[Offer]:
    """The entries of these kinds in the menu of an actor of a fight, each made when it is asked for."""
    return (offer for kind in kinds for offer in entries_of(system, scene, actor, kind))


def usable_of(system: Game, scene: Scene, actor: str, kind: str) -> Offer | None:
    """The one offer of this kind in a fight, where it can be done now: of what is refused no form is made."""

    def usable() -> Offer | None:
        offer = system.usable(after_costs(system, scene), actor, kind)
        return offer and memoized(scene, f"offer/{actor}/{kind}", lambda: offer)

    return memoized(scene, f"usable/{actor}/{kind}", usable)


def usable_in_turn(system: Game, scene: Scene, actor: str) -> Iterator[Offer]:
    """What can be done in a fight, in the order of the menu, each offer made when it is asked for."""
    kinds = sorted(system.in_fights, key=lambda kind: kind != system.ending) if _ends(system, scene, actor) else None
    rows = (usable_of(system, scene, actor, kind) for kind in kinds or system.in_fights)
    return (offer for offer in rows if offer is not None)


def _arranged(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    menu = _with_likely(scene, system.offers(after_costs(system, scene), actor))
    ends = _ends(system, scene, actor)
    return tuple(sorted(menu, key=lambda offer: offer.kind != system.ending)) if ends else menu


def _ends(system: Game, scene: Scene, actor: str) -> bool:
    return actor == "gm" and one_side_left(system, scene)


def without_unseen(scene: Scene, offer: Offer, unseen: Collection[str]) -> Offer:
    """An offer without fighters that its viewer may not know of; choices stand at the likeliest of the others."""
    if not unseen:
        return offer
    fields = []
    for field in offer.fields:
        if field.key.rpartition("_")[2] in unseen:  # a field of its own for each fighter
            continue
        known = tuple(choice for choice in field.choices if choice.key not in unseen)
        same = len(known) == len(field.choices)
        fields.append(field if same else _likely(scene, offer.actor, replace(field, choices=known)))
    return replace(offer, fields=tuple(fields))


def one_side_left(system: Game, scene: Scene) -> bool:
    """True if at most one of several sides of a fight is left standing, so that its end comes next."""
    rows = scene.fighters.values()
    left = {row.camp for row in rows if not system.is_out(scene, row.id)}
    return scene.round > 0 and len(left) < 2 and len({row.camp for row in rows}) > 1


def offers_of_test(system: Game, scene: Scene, actor: str, only: str | None = None) -> Iterator[Offer]:
    """A test, of everything or of ``only`` one check, then what the game offers besides; worked out as it is asked."""
    if actor not in scene.fighters or any(exchange.action.actor == actor for exchange in scene.exchanges.values()):
        return
    offer = system.test_offer(scene.sheet(actor), scene.settings, actor, only)
    yield replace(offer, refused=retries.refusal(scene))
    if retries.args(scene, actor) is None:
        yield from system.downtime(scene, actor)


def _with_likely(scene: Scene, found: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers, each choice in them at what is likely; most have none to be said, and stay as they are."""
    rows = ((offer, tuple(_likely(scene, offer.actor, field) for field in offer.fields)) for offer in found)
    return tuple(row if all(map(is_, fields, row.fields)) else replace(row, fields=fields) for row, fields in rows)


def _likely(scene: Scene, actor: str, field: Field) -> Field:
    """A choice that must be said stands at what the game thinks likely, at the only foe left, or at the first thing.

    Whom it concerns is never guessed among several.
    """
    if field.kind != "choice" or field.default is not None:
        return field
    first = next(iter(_likeliest(scene, actor, field)), None)
    marked = (row if row.likely == (row is first) else replace(row, likely=row is first) for row in field.choices)
    return replace(field, choices=tuple(marked))


def _likeliest(scene: Scene, actor: str, field: Field) -> list[Choice]:
    rows = [choice for choice in field.choices if choice.refused is None]
    likely = [row for row in rows if row.likely]
    if not likely and all(row.key in scene.fighters for row in rows):
        return _only_foe(scene, actor, rows)
    return likely or rows


def _only_foe(scene: Scene, actor: str, rows: list[Choice]) -> list[Choice]:
    """The one foe among fighters, or the one fighter; nobody where there are several."""
    me = scene.fighters.get(actor)
    foes = [row for row in rows if me is not None and scene.fighters[row.key].camp != me.camp]
    if len(foes) == 1:
        return foes
    return rows if len(rows) == 1 else []


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
    if field.kind == "choice" and field.default is None:
        raise Unreadable(_("%(field)s: choose one first.", field=field.label), field.key)
    if field.required:
        raise Unreadable(_("%(field)s is missing.", field=field.label), field.key)
    return field.blank
