"""Corrections: one act is changed and the rest of the fight replayed, with a preview before anything is written.

``preview`` shows what a correction would change; ``correct`` makes it, as one command, if the result is still the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps
from typing import Any

from campaigns.journal import journal, standing, undo
from campaigns.journal.journal import Pen
from campaigns.models import Command, Event, Seat
from campaigns.seats.access import check_gm
from encounters import scenes
from encounters.correct import replay as correct_replay
from encounters.correct.compensation import title_of
from encounters.correct.replay import Correction, Replay
from encounters.dice import source
from rules.core.errors import Refused, Stale
from rules.core.json_codec import to_json
from rules.core.scene import Change, Scene, scene_to_json
from rules.core.scene import Event as SceneEvent
from rules.core.script import Roll
from rules.core.text import _
from rules.engine import circles


@dataclass(frozen=True)
class Preview:
    """The preview of a correction: the scene as it stands, and the finished replay."""

    event: Event
    now: Scene
    replay: Replay

    @property
    def ready(self) -> bool:
        return not self.replay.questions

    @property
    def digest(self) -> str:
        return _digest([scene_to_json(self.now), scene_to_json(self.replay.scene)])


def find_act(event: Event) -> Event | None:
    """The act behind a journal line, whose form can be filled in again; ``None`` if there is none."""
    if not event.encounter:
        return None
    exchange = event.payload.get("exchange")
    if exchange is None:
        return event if correct_replay.is_act(event) else None
    opened = Event.objects.filter(campaign=event.campaign_id, encounter=event.encounter, payload__exchange=exchange)
    gone = standing.undone_ids(event.campaign)
    openings = opened.filter(kind__startswith="open_", undoes=None).select_related("command").order_by("-seq")
    return next((event for event in openings if event.pk not in gone), None)


def preview(*, seat: Seat, event: Event, wanted: Correction) -> Preview:
    """Preview a correction of an act. Raises ``Refused`` where it cannot be corrected."""
    _pen, result = journal.rehearse(seat, lambda pen: _replay(pen, event, wanted))
    return result


@journal.command
def correct(pen: Pen, *, event: Event, wanted: Correction, seen: str) -> None:
    """Write the correction that was previewed. Raises ``Refused``, or ``Stale`` if the result has changed since.

    If only game masters saw the act and nothing changes for others, the rest of the journal stays untouched and only
    the difference is written.
    """
    rehearsed = Pen(pen.campaign, pen.seat, pen.key) if event.audience == "gm" else pen
    result = _replay(rehearsed, event, wanted)
    if not result.ready:
        raise Refused(_("A question has to be answered before this can be corrected."))
    if result.digest != seen:
        raise Stale(_("The fight has moved on: check again what would change."))
    if rehearsed is not pen and result.replay.is_unseen:
        _write_difference(pen, event, result.replay)
        return
    if rehearsed is not pen:
        result = _replay(pen, event, wanted)
    audience = "gm" if event.audience == "gm" else "table"
    payload = {"told": _sentences(event, result.replay, audience), "who": event.payload.get("who", {})}
    _record(pen, event, audience, payload)


def _write_difference(pen: Pen, event: Event, replay: Replay) -> None:
    payload = {
        "told": _sentences(event, replay, "gm"),
        "who": event.payload.get("who", {}),
        correct_replay.INSTEAD: correct_replay.correction_to_plain(replay.correction),
    }
    _record(pen, event, "gm", payload, tuple(pen.changes_to(replay.pen)))


def _record(pen: Pen, event: Event, audience: str, payload: dict[str, Any], changes: tuple[Change, ...] = ()) -> None:
    corrected = SceneEvent(correct_replay.CORRECTED, pen.seat.token, "", changes, audience, payload)
    pen.record(corrected, encounter=event.encounter)


@journal.command
def throw(pen: Pen, *, event: Event, wanted: Correction) -> None:
    """Throw a die that only the correction asks for. Its faces are stored, so trying again cannot change them."""
    replay = _replay(Pen(pen.campaign, pen.seat, pen.key), event, wanted).replay
    question = next(iter(replay.questions), None)
    if question is None or not isinstance(question.request, Roll):
        raise Stale(_("This has been answered already."))
    scene, roll = replay.scene, question.request
    circle = circles.circle_of_request(scene, scene.exchanges[question.exchange], roll)
    values, drawn = source.throw(pen, roll, unseen=circle != "table")
    faces = " + ".join(map(str, values))
    text = _("A new die for a correction (%(what)s): %(faces)s.", what=roll.label, faces=faces)
    payload: dict[str, Any] = {
        "exchange": question.exchange,
        "key": roll.key,
        "values": values,
        "who": event.payload.get("who", {}),
        "told": {circle: to_json(text)},
    }
    if drawn is not None:
        payload["drawn"] = drawn
    pen.record(SceneEvent(correct_replay.RETHROWN, pen.seat.token, "", (), circle, payload), encounter=event.encounter)


def _replay(pen: Pen, event: Event, correction: Correction) -> Preview:
    check_gm(pen.seat)
    scene = scenes.under_lock(pen, event.encounter)
    events = undo.take_back_all(pen, event.command, corrected=True)
    _check_edition(pen, events)
    replay = Replay(pen, event.encounter, events, replace(correction, event=event.token), scene)
    replay.play()
    return Preview(event, scene, replay)


def _check_edition(pen: Pen, events: tuple[Event, ...]) -> None:
    """Raise ``Refused`` if another edition of the game decided one of the acts to be replayed."""
    commands = Command.objects.filter(pk__in={event.command_id for event in events})
    if set(commands.values_list("edition", flat=True)) - {"", pen.campaign.edition}:
        raise Refused(_("Another version of the game decided this: it can be undone, and not corrected."))


def _sentences(event: Event, replay: Replay, audience: str) -> dict[str, Any]:
    """By circle, a sentence with the old act, and with the new act for those who may read that too."""
    old_title = title_of(event)
    if not old_title:
        return {audience: to_json(_("The game master corrects what was done."))}
    values = {audience: to_json(_("Corrected: %(what)s", what=old_title))}
    new = next((redone.new for redone in replay.decided if redone.old is not None and redone.old.pk == event.pk), None)
    new_title = title_of(new) if new is not None else None
    if new is None or new_title is None or new_title == old_title:
        return values
    sentence = to_json(_("Corrected: %(what)s; it is now: %(now)s", what=old_title, now=new_title))
    return {**values, ("gm" if new.audience == "gm" else audience): sentence}


def _digest(plain: Any) -> str:
    return sha256(dumps(plain, sort_keys=True, default=dict).encode()).hexdigest()
