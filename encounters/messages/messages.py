"""Messages as subjects of the journal: kind, owner and text."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns.accounts.deletion import Leaving
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from encounters.models import Message

WHISPER, PAUSE = Message.Kind.WHISPER.value, Message.Kind.PAUSE.value


def load(campaign: Campaign, token: str) -> Plain:
    message = Message.objects.filter(campaign=campaign, token=token).first()
    if message is None:
        return {}
    return {**message.data, "kind": message.kind, **({"whose": message.whose} if message.whose else {})}


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write a message to its row, which is created if it is new and deleted if the message is gone."""
    messages = Message.objects.filter(campaign=campaign, token=token)
    if not data:
        messages.delete()
        return
    fields: dict[str, Any] = {
        "kind": data["kind"],
        "whose": data.get("whose", ""),
        "data": {key: value for key, value in data.items() if key not in ("kind", "whose")},
    }
    if not messages.update(**fields):
        Message.objects.create(campaign=campaign, token=token, **fields)


def export_messages(seat: Seat) -> list[dict[str, Any]]:
    """The whispers that a player sent or received, oldest first, for their personal data."""
    rows = Message.objects.filter(campaign=seat.campaign_id, kind=WHISPER, whose=seat.token).order_by("pk")
    return [{"by": "game master" if row.data.get("by_gm") else "self", "text": row.data["text"]} for row in rows]


def take_out(leaving: Leaving) -> None:
    """Remove all whispers to and from a leaving person from the table and its journal."""
    leaving.take_out_private("message")
    Message.objects.filter(campaign=leaving.campaign, whose=leaving.seat.token).delete()
