"""Encounters as subjects of the journal: the state, with name, kind and status under ``meta``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign
from campaigns.queries import get_or_none, prepared
from campaigns.unpacking import Unfit
from encounters.models import Encounter

RESERVES = "reserves"  # fighters still to join, by id: read by no rule, shown only to game masters


def all_fighters(state: Mapping[str, Any]) -> dict[str, Any]:
    return {**state.get("fighters", {}), **state.get(RESERVES, {})}


def plain_of(encounter: Encounter) -> Plain:
    return {**encounter.state, "meta": {"name": encounter.name, "kind": encounter.kind, "status": encounter.status}}


def load(campaign: Campaign, token: str) -> Plain:
    """An encounter's state, or an empty one if this table has no such encounter."""
    encounter = get_or_none(_row(campaign.pk, token))
    return plain_of(encounter) if encounter else {}


@prepared
def _row(campaign: int, token: str) -> QuerySet[Encounter]:
    return Encounter.objects.filter(campaign=campaign, token=token)


def check_restored(campaign: Campaign) -> None:
    """Raise ``Unfit`` for an encounter in an archive that no table could have."""
    for encounter in Encounter.objects.filter(campaign=campaign):
        named = encounter.kind in Encounter.Kind.values and encounter.status in Encounter.Status.values
        if not named or not all(
            isinstance(row, dict) and "character" in row for row in all_fighters(encounter.state).values()
        ):
            raise Unfit(f"The encounter {encounter.token} of this archive is none of a table.")


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write an encounter back; the row is created if it is new, and deleted if its state is empty."""
    if not data:
        Encounter.objects.filter(campaign=campaign, token=token).delete()
        return
    fields = {"state": {key: value for key, value in data.items() if key != "meta"}}
    if any(path == "meta" or path.startswith("meta.") for path in paths):
        fields |= data["meta"]
    if not _row.update(fields, campaign.pk, token):
        Encounter.objects.create(campaign=campaign, token=token, **fields)
