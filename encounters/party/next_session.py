"""The next session: when and where the table meets again, as its game master words it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Done, Pen, Sent
from campaigns.models import Campaign, Seat, new_token
from encounters.models import PartyItem
from encounters.party import items
from rules.character.fields import text
from rules.character.sheet import Field
from rules.core.scene import Change
from rules.core.text import _

KIND = "next_session"
FIELDS: tuple[Field, ...] = (text("name", _("When"), most=80), text("place", _("Place"), most=80))


def find(campaign: Campaign) -> PartyItem | None:
    return PartyItem.objects.filter(campaign=campaign, kind=KIND).order_by("pk").first()


def plan(*, seat: Seat, sent: Sent, said: Mapping[str, Any]) -> Done:
    """Say when and where the table meets; without a day nothing is planned. Raises ``Unreadable``."""

    def work(pen: Pen) -> None:
        items.check_runs(pen)
        values = {field.key: field.read(said.get(field.key, "")) or None for field in FIELDS}
        item = find(pen.campaign)
        subject = item.subject if item else f"{KIND}:{new_token()}"
        if item is None:
            pen.begin(subject)
        now = pen.read(subject)
        if values["name"] is None:
            items.record(pen, "session_planned", items.removal(subject, now), "table", _("No session is planned."))
            return
        changes = [Change(subject, path, now.get(path), value) for path, value in values.items()]
        changed = [change for change in changes if change.before != change.after]
        sentence = _("Next session: %(when)s", when=values["name"])
        items.record(pen, "session_planned", changed, "table", sentence)

    return journal.run(seat=seat, sent=sent, work=work)
