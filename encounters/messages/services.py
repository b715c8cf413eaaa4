"""The writes of messages: a whisper, that it was read, and a pause with nobody's name."""

from __future__ import annotations

from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Done, Pen, Sent
from campaigns.models import Seat, new_token
from campaigns.seats import players
from campaigns.seats.access import check_gm, may
from encounters.handouts.handouts import is_shown_to
from encounters.messages.messages import PAUSE, WHISPER
from encounters.models import Handout, Message
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.text import _

MOST_WHISPERS = 200  # of a player, both ways
TEXT = Field("text", _("What you say"), "note", required=True, most=500)


@journal.command
def whisper(pen: Pen, *, text: str, to: str = "", handout: str = "") -> None:
    """Say something to the player whose seat is named, with a handout if one is; a player says it to the game master.

    Raises ``Unreadable`` for words that cannot be kept, ``Refused`` where there is nobody to say them to.
    """
    if not may(pen.seat, "create"):
        raise Refused(_("Only who plays at this table whispers."))
    words = TEXT.read(text)
    player = players.player(pen.campaign, to) if pen.seat.is_gm else pen.seat
    if Message.objects.filter(campaign=pen.campaign, whose=player.token).count() >= MOST_WHISPERS:
        raise Refused(_("There is no room for more whispers: take some away."))
    message: dict[str, Any] = {"kind": WHISPER, "whose": player.token, "text": words}
    changes: list[Change] = []
    if pen.seat.is_gm:
        message["by_gm"] = True
        changes = _handed(pen, player, handout, message) if handout else []
    subject = f"message:{new_token()}"
    pen.begin(subject)
    changes += [Change(subject, path, None, value) for path, value in message.items()]
    # Without the words: a journal is on the board, which lies open on a table.
    to_player = _("Whispered to %(player)s", player=player.name)
    sentence = to_player if pen.seat.is_gm else _("%(player)s whispers to the game master", player=player.name)
    # “table” is whoever reads the event at all: its audience is this player’s circle.
    payload = {"told": {"table": to_json(sentence)}}
    pen.record(Event("whispered", pen.seat.token, "", tuple(changes), player.circle, payload))


def _handed(pen: Pen, player: Seat, handout: str, message: dict[str, Any]) -> list[Change]:
    row = Handout.objects.filter(campaign=pen.campaign, token=handout).first()
    if row is None:
        raise Stale(_("This handout is no longer there."))
    message["handout"] = handout
    shown = is_shown_to(row.data, player.circle)
    return [] if shown else [Change(row.subject, f"shown.{player.token}", None, True)]


@journal.command
def mark_read(pen: Pen, *, message: str) -> None:
    """Say that a whisper was read, which only who got it does."""
    now = _whisper(pen, message)
    if bool(now.get("by_gm")) == pen.seat.is_gm:
        raise Refused(_("Only who got it says that it was read."))
    if not now.get("read"):
        change = Change(f"message:{message}", "read", None, True)
        pen.record(Event("whisper_read", pen.seat.token, "", (change,), f"seat:{now['whose']}", {}))


@journal.command
def take_away(pen: Pen, *, message: str) -> None:
    """Take a whisper away for both, which a game master does, and whoever said it."""
    now = _whisper(pen, message)
    if now.get("by_gm") and not pen.seat.is_gm:
        raise Refused(_("Only who whispered it takes it away."))
    changes = tuple(Change(f"message:{message}", path, value, None) for path, value in now.items())
    pen.record(Event("whisper_taken", pen.seat.token, "", changes, f"seat:{now['whose']}", {}))


def pause(seat: Seat) -> Done:
    """Ask for a pause in nobody's name: command and event are the table's, and say nothing of the seat.

    What is written bears a game master's seat, as a command needs one, and the event nobody's. A pause that is asked
    for again stays the one it is.
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


def _whisper(pen: Pen, token: str) -> dict[str, Any]:
    """A whisper that this seat is part of; for anybody else there is none."""
    now = pen.read(f"message:{token}")
    if now.get("kind") != WHISPER or not (pen.seat.is_gm or now["whose"] == pen.seat.token):
        raise Stale(_("This whisper is no longer there."))
    return now
