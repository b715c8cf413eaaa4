"""The signals of a player, by kind, from what their pages show now; a phone is notified of these only.

They are taken from the values of the live regions for the player's own circle, so an act of a hidden fighter
is no signal. Each signal has an identity; one that was not there before is new.
"""

from __future__ import annotations

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.web.language import speaking
from encounters import regions
from encounters.fight import regions as fight_regions
from encounters.fight import snapshot
from encounters.handouts import regions as handouts
from encounters.messages import regions as messages
from encounters.questions import regions as questions
from rules import registry
from rules.core.text import Text, _

Signals = dict[str, list[str]]
KINDS: dict[str, Text] = {
    "turn": _("Your turn!"),
    "asked": _("Your answer is awaited"),
    "next": _("You are next"),
    "message": _("A whisper or a question to you"),
    "handout": _("A handout for you"),
}


def signals_of(seat: Seat) -> Signals:
    """The present signals of a player's seat; none if its game is not installed."""
    if seat.campaign.game not in registry.all_keys():
        return {}
    view = View(seat.campaign, seat.circle, seat.token, seat.language)
    with speaking(seat.language):
        signals = {
            **_fight_signals(view),
            "message": [*messages.list_unread(view), *questions.list_unanswered(view)],
            "handout": [row.token for row in handouts.handouts_read_by(view)],
        }
        requests = regions.pending_region(view)
    tests = [str(row["id"]) for row in requests["own"] if not row["refused"]] if requests else []
    signals["asked"] = [*signals.get("asked", ()), *tests]
    return {kind: sorted(rows) for kind, rows in signals.items() if rows}


def _fight_signals(view: View) -> Signals:
    """The signals of the open fight; if the player has a turn and an answer to give, only the answer counts."""
    fight = snapshot.find_current(view)
    if fight is None:
        return {}
    page = View(view.campaign, view.circle, view.seat, view.language, fight.encounter.token, view.memo)
    turn, ladder = fight_regions.turn(page), fight_regions.ladder(page)
    if turn is None or ladder is None:
        return {}
    at = " ".join(str(turn[key]) for key in ("round", "part", "figure"))
    asked = [f"{at} {who} {what}" for who, what in turn["asked"]]
    turns = [] if asked else [f"{at} {who}" for who in turn["mine"]]
    return {"asked": asked, "turn": turns, "next": [at] if ladder["you_are_next"] and not turns and not asked else []}
