"""Offers: the acts open to a fighter now, each field with its default, and the reading of a filled-in form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from rules.character.sheet import Choice, Field
from rules.core import retries
from rules.core.acts import PATIENT, TARGET, Offer
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.scene import Scene
from rules.core.text import _
from rules.engine.exchanges import after_costs, memoize_in, without_hidden_fighters


def offers(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    """The menu of an actor, after all pledged costs."""
    if scene.kind == "test":
        return tuple(offers_of_test(system, scene, actor))
    return memoize_in(scene, f"offers/{actor}", lambda: _arrange(system, scene, actor))


def offer_of(system: Game, scene: Scene, actor: str, kind: str, check: str = "") -> Offer | None:
    """The offer of this kind without the rest of the menu and its notes; of a test, that of ``check``."""
    if scene.kind != "test":
        return memoize_in(scene, f"offer/{actor}/{kind}", lambda: system.form(after_costs(system, scene), actor, kind))
    return next((offer for offer in offers_of_test(system, scene, actor, check) if offer.kind == kind), None)


def entries_of(system: Game, scene: Scene, actor: str, kind: str) -> tuple[Offer, ...]:
    """The menu entries of this kind, at most one in a fight, built without the others."""
    if scene.kind == "test":
        return tuple(offer for offer in offers_of_test(system, scene, actor) if offer.kind == kind)
    if kind not in system.fight_kinds:  # names may be made up
        return ()

    def entries() -> tuple[Offer, ...]:
        offer = system.offer(after_costs(system, scene), actor, kind)
        return _preset_likely(scene, () if offer is None else (offer,))

    return memoize_in(scene, f"entries/{actor}/{kind}", entries)


def entries_among(system: Game, scene: Scene, actor: str, kinds: Collection[str]) -> Iterator[Offer]:
    """The menu entries of these kinds in a fight, built lazily."""
    return (offer for kind in kinds for offer in entries_of(system, scene, actor, kind))


def usable_of(system: Game, scene: Scene, actor: str, kind: str) -> Offer | None:
    """The offer of this kind in a fight if it can be taken now; forms of refused ones are not built."""

    def usable() -> Offer | None:
        offer = system.usable(after_costs(system, scene), actor, kind)
        return offer and memoize_in(scene, f"offer/{actor}/{kind}", lambda: offer)

    return memoize_in(scene, f"usable/{actor}/{kind}", usable)


def usable_in_turn(system: Game, scene: Scene, actor: str) -> Iterator[Offer]:
    """The offers of a fight in menu order, built lazily."""
    kinds = (
        sorted(system.fight_kinds, key=lambda kind: kind != system.ending) if _ends_next(system, scene, actor) else None
    )
    rows = (usable_of(system, scene, actor, kind) for kind in kinds or system.fight_kinds)
    return (offer for offer in rows if offer is not None)


def find_idle_end(system: Game, scene: Scene) -> Offer | None:
    """The end of turn of a called fighter who, as far as they know, can do nothing else."""
    prompts = (*system.turn(without_hidden_fighters(system, scene)), *system.turn(scene))
    up = (who for who in dict.fromkeys(prompt.of for prompt in prompts) if who in scene.called)
    ends = (_find_only_end(system, without_hidden_fighters(system, scene, (who,)), who) for who in up)
    return next(filter(None, ends), None)


def find_joiners(system: Game, before: Scene, scene: Scene) -> tuple[str, ...]:
    """The visible, uncalled fighters whose turn begins only now, and who need no “next” of the game master.

    A visible fighter who was called before is still acting beside them, or waits until they have settled their place in
    the round. Hidden fighters make no difference.
    """
    up, up_before = (_visibly_up(system, each) for each in (scene, before))
    called, joining = set(scene.called), sorted(up - up_before - set(scene.called))
    if up & up_before & called or up_before & called and all(_is_placing(system, scene, who) for who in joining):
        return tuple(joining)
    return ()


def find_placing(system: Game, before: Scene, scene: Scene) -> tuple[str, ...]:
    """The kinds of acts that now give a visible fighter their place in the round, without a decision.

    Hidden fighters who still wait for theirs make no difference.
    """
    kinds = (kind for kind in system.opening_kinds if scene.round and system.act(kind).follows)
    now, then = (without_hidden_fighters(system, each) for each in (scene, before))
    return tuple(
        kind for kind in kinds if usable_of(system, now, "gm", kind) and not usable_of(system, then, "gm", kind)
    )


def _visibly_up(system: Game, scene: Scene) -> set[str]:
    return {prompt.of for prompt in system.turn(without_hidden_fighters(system, scene)) if prompt.of != "gm"}


def _is_placing(system: Game, scene: Scene, fighter: str) -> bool:
    return any(usable_of(system, scene, fighter, kind) for kind in system.opening_kinds)


def _find_only_end(system: Game, scene: Scene, fighter: str) -> Offer | None:
    ends = []
    for offer in () if scene.exchanges else usable_in_turn(system, scene, fighter):
        passes = system.act(offer.kind).passes
        if not passes:
            return None
        if passes == "over":
            ends.append(offer)
    return ends[0] if len(ends) == 1 else None


def _arrange(system: Game, scene: Scene, actor: str) -> tuple[Offer, ...]:
    menu = _preset_likely(scene, system.offers(after_costs(system, scene), actor))
    ends = _ends_next(system, scene, actor)
    return tuple(sorted(menu, key=lambda offer: offer.kind != system.ending)) if ends else menu


def _ends_next(system: Game, scene: Scene, actor: str) -> bool:
    return actor == "gm" and is_one_side_left(system, scene)


def without_unseen(scene: Scene, offer: Offer, unseen: Collection[str]) -> Offer:
    """An offer without fighters its viewer may not know of; choices are preset to the likeliest of the rest."""
    if not unseen:
        return offer
    fields = []
    for field in offer.fields:
        if field.key.rpartition("_")[2] in unseen:  # a separate field for each fighter
            continue
        choices = tuple(choice for choice in field.choices if choice.key not in unseen)
        if len(choices) < len(field.choices):
            field = _preset_choice(scene, offer.actor, replace(field, choices=choices))
        fields.append(field)
    return replace(offer, fields=tuple(fields))


def is_one_side_left(system: Game, scene: Scene) -> bool:
    """True if at most one side of several is left standing, so that the fight should end."""
    rows = scene.fighters.values()
    camps_standing = {row.camp for row in rows if not system.is_out(scene, row.id)}
    return scene.round > 0 and len(camps_standing) < 2 and len({row.camp for row in rows}) > 1


def offers_of_test(system: Game, scene: Scene, actor: str, only: str | None = None) -> Iterator[Offer]:
    """The offer of a test, of all checks or of ``only`` one, then other downtime acts; built lazily."""
    if actor not in scene.fighters or any(exchange.action.actor == actor for exchange in scene.exchanges.values()):
        return
    offer = system.test_offer(scene.sheet(actor), scene.settings, actor, only)
    yield replace(offer, refused=retries.refusal(scene))
    if retries.requested_args(scene, actor) is None:
        yield from system.downtime(scene, actor)


def _preset_likely(scene: Scene, plain_offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple([_preset_offer(scene, offer) for offer in plain_offers])


def _preset_offer(scene: Scene, offer: Offer) -> Offer:
    fields = [
        field if field.default is not None else _preset_choice(scene, offer.actor, field) for field in offer.fields
    ]
    return offer if all(map(is_, fields, offer.fields)) else replace(offer, fields=tuple(fields))


def _preset_choice(scene: Scene, actor: str, field: Field) -> Field:
    """A required choice preset to the game's likely value, the only opponent, or the first value.

    A target is never guessed among several.
    """
    if field.kind != "choice" or field.default is not None:
        return field
    first = next(iter(_likely_choices(scene, actor, field)), None)
    if not [row for row in field.choices if row.likely != (row is first)]:
        return field
    choices = [row if row.likely == (row is first) else replace(row, likely=row is first) for row in field.choices]
    return replace(field, choices=tuple(choices))


def _likely_choices(scene: Scene, actor: str, field: Field) -> list[Choice]:
    rows = [choice for choice in field.choices if choice.refused is None]
    likely = [row for row in rows if row.likely]
    if not likely and scene.fighters.keys() >= {row.key for row in rows}:
        return _only_fighter(scene, actor, field.key, rows)
    return likely or rows


def _only_fighter(scene: Scene, actor: str, key: str, rows: list[Choice]) -> list[Choice]:
    """The only opponent among fighters, or the only fighter; none if there are several.

    An ally is never the preset target of an attack, nor an opponent the preset patient of care.
    """
    own = scene.fighters.get(actor)
    foes = [row for row in rows if own is not None and scene.fighters[row.key].camp != own.camp]
    if key == PATIENT:
        rows = [row for row in rows if row not in foes]
    elif len(foes) == 1 or (key == TARGET and own is not None):
        rows = foes
    return rows if len(rows) == 1 else []


def read_args(offer: Offer, args: Mapping[str, Any], gm: bool) -> dict[str, Any]:
    """The arguments of an action, read by the fields of its offer.

    Raises ``Unreadable`` naming the field, and ``Refused`` for fields reserved to the game master.
    """
    fields = {field.key: field for field in offer.fields}
    for key in args:
        if key not in fields:
            raise Unreadable(_("“%(field)s” is not a field of this form.", field=str(key)[:40]), str(key)[:40])
        if key in offer.gm_only and not gm and args[key] != fields[key].blank:
            raise Refused(_("Only the game master may say this."), key)
    return {key: field.read(args[key]) if key in args else _default_value(field) for key, field in fields.items()}


def _default_value(field: Field) -> Any:
    if field.kind == "choice" and field.default is None:
        raise Unreadable(_("%(field)s: choose one first.", field=field.label), field.key)
    if field.required:
        raise Unreadable(_("%(field)s is missing.", field=field.label), field.key)
    return field.blank
