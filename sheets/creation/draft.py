"""Drafts of characters in creation: begun, saved, dropped, or finished. A seat has one at a time.

A draft is not part of play: it is not in the journal and nobody is told of it, until one command adds the character to
the table.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.models import Seat
from rules.core.errors import Refused, Stale
from rules.core.paths import Data, put
from rules.core.text import Text, _
from sheets.creation.wizard import Wizard
from sheets.models import Character, Draft
from sheets.ownership import services
from sheets.portraits import store
from sheets.portraits.upload import Portrait
from sheets.sheet_view import Reading, star_path

FIRST_FAVOURITES = 4
OPPONENT = "opponent"  # a blank sheet for an opponent, whom players do not see


class Overspent(Refused):
    """Refused because too many points are spent; ``problems`` has a sentence for each kind of points."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(problems[0])
        self.problems = problems


def find_draft(seat: Seat) -> Draft | None:
    return Draft.objects.select_related("seat__campaign").filter(seat=seat).first()


def begin(seat: Seat, sample: str) -> Draft:
    """Begin a draft from a ready-made or blank sheet, or continue the present one. Raises ``Unreadable``."""
    blank_kinds = {services.BLANK: Character.Kind.PC.value}
    if seat.is_gm:
        blank_kinds[OPPONENT] = Character.Kind.NPC.value
    if sample in blank_kinds:
        kind, data = blank_kinds[sample], dict(seat.campaign.system.blank(seat.campaign.settings))
    else:
        kind, data = services.ready_made(seat, sample)
    draft, _new = Draft.objects.get_or_create(seat=seat, defaults={"kind": kind, "data": data})
    return draft


def drop(seat: Seat) -> None:
    Draft.objects.filter(seat=seat).delete()


def lock_draft(seat: Seat) -> Draft:
    """The draft of a seat, locked until the transaction ends. Raises ``Stale`` if there is none."""
    return _check_there(Draft.objects.select_for_update().filter(seat=seat).first(), seat)


def present_draft(seat: Seat) -> Draft:
    """The draft of a seat, for reading. Raises ``Stale`` if there is none."""
    return _check_there(Draft.objects.filter(seat=seat).first(), seat)


def _check_there(draft: Draft | None, seat: Seat) -> Draft:
    if draft is None:
        raise Stale(_("This character was finished or discarded in the meantime."))
    draft.seat = seat
    return draft


def save(draft: Draft, after: Wizard, stage: str) -> None:
    """Save a draft after a stage, even with too many points spent: these are refused only when it is finished."""
    draft.data = dict(after.data)
    draft.done = [*(key for key in draft.done if key != stage), stage]
    draft.save(update_fields=["data", "done"])


def portrait_of(draft: Draft) -> Portrait | None:
    return Portrait(bytes(draft.large), bytes(draft.small)) if draft.small else None


@transaction.atomic
def portray(seat: Seat, portrait: Portrait | None) -> None:
    """Set or remove the portrait of a seat's draft. Raises ``Stale`` if there is no draft."""
    draft = lock_draft(seat)
    draft.large, draft.small = (portrait.large, portrait.small) if portrait else (b"", b"")
    draft.save(update_fields=["large", "small"])


def finish(seat: Seat, token: str) -> Receipt:
    """Create the character of a draft and return its token; a repeated request returns the same one.

    Raises ``Stale`` if the draft was dropped, ``Refused`` or ``Overspent`` if something is wrong with it.
    """

    def work(pen: Pen) -> str:
        draft = lock_draft(pen.seat)
        if draft.token != token:
            raise Stale(_("This character was finished or discarded in the meantime."))
        wizard = Wizard.of(draft)
        problems = wizard.overspent
        if problems and not pen.seat.is_gm:
            raise Overspent(problems)
        data = _with_favourites(draft.data, wizard.reading)
        character = services.add_character(pen, data, draft.kind, portrait_of(draft))
        draft.delete()
        return character

    return journal.run(seat=seat, sent=Sent.of(token, ["create"]), work=work)


def _with_favourites(sheet: Data, reading: Reading) -> Data:
    """The sheet of a new character, with its best tests as favourites unless some were chosen."""
    able = [check for key, check in reading.checks.items() if key in reading.stars and check.refused is None]
    if not any(reading.stars.values()):
        for check in sorted(able, key=lambda check: -check.target.total)[:FIRST_FAVOURITES]:
            sheet = put(sheet, star_path(check.path), True)
    return sheet


def export(seat: Seat) -> Any:
    """The draft of a seat with its portrait in base 64; ``None`` if there is none."""
    draft = find_draft(seat)
    return {"kind": draft.kind, "data": draft.data, "portrait": store.encode(draft.large)} if draft else None
