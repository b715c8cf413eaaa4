"""The name under which a table knows a character that no player plays, for what is rolled openly outside a fight."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from campaigns.models import Campaign
from encounters.models import Encounter
from encounters.subjects import gathered
from sheets.models import Character


def row(campaign: Campaign, character: Character, name: str) -> dict[str, Any]:
    """The row of a character called ``name`` in an open test: its side and its name for players."""
    if character.kind == Character.Kind.PC:
        return {"character": character.token, "side": "pc"}
    known = _last_shown(campaign, character.token, name)
    return {"character": character.token, "side": "foe", **({"public_name": known} if known != name else {})}


def _last_shown(campaign: Campaign, character: str, name: str) -> str:
    """The name it bore in the newest fight where players saw it, or “somebody” where they never did.

    Fights in which it hides or waits in reserve are passed over: they would tell of themselves by a name withdrawn.
    """
    fights = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)
    for state in fights.exclude(status=Encounter.Status.DRAFT).order_by("-pk").values_list("state", flat=True):
        for other in gathered(state).values():
            if other["character"] == character and "joins" not in other and not other.get("hidden"):
                return str(other.get("public_name") or name)
    return gettext("somebody")
