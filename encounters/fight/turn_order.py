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


def rung(fight: Fight, row: BoardRow, href: str, portrait: str | None = None) -> Row:
    """One fighter in the turn order as the viewer may see them: current act, health, and whether they are awaited."""
    if portrait is None:
        portrait = portraits.visible_portrait(fight, row)
    ended = fight.encounter.status == Encounter.Status.ENDED
    made_of = (row, href, portrait, ended, _waiting_words(fight, row), _named_health(fight, row))
    return fight.view.keep_row(("rung", row.fighter, row.at, href), made_of, lambda: _build_rung(*made_of))


def _build_rung(row: BoardRow, href: str, portrait: str, ended: bool, waiting: str, named: Row | None) -> Row:
    state = _build_health(row, named)
    words = {"pc": _("Player character"), "ally": _("Ally"), "foe": _("Opponent"), "unknown": _("Unknown")}
    renamed = row.public_name and row.public_name != row.name
    doing = say(_without_word(_doing(row), state["word"]) or "")
    return {
        "fighter": row.fighter,
        "at": say(row.at),
        "name": row.name,
        "portrait": portrait,
        "side": row.side,
        "side_word": words.get(row.side, ""),
        "row_state": "next" if ended and row.state == "now" else row.state,  # nobody acts in a fight that has ended
        "intent": capitalize(doing) or waiting,
        "seen_as": _("Seen as “%(name)s”") % {"name": row.public_name} if renamed else "",
        "hidden": _("Hidden") if row.hidden else "",
        "waiting": bool(waiting),
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


def _waiting_words(fight: Fight, row: BoardRow) -> str:
    uncalled = row.fighter in fight.board.uncalled
    ended = fight.encounter.status == Encounter.Status.ENDED
    if row.state != "now" or row.intent or ended or not (uncalled or row.fighter in fight.board.awaited):
        return ""
    return _("Waits for “Next”") if uncalled else _("Thinks…")


def health(fight: Fight, row: BoardRow) -> Row:
    """The health of a fighter: the worst wounds by name if the viewer may know them, else a word, else nothing."""
    return _build_health(row, _named_health(fight, row))


def _named_health(fight: Fight, row: BoardRow) -> Row | None:
    """The health of a hero by the names of their worst wounds; ``None`` for others, and if the viewer knows nothing."""
    if row.health is None or row.side != "pc":
        return None
    return roster.about(fight.view, fight.scene.fighters[row.fighter].character, roster.health_in_full)


def _build_health(row: BoardRow, named: Row | None) -> Row:
    label, rank = (row.health.label, row.health.rank) if row.health else ("", 0)
    summary = named or {"rank": rank, "word": say(label), "count": 0}
    return {
        "marks": _wound_marks(row)[:MOST_MARKS],
        "rank": summary["rank"],
        "word": summary["word"],
        "count": summary["count"],
        "exact": bool(row.exact or named),
    }


def _wound_marks(row: BoardRow) -> list[Row]:
    if not row.exact or (row.health and row.health.for_good):
        return []
    hurt = sorted((place for place in row.exact if place.rank), key=lambda place: -place.rank)
    return [{"rank": place.rank, "word": capitalize(say(place.word)), "count": place.count} for place in hurt]
