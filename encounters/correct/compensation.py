"""Making up for an act without touching what came after it: what it changed on sheets, given back as a new act."""

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
from rules.core.scene import Event as Happening
from rules.core.text import Text, _
from sheets.editing import change_log

Row = dict[str, Any]


def rows(seat: Seat, event: Event) -> list[Row]:
    """The sheets it would be given back to, and the changes of each; empty where nothing can be."""
    pen, changes = journal.rehearse(seat, lambda pen: _changes(pen, event))
    shown = []
    for subject in dict.fromkeys(change.subject for change in changes):
        before = pen.read(subject)
        after = dict(before)
        for change in changes:
            after = change.on(after) if change.subject == subject else after
        lines = [say(text) for text in change_log.difference(seat.campaign, before, after)]
        if lines:
            shown.append({"name": str(before.get("name", "")), "details": lines})
    return shown


@journal.command
def make_up(pen: Pen, *, event: Event) -> None:
    """Give back what an act changed on sheets, as far as it is still there. Raises ``Refused``."""
    check_gm(pen.seat)
    changes = _changes(pen, event)
    if not changes:
        raise Refused(_("Nothing of it is left on any sheet."))
    audience = "gm" if event.audience == "gm" else "table"
    values = {audience: to_json(_told(event))}
    payload = {"told": values, "who": event.payload.get("who", {})}
    pen.record(Happening("made_up", pen.seat.token, "", tuple(changes), audience, payload))


def _changes(pen: Pen, event: Event) -> list[Change]:
    """The opposite of what it wrote on sheets: a number by as much, anything else where it is still what it made it."""
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
        elif (opposite := _opposite(pen, change, present)) is not None:
            changes[change.subject, change.path] = opposite
    return [change for change in changes.values() if change.before != change.after]


def _opposite(pen: Pen, change: Change, present: Any) -> Change | None:
    """A number that has gone on since, with as much added as the act took; ``None`` where that cannot be.

    One that is not written stands at its usual value, such as all the hit points of a place.
    """
    system, sheet = pen.campaign.system, pen.read(change.subject)
    field = system.schema.field(change.path)
    if field is None or field.kind != "number":
        return None
    usual = system.value(put(sheet, change.path, None), change.path)
    now, before, after = (usual if value is None else value for value in (present, change.before, change.after))
    if not all(isinstance(value, int) for value in (now, before, after)):
        return None
    most = system.most(sheet, pen.campaign.settings, change.path)
    total = now + before - after
    try:
        given_back = field.read(total if most is None else min(total, most))
    except RulesError:
        return None
    return Change(change.subject, change.path, present, None if given_back == usual else given_back)


def title(event: Event | Happening) -> Text | None:
    """The sentence of an event: that of the table, or of game masters where the table reads none."""
    sentences = event.payload.get("told", {})
    sentence = sentences.get("table") or sentences.get("gm")
    return from_json(sentence) if sentence else None


def _told(event: Event) -> Text:
    what = title(event)
    return _("Made up for: %(what)s", what=what) if what else _("What was done is made up for.")
