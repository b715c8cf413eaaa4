"""Opponents that a game master saves to be copied: templates, which are found beside the bestiary and never play."""

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
    """Save an opponent as it stands, or ``healed``, under a name of its own; the value is the template's token.

    Of a template it makes another one. Raises ``Refused`` for anyone but a game master, and of a player character.
    """
    row = services.present(pen, character)
    check_gm(pen.seat)
    if row.kind == Character.Kind.PC:
        raise Refused(_("A player character is there once."))
    services.check_room(pen, Character.Kind.TEMPLATE)
    sheet = pen.read(row.subject)
    data = {key: value for key, value in sheet.items() if key != "meta"} | {"name": services.NAME.read(name)}
    if healed:
        data = dict(pen.campaign.system.healed(data, pen.campaign.settings))
    portrait = get(sheet, "meta.portrait") or ""
    return create(pen, data=data, kind=Character.Kind.TEMPLATE, portrait=portrait)
