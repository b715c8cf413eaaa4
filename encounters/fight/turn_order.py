"""Template values of the turn order: a rung for each fighter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.web.language import capitalize, say
from campaigns.web.language import gettext as _
from encounters import roster
from encounters.fight import portraits
from encounters.fight.snapshot import Fight
from encounters.models import Encounter
from rules.core.text import Text
from rules.views.board import Row as BoardRow

Row = dict[str, Any]
MOST_MARKS = 2


def rung(fight: Fight, row: BoardRow, href: str) -> Row:
    """One fighter in the turn order as the viewer may see them: current act, health, and whether they are awaited."""
    words = {"pc": _("Player character"), "ally": _("Ally"), "foe": _("Opponent"), "unknown": _("Unknown")}
    renamed = row.public_name and row.public_name != row.name
    ended = fight.encounter.status == Encounter.Status.ENDED
    state = health(fight, row)
    doing = say(_without_word(_doing(row), state["word"]) or "")
    return {
        "fighter": row.fighter,
        "at": say(row.at),
        "name": row.name,
        "portrait": portraits.visible_portrait(fight, row),
        "side": row.side,
        "side_word": words.get(row.side, ""),
        "row_state": "next" if ended and row.state == "now" else row.state,  # nobody acts in a fight that has ended
        "intent": capitalize(doing) or _waiting_words(fight, row),
        "seen_as": _("Seen as “%(name)s”") % {"name": row.public_name} if renamed else "",
        "hidden": _("Hidden") if row.hidden else "",
        "waiting": _is_waited_for(fight, row),
        "href": href,
        "mine": row.mine,
        "timers": [
            {"label": say(timer.what), "until": say(timer.until), "key": timer.key, "path": timer.path}
            for timer in row.timers
        ],
        **state,
    }


def _doing(row: BoardRow) -> Text | None:
    """The present act of a fighter, else what is noted of them; the act of somebody who is out is not done any more."""
    return row.note if row.state == "out" else row.intent or row.note


def _without_word(text: Text | None, word: str) -> Text | None:
    def is_said(value: Any) -> bool:
        return isinstance(value, Text) and bool(word) and say(value).casefold() == word.casefold()

    if text is None or is_said(text):
        return None
    lists = {
        key: tuple(part for part in value if not is_said(part)) for key, value in text.params if type(value) is tuple
    }
    return replace(text, params=tuple((key, lists.get(key, value)) for key, value in text.params))


def _is_waited_for(fight: Fight, row: BoardRow) -> bool:
    waited_for = row.fighter in (*fight.board.awaited, *fight.board.uncalled)
    ended = fight.encounter.status == Encounter.Status.ENDED
    return row.state == "now" and not row.intent and waited_for and not ended


def _waiting_words(fight: Fight, row: BoardRow) -> str:
    if not _is_waited_for(fight, row):
        return ""
    return _("Waits for “Next”") if row.fighter in fight.board.uncalled else _("Thinks…")


def health(fight: Fight, row: BoardRow) -> Row:
    """The health of a fighter: the worst wounds by name if the viewer may know them, else a word, else nothing."""
    health = row.health
    is_named = health is not None and row.side == "pc"
    if is_named and health is not None:
        character = fight.scene.fighters[row.fighter].character
        summary = roster.health_in_full(fight.system, fight.sheet(character), fight.scene.settings)
    else:
        summary = {"rank": health.rank if health else 0, "word": say(health.label) if health else "", "count": 0}
    exact = bool(row.exact) or is_named
    return {
        "marks": _wound_marks(row)[:MOST_MARKS],
        "rank": summary["rank"],
        "word": summary["word"],
        "count": summary["count"],
        "exact": exact,
    }


def _wound_marks(row: BoardRow) -> list[Row]:
    if not row.exact or (row.health and row.health.for_good):
        return []
    hurt = sorted((place for place in row.exact if place.rank), key=lambda place: -place.rank)
    return [{"rank": place.rank, "word": capitalize(say(place.word)), "count": place.count} for place in hurt]
