"""Mending what was done wrong: one act done otherwise and the rest played again, shown before anything moves.

``look`` rehearses a correction; ``correct`` does it, as one command, if it still comes to what was shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps
from typing import Any

from campaigns.journal import journal, undo
from campaigns.journal.journal import Pen
from campaigns.models import Command, Event, Seat
from campaigns.seats.access import check_gm
from encounters import scenes
from encounters.correct import replay as correct_replay
from encounters.correct.compensation import title
from encounters.correct.replay import Correction, Replay
from encounters.dice import source
from rules.core.errors import Refused, Stale
from rules.core.json_codec import to_json
from rules.core.scene import Change, Scene, scene_to_json
from rules.core.scene import Event as Happening
from rules.core.script import Roll
from rules.core.text import _
from rules.engine import decide


@dataclass(frozen=True)
class Look:
    """A correction rehearsed: the scene as it stands, and the replay at its end."""

    event: Event
    now: Scene
    replay: Replay

    @property
    def ready(self) -> bool:
        return not self.replay.questions

    @property
    def seen(self) -> str:
        return _digest([scene_to_json(self.now), scene_to_json(self.replay.scene)])


def act_of(event: Event) -> Event | None:
    """The act that a line of the journal tells of, whose form can be filled in otherwise; None where there is none."""
    if not event.encounter:
        return None
    exchange = event.payload.get("exchange")
    if exchange is None:
        return event if correct_replay.is_act(event) else None
    opened = Event.objects.filter(campaign=event.campaign_id, encounter=event.encounter, payload__exchange=exchange)
    gone = undo.undone(event.campaign)
    known = opened.filter(kind__startswith="open_", undoes=None).select_related("command").order_by("-seq")
    return next((event for event in known if event.pk not in gone), None)


def look(*, seat: Seat, event: Event, wanted: Correction) -> Look:
    """Rehearse a correction of an act. Raises ``Refused`` where it cannot be corrected."""
    _pen, result = journal.rehearse(seat, lambda pen: _replay(pen, event, wanted))
    return result


@journal.command
def correct(pen: Pen, *, event: Event, wanted: Correction, seen: str) -> None:
    """Do what was shown. Raises ``Stale`` when it would come to something else by now, ``Refused``.

    Where nobody but game masters saw the act, and all that others saw comes out the same, that stands as it was done:
    the correction writes the difference alone.
    """
    rehearsed = Pen(pen.campaign, pen.seat, pen.key) if event.audience == "gm" else pen
    look = _replay(rehearsed, event, wanted)
    if not look.ready:
        raise Refused(_("Something is still asked before this can be corrected."))
    if look.seen != seen:
        raise Stale(_("The fight has gone on in the meantime: look again at what would change."))
    if rehearsed is not pen and look.replay.is_unseen:
        _write_difference(pen, event, look)
        return
    if rehearsed is not pen:
        look = _replay(pen, event, wanted)
    audience = "gm" if event.audience == "gm" else "table"
    payload = {"told": _told(event, look.replay, audience), "who": event.payload.get("who", {})}
    _record(pen, event, audience, payload)


def _write_difference(pen: Pen, event: Event, look: Look) -> None:
    payload = {
        "told": _told(event, look.replay, "gm"),
        "who": event.payload.get("who", {}),
        correct_replay.INSTEAD: correct_replay.plain_of(look.replay.correction),
    }
    _record(pen, event, "gm", payload, tuple(pen.changes_to(look.replay.pen)))


def _record(pen: Pen, event: Event, audience: str, payload: dict[str, Any], changes: tuple[Change, ...] = ()) -> None:
    happening = Happening(correct_replay.CORRECTED, pen.seat.token, "", changes, audience, payload)
    pen.record(happening, encounter=event.encounter)


@journal.command
def throw(pen: Pen, *, event: Event, wanted: Correction) -> None:
    """Throw the die that a correction asks for and that never fell: it then stays what it is, whatever is corrected."""
    replay = _replay(Pen(pen.campaign, pen.seat, pen.key), event, wanted).replay
    question = next(iter(replay.questions), None)
    if question is None or not isinstance(question.request, Roll):
        raise Stale(_("This has been answered already."))
    scene, roll = replay.scene, question.request
    circle = decide.audience_of_request(scene, scene.exchanges[question.exchange], roll)
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
    pen.record(Happening(correct_replay.RETHROWN, pen.seat.token, "", (), circle, payload), encounter=event.encounter)


def _replay(pen: Pen, event: Event, correction: Correction) -> Look:
    check_gm(pen.seat)
    now = scenes.under_lock(pen, event.encounter)
    events = undo.unwind(pen, event.command, corrected=True)
    _check_edition(pen, events)
    replay = Replay(pen, event.encounter, events, replace(correction, event=event.token), now)
    replay.play()
    return Look(event, now, replay)


def _check_edition(pen: Pen, events: tuple[Event, ...]) -> None:
    """Raise ``Refused`` where other rules than those of now decided what would be played again."""
    commands = Command.objects.filter(pk__in={event.command_id for event in events})
    if set(commands.values_list("edition", flat=True)) - {"", pen.campaign.edition}:
        raise Refused(_("Another version of the game decided this: it can be undone, and not corrected."))


def _told(event: Event, replay: Replay, audience: str) -> dict[str, Any]:
    """By circle, what was corrected and what it has become; the table reads of no more than both of them told it."""
    what = title(event)
    if not what:
        return {audience: to_json(_("The game master corrects what was done."))}
    values = {audience: to_json(_("Corrected: %(what)s", what=what))}
    new = next((redone.new for redone in replay.redone if redone.old is not None and redone.old.pk == event.pk), None)
    now = title(new) if new is not None else None
    if new is None or now is None or now == what:
        return values
    whole = to_json(_("Corrected: %(what)s; it is now: %(now)s", what=what, now=now))
    return {**values, ("gm" if new.audience == "gm" else audience): whole}


def _digest(plain: Any) -> str:
    return sha256(dumps(plain, sort_keys=True, default=dict).encode()).hexdigest()
