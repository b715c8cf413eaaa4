"""The command of an import: it adds all chosen characters, and one undo reverts it."""

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
def import_characters(pen: Pen, *, chosen: Sequence[Chosen], kind: str) -> None:
    """Create a character from each sheet, of this kind or, if empty, of the kind in the file."""
    for coming, (sheet, portrait) in enumerate(chosen):
        own = Character.Kind(kind or sheet.kind) if pen.seat.is_gm else Character.Kind.PC
        services.check_room(pen, own, coming)
        services.add_character(pen, sheet.data, own, portrait)
