"""Commands of messages: whisper, mark as read, and request a pause anonymously."""

from __future__ import annotations

from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.models import Seat, new_token
from campaigns.seats import players
from campaigns.seats.access import check_gm, may
from encounters.handouts.handouts import is_shown_to
from encounters.messages.messages import PAUSE, WHISPER
from encounters.models import Handout, Message
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale
from rules.core.scene import Change, Event
from rules.core.text import _

MOST_WHISPERS = 200  # to and from one player
TEXT = Field("text", _("What you say"), "note", required=True, most=500)


@journal.command
def whisper(pen: Pen, *, text: str, to: str = "", handout: str = "") -> None:
    """Whisper to the player whose seat is ``to``, perhaps with a handout; players always whisper to the game master.

    An answer marks what it answers as read. Raises ``Unreadable`` for a text that cannot be stored, ``Refused`` for an
    unknown seat.
    """
    if not may(pen.seat, "create"):
        raise Refused(_("Only those who play at this table may whisper."))
    words = TEXT.read(text)
    player = players.player(pen.campaign, to) if pen.seat.is_gm else pen.seat
    if Message.objects.filter(campaign=pen.campaign, whose=player.token).count() >= MOST_WHISPERS:
        raise Refused(_("There is no room for more whispers: remove some."))
    message: dict[str, Any] = {"kind": WHISPER, "whose": player.token, "text": words}
    changes: list[Change] = []
    if pen.seat.is_gm:
        message["by_gm"] = True
        changes = _hand_out(pen, player, handout, message) if handout else []
    subject = f"message:{new_token()}"
    pen.begin(subject)
    changes += [Change(subject, path, None, value) for path, value in message.items()]
    changes += [Change(row.subject, "read", None, True) for row in _unread_from(pen, player)]
    # Without the words: a journal is on the board, which lies open on a table.
    to_player = _("Whispered to %(player)s", player=player.name)
    sentence = to_player if pen.seat.is_gm else _("%(player)s whispers to the game master", player=player.name)
    pen.tell("whispered", changes, player.circle, sentence)


def _unread_from(pen: Pen, player: Seat) -> list[Message]:
    rows = Message.objects.filter(campaign=pen.campaign, kind=WHISPER, whose=player.token)
    return [row for row in rows if bool(row.data.get("by_gm")) != pen.seat.is_gm and not row.data.get("read")]


def _hand_out(pen: Pen, player: Seat, handout: str, message: dict[str, Any]) -> list[Change]:
    row = Handout.objects.filter(campaign=pen.campaign, token=handout).first()
    if row is None:
        raise Stale(_("This handout is no longer there."))
    message["handout"] = handout
    is_shown = is_shown_to(row.data, player.circle)
    return [] if is_shown else [Change(row.subject, f"shown.{player.token}", None, True)]


@journal.command
def mark_read(pen: Pen, *, message: str) -> None:
    """Mark a whisper as read. Raises ``Refused`` for anybody but its recipient."""
    state = _find_whisper(pen, message)
    if bool(state.get("by_gm")) == pen.seat.is_gm:
        raise Refused(_("Only its recipient can mark it as read."))
    if not state.get("read"):
        change = Change(f"message:{message}", "read", None, True)
        pen.record(Event("whisper_read", pen.seat.token, "", (change,), f"seat:{state['whose']}", {}))


@journal.command
def withdraw(pen: Pen, *, message: str) -> None:
    """Remove a whisper for both sides. Raises ``Refused`` for a player who did not write it."""
    state = _find_whisper(pen, message)
    if state.get("by_gm") and not pen.seat.is_gm:
        raise Refused(_("Only its author can withdraw it."))
    changes = tuple(Change(f"message:{message}", path, value, None) for path, value in state.items())
    pen.record(Event("whisper_taken", pen.seat.token, "", changes, f"seat:{state['whose']}", {}))


def pause(seat: Seat) -> Receipt:
    """Request a pause anonymously: neither the command nor the event names the requesting seat.

    The command has a game master's seat, since a command needs one, and the event has none. A pause requested
    a second time changes nothing.
    """
    gm = Seat.objects.filter(campaign=seat.campaign_id, role=Seat.Role.GM, left_at=None).order_by("pk")[0]
    sent = Sent.of("", PAUSE)

    def work(pen: Pen) -> None:
        if not Message.objects.filter(campaign=pen.campaign, kind=PAUSE).exists():
            subject = f"message:{new_token()}"
            pen.begin(subject)
            pen.record(Event("paused", "", "", (Change(subject, "kind", None, PAUSE),), "table", {}))

    return journal.run(seat=gm, sent=sent, work=work)


@journal.command
def resume(pen: Pen) -> None:
    """End the pause. Raises ``Refused`` for anybody but a game master."""
    check_gm(pen.seat, _("Only the game master ends a pause."))
    rows = Message.objects.filter(campaign=pen.campaign, kind=PAUSE)
    changes = tuple(Change(row.subject, "kind", PAUSE, None) for row in rows)
    if changes:
        pen.record(Event("resumed", pen.seat.token, "", changes, "table", {}))


def _find_whisper(pen: Pen, token: str) -> dict[str, Any]:
    state = pen.read(f"message:{token}")
    if state.get("kind") != WHISPER or not (pen.seat.is_gm or state["whose"] == pen.seat.token):
        raise Stale(_("This whisper is no longer there."))
    return state
