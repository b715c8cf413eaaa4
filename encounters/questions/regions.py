"""Live regions of questions on the page of messages, and the questions that a player has not answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.addresses import address
from encounters.models import PartyItem
from encounters.party import items
from encounters.questions.questions import ANSWER, ASKED, MASTER, QUESTION, is_asked
from encounters.questions.services import MOST_LETTERS, MOST_OPTIONS, REPLY, TEXT

Row = dict[str, Any]


def questions(view: View) -> Mapping[str, Any] | None:
    """The questions that a circle may read, newest first; for a game master all, with the form for a new one."""
    gm = view.circle == "gm"
    rows = [_row(view, item) for item in reversed(items.list_items(view, QUESTION)) if gm or _may_read(view, item)]
    if not gm:
        return {"rows": rows, "gm": False} if rows else None
    players = [{"key": token, "name": name} for token, name in items.player_names(view)]
    most = {"text": TEXT.most, "options": (MOST_LETTERS + 1) * MOST_OPTIONS}
    readers = {"asked": ASKED, "gm": MASTER}
    return {
        "rows": rows,
        "gm": True,
        "players": players,
        "ask": address("questions", view.seat),
        "most": most,
        "readers": readers,
    }


def list_unanswered(view: View) -> list[str]:
    """The tokens of open questions that a player has not answered yet."""
    if view.circle == "gm":
        return []
    seat = view.circle.removeprefix("seat:")
    asked = [item for item in items.list_items(view, QUESTION) if _may_read(view, item) and not item.data.get("closed")]
    return [item.token for item in asked if seat not in _answers(view, item)]


def _may_read(view: View, item: PartyItem) -> bool:
    return is_asked(item.data, view.circle.removeprefix("seat:"))


def _answers(view: View, item: PartyItem) -> dict[str, str]:
    rows = (other.data for other in items.list_items(view, ANSWER))
    return {str(row["whose"]): str(row["text"]) for row in rows if row["name"] == item.token}


def _row(view: View, item: PartyItem) -> Row:
    data, texts, gm = item.data, _answers(view, item), view.circle == "gm"
    closed, own = bool(data.get("closed")), texts.get(view.circle.removeprefix("seat:"), "")
    people = [(token, name) for token, name in items.player_names(view) if token in data["asked"]]
    is_shown = closed and (gm or data["reader"] == ASKED)
    options = [{"key": key, "name": name, "own": name == own} for key, name in data.get("options", {}).items()]
    return {
        "key": item.token,
        "text": data["text"],
        "closed": closed,
        "shown": is_shown,
        "for_gm": data["reader"] == MASTER,
        "own": own,
        "options": options,
        "most": REPLY.most,
        "action": address("question", view.seat, item.token),
        "answers": [{"who": name, "text": texts.get(token, "")} for token, name in people] if is_shown else [],
        "counts": _counts(options, texts) if is_shown else [],
        "people": [{"name": name, "done": token in texts} for token, name in people] if gm and not closed else [],
    }


def _counts(options: list[Row], given: Mapping[str, str]) -> list[Row]:
    votes = list(given.values())
    return [{"name": option["name"], "count": votes.count(option["name"])} for option in options]
