"""The signals of a player: what their pages show them now, by kind. Nothing else decides whether a phone is told.

They are read from the values that their live parts are drawn from, for their own circle, so somebody hidden who acts
is no signal; each is an identity, and one that was not there before is news.
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


def of(seat: Seat) -> Signals:
    """The signals of a seat that plays, as it is shown its table now."""
    if seat.campaign.game not in registry.every_key():
        return {}
    view = View(seat.campaign, seat.circle, seat.token, seat.language)
    with speaking(seat.language):
        signals = {
            **_of_fight(view),
            "message": [*messages.unread(view), *questions.unanswered(view)],
            "handout": [row.token for row in handouts.shown_to(view)],
        }
        asked = regions.pending(view)
    tests = [str(row["id"]) for row in asked["own"] if not row["refused"]] if asked else []
    signals["asked"] = [*signals.get("asked", ()), *tests]
    return {kind: sorted(rows) for kind, rows in signals.items() if rows}


def _of_fight(view: View) -> Signals:
    """The signals of the fight that is open: of a turn and an answer of one's own only the answer."""
    fight = snapshot.current(view)
    if fight is None:
        return {}
    page = View(view.campaign, view.circle, view.seat, view.language, fight.encounter.token, view.memo)
    turn, ladder = fight_regions.turn(page), fight_regions.ladder(page)
    if turn is None or ladder is None:
        return {}
    at = " ".join(str(turn[key]) for key in ("round", "part", "figure"))
    asked = [f"{at} {who} {what}" for who, what in turn["asked"]]
    mine = [] if asked else [f"{at} {who}" for who in turn["mine"]]
    return {"asked": asked, "turn": mine, "next": [at] if ladder["you_are_next"] and not mine and not asked else []}
