"""A handout as a subject of the journal, and who is shown it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from encounters.models import Handout

TABLE = "table"  # in ``shown``, beside the tokens of seats
SCENE = "scene"  # in the handout whose picture, and nothing else, is the scene of the shared screen


def is_shown_to(data: Plain, circle: str) -> bool:
    """True if a circle reads a handout: game masters always, everybody what is on the screen or for the table."""
    shown = data.get("shown", {})
    return circle == "gm" or bool(data.get("on_screen")) or TABLE in shown or circle.removeprefix("seat:") in shown


def lends(data: Plain, digest: str, circle: str) -> bool:
    """True if a circle may see this picture because of a handout: one that it reads, or the scene."""
    return data.get("picture") == digest and (bool(data.get(SCENE)) or is_shown_to(data, circle))


def load(campaign: Campaign, token: str) -> Plain:
    handout = Handout.objects.filter(campaign=campaign, token=token).first()
    return {**handout.data, "meta": {"name": handout.name}} if handout else {}


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write a handout back; make or remove the row when it came or went."""
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


def of_seat(seat: Seat) -> list[dict[str, Any]]:
    """The handouts that a seat is shown now, without the notes on them, for the file of its data."""
    rows = Handout.objects.filter(campaign=seat.campaign_id).order_by("pk")
    shown = [row for row in rows if not seat.is_gm and is_shown_to(row.data, seat.circle)]
    return [{"name": row.name, "text": row.data.get("text", "")} for row in shown]
