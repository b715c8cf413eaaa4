"""The head of a fight: its round, the part of the round, and whom it waits for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters.fight.snapshot import Fight
from encounters.models import Encounter
from rules.core.text import Text

Row = dict[str, Any]
MOST_NAMED = 4  # names of awaited fighters in a sentence; the turn order highlights all of them


def headline(fight: Fight) -> Row:
    """The head of the turn order: the round, its part and its current figure; “Pause” while the fight is paused."""
    result = fight.board.headline
    part = say(result.part) if result.part else ""
    if result.figure and part.endswith(result.figure):
        part = part[: -len(result.figure)].strip()
    if fight.encounter.status == Encounter.Status.PAUSED:
        return {"round": say(result.round), "part": _("Pause"), "figure": ""}
    if fight.over or fight.encounter.status == Encounter.Status.ENDED:
        return {"round": _("The fight is over"), "part": "", "figure": ""}
    return {"round": say(result.round), "part": part, "figure": result.figure}


def is_resting(fight: Fight) -> bool:
    """True if a running fight waits for nobody, so that the table waits for the game master to go on."""
    return fight.running and not fight.over and not fight.board.awaited


def part_of_turn(fight: Fight) -> str:
    """The part of the round without the acting fighter's name, for a page that shows the name beside it."""
    part, terms = headline(fight)["part"], dict(fight.board.headline.part.params) if fight.board.headline.part else {}
    remaining = terms.get("left")
    if not fight.running or "who" not in terms or fight.board.headline.figure:
        return part
    return say(remaining) if isinstance(remaining, Text | str) else ""


def is_common_part(fight: Fight) -> bool:
    """True in a part of the round that is nobody's turn, such as that of the declarations."""
    head = fight.board.headline
    return head.part is not None and not head.figure and "who" not in dict(head.part.params)


def format_names(fight: Fight, fighters: Collection[str]) -> str:
    return _join_names([row.name for row in fight.board.rows if row.fighter in fighters])


def _join_names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    if more < 2:
        return ", ".join(names)
    return _("%(who)s and %(count)s more") % {"who": ", ".join(names[:MOST_NAMED]), "count": more}


def waiting_sentence(fight: Fight) -> str:
    """A sentence naming those the fight waits for; empty if nobody is awaited, or the heading has the name."""
    names = [row.name for row in fight.board.rows if row.fighter in fight.board.awaited]
    if "gm" in fight.board.awaited:
        names.append(_("the game master"))
    if not fight.running or not names:
        return ""
    if fight.board.headline.together and len(names) > 1 and not fight.board.cards:
        return _("%(who)s act together") % {"who": _join_names(names)}
    stands_above = len(names) == 1 and names[0] in headline(fight)["part"]
    return "" if stands_above else _("Waiting for %(who)s") % {"who": _join_names(names)}
