"""A question and its sealed answers, as separate subjects of the journal: an answer is deleted with its author."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from campaigns.accounts.deletion import Leaving
from campaigns.models import Campaign, Seat
from encounters.models import PartyItem

QUESTION, ANSWER = "question", "answer"
ASKED, MASTER = "asked", "gm"  # readers of the opened answers: all who were asked, or game masters


def list_answers(campaign: Campaign) -> QuerySet[PartyItem]:
    return PartyItem.objects.filter(campaign=campaign, kind=ANSWER).order_by("pk")


def is_asked(data: Mapping[str, Any], seat: str) -> bool:
    return seat in data.get("asked", {})


def export_answers(seat: Seat) -> list[dict[str, Any]]:
    """The answers of a player, oldest first, for their personal data."""
    questions = PartyItem.objects.filter(campaign=seat.campaign_id, kind=QUESTION)
    words = {item.token: item.data["text"] for item in questions}
    own = [item for item in list_answers(seat.campaign) if item.data["whose"] == seat.token]
    return [{"question": words.get(item.data["name"], ""), "answer": item.data["text"]} for item in own]


def take_out(leaving: Leaving) -> None:
    """Remove the answers of a leaving person from the table and its journal."""
    leaving.take_out_private(ANSWER)
    for item in list_answers(leaving.campaign):
        if item.data["whose"] == leaving.seat.token:
            item.delete()
