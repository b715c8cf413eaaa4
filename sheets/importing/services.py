"""The write of an import: all that was chosen joins the table in one act, which one undo takes back."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from rules.importing.reading import Imported
from sheets.models import Character
from sheets.ownership import services
from sheets.portraits.upload import Portrait

# A sheet, and its portrait if it has one.
Chosen = tuple[Imported, Portrait | None]


@journal.command
def take_in(pen: Pen, *, chosen: Sequence[Chosen], kind: str) -> None:
    """Make a character of each sheet, of this kind or, where it is empty, of its own."""
    for coming, (sheet, portrait) in enumerate(chosen):
        own = Character.Kind(kind or sheet.kind) if pen.seat.is_gm else Character.Kind.PC
        services.check_room(pen, own, coming)
        services.added(pen, sheet.data, own, portrait)
