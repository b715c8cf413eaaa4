"""Whole-side gestures: all the game master plays do the same, or as in the round before, in one act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Event
from encounters.dice import policy
from rules.core.acts import Offer
from rules.core.game import Game
from rules.core.rounds import busy
from rules.core.scene import Scene
from rules.core.text import Text
from rules.engine import offers

AGAIN = "again"  # what each of them did in the round before
Taken = tuple[str, Mapping[str, Any]]  # the kind of an act and its arguments


@dataclass(frozen=True)
class Gesture:
    """An act that several fighters of the game master may take together: its kind, its name, how many take it."""

    kind: str
    label: Text | None
    count: int


def gestures(system: Game, scene: Scene, events: Sequence[Event]) -> tuple[Gesture, ...]:
    """The gestures of this moment, what is done again first; none for a fighter who is alone."""
    up = _up(system, scene)
    count = len(up) if len(up) > 1 else len(_left(system, scene))
    if not up or count < 2:
        return ()
    before = remembered(events, scene)
    menus = {who: _asked(system, scene, who, before.get(who, ())) for who in up}
    again = any(_repeatable(menu, before.get(who, ())) for who, menu in menus.items())
    joint = {offer.kind: offer.label for menu in menus.values() for offer in menu if _is_joint(offer)}
    rows = [Gesture(kind, label, count) for kind, label in joint.items()]
    return (*([Gesture(AGAIN, None, count)] if again else ()), *rows)


def next_act(
    system: Game, scene: Scene, kind: str, events: Sequence[Event], acted: Collection[str]
) -> tuple[str, Taken] | None:
    """The next fighter who takes part in a gesture, with the act; nobody takes part twice."""
    before = remembered(events, scene) if kind == AGAIN else {}
    for who in _up(system, scene):
        if who in acted:
            continue
        menu = _asked(system, scene, who, before.get(who, ()))
        deed = _repeatable(menu, before.get(who, ())) if kind == AGAIN else _alike(menu, kind)
        if deed is not None:
            return who, deed
    return None


def remembered(events: Iterable[Event], scene: Scene) -> dict[str, list[Taken]]:
    """The acts of each fighter in the round before this one, in their order; ``events`` come newest first."""
    begun, deeds = 0, dict[str, list[Taken]]()
    for event in not_undone(events, scene.token):
        action = event.payload.get("action")
        if begun == 1 and action and "faces" not in event.payload:
            deeds.setdefault(action["actor"], []).insert(0, (action["kind"], action["args"]))
        begun += any((subject, path) == (scene.subject, "round") for subject, path, _old, _new in event.changes)
        if begun > 1:
            break
    return deeds


def not_undone(events: Iterable[Event], token: str) -> Iterator[Event]:
    """The events of a fight that nobody took back, newest first."""
    gone: set[int] = set()
    for event in events:
        if event.pk in gone:
            continue
        if event.undoes_id is not None:
            gone.add(event.undoes_id)
        elif event.encounter == token:
            yield event


def _up(system: Game, scene: Scene) -> list[str]:
    """The fighters who are up and whom no player plays."""
    names = dict.fromkeys(prompt.of for prompt in system.turn(scene))
    return [who for who in names if who in scene.fighters and not policy.owner(scene, who)]


def _left(system: Game, scene: Scene) -> list[str]:
    """The fighters of the game master who have a turn before them in this round."""
    slots = (slot for slot in system.order(scene) if slot.state in ("now", "next") and not slot.further)
    ahead = (slot.fighter for slot in slots if slot.fighter not in busy(scene))
    return [who for who in ahead if not policy.owner(scene, who)]


def _asked(system: Game, scene: Scene, who: str, before: Iterable[Taken]) -> tuple[Offer, ...]:
    """The entries of a fighter's menu that a gesture may take: what is joint, and what they did before."""
    known = {kind for kind, _args in before}
    kinds = (kind for kind in system.in_fights if kind in known or kind in system.joint_kinds)
    return tuple(offers.entries_among(system, scene, who, tuple(kinds)))


def _is_joint(offer: Offer) -> bool:
    return offer.joint and offer.refused is None


def _alike(menu: Iterable[Offer], kind: str) -> Taken | None:
    """This act; of who is refused it, such as a fifth attacker without room, the only thing left to do at once."""
    known = [offer for offer in menu if offer.joint]
    left = [offer for offer in known if _is_joint(offer)]
    if any(offer.kind == kind for offer in left):
        return kind, {}
    return (left[0].kind, {}) if len(left) == 1 and any(offer.kind == kind for offer in known) else None


def _repeatable(menu: Iterable[Offer], before: Iterable[Taken]) -> Taken | None:
    """The first act of the round before that is on the menu, as far as its form still asks for what was said."""
    known = {offer.kind: offer for offer in menu if offer.refused is None and (offer.fields or offer.joint)}
    for kind, args in before:
        if kind in known:
            asked = {field.key for field in known[kind].fields} - known[kind].gm_only
            return kind, {key: value for key, value in args.items() if key in asked}
    return None
