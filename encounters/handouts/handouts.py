"""Handouts as subjects of the journal, and who may see each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from encounters.models import Handout

TABLE = "table"  # in ``shown``, beside the tokens of seats
SCENE = "scene"  # set in the handout whose picture, without its text, is the scene on the shared screen


def is_shown_to(data: Plain, circle: str) -> bool:
    """True if a circle may read a handout: game masters read all, others those on the screen or shown to them."""
    shown = data.get("shown", {})
    return circle == "gm" or bool(data.get("on_screen")) or TABLE in shown or circle.removeprefix("seat:") in shown


def load(campaign: Campaign, token: str) -> Plain:
    handout = Handout.objects.filter(campaign=campaign, token=token).first()
    return {**handout.data, "meta": {"name": handout.name}} if handout else {}


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write a handout to its row, which is created if it is new and deleted if the handout is gone."""
    handouts = Handout.objects.filter(campaign=campaign, token=token)
    if not data:
        handouts.delete()
        return
    fields: dict[str, Any] = {
        "name": data["meta"]["name"],
        "data": {key: value for key, value in data.items() if key != "meta"},
    }
    if not handouts.update(**fields):
        Handout.objects.create(campaign=campaign, token=token, **fields)


def export_handouts(seat: Seat) -> list[dict[str, Any]]:
    """The handouts now shown to a player, without the game master's notes, for their personal data."""
    rows = Handout.objects.filter(campaign=seat.campaign_id).order_by("pk")
    shown = [row for row in rows if not seat.is_gm and is_shown_to(row.data, seat.circle)]
    return [{"name": row.name, "text": row.data.get("text", "")} for row in shown]
