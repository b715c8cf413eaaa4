"""Voices of a table: which players acted least lately, for game masters alone, from the journal as they read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.seats.players import players
from campaigns.web.language import gettext as _
from encounters.log import rows, story

Context = Mapping[str, Any] | None
LEAST_ACTS = 6  # of all players together: of fewer nothing can be said


def voice(view: View) -> Context:
    """The number of the last acts of an evening that each player did, the fewest first; nothing for one player alone.

    What a player keeps for themselves has no line in the journal of a game master, and is not counted.
    """
    entries, _more = rows.entries(view)
    lines = story.evening([entry for entry in reversed(entries) if entry.stands])
    acts = {entry.act: entry.event.command.seat_id for entry in lines}
    players = _players(view)
    counts = Counter(seat for seat in acts.values() if seat in players)
    if len(players) < 2 or counts.total() < LEAST_ACTS:
        return None
    seats = sorted(players, key=lambda seat: (counts[seat], players[seat]))
    total = _("of the last %(count)s acts of the players") % {"count": counts.total()}
    return {"rows": [{"name": players[seat], "count": counts[seat]} for seat in seats], "total": total}


def _players(view: View) -> dict[int, str]:
    def read() -> dict[int, str]:
        return {row.pk: row.name for row in players(view.campaign)}

    return view.kept_rows("voices", (), read)
