"""The lock that a fight puts on sheets: what players may edit or read of others meanwhile, and timed states.

The app that stores fights answers who takes part in one and is seen there, and how long states last
(``campaigns.hooks``).
"""

from __future__ import annotations

from typing import Any

from campaigns import hooks
from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from rules.core.errors import Refused
from rules.core.text import _


def timed_states(view: View, character: str) -> list[dict[str, Any]]:
    return [row for states in hooks.offered(lambda app: app.timed_states) for row in states(view, character)]


def is_seen(campaign: Campaign, character: str) -> bool:
    """True unless fights are open in none of which everybody sees the character: what happens there stays unknown."""
    return not any(is_hidden(campaign, character) for is_hidden in hooks.offered(lambda app: app.hidden_in_fight))


def check_writes(seat: Seat, character: str, path: str) -> None:
    """Raise ``Refused`` if the house settings forbid players to write this path now."""
    campaign = seat.campaign
    allowed = campaign.system.setting(campaign.settings, "players_edit_in_fight")
    fights = hooks.offered(lambda app: app.in_fight)
    if seat.is_gm or allowed == "all" or not any(in_fight(campaign, character) for in_fight in fights):
        return
    if allowed == "nothing":
        raise Refused(_("During a fight only the game master changes the sheets of this table."), path)
    if any(path == state or path.startswith(f"{state}.") for state in campaign.system.state_paths):
        raise Refused(_("During a fight only the game master changes the state of a character."), path)
