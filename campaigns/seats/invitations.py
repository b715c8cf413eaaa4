"""Invitation links: a code of 16 characters that can be shown again; the database keeps only a digest of it.

A link leads to an existing seat, or to a role: then each use creates a new seat. Opening a link writes nothing; only
its form takes a seat.
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
from campaigns.models import Campaign, Command, Invitation, JoinRequest, Seat, Use, new_token
from campaigns.queries import prepared
from campaigns.seats.access import hold
from campaigns.services import record_move, sit_down
from rules.character.sheet import Field
from rules.core.errors import Refused
from rules.core.text import _

LINK_HOURS = 4
MOST_SEATS = 60
NAMED = (Seat.Role.PLAYER, Seat.Role.SPECTATOR)  # roles that choose their own name
NAME = Field("name", _("Your first name"), "text", most=40, required=True)
Also = Callable[[Pen], Any]


class Void(Refused):
    """Raised if a link does not work, without giving the reason."""

    def __init__(self) -> None:
        super().__init__(_("This link leads nowhere."))


def code_of(invitation: Invitation) -> str:
    """The code of a link, computed again from its nonce and this site's secret."""
    mac = hmac.new(settings.SECRET_KEY.encode(), f"invitation:{invitation.nonce}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac[:10]).decode().lower()


def address_of(invitation: Invitation) -> str:
    return f"{settings.TABLEE_URL}/j/{code_of(invitation)}/"


def invite(seat: Seat, *, expires_at: datetime | None = None, uses: int | None = 1, moves: bool = False) -> Invitation:
    """Make a link to an existing seat, by default for ``LINK_HOURS`` and one use."""
    return _make(seat, expires_at or _default_expiry(), uses, seat=seat, role=seat.role, moves=moves)


def invite_to(
    seat: Seat, role: str, *, expires_at: datetime | None = None, uses: int | None = 8, asks: bool = False
) -> Invitation:
    """Make a link to new seats of a role at this table; with ``asks``, a game master lets each person in."""
    return _make(seat, expires_at or _default_expiry(), uses, role=role, asks=asks)


def open_link(seat: Seat, role: str) -> Invitation:
    return _make(seat, None, None, role=role)


def print_link(seat: Seat) -> Invitation:
    """Make a link to a seat that works any number of times until it is revoked, for a printed card."""
    return _make(seat, None, None, seat=seat, role=seat.role)


def revoke(link: Invitation) -> None:
    """Revoke a link: it works no more, waiting join requests are dropped, and people already seated stay."""
    Invitation.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    JoinRequest.objects.filter(invitation=link).delete()


@prepared
def _links_of(code_hash: str) -> QuerySet[Invitation]:
    return Invitation.objects.filter(code_hash=code_hash)


def find(code: str) -> Invitation | None:
    """The usable invitation of a code; ``None`` for a wrong, used, expired or revoked one alike."""
    code_hash = _digest(code)
    if not _links_of(code_hash):  # a wrong guess costs only this cheap query
        return None
    return usable_links().filter(code_hash=code_hash).select_related("seat", "campaign").first()


def retake_seat(request: HttpRequest, code: str, sent: Sent) -> Seat | None:
    """Take the seat again that this same form took before its response was lost, unless it has moved since."""
    seat = _find_seat_of_use(code, sent)
    if seat is not None:
        hold(request.session, seat)
    return seat


def take_seat(request: HttpRequest, code: str, sent: Sent) -> Seat | None:
    """Take a seat for this session, which may hold others already; ``None`` if the code no longer works."""
    with transaction.atomic():
        link = find(code)
        if link is None or link.seat is None:
            return None
        _lock(link.campaign)
        seat = _find_seat_of_use(code, sent)
        try:
            if seat is None:
                seat = _move_seat(link, link.seat, sent) if link.moves else _count_use(link, link.seat)
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
    blank: Seat | None = None,
) -> Seat:
    """Take a new seat by a link to a role, or the prepared seat ``blank``, and do ``also`` in the same command.

    If any part is refused, no seat is created and no use is counted. Raises ``Void`` or another refusal.
    """
    clean = NAME.read(name) if link.role in NAMED else name
    with transaction.atomic():
        _lock(link.campaign)
        if (earlier := retake_seat(request, code_of(link), sent)) is not None:
            return earlier
        new_seat = blank or Seat.objects.create(campaign=link.campaign, token=link.campaign.new_seat_token())

        def work(pen: Pen) -> None:
            check_room(pen, link.role, clean)
            _count_use(link, sit_down(pen, link.role, clean, language))
            if also is not None:
                also(pen)

        run(seat=new_seat, sent=sent, work=work)
        JoinRequest.objects.filter(seat=new_seat).delete()
    new_seat.refresh_from_db()
    hold(request.session, new_seat)
    return new_seat


def check_room(pen: Pen, role: str, name: str) -> None:
    """Raise ``Refused`` if the table is full, or if somebody there has this name (televisions share one)."""
    present = Seat.objects.filter(campaign=pen.campaign, left_at=None).exclude(role="")
    names = [name.casefold() for name in present.values_list("name", flat=True)]
    if len(names) >= MOST_SEATS:
        raise Refused(_("There is no room left at this table."), "name")
    if role in NAMED and name.casefold() in names:
        raise Refused(
            _(
                "%(name)s is at this table already. If that is you, ask the game master to move your seat to this "
                "device; otherwise add a letter to your name.",
                name=name,
            ),
            "name",
        )


def _lock(campaign: Campaign) -> None:
    Campaign.objects.select_for_update().get(pk=campaign.pk)


def _find_seat_of_use(code: str, sent: Sent) -> Seat | None:
    """The seat that this same form took by this link, unless it has moved to another device since."""
    same = Command.objects.filter(key=sent.key, body_hash=sent.digest).values("seat")
    uses = Use.objects.select_related("seat__campaign").filter(seat__in=same, seat__left_at=None)
    last_use = uses.filter(invitation__code_hash=_digest(code)).order_by("-pk").first()
    if last_use is None or Use.objects.filter(invitation__moves=True, seat=last_use.seat, pk__gt=last_use.pk).exists():
        return None
    return last_use.seat


def _move_seat(link: Invitation, seat: Seat, sent: Sent) -> Seat:
    def work(pen: Pen) -> None:
        _count_use(link, seat)
        record_move(pen)

    run(seat=seat, sent=sent, work=work)
    seat.refresh_from_db()
    return seat


def _count_use(link: Invitation, seat: Seat) -> Seat:
    # A query without a join, so that the database rechecks the row if somebody has just taken the last use.
    last = Invitation.objects.filter(pk=link.pk, revoked_at=None)
    is_open = (
        last.exists() if link.uses_left is None else last.filter(uses_left__gt=0).update(uses_left=F("uses_left") - 1)
    )
    if not is_open:
        raise Void
    Use.objects.create(invitation=link, seat=seat)
    return seat


def _make(by: Seat, until: datetime | None, uses: int | None, **more: Any) -> Invitation:
    invitation = Invitation(campaign=by.campaign, nonce=new_token(), expires_at=until, uses_left=uses, **more)
    invitation.code_hash = _digest(code_of(invitation))
    invitation.save()
    return invitation


def _default_expiry() -> datetime:
    return timezone.now() + timedelta(hours=LINK_HOURS)


def usable_links() -> QuerySet[Invitation]:
    not_expired = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    left = Q(uses_left__isnull=True) | Q(uses_left__gt=0)
    seats = Q(seat__isnull=True) | Q(seat__left_at=None)
    return Invitation.objects.filter(not_expired, left, seats, revoked_at=None)


def _digest(code: str) -> str:
    plain = code.lower().replace("-", "").replace(" ", "").strip()
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
