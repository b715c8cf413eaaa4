"""Compensation: give back what an act changed on sheets by a new act, leaving everything after it as it is."""

from __future__ import annotations

from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Event, Seat
from campaigns.seats.access import check_gm
from campaigns.web.language import say
from rules.core.errors import Refused, RulesError
from rules.core.json_codec import from_json, to_json
from rules.core.paths import get, put
from rules.core.scene import Change
from rules.core.scene import Event as SceneEvent
from rules.core.text import Text, _
from sheets.editing import change_log

Row = dict[str, Any]


def compensation_rows(seat: Seat, event: Event) -> list[Row]:
    """The sheets that can be given something back, each with its changes; empty if none can."""
    pen, changes = journal.rehearse(seat, lambda pen: _changes(pen, event))
    sheets = []
    for subject in dict.fromkeys(change.subject for change in changes):
        before = pen.read(subject)
        after = dict(before)
        for change in changes:
            after = change.on(after) if change.subject == subject else after
        lines = [say(text) for text in change_log.difference_lines(seat.campaign, before, after)]
        if lines:
            sheets.append({"name": str(before.get("name", "")), "details": lines})
    return sheets


@journal.command
def give_back(pen: Pen, *, event: Event) -> None:
    """Revert what an act changed on sheets, as far as it is still there. Raises ``Refused``."""
    check_gm(pen.seat)
    changes = _changes(pen, event)
    if not changes:
        raise Refused(_("It has no effect left on any sheet."))
    audience = "gm" if event.audience == "gm" else "table"
    values = {audience: to_json(_sentence(event))}
    payload = {"told": values, "who": event.payload.get("who", {})}
    pen.record(SceneEvent("made_up", pen.seat.token, "", tuple(changes), audience, payload))


def _changes(pen: Pen, event: Event) -> list[Change]:
    """The inverse of an act's changes on sheets: numbers by the same amount, other values if still unchanged."""
    changes: dict[tuple[str, str], Change] = {}
    for change in event.written:
        if (
            not change.subject.startswith("character:")
            or not pen.read(change.subject)
            or change.path.startswith("meta")
        ):
            continue
        present = get(pen.read(change.subject), change.path)
        if present == change.after:
            changes[change.subject, change.path] = change.inverse
        elif (opposite := _give_back(pen, change, present)) is not None:
            changes[change.subject, change.path] = opposite
    return [change for change in changes.values() if change.before != change.after]


def _give_back(pen: Pen, change: Change, present: Any) -> Change | None:
    """A number with the act's loss added back, though it has changed since; ``None`` where that cannot be.

    A number that is not stored stands at its default, such as all the hit points of a body part.
    """
    system, sheet = pen.campaign.system, pen.read(change.subject)
    field = system.schema.field(change.path)
    if field is None or field.kind != "number":
        return None
    usual = system.value(put(sheet, change.path, None), change.path)
    present_number, before, after = (
        usual if value is None else value for value in (present, change.before, change.after)
    )
    if not all(isinstance(value, int) for value in (present_number, before, after)):
        return None
    most = system.most(sheet, pen.campaign.settings, change.path)
    total = present_number + before - after
    try:
        given_back = field.read(total if most is None else min(total, most))
    except RulesError:
        return None
    return Change(change.subject, change.path, present, None if given_back == usual else given_back)


def title_of(event: Event | SceneEvent) -> Text | None:
    """The sentence of an event: the table's, or the game masters' where the table reads none."""
    sentences = event.payload.get("told", {})
    sentence = sentences.get("table") or sentences.get("gm")
    return from_json(sentence) if sentence else None


def _sentence(event: Event) -> Text:
    act = title_of(event)
    return _("Made up for: %(what)s", what=act) if act else _("What was done is made up for.")
