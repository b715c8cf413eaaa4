"""The next session: the day and the place of the table's next meeting, in the game master's words."""

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
def plan(pen: Pen, *, values: Mapping[str, Any]) -> None:
    """Set the day and the place of the next session; without a day none is planned. Raises ``Unreadable``."""
    check_gm(pen.seat)
    data: dict[str, Any] = {field.key: field.read(values.get(field.key, "")) or None for field in FIELDS}
    item = find(pen.campaign)
    subject = item.subject if item else f"{KIND}:{new_token()}"
    if item is None:
        pen.begin(subject)
    state = pen.read(subject)
    if data["name"] is None:
        items.record(
            pen, "session_planned", items.removal_changes(subject, state), "table", _("No session is planned.")
        )
        return
    if state.get("name") != data["name"]:
        data["answers"] = None  # they answered for another day
    changes = [Change(subject, path, state.get(path), value) for path, value in data.items()]
    changed = [change for change in changes if change.before != change.after]
    sentence = _("Next session: %(when)s", when=data["name"])
    items.record(pen, "session_planned", changed, "table", sentence)


@journal.command
def answer(pen: Pen, *, choice: str) -> None:
    """Record if this player comes. Raises ``Unreadable``, ``Refused`` for a spectator, ``Stale`` without a session."""
    if not may(pen.seat, "create"):
        raise Refused(_("Only those who play at this table answer."))
    if choice not in ANSWERS:
        raise Unreadable(_("This choice is not offered."), "said")
    item = find(pen.campaign)
    if item is None:
        raise Stale(_("No session is planned."))
    path = f"answers.{pen.seat.token}"
    change = Change(item.subject, path, pen.value(item.subject, path), choice)
    sentence = _("%(who)s, next session: %(answer)s", who=pen.seat.name, answer=ANSWERS[choice])
    items.record(pen, "session_answered", [change] if change.before != choice else [], "table", sentence)
