"""Late acts: the refusal names the choice a game master made meanwhile, or what is gone.

A phone that was offline sends what waited in it; meanwhile the table went on. Nothing is changed by it, and of what
happened nothing is said that its own journal would not say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.models import Event, Seat
from campaigns.web.language import say
from encounters import roster, scenes
from encounters.fight import offer_form
from encounters.log import entries, rows
from encounters.models import Encounter
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.errors import RulesError, Stale, Unreadable
from rules.core.scene import Change, Scene
from rules.core.text import _
from rules.views import board, journal


def act(seat: Seat, encounter: str, kind: str, actor: str, args: Mapping[str, Any], error: RulesError) -> RulesError:
    """A refusal of what a seat wanted a fighter to do, said so that its player understands what became of it."""
    scene = None if seat.is_gm else _scene_of(seat, encounter, actor)
    if scene is None:
        return error
    if isinstance(error, Unreadable):
        return _lost(seat, scene, kind, actor, args, error)
    if kind in _open_offers(seat, scene, actor):
        return error  # nobody was before them: it is what they entered that is refused
    newest = next((event for event in _known(seat, encounter) if _decides(event, actor)), None)
    if newest is None or newest.kind == "next" or not _is_by_gm(newest):
        return error
    offered = _offered_before(seat, scene, newest, actor)
    if kind not in offered:  # it would have been too early as well, or for something else
        return error
    return _late(_chosen(offered, newest) or _sentence(seat, newest), error)


def answer(seat: Seat, encounter: str, exchange: str, key: str, error: RulesError) -> RulesError:
    if seat.is_gm or not isinstance(error, Stale):
        return error
    events = [event for event in _known(seat, encounter) if event.payload.get("exchange") == exchange]
    given = next((event for event in events if event.kind == "answered" and event.payload.get("key") == key), None)
    if given is None or not _is_by_gm(given) or _scene_of(seat, encounter, given.for_fighter) is None:
        return error
    return _late(next(filter(None, (_sentence(seat, event) for event in events)), ""), error)


def _is_by_gm(event: Event) -> bool:
    return event.by is not None and event.by.is_gm


def _known(seat: Seat, encounter: str) -> Iterator[Event]:
    taken = entries.undone_events(seat.campaign)
    events = rows.of(seat).filter(encounter=encounter, undoes__isnull=True).select_related("by").order_by("-seq")
    return (event for event in events.iterator(chunk_size=50) if event.pk not in taken)


def _decides(event: Event, actor: str) -> bool:
    """True if a fighter was called by an event, or something was begun for them: by whom is the question."""
    if event.kind == "next":
        return actor in event.payload.get("called", ())
    begins = event.kind.startswith("open_") or "exchange" not in event.payload
    return begins and event.payload.get("action", {}).get("actor") == actor


def _scene_of(seat: Seat, encounter: str, fighter: str) -> Scene | None:
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.of(row) if row is not None else None
    if scene is None or fighter not in scene.fighters:
        return None
    return scene if roster.viewer_of(seat).owns(scene.fighters[fighter].character) else None


def _offered_before(seat: Seat, scene: Scene, event: Event, actor: str) -> dict[str, Offer]:
    """The open offers of a fighter as they were before an event; none where the journal does not lead back to it."""
    since = Event.objects.filter(campaign=seat.campaign, seq__gte=event.seq).order_by("-seq")
    changes = (change for later in since.iterator(chunk_size=50) for change in reversed(later.written))
    try:
        before = scene.with_changes(
            [Change(change.subject, change.path, change.after, change.before) for change in changes]
        )
    except Stale:
        return {}
    return _open_offers(seat, before, actor)


def _offers(seat: Seat, scene: Scene, actor: str) -> tuple[Offer, ...]:
    return board.offers(seat.campaign.system, scene, roster.viewer_of(seat), actor)


def _open_offers(seat: Seat, scene: Scene, actor: str) -> dict[str, Offer]:
    return {offer.kind: offer for offer in _offers(seat, scene, actor) if offer.refused is None}


def _chosen(offered: Mapping[str, Offer], event: Event) -> str:
    kind, args = event.payload["action"]["kind"], event.payload["action"]["args"]
    if kind not in offered:
        return ""
    fields = (field for field in offered[kind].fields if args.get(field.key, field.blank) != field.blank)
    names = [_said(field, args[field.key]) for field in fields]
    return " · ".join(filter(None, [offer_form.uncosted(say(offered[kind].label)), *names]))


def _said(field: Field, value: Any) -> str:
    if field.kind == "choice":
        return next((offer_form.uncosted(say(choice.label)) for choice in field.choices if choice.key == value), "")
    if field.kind == "text":
        return str(value)
    label = offer_form.uncosted(say(field.label))
    return label if field.kind == "flag" else f"{label} {value}"


def _sentence(seat: Seat, event: Event) -> str:
    line = journal.tell(event.audience, event.kind, event.payload, roster.viewer_of(seat))
    return rows.full_line(line) if line is not None else ""


def _late(what: str, error: RulesError) -> RulesError:
    if not what:
        return type(error)(_("Too late: the game master has chosen for you meanwhile, and that choice stands."))
    text = _("Too late: the game master has chosen for you meanwhile, and that choice stands: “%(what)s”.", what=what)
    return type(error)(text)


def _lost(seat: Seat, scene: Scene, kind: str, actor: str, args: Mapping[str, Any], error: Unreadable) -> RulesError:
    offers = (offer for offer in _offers(seat, scene, actor) if offer.kind == kind and offer.refused is None)
    field = next((field for offer in offers for field in offer.fields if _is_gone(field, args)), None)
    if field is None:
        return error
    return Unreadable(_("%(field)s: what you had chosen is no longer there.", field=field.label), field.key)


def _is_gone(field: Field, args: Mapping[str, Any]) -> bool:
    value = args.get(field.key)
    return bool(field.kind == "choice" and value and value not in {choice.key for choice in field.choices})
