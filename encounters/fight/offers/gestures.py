"""Gestures: all fighters of the game master do the same, or repeat the last round, in one command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile, tee
from typing import Any

from campaigns.journal import standing
from campaigns.models import Event
from encounters.dice import policy
from encounters.log import entries
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.game import Game
from rules.core.rounds import busy_fighters
from rules.core.scene import Scene
from rules.core.text import Text
from rules.engine import offers

AGAIN = "again"  # each fighter repeats an act of the last round
Taken = tuple[str, Mapping[str, Any]]  # the kind of an act and its arguments
Done = Mapping[str, list[Taken]]  # by fighter


@dataclass(frozen=True)
class Gesture:
    """An act that several fighters of the game master may do together: its kind, its label and their number."""

    kind: str
    label: Text | None
    count: int


def possible_gestures(system: Game, scene: Scene, before: Done) -> tuple[Gesture, ...]:
    """The gestures possible now, repetition first; none if fewer than two fighters could take part.

    ``before`` has the acts of the last round that are left to repeat, from ``left_to_repeat``.
    """
    up = fighters_up(system, scene)
    count = len(up) if len(up) > 1 else len(_next_in_a_row(system, scene))
    if not up or count < 2:
        return ()
    menus = {who: _menu_entries(system, scene, who, before.get(who, ())) for who in up}
    again = any(_may_repeat(system, menu, before.get(who, ())) for who, menu in menus.items())
    joint = {offer.kind: offer.label for menu in menus.values() for offer in menu if _is_joint(offer)}
    rows = [Gesture(kind, label, count) for kind, label in joint.items()]
    return (*([Gesture(AGAIN, None, count)] if again else ()), *rows)


def next_act(system: Game, scene: Scene, kind: str, before: Done, acted: Collection[str]) -> tuple[str, Taken] | None:
    """The next fighter who takes part in a gesture, with their act; ``acted`` lists those who did already."""
    for who in fighters_up(system, scene):
        if who in acted:
            continue
        menu = _menu_entries(system, scene, who, before.get(who, ()))
        taken = _find_repeatable(system, menu, before.get(who, ())) if kind == AGAIN else _same_act(menu, kind)
        if taken is not None:
            return who, taken
    return None


def recall_acts(events: Iterable[Event], token: str, ago: int = 1) -> Done:
    """The acts of each fighter in the last round, or so many ago, in order; ``events`` are a fight's, newest first."""
    begun, acts = 0, dict[str, list[Taken]]()
    for event in events:
        action = event.payload.get("action")
        if begun == ago and action and "faces" not in event.payload:
            acts.setdefault(action["actor"], []).insert(0, (action["kind"], action["args"]))
        begun += _begins_round(event, token)
        if begun > ago:
            break
    return acts


def left_to_repeat(before: Done, now: Done) -> Done:
    """The acts of the last round after those that a fighter has done in this one as well."""
    left = {}
    for who, taken in before.items():
        rest = iter(taken)
        for kind, _args in now.get(who, ()):
            there, rest = tee(rest)
            if any(kind == other for other, _args in there):
                rest = there
        left[who] = list(rest)
    return left


def round_begun(events: Iterable[Event], token: str) -> int:
    """The number of the event that began the present round of a fight; 0 if it is none of these, newest first."""
    return next((event.seq for event in standing.standing_among(events, token) if _begins_round(event, token)), 0)


def _begins_round(event: Event, token: str) -> bool:
    return any(path == "round" and subject == f"encounter:{token}" for subject, path, _old, _new in event.changes)


def has_acted_since_called(events: Iterable[Event], who: str) -> bool:
    """True if a fighter has acted since they were called; it counts for nothing that others were called meanwhile."""
    since = takewhile(lambda event: event.kind != "next" or who not in entries.fighters_called(event), events)
    actions = (event.payload.get("action") or {} for event in since)
    return any(action.get("actor") == who and action["kind"] != "answer" for action in actions)


def find_end_of_turn(system: Game, scene: Scene, who: str) -> Offer | None:
    kinds = tuple(kind for kind in system.fight_kinds if system.act(kind).passes == "over")
    ends = [offer for offer in offers.entries_among(system, scene, who, kinds) if offer.refused is None]
    return ends[0] if len(ends) == 1 and not ends[0].fields else None


def fighters_up(system: Game, scene: Scene) -> list[str]:
    """The game master's fighters who may act now, hidden ones last."""
    names = dict.fromkeys(prompt.of for prompt in system.turn(scene))
    up = (who for who in names if who in scene.fighters and not policy.owner_of(scene, who))
    return sorted(up, key=scene.hidden.__contains__)


def _next_in_a_row(system: Game, scene: Scene) -> list[str]:
    slots = (slot for slot in system.order(scene) if slot.state in ("now", "next") and not slot.further)
    ahead = (slot.fighter for slot in slots if slot.fighter not in busy_fighters(scene))
    return list(takewhile(lambda who: not policy.owner_of(scene, who), ahead))


def _menu_entries(system: Game, scene: Scene, who: str, before: Iterable[Taken]) -> tuple[Offer, ...]:
    done = {kind for kind, _args in before}
    kinds = (kind for kind in system.fight_kinds if kind in done or kind in system.joint_kinds)
    return tuple(offers.entries_among(system, scene, who, tuple(kinds)))


def _is_joint(offer: Offer) -> bool:
    return offer.joint and offer.refused is None


def _same_act(menu: Iterable[Offer], kind: str) -> Taken | None:
    joint = [offer for offer in menu if offer.joint]
    usable = [offer for offer in joint if _is_joint(offer)]
    if any(offer.kind == kind for offer in usable):
        return kind, {}
    return (usable[0].kind, {}) if len(usable) == 1 and any(offer.kind == kind for offer in joint) else None


def _may_repeat(system: Game, menu: Iterable[Offer], before: Sequence[Taken]) -> bool:
    taken = _find_repeatable(system, menu, before)
    return taken is not None and not _ends_turn(system, taken[0])


def _find_repeatable(system: Game, menu: Iterable[Offer], before: Sequence[Taken]) -> Taken | None:
    """The first act of the last round that is possible now, with the arguments its form still has.

    A turn is ended only where everything before its end has been repeated.
    """
    usable = {offer.kind: offer for offer in menu if offer.refused is None and _is_chosen(system, offer, before)}
    values = ((kind, values_again(usable[kind], args)) for kind, args in before if kind in usable)
    return next(((kind, again) for kind, again in values if again is not None), None)


def _is_chosen(system: Game, offer: Offer, before: Sequence[Taken]) -> bool:
    ends = before[0][0] == offer.kind and _ends_turn(system, offer.kind) if before else False
    return bool(offer.fields) or offer.joint or ends


def _ends_turn(system: Game, kind: str) -> bool:
    return system.act(kind).passes == "over"


def values_again(offer: Offer, args: Mapping[str, Any]) -> dict[str, Any] | None:
    """The earlier values of a form that it still has; ``None`` if one of them is refused by now."""
    asked = {field.key: field for field in offer.fields if field.key not in offer.gm_only}
    values = {key: value for key, value in args.items() if key in asked}
    return values if all(_is_open(asked[key], value) for key, value in values.items()) else None


def _is_open(field: Field, value: Any) -> bool:
    """False for a choice that is refused or gone by now, such as a target who has fallen or hidden since."""
    return field.kind != "choice" or any(choice.key == value and choice.refused is None for choice in field.choices)
