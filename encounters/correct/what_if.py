"""The what-if copy of a running fight: its game master plays on in it with other dice, and throws it away.

Nothing in it is an act at the table: it has no journal, uses no verifiable dice and announces nothing, and only the
game master's page knows of it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from campaigns.journal.journal import Sent, as_stored
from campaigns.models import Campaign, Seat, new_token
from campaigns.seats.access import check_gm
from encounters import scenes
from encounters.models import Branch, Encounter
from rules.core.errors import Refused, Stale
from rules.core.scene import Action, Change, Event, Scene, apply, scene_from_json, scene_to_json
from rules.core.script import Roll
from rules.core.text import _
from rules.engine import decide, exchanges, spare_dice

MOST_BRANCHES = 5
MOST_TOLD = 60
MOST_TRIED = 500  # each is stored so that it can be undone
MOST_MARKS = 50  # keys of the newest forms, to recognise repeated ones


@transaction.atomic
def begin(seat: Seat, encounter: Encounter, sent: Sent | None = None) -> Branch:
    """Copy a running fight; beyond the limit the oldest copy is deleted. A repeated form returns the same copy."""
    check_gm(seat)
    Campaign.objects.select_for_update().get(pk=seat.campaign_id)
    copies = list(Branch.objects.filter(campaign=seat.campaign).order_by("-pk"))
    earlier = next((branch for branch in copies if _is_repeated(branch, sent)), None)
    if earlier is not None:
        return earlier
    scene = scenes.scene_of(encounter)
    plain = json.loads(json.dumps(scene_to_json(scene), default=dict))
    for old in copies[MOST_BRANCHES - 1 :]:
        old.delete()
    marks = [sent.mark] if sent else []
    return Branch.objects.create(campaign=seat.campaign, encounter=encounter.token, scene=plain, marks=marks)


def scene_of(branch: Branch) -> Scene:
    return scene_from_json(branch.scene)


def try_action(seat: Seat, branch: Branch, action: Action, sent: Sent | None = None) -> None:
    """Play one action in the copy, throwing untyped dice. Raises ``Unreadable``, ``Refused`` or ``Stale``."""
    check_gm(seat)
    with transaction.atomic():
        row = _lock(branch)
        if _is_repeated(row, sent):
            return
        if len(row.past) >= MOST_TRIED:
            raise Refused(_("This copy holds too many acts: undo some, or start another one."))
        system, scene = seat.campaign.system, scene_of(row)
        events = list(decide.decide(system, scene, action))
        scene = _apply_all(scene, events)
        while due := exchanges.rolls_due(system, scene):
            exchange, roll = due[0]
            more = decide.decide(system, scene, _throw(scene, exchange, roll))
            events += more
            scene = _apply_all(scene, more)
        _record(row, scene, events, sent)


def try_answer(
    seat: Seat, branch: Branch, exchange: str, key: str, values: list[Any], sent: Sent | None = None
) -> None:
    if _is_repeated(branch, sent):
        return
    scene, system = scene_of(branch), seat.campaign.system
    for prompt in exchanges.waiting_on(system, scene):
        if prompt.exchange == exchange and prompt.request is not None and prompt.request.key == key:
            real = isinstance(prompt.request, Roll)
            args = {"exchange": exchange, "key": key, "values": values, "real": real}
            return try_action(seat, branch, Action("answer", prompt.of, args, seat.token, gm=True), sent)
    raise Stale(_("This has been answered already."), key)


def try_confirm(seat: Seat, branch: Branch, exchange: str, sent: Sent | None = None) -> None:
    try_action(seat, branch, Action("confirm", "gm", {"exchange": exchange}, seat.token, gm=True), sent)


def take_back(seat: Seat, branch: Branch, sent: Sent | None = None) -> None:
    """Undo the last action in the copy. Raises ``Refused`` if there is none."""
    check_gm(seat)
    with transaction.atomic():
        row = _lock(branch)
        if _is_repeated(row, sent):
            return
        if not row.past:
            raise Refused(_("Nothing has been tried yet."))
        changes = [Change(*other) for other in row.past.pop()]
        scene = scene_of(row).with_changes(change.inverse for change in reversed(changes))
        row.told = [other for other in row.told if other["step"] < len(row.past)]
        row.scene = as_stored(scene_to_json(scene))
        _save(row, sent)


def drop(seat: Seat, branch: Branch) -> None:
    check_gm(seat)
    branch.delete()


def _lock(branch: Branch) -> Branch:
    row = Branch.objects.select_for_update().filter(pk=branch.pk).first()
    if row is None:
        raise Stale(_("This copy was thrown away."))
    return row


def _throw(scene: Scene, exchange: str, roll: Roll) -> Action:
    spare = spare_dice.spare_faces(scene, scene.exchanges[exchange], roll)
    faces = spare or tuple(1 + secrets.randbelow(roll.dice.sides) for _die in range(roll.dice.count))
    return Action("answer", roll.by, {"exchange": exchange, "key": roll.key, "values": list(faces)}, gm=True)


def _apply_all(scene: Scene, events: Iterable[Event]) -> Scene:
    for event in events:
        scene = apply(scene, event)
    return scene


def _is_repeated(row: Branch, sent: Sent | None) -> bool:
    return sent is not None and sent.mark in row.marks


def _save(row: Branch, sent: Sent | None) -> None:
    row.marks = [*row.marks, sent.mark][-MOST_MARKS:] if sent else row.marks
    row.save(update_fields=["scene", "past", "told", "marks"])


def _record(row: Branch, scene: Scene, events: Iterable[Event], sent: Sent | None) -> None:
    step = len(row.past)
    changes = [
        [change.subject, change.path, change.before, change.after] for event in events for change in event.changes
    ]
    row.past.append(as_stored(changes))
    rows = [
        {"step": step, "audience": event.audience, "kind": event.kind, "payload": event.payload} for event in events
    ]
    row.told = [*row.told, *as_stored(rows)][-MOST_TOLD:]
    row.scene = as_stored(scene_to_json(scene))
    _save(row, sent)


def new_action(kind: str, actor: str, args: dict[str, Any], seat: Seat) -> Action:
    return Action(kind, actor, args, seat.token, gm=True, id=new_token())
