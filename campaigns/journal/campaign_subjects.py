"""Campaigns and seats as subjects of the journal, stored as differences from a blank row."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import ProtectedError, QuerySet
from django.utils.dateparse import parse_datetime

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from campaigns.queries import get_or_none, prepared
from rules.core.errors import Refused
from rules.core.paths import canonical
from rules.core.text import _

_BLANK = {"role": "", "name": "", "language": "", "dice": "", "moved": 0}


def load_campaign(campaign: Campaign, token: str) -> Plain:
    return canonical({"name": campaign.name or None, "settings": campaign.settings})


def save_campaign(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    campaign.name, campaign.settings = data.get("name", ""), data.get("settings", {})
    campaign.save(update_fields=["name", "settings"])


@prepared
def _seat(campaign: int, token: str) -> QuerySet[Seat]:
    return Seat.objects.filter(campaign=campaign, token=token)


def load_seat(campaign: Campaign, token: str) -> Plain:
    """The differences from a blank seat; empty if the table has no such seat."""
    row = get_or_none(_seat(campaign.pk, token))
    if row is None:
        return {}
    values: dict[str, Any] = {key: getattr(row, key) for key, blank in _BLANK.items() if getattr(row, key) != blank}
    return values if row.left_at is None else {**values, "left_at": row.left_at.isoformat()}


def save_seat(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write, create or remove a seat. Raises ``Refused`` to remove a seat that has acted."""
    if not data:
        try:
            Seat.objects.filter(campaign=campaign, token=token).delete()
        except ProtectedError as error:
            raise Refused(_("Somebody has acted from this seat: it can only be closed.")) from error
        return
    left = data.get("left_at")
    values = {**{key: data.get(key, blank) for key, blank in _BLANK.items()}, "left_at": left and parse_datetime(left)}
    if not _seat.update(values, campaign.pk, token):
        Seat.objects.create(campaign=campaign, token=token, **values)
