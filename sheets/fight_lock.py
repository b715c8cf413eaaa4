"""What a fight does to the sheets: what players may write meanwhile, and what somebody is for a time.

The app that keeps the fights says who is in one, and what of him lasts how long yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from rules.core.errors import Refused
from rules.core.text import _

Fights = Callable[[Campaign, str], bool]
Timed = Callable[[View, str], list[dict[str, Any]]]
_FIGHTS: list[Fights] = []
_TIMED: list[Timed] = []


def told_by(fights: Fights) -> None:
    """Ask ``fights`` whether a character (by its token) takes part in one that has begun."""
    _FIGHTS.append(fights)


def timed_by(timed: Timed) -> None:
    """Ask ``timed`` what a character is for a time: rows of ``path`` (of a state), ``label``, ``until``."""
    _TIMED.append(timed)


def timed(view: View, character: str) -> list[dict[str, Any]]:
    """What a character is for a time, as far as the viewer may know."""
    return [row for found in _TIMED for row in found(view, character)]


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
