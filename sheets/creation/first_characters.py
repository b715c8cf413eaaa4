"""Ready-made characters for a new table that asks for them."""

from __future__ import annotations

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Seat
from campaigns.web.language import ready_made_sheets
from sheets.creation.create import create
from sheets.models import Character

READY = "ready"


def lay_out(seat: Seat, cast: str) -> None:
    """Add all ready-made player characters of the game, free to be claimed, if the table asks for them."""

    def work(pen: Pen) -> None:
        for row in ready_made_sheets(pen.campaign.game).values():
            if row["kind"] == Character.Kind.PC:
                create(pen, data=row["data"], kind=Character.Kind.PC)

    if cast == READY:
        journal.run(seat=seat, sent=Sent.of("", "cast"), work=work)
