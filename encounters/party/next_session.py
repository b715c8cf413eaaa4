"""The next session: when and where the table meets again, as its game master words it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, new_token
from campaigns.seats.access import check_gm, may
from encounters.models import PartyItem
from encounters.party import items
from rules.character.fields import text
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.scene import Change
from rules.core.text import _

KIND = "next_session"
SAYS = {"yes": _("I am coming"), "maybe": _("Perhaps"), "no": _("I am not coming")}
ANSWERS = {"yes": _("coming"), "maybe": _("perhaps"), "no": _("not coming")}
FIELDS: tuple[Field, ...] = (text("name", _("When"), most=80), text("place", _("Place"), most=80))


def find(campaign: Campaign) -> PartyItem | None:
    return PartyItem.objects.filter(campaign=campaign, kind=KIND).order_by("pk").first()


@journal.command
def plan(pen: Pen, *, said: Mapping[str, Any]) -> None:
    """Say when and where the table meets; without a day nothing is planned. Raises ``Unreadable``."""
    check_gm(pen.seat)
    values: dict[str, Any] = {field.key: field.read(said.get(field.key, "")) or None for field in FIELDS}
    item = find(pen.campaign)
    subject = item.subject if item else f"{KIND}:{new_token()}"
    if item is None:
        pen.begin(subject)
    now = pen.read(subject)
    if values["name"] is None:
        items.record(pen, "session_planned", items.removal(subject, now), "table", _("No session is planned."))
        return
    if now.get("name") != values["name"]:
        values["answers"] = None  # they were to another day
    changes = [Change(subject, path, now.get(path), value) for path, value in values.items()]
    changed = [change for change in changes if change.before != change.after]
    sentence = _("Next session: %(when)s", when=values["name"])
    items.record(pen, "session_planned", changed, "table", sentence)


@journal.command
def answer(pen: Pen, *, said: str) -> None:
    """Say whether one comes. Raises ``Unreadable``, ``Refused`` for who does not play, ``Stale`` without a day."""
    if not may(pen.seat, "create"):
        raise Refused(_("Only who plays at this table answers."))
    if said not in ANSWERS:
        raise Unreadable(_("This choice is not offered."), "said")
    item = find(pen.campaign)
    if item is None:
        raise Stale(_("No session is planned."))
    path = f"answers.{pen.seat.token}"
    change = Change(item.subject, path, pen.value(item.subject, path), said)
    sentence = _("%(who)s, next session: %(answer)s", who=pen.seat.name, answer=ANSWERS[said])
    items.record(pen, "session_answered", [change] if change.before != said else [], "table", sentence)
