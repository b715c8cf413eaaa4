"""Spotlight: which players acted least lately, counted in the journal, for game masters alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.seats.players import players
from campaigns.web.language import gettext as _
from encounters.log import rows
from encounters.story import selection

Context = Mapping[str, Any] | None
LEAST_ACTS = 6  # with fewer acts by all players together, nothing is shown


def spotlight_region(view: View) -> Context:
    """The number of acts by each player in the last session, fewest first; ``None`` if only one player is here.

    Acts that a player keeps secret are not in the game master's journal, and not counted.
    """
    entries, _more = rows.newest_entries(view)
    lines = selection.evening([entry for entry in reversed(entries) if entry.stands])
    acts = {entry.act: entry.event.command.seat_id for entry in lines}
    players = _player_names(view)
    counts = Counter(seat for seat in acts.values() if seat in players)
    if len(players) < 2 or counts.total() < LEAST_ACTS:
        return None
    seats = sorted(players, key=lambda seat: (counts[seat], players[seat]))
    total = _("of the last %(count)s acts of the players") % {"count": counts.total()}
    return {"rows": [{"name": players[seat], "count": counts[seat]} for seat in seats], "total": total}


def _player_names(view: View) -> dict[int, str]:
    def read() -> dict[int, str]:
        return {row.pk: row.name for row in players(view.campaign)}

    return view.cached_rows("spotlight", (), read)
