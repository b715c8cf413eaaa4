"""Deletion of a person's data in encounters, and the export of their own journal lines."""

from __future__ import annotations

from typing import Any

from campaigns.accounts.deletion import Leaving
from campaigns.models import Campaign, Seat
from encounters import removal, roster
from encounters.log import entries
from encounters.log import rows as log_rows
from encounters.messages import messages
from encounters.models import Branch, Encounter
from encounters.party import notes
from encounters.push import subscriptions
from encounters.questions import questions
from encounters.subjects import plain_of
from rules.core.errors import Refused
from rules.core.text import _


def is_stand_in_needed(campaign: Campaign, token: str) -> bool:
    """True if everybody saw this character in a fight that has ended. Raises ``Refused`` while one is open."""
    result = False
    for encounter in Encounter.objects.filter(campaign=campaign):
        if removal.is_seen(plain_of(encounter), token):
            if encounter.kind == Encounter.Kind.TEST:
                raise Refused(_("A roll of this character is not finished yet."), "characters")
            if encounter.status != Encounter.Status.ENDED:
                text = _(
                    "A character takes part in %(other)s: hand it over, or wait until that is over.",
                    other=encounter.name,
                )
                raise Refused(text, "characters")
            result = True
    return result


def take_out(leaving: Leaving) -> None:
    """Remove the data of a person who leaves; names and texts in fights are redacted, and what-ifs deleted."""
    Branch.objects.filter(campaign=leaving.campaign).delete()
    leaving.take_out_private(notes.KIND)
    for note in notes.own_notes(leaving.seat):
        note.delete()
    messages.take_out(leaving)
    questions.take_out(leaving)
    subscriptions.take_out(leaving)
    redaction = leaving.redaction
    if not (redaction.called or redaction.texts):
        return
    for encounter in Encounter.objects.filter(campaign=leaving.campaign):
        encounter.name, encounter.state = redaction.redact_name(encounter.name), redaction.redact(encounter.state)
        encounter.save(update_fields=["name", "state"])


def export_lines(seat: Seat) -> list[dict[str, Any]]:
    """The journal lines of a seat's own acts, as it may read them, oldest first."""
    result = entries.standing_entries(seat.campaign, seat.circle, roster.viewer_of(seat))
    rows = (log_rows.entry_row(entry) for entry in result if entry.event.by_id == seat.pk)
    return [{key: row[key] for key in ("iso", "who", "text", "results", "effects")} for row in rows]
