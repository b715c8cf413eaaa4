"""Public names: how the table knows a character without a player, in open rolls outside a fight."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from campaigns.models import Campaign
from encounters.models import Encounter
from encounters.subjects import all_fighters
from sheets.models import Character


def fighter_row(campaign: Campaign, character: Character, name: str) -> dict[str, Any]:
    """The row of a character called ``name`` in an open test: its side and its public name."""
    if character.kind == Character.Kind.PC:
        return {"character": character.token, "side": "pc"}
    last = _last_name_shown(campaign, character.token, name)
    return {"character": character.token, "side": "foe", **({"public_name": last} if last != name else {})}


def _last_name_shown(campaign: Campaign, character: str, name: str) -> str:
    """The name it had in the newest fight where players saw it, or “somebody” if they never did.

    Fights in which it is hidden or in reserve are skipped, because withdrawing a name would reveal it there.
    """
    fights = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)
    for state in fights.exclude(status=Encounter.Status.DRAFT).order_by("-pk").values_list("state", flat=True):
        for other in all_fighters(state).values():
            if other["character"] == character and "joins" not in other and not other.get("hidden"):
                return str(other.get("public_name") or name)
    return gettext("somebody")
