"""Characters ready to play, laid out at a new table that asks for them."""

from __future__ import annotations

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Seat
from campaigns.web.language import ready_made
from sheets.creation.create import create
from sheets.models import Character

READY = "ready"


def lay_out(seat: Seat, cast: str) -> None:
    """Make every ready-made player character of the game, for whoever takes them."""

    def work(pen: Pen) -> None:
        for row in ready_made(pen.campaign.game).values():
            if row["kind"] == Character.Kind.PC:
                create(pen, data=row["data"], kind=Character.Kind.PC)

    if cast == READY:
        journal.run(seat=seat, sent=Sent.of("", "cast"), work=work)
