"""Live regions of messages: whispers, the strip that announces unread ones, and a pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext, pgettext

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from encounters.handouts.handouts import is_shown_to
from encounters.messages.messages import PAUSE, WHISPER
from encounters.models import Handout, Message
from encounters.questions import regions as questions

Row = dict[str, Any]
NEWEST = 1  # whispers already read that are shown before the earlier ones fold


def whispers(view: View) -> Mapping[str, Any]:
    """The whispers of a player, or of all players for a game master: unread and newest ones, and earlier ones."""
    rows = [row for row in reversed(_messages(view)) if row.kind == WHISPER and _may_read(view, row)]
    unread = {row.token for row in rows if _is_unread(view, row)}
    present = unread | {row.token for row in rows[:NEWEST]}
    shown = [(row.token in present, _row(view, row)) for row in rows]
    return {
        "rows": [row for is_present, row in shown if is_present],
        "earlier": [row for is_present, row in shown if not is_present],
        "gm": view.circle == "gm",
    }


def unread_strip(view: View) -> Mapping[str, Any] | None:
    """The numbers of unread whispers and of unanswered questions, and a pause; ``None`` if there is nothing."""
    paused, whispered, asked = _is_paused(view), len(list_unread(view)), len(questions.list_unanswered(view))
    if not (whispered or paused or asked):
        return None
    waits = ngettext("%(count)s question to you", "%(count)s questions to you", asked) % {"count": asked}
    words = ngettext("%(count)s whisper to you", "%(count)s whispers to you", whispered) % {"count": whispered}
    return {
        "unread": words if whispered else "",
        "asked": waits if asked else "",
        "messages": address("messages", view.seat),
        "paused": paused,
        "resume": address("resume", view.seat) if view.circle == "gm" else "",
    }


def list_unread(view: View) -> list[str]:
    """The tokens of the whispers that this seat has not read yet."""
    rows = (row for row in _messages(view) if row.kind == WHISPER and _may_read(view, row))
    return [row.token for row in rows if _is_unread(view, row)]


def wall_pause(view: View) -> Mapping[str, Any] | None:
    return {} if _is_paused(view) else None


def _messages(view: View) -> list[Message]:
    def read() -> list[Message]:
        return list(Message.objects.filter(campaign=view.campaign).order_by("pk"))

    return view.cached_rows("messages", ("message",), read)


def _is_paused(view: View) -> bool:
    return any(row.kind == PAUSE for row in _messages(view))


def _may_read(view: View, row: Message) -> bool:
    return view.circle in ("gm", f"seat:{row.whose}")


def _is_unread(view: View, row: Message) -> bool:
    return bool(row.data.get("by_gm")) != (view.circle == "gm") and not row.data.get("read")


def _row(view: View, row: Message) -> Row:
    gm, by_gm = view.circle == "gm", bool(row.data.get("by_gm"))
    name = _names(view).get(row.whose, "") or _("A deleted player")
    heads = {
        (True, True): _("To %(player)s") % {"player": name},
        (True, False): _("From %(player)s") % {"player": name},
        (False, True): _("From the game master"),
        (False, False): _("To the game master"),
    }
    own = by_gm == gm
    addresses = {key: address(key, view.seat, row.token) for key in ("read-message", "take-message")}
    return {
        "key": row.token,
        "head": heads[gm, by_gm],
        "text": row.data["text"],
        "handout": _handout(view, row),
        "own": own,
        "was_read": pgettext("whisper", "Read") if own and row.data.get("read") else "",
        "read": addresses["read-message"] if _is_unread(view, row) else "",
        "take": addresses["take-message"] if gm or own else "",
    }


def _handout(view: View, row: Message) -> Row | None:
    """The handout sent with a whisper, as long as its reader may still see it."""
    token = row.data.get("handout")
    handout = next((other for other in _handouts(view) if other.token == token), None) if token else None
    if handout is None or not is_shown_to(handout.data, view.circle):
        return None
    return {"name": handout.name, "href": address("handout", view.seat, handout.token)}


def _handouts(view: View) -> list[Handout]:
    rows = Handout.objects.filter(campaign=view.campaign).order_by("-pk")
    return view.cached_rows("handouts", ("handout",), lambda: list(rows))


def _names(view: View) -> dict[str, str]:
    rows = Seat.objects.filter(campaign=view.campaign)
    return view.memoize_rows("names of seats", lambda: dict(rows.values_list("token", "name")))
