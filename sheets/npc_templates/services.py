"""Opponent templates: saved by a game master to be copied, listed beside the bestiary, never playing themselves."""

from __future__ import annotations

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.seats.access import check_gm
from rules.core.errors import Refused
from rules.core.paths import get
from rules.core.text import _
from sheets.creation.create import create
from sheets.models import Character
from sheets.ownership import services


@journal.command
def save(pen: Pen, *, character: Character, name: str, healed: bool) -> str:
    """Save an opponent in its present state, or ``healed``, under a new name, and return the template's token.

    Saving a template copies it. Raises ``Refused`` for anyone but a game master, and for a player character.
    """
    row = services.find_present(pen, character)
    check_gm(pen.seat)
    if row.kind == Character.Kind.PC:
        raise Refused(_("Player characters cannot be saved as templates."))
    services.check_room(pen, Character.Kind.TEMPLATE)
    sheet = pen.read(row.subject)
    data = {key: value for key, value in sheet.items() if key != "meta"} | {"name": services.NAME.read(name)}
    if healed:
        data = dict(pen.campaign.system.healed(data, pen.campaign.settings))
    portrait = get(sheet, "meta.portrait") or ""
    return create(pen, data=data, kind=Character.Kind.TEMPLATE, portrait=portrait)
