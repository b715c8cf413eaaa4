"""Encounters as subjects of the journal: the state, with name, kind and status under ``meta``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign
from campaigns.unpacking import Unfit
from encounters.models import Encounter

RESERVES = "reserves"  # who is still to come, by id: no rule knows of them, and no screen but a game master's


def gathered(state: Mapping[str, Any]) -> dict[str, Any]:
    return {**state.get("fighters", {}), **state.get(RESERVES, {})}


def plain_of(encounter: Encounter) -> Plain:
    return {**encounter.state, "meta": {"name": encounter.name, "kind": encounter.kind, "status": encounter.status}}


def load(campaign: Campaign, token: str) -> Plain:
    """An encounter's state, or nothing where there is none of this token at this table."""
    encounter = Encounter.objects.filter(campaign=campaign, token=token).first()
    return plain_of(encounter) if encounter else {}


def check_restored(campaign: Campaign) -> None:
    """Raise ``Unfit`` for an encounter of an archive that no table can have."""
    for encounter in Encounter.objects.filter(campaign=campaign):
        named = encounter.kind in Encounter.Kind.values and encounter.status in Encounter.Status.values
        if not named or not all(
            isinstance(row, dict) and "character" in row for row in gathered(encounter.state).values()
        ):
            raise Unfit(f"The encounter {encounter.token} of this archive is none of a table.")


def save(campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    """Write an encounter back; make or remove the row when it came or went."""
    encounters = Encounter.objects.filter(campaign=campaign, token=token)
    if not data:
        encounters.delete()
        return
    fields = {"state": {key: value for key, value in data.items() if key != "meta"}}
    if any(path == "meta" or path.startswith("meta.") for path in paths):
        fields |= data["meta"]
    if not encounters.update(**fields):
        Encounter.objects.create(campaign=campaign, token=token, **fields)
