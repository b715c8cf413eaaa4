"""Refusals of late acts: they say which choice the game master made meanwhile, or what no longer exists.

A phone that was offline sends its waiting commands although the table has gone on. Such a refusal changes nothing, and
reveals nothing that the player's own journal does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.journal.journal import Receipt, Sent
from campaigns.models import Command, Event, Seat
from campaigns.web.language import say
from encounters import roster, scenes
from encounters.fight.offers import offer_form
from encounters.log import entries, rows, sentences
from encounters.models import Encounter
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.errors import RulesError, Stale, Unreadable
from rules.core.scene import Scene
from rules.core.text import _
from rules.views import board, journal


def explain_refused_act(
    seat: Seat, encounter: str, kind: str, actor: str, args: Mapping[str, Any], error: RulesError
) -> RulesError:
    """The refusal of a late act, worded so that its player understands what happened meanwhile."""
    scene = None if seat.is_gm else _scene_of(seat, encounter, actor)
    if scene is None:
        return error
    if isinstance(error, Unreadable):
        return _explain_lost_choice(seat, scene, kind, actor, args, error)
    if kind in _open_offers(seat, scene, actor):
        return error  # nothing came before them: their own input is refused
    newest = next((event for event in _standing_events(seat, encounter) if _decides(event, actor)), None)
    if newest is None or newest.kind == "next" or not _is_by_gm(newest):
        return error
    offers = _offers_before(seat, scene, newest, actor)
    if kind not in offers:  # it would have been refused then too, or for another reason
        return error
    return _too_late(_describe_choice(offers, newest) or _sentence(seat, newest), error)


def explain_refused_answer(seat: Seat, encounter: str, exchange: str, key: str, error: RulesError) -> RulesError:
    if seat.is_gm or not isinstance(error, Stale):
        return error
    events = [event for event in _standing_events(seat, encounter) if event.payload.get("exchange") == exchange]
    answered = next((event for event in events if event.kind == "answered" and event.payload.get("key") == key), None)
    if answered is None or not _is_by_gm(answered) or _scene_of(seat, encounter, answered.for_fighter) is None:
        return error
    return _too_late(next(filter(None, (_sentence(seat, event) for event in events)), ""), error)


def find_own_answer(seat: Seat, encounter: str, args: Mapping[str, Any]) -> Receipt | None:
    """The earlier command by which this seat gave the same answer, or threw, as a second press of a button asks for."""
    for event in _standing_events(seat, encounter):
        payload = event.payload
        if event.kind != "answered" or (payload.get("exchange"), payload.get("key")) != (args["exchange"], args["key"]):
            continue
        same = not args["typed"] or [str(value) for value in payload["values"]] == args["values"]
        return Receipt(event.command, again=True) if same and event.by_id == seat.pk else None
    return None


def find_same_press(seat: Seat, sent: Sent) -> Receipt | None:
    """The newest command of a game master, if this is the same form once more: all dice thrown, effects confirmed."""
    newest = Command.objects.filter(seat=seat).order_by("-last_seq").first() if seat.is_gm else None
    return Receipt(newest, again=True) if newest is not None and newest.body_hash == sent.digest else None


def _is_by_gm(event: Event) -> bool:
    return event.by is not None and event.by.is_gm


def _standing_events(seat: Seat, encounter: str) -> Iterator[Event]:
    taken = entries.undone_ids(seat.campaign)
    events = (
        rows.visible_events(seat).filter(encounter=encounter, undoes__isnull=True).select_related("by").order_by("-seq")
    )
    return (event for event in events.iterator(chunk_size=50) if event.pk not in taken)


def _decides(event: Event, actor: str) -> bool:
    if event.kind == "next":
        return actor in entries.fighters_called(event)
    begins = event.kind.startswith("open_") or "exchange" not in event.payload
    return begins and event.payload.get("action", {}).get("actor") == actor


def _scene_of(seat: Seat, encounter: str, fighter: str) -> Scene | None:
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.scene_of(row) if row is not None else None
    if scene is None or fighter not in scene.fighters:
        return None
    return scene if roster.viewer_of(seat).owns(scene.fighters[fighter].character) else None


def _offers_before(seat: Seat, scene: Scene, event: Event, actor: str) -> dict[str, Offer]:
    """The usable offers of a fighter before an event; empty if the journal cannot be reverted that far."""
    since = Event.objects.filter(campaign=seat.campaign, seq__gte=event.seq).order_by("-seq")
    changes = (change for later in since.iterator(chunk_size=50) for change in reversed(later.written))
    try:
        before = scene.with_changes([change.inverse for change in changes])
    except Stale:
        return {}
    return _open_offers(seat, before, actor)


def _offers(seat: Seat, scene: Scene, actor: str) -> tuple[Offer, ...]:
    return board.offers(seat.campaign.system, scene, roster.viewer_of(seat), actor)


def _open_offers(seat: Seat, scene: Scene, actor: str) -> dict[str, Offer]:
    return {offer.kind: offer for offer in _offers(seat, scene, actor) if offer.refused is None}


def _describe_choice(offers: Mapping[str, Offer], event: Event) -> str:
    kind, args = event.payload["action"]["kind"], event.payload["action"]["args"]
    if kind not in offers:
        return ""
    fields = (field for field in offers[kind].fields if args.get(field.key, field.blank) != field.blank)
    names = [_value_text(field, args[field.key]) for field in fields]
    return " · ".join(filter(None, [offer_form.without_cost(say(offers[kind].label)), *names]))


def _value_text(field: Field, value: Any) -> str:
    if field.kind == "choice":
        return next((offer_form.without_cost(say(choice.label)) for choice in field.choices if choice.key == value), "")
    if field.kind == "text":
        return str(value)
    label = offer_form.without_cost(say(field.label))
    return label if field.kind == "flag" else f"{label} {value}"


def _sentence(seat: Seat, event: Event) -> str:
    line = journal.tell(event.audience, event.kind, event.payload, roster.viewer_of(seat))
    return sentences.full_line(line) if line is not None else ""


def _too_late(what: str, error: RulesError) -> RulesError:
    if not what:
        return type(error)(_("Too late: the game master has chosen for you meanwhile, and that choice stands."))
    text = _("Too late: the game master has chosen for you meanwhile, and that choice stands: “%(what)s”.", what=what)
    return type(error)(text)


def _explain_lost_choice(
    seat: Seat, scene: Scene, kind: str, actor: str, args: Mapping[str, Any], error: Unreadable
) -> RulesError:
    offer = _open_offers(seat, scene, actor).get(kind)
    field = next((field for field in offer.fields if _is_gone(field, args)), None) if offer else None
    if field is None:
        return error
    return Unreadable(_("%(field)s: your choice is no longer available.", field=field.label), field.key)


def _is_gone(field: Field, args: Mapping[str, Any]) -> bool:
    value = args.get(field.key)
    return bool(field.kind == "choice" and value and value not in {choice.key for choice in field.choices})
