"""Deletion of a person from encounters, and the journal lines that are their own."""

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


def needs(campaign: Campaign, token: str) -> bool:
    """True if a fight that is over has this character in it, as everybody saw. Raises ``Refused`` while one goes on."""
    needed = False
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
            needed = True
    return needed


def part(leaving: Leaving) -> None:
    """Take the names and texts of removed characters out of the fights; copies tried by a game master go whole."""
    Branch.objects.filter(campaign=leaving.campaign).delete()
    leaving.take_out_private(notes.KIND)
    for note in notes.own(leaving.seat):
        note.delete()
    messages.part(leaving)
    questions.part(leaving)
    subscriptions.part(leaving)
    amendment = leaving.amendment
    if not (amendment.called or amendment.texts):
        return
    for encounter in Encounter.objects.filter(campaign=leaving.campaign):
        encounter.name, encounter.state = amendment.word(encounter.name), amendment.redacted(encounter.state)
        encounter.save(update_fields=["name", "state"])


def own_lines(seat: Seat) -> list[dict[str, Any]]:
    """The journal lines of what a seat did, as it may read them, oldest first."""
    result = entries.not_undone(seat.campaign, seat.circle, roster.viewer_of(seat))
    rows = (log_rows.row(entry) for entry in result if entry.event.by_id == seat.pk)
    return [{key: row[key] for key in ("iso", "who", "text", "results", "effects")} for row in rows]
