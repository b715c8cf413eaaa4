"""The write of an import: all that was chosen joins the table in one act, which one undo takes back."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.journal import journal
from campaigns.journal.journal import Done, Pen, Sent
from campaigns.models import Seat
from rules.importing.reading import Imported
from sheets.models import Character
from sheets.ownership import services
from sheets.portraits.upload import Portrait

# A sheet, and its portrait if it has one.
Chosen = tuple[Imported, Portrait | None]


def take_in(*, seat: Seat, sent: Sent, chosen: Sequence[Chosen], kind: str) -> Done:
    """Make a character of each sheet, of this kind or, where it is empty, of its own."""

    def work(pen: Pen) -> None:
        for coming, (sheet, portrait) in enumerate(chosen):
            own = Character.Kind(kind or sheet.kind) if pen.seat.is_gm else Character.Kind.PC
            services.check_room(pen, own, coming)
            services.added(pen, sheet.data, own, portrait)

    return journal.run(seat=seat, sent=sent, work=work)
