"""Links to a seat: a code of 16 characters that can be shown again, and of which the database keeps only a digest.

A link is to a seat that exists, or to a role: then each use makes a seat of its own. Nothing is written before whoever
opened it has said that they want to sit down.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from campaigns.journal.journal import Pen, Sent, run
from campaigns.models import Campaign, Command, Invitation, Knock, Seat, Use, new_token
from campaigns.seats.access import hold
from campaigns.services import record_move, sit_down
from rules.character.sheet import Field
from rules.core.errors import Refused
from rules.core.text import _

FOR_HOURS = 4
MOST_SEATS = 60
NAME = Field("name", _("Your first name"), "text", most=40, required=True)
Also = Callable[[Pen], Any]


class Void(Refused):
    """The link is no good any more; why is nobody's business."""

    def __init__(self) -> None:
        super().__init__(_("This link leads nowhere."))


def code_of(invitation: Invitation) -> str:
    """The code of a link, made again from its nonce and this site's secret."""
    mac = hmac.new(settings.SECRET_KEY.encode(), f"invitation:{invitation.nonce}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac[:10]).decode().lower()


def address_of(invitation: Invitation) -> str:
    return f"{settings.TABLEE_URL}/j/{code_of(invitation)}/"


def invite(seat: Seat, *, expires_at: datetime | None = None, uses: int | None = 1, moves: bool = False) -> Invitation:
    """A link to a seat that exists: for four hours unless said otherwise, once unless ``uses`` says how often."""
    return _make(seat, expires_at or _soon(), uses, seat=seat, role=seat.role, moves=moves)


def invite_to(
    seat: Seat, role: str, *, expires_at: datetime | None = None, uses: int | None = 8, asks: bool = False
) -> Invitation:
    """A link to new seats of a role, at the table of ``seat``; with ``asks``, a game master lets each one in."""
    return _make(seat, expires_at or _soon(), uses, role=role, asks=asks)


def open_link(seat: Seat, role: str) -> Invitation:
    return _make(seat, None, None, role=role)


def print_link(seat: Seat) -> Invitation:
    """A link to a seat that works until it is revoked, as often as it is opened: for a card on the table."""
    return _make(seat, None, None, seat=seat, role=seat.role)


def revoke(link: Invitation) -> None:
    """Let nobody sit down by a link any more, who waits to be let in included; those who did stay."""
    Invitation.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    Knock.objects.filter(invitation=link).delete()


def find(code: str) -> Invitation | None:
    """The invitation of a code by which one can still sit down; ``None`` alike for wrong, used, expired, revoked."""
    code_hash = _digest(code)
    if not Invitation.objects.filter(code_hash=code_hash).exists():  # a guess costs a quarter of the whole question
        return None
    return usable().filter(code_hash=code_hash).select_related("seat", "campaign").first()


def seat_taken_before(request: HttpRequest, code: str, sent: Sent) -> Seat | None:
    """Take the seat that this very form took before, whose answer was lost, unless it has moved on since."""
    seat = _taken(code, sent)
    if seat is not None:
        hold(request.session, seat)
    return seat


def bind(request: HttpRequest, code: str, sent: Sent) -> Seat | None:
    """Take a seat for this session, which may hold others already; ``None`` when the code is no good any more."""
    with transaction.atomic():
        link = find(code)
        if link is None or link.seat is None:
            return None
        _wait_for(link.campaign)
        seat = _taken(code, sent)
        try:
            if seat is None:
                seat = _moved(link, link.seat, sent) if link.moves else _used(link, link.seat)
        except Void:
            return None
    hold(request.session, seat)
    return seat


def enter(
    request: HttpRequest,
    link: Invitation,
    name: str,
    language: str,
    sent: Sent,
    also: Also | None = None,
    kept: Seat | None = None,
) -> Seat:
    """Take a new seat by a link to a role, or the blank one ``kept``, and do ``also`` what comes with it.

    It is one command: what refuses any part of it leaves no seat and no use. Raises ``Void`` or a refusal.
    """
    clean = NAME.read(name) if link.role in (Seat.Role.PLAYER, Seat.Role.SPECTATOR) else name
    with transaction.atomic():
        _wait_for(link.campaign)
        if (before := seat_taken_before(request, code_of(link), sent)) is not None:
            return before
        made = kept or Seat.objects.create(campaign=link.campaign, token=link.campaign.new_seat_token())

        def work(pen: Pen) -> None:
            check_room(pen, clean)
            _used(link, sit_down(pen, link.role, clean, language))
            if also is not None:
                also(pen)

        run(seat=made, sent=sent, work=work)
        Knock.objects.filter(seat=made).delete()
    made.refresh_from_db()
    hold(request.session, made)
    return made


def check_room(pen: Pen, name: str) -> None:
    """Raise ``Refused`` where the table is full, or somebody there has this name."""
    present = Seat.objects.filter(campaign=pen.campaign, left_at=None).exclude(role="")
    names = [name.casefold() for name in present.values_list("name", flat=True)]
    if len(names) >= MOST_SEATS:
        raise Refused(_("There is no room left at this table."), "name")
    if name.casefold() in names:
        raise Refused(
            _(
                "%(name)s is at this table already. If that is you, ask the game master to move your seat to this "
                "device; otherwise add a letter to your name.",
                name=name,
            ),
            "name",
        )


def _wait_for(campaign: Campaign) -> None:
    Campaign.objects.select_for_update().get(pk=campaign.pk)


def _taken(code: str, sent: Sent) -> Seat | None:
    """The seat on which this very form sat down by this link, unless it went to another device since."""
    same = Command.objects.filter(key=sent.key, body_hash=sent.digest).values("seat")
    known = Use.objects.select_related("seat__campaign").filter(seat__in=same, seat__left_at=None)
    used = known.filter(invitation__code_hash=_digest(code)).order_by("-pk").first()
    if used is None or Use.objects.filter(invitation__moves=True, seat=used.seat, pk__gt=used.pk).exists():
        return None
    return used.seat


def _moved(link: Invitation, seat: Seat, sent: Sent) -> Seat:
    def work(pen: Pen) -> None:
        _used(link, seat)
        record_move(pen)

    run(seat=seat, sent=sent, work=work)
    seat.refresh_from_db()
    return seat


def _used(link: Invitation, seat: Seat) -> Seat:
    # Without a join, so that the database looks again at the row when somebody else has just taken the last use.
    last = Invitation.objects.filter(pk=link.pk, revoked_at=None)
    left = (
        last.exists() if link.uses_left is None else last.filter(uses_left__gt=0).update(uses_left=F("uses_left") - 1)
    )
    if not left:
        raise Void
    Use.objects.create(invitation=link, seat=seat)
    return seat


def _make(by: Seat, until: datetime | None, uses: int | None, **more: Any) -> Invitation:
    made = Invitation(campaign=by.campaign, nonce=new_token(), expires_at=until, uses_left=uses, **more)
    made.code_hash = _digest(code_of(made))
    made.save()
    return made


def _soon() -> datetime:
    return timezone.now() + timedelta(hours=FOR_HOURS)


def usable() -> QuerySet[Invitation]:
    fresh = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    left = Q(uses_left__isnull=True) | Q(uses_left__gt=0)
    seats = Q(seat__isnull=True) | Q(seat__left_at=None)
    return Invitation.objects.filter(fresh, left, seats, revoked_at=None)


def _digest(code: str) -> str:
    plain = code.lower().replace("-", "").replace(" ", "").strip()
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
