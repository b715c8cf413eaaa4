"""What players may write on their sheets during a fight; the app that keeps the fights says who is in one."""

from __future__ import annotations

from collections.abc import Callable

from campaigns.models import Campaign, Seat
from rules.errors import Refused
from rules.words import _

Fights = Callable[[Campaign, str], bool]
_FIGHTS: list[Fights] = []


def told_by(fights: Fights) -> None:
    """Ask ``fights`` whether a character (by its token) takes part in one that has begun."""
    _FIGHTS.append(fights)


def check_writes(seat: Seat, character: str, path: str) -> None:
    """Raise ``Refused`` where the house keeps players from writing this path now."""
    campaign = seat.campaign
    allowed = campaign.system.setting(campaign.settings, "players_edit_in_fight")
    if seat.is_gm or allowed == "all" or not any(fights(campaign, character) for fights in _FIGHTS):
        return
    if allowed == "nothing":
        raise Refused(_("During a fight only the game master changes the sheets of this table."), path)
    if any(path == state or path.startswith(f"{state}.") for state in campaign.system.state_paths):
        raise Refused(_("During a fight only the game master changes the state of a character."), path)
