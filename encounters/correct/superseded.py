"""What a player is told whose act or answer comes too late: that a game master has chosen for him, or what is gone.

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
from rules.core.acts import Offer
from rules.core.errors import RulesError, Stale, Unreadable
from rules.core.scene import Change, Scene
from rules.core.sheet import Field
from rules.core.text import _
from rules.views import board, journal


def act(seat: Seat, encounter: str, kind: str, actor: str, args: Mapping[str, Any], error: RulesError) -> RulesError:
    """A refusal of what a seat wanted a fighter to do, said so that its player understands what became of it."""
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.of(row) if row is not None and not seat.is_gm else None
    if scene is None or actor not in scene.fighters or not _plays(seat, scene, actor):
        return error
    if isinstance(error, Unreadable):
        return _lost(seat, scene, kind, actor, args, error)
    if any(one.kind == kind and one.refused is None for one in _offers(seat, scene, actor)):
        return error  # nobody was before him: it is what he said that is refused
    newest = next((one for one in _known(seat, encounter) if _decides(one, actor)), None)
    if newest is None or newest.kind == "next" or newest.by is None or not newest.by.is_gm:
        return error
    before = _before(seat, scene, newest)
    offered = {one.kind: one for one in _offers(seat, before, actor) if one.refused is None} if before else {}
    if kind not in offered:  # it would have been too early as well, or for something else
        return error
    return _late(_chosen(offered, newest) or _told(seat, newest), error)


def answer(seat: Seat, encounter: str, exchange: str, key: str, error: RulesError) -> RulesError:
    """The same of an answer that has been given already."""
    if seat.is_gm or not isinstance(error, Stale):
        return error
    of_it = [one for one in _known(seat, encounter) if one.payload.get("exchange") == exchange]
    given = next((one for one in of_it if one.kind == "answered" and one.payload.get("key") == key), None)
    if given is None or given.by is None or not given.by.is_gm or not _asked(seat, encounter, given.for_fighter):
        return error
    return _late(next(filter(None, (_told(seat, one) for one in of_it)), ""), error)


def _known(seat: Seat, encounter: str) -> Iterator[Event]:
    """The events of an encounter that stand and that this seat may learn of, newest first."""
    taken = entries.taken_back(seat.campaign)
    found = rows.of(seat).filter(encounter=encounter, undoes__isnull=True).select_related("by").order_by("-seq")
    return (event for event in found.iterator(chunk_size=50) if event.pk not in taken)


def _decides(event: Event, actor: str) -> bool:
    """Whether a fighter was called by an event, or something was begun for him: by whom is the question."""
    if event.kind == "next":
        return actor in event.payload.get("called", ())
    begins = event.kind.startswith("open_") or "exchange" not in event.payload
    return begins and event.payload.get("action", {}).get("actor") == actor


def _asked(seat: Seat, encounter: str, fighter: str) -> bool:
    """Whether it was a fighter of this seat that was asked."""
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.of(row) if row is not None else None
    return scene is not None and fighter in scene.fighters and _plays(seat, scene, fighter)


def _plays(seat: Seat, scene: Scene, actor: str) -> bool:
    return roster.viewer_of(seat).owns(scene.fighters[actor].character)


def _before(seat: Seat, scene: Scene, event: Event) -> Scene | None:
    """The scene as it was before an event; ``None`` where what was written since does not lead back to it."""
    since = Event.objects.filter(campaign=seat.campaign, seq__gte=event.seq).order_by("-seq")
    changes = (one for later in since.iterator(chunk_size=50) for one in reversed(later.written))
    try:
        return scene.with_changes([Change(one.subject, one.path, one.after, one.before) for one in changes])
    except Stale:
        return None


def _offers(seat: Seat, scene: Scene, actor: str) -> tuple[Offer, ...]:
    return board.offers(seat.campaign.system, scene, roster.viewer_of(seat), actor)


def _chosen(offered: Mapping[str, Offer], event: Event) -> str:
    """What was begun, in the words of its form: its owner may know what is sealed, though no line tells it."""
    kind, args = event.payload["action"]["kind"], event.payload["action"]["args"]
    if kind not in offered:
        return ""
    fields = (one for one in offered[kind].fields if args.get(one.key, one.blank) != one.blank)
    said = [_said(field, args[field.key]) for field in fields]
    return " · ".join(filter(None, [offer_form.uncosted(say(offered[kind].label)), *said]))


def _said(field: Field, value: Any) -> str:
    """One thing that was said in a form."""
    if field.kind == "choice":
        return next((offer_form.uncosted(say(one.label)) for one in field.choices if one.key == value), "")
    label = offer_form.uncosted(say(field.label))
    return label if field.kind == "flag" else str(value) if field.kind == "text" else f"{label} {value}"


def _told(seat: Seat, event: Event) -> str:
    line = journal.tell(event.audience, event.kind, event.payload, roster.viewer_of(seat))
    return rows.whole(line) if line is not None else ""


def _late(what: str, error: RulesError) -> RulesError:
    if not what:
        return type(error)(_("Too late: the game master has chosen for you meanwhile, and that choice stands."))
    text = _("Too late: the game master has chosen for you meanwhile, and that choice stands: “%(what)s”.", what=what)
    return type(error)(text)


def _lost(seat: Seat, scene: Scene, kind: str, actor: str, args: Mapping[str, Any], error: Unreadable) -> RulesError:
    """What was chosen is not offered any more: whoever it was aimed at has gone, what it was done with is away."""
    offered = _offers(seat, scene, actor)
    fields = (field for one in offered if one.kind == kind and one.refused is None for field in one.fields)
    chosen = (one for one in fields if one.kind == "choice" and args.get(one.key))
    field = next((one for one in chosen if args[one.key] not in {choice.key for choice in one.choices}), None)
    if field is None:
        return error
    return Unreadable(_("%(field)s: what you had chosen is no longer there.", field=field.label), field.key)
