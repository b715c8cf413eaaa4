"""A question and its sealed answers, each a subject of the journal of its own: an answer goes with who gave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from campaigns.accounts.deletion import Leaving
from campaigns.models import Campaign, Seat
from encounters.models import PartyItem

QUESTION, ANSWER = "question", "answer"
ASKED, MASTER = "asked", "gm"  # who reads the answers once they are open


def answers(campaign: Campaign) -> QuerySet[PartyItem]:
    return PartyItem.objects.filter(campaign=campaign, kind=ANSWER).order_by("pk")


def is_asked(data: Mapping[str, Any], seat: str) -> bool:
    return seat in data.get("asked", {})


def of_seat(seat: Seat) -> list[dict[str, Any]]:
    """The answers of a player, oldest first, for the file of their data."""
    questions = PartyItem.objects.filter(campaign=seat.campaign_id, kind=QUESTION)
    words = {item.token: item.data["text"] for item in questions}
    own = [item for item in answers(seat.campaign) if item.data["whose"] == seat.token]
    return [{"question": words.get(item.data["name"], ""), "answer": item.data["text"]} for item in own]


def part(leaving: Leaving) -> None:
    """Take the answers of a person who leaves for good out of the table and its journal."""
    leaving.take_out_private(ANSWER)
    for item in answers(leaving.campaign):
        if item.data["whose"] == leaving.seat.token:
            item.delete()
