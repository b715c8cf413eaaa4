"""The characters that are still being made: begun, kept, dropped, and made at the end. A seat has one at a time.

A draft is no act at the table: it has no journal and announces nothing, until the character joins by one command.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction

from campaigns.journal import journal
from campaigns.journal.journal import Done, Pen, Sent
from campaigns.models import Seat
from campaigns.web.language import ready_made
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.text import Text, _
from sheets import import_export
from sheets.creation.wizard import Wizard
from sheets.models import Character, Draft
from sheets.ownership import services
from sheets.portraits.upload import Portrait

OPPONENT = "opponent"  # a blank sheet that players do not see


class Overspent(Refused):
    """More points are spent than there are; ``problems`` are the sentences, one for each kind of points."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(problems[0])
        self.problems = problems


def find(seat: Seat) -> Draft | None:
    return Draft.objects.select_related("seat__campaign").filter(seat=seat).first()


def begin(seat: Seat, sample: str) -> Draft:
    """Begin with a ready-made sheet or a blank one; who is making somebody goes on. Raises ``Unreadable``."""
    kind, data = Character.Kind.PC.value, dict(seat.campaign.system.blank(seat.campaign.settings))
    if sample == OPPONENT and seat.is_gm:
        kind = Character.Kind.NPC.value
    elif sample != services.BLANK:
        values = ready_made(seat.campaign.game).get(sample)
        if values is None or (values["kind"] != Character.Kind.PC and not seat.is_gm):
            raise Unreadable(_("Choose a ready-made character or a blank sheet."), "sample")
        kind, data = values["kind"], dict(values["data"])
    draft, _new = Draft.objects.get_or_create(seat=seat, defaults={"kind": kind, "data": data})
    return draft


def drop(seat: Seat) -> None:
    Draft.objects.filter(seat=seat).delete()


def locked(seat: Seat) -> Draft:
    """The draft of a seat, locked until the transaction ends. Raises ``Stale`` for none."""
    return _there(Draft.objects.select_for_update().filter(seat=seat).first(), seat)


def present(seat: Seat) -> Draft:
    """The draft of a seat, to be looked at. Raises ``Stale`` for none."""
    return _there(Draft.objects.filter(seat=seat).first(), seat)


def _there(draft: Draft | None, seat: Seat) -> Draft:
    if draft is None:
        raise Stale(_("This character was finished or dropped in the meantime."))
    draft.seat = seat
    return draft


def keep(draft: Draft, after: Wizard, stage: str) -> None:
    """Keep what a stage made of a draft, points spent too many included: they are refused when it is finished."""
    draft.data = dict(after.data)
    draft.done = [*(key for key in draft.done if key != stage), stage]
    draft.save(update_fields=["data", "done"])


def face(draft: Draft) -> Portrait | None:
    return Portrait(bytes(draft.large), bytes(draft.small)) if draft.small else None


@transaction.atomic
def portray(seat: Seat, portrait: Portrait | None) -> None:
    """Give what a seat is making another face, or none. Raises ``Stale`` for nobody."""
    draft = locked(seat)
    draft.large, draft.small = (portrait.large, portrait.small) if portrait else (b"", b"")
    draft.save(update_fields=["large", "small"])


def finish(seat: Seat, token: str) -> Done:
    """Make the character of a draft, once, however often it is asked; the value is its token.

    Raises ``Stale`` when the draft was dropped, ``Refused`` or ``Overspent`` when something is wrong with it.
    """

    def work(pen: Pen) -> str:
        draft = locked(pen.seat)
        if draft.token != token:
            raise Stale(_("This character was finished or dropped in the meantime."))
        wrong = Wizard.of(draft).overspent
        if wrong and not pen.seat.is_gm:
            raise Overspent(wrong)
        made = services.added(pen, draft.data, draft.kind, face(draft))
        draft.delete()
        return made

    return journal.run(seat=seat, sent=Sent.of(token, ["create"]), work=work)


def kept(seat: Seat) -> Any:
    """The draft of a seat as the file of a character; ``None`` for none."""
    draft = find(seat)
    return json.loads(import_export.written(Wizard.of(draft).reading.character, gm=seat.is_gm)) if draft else None
