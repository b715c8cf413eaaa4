"""Join requests: on a link that asks for approval, a newcomer waits, and learns nothing about the table meanwhile.

The waiting browser holds the nonce of its request. The seat reserved for it stays blank until it is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.live.regions import Audience, Region, View, subjects
from campaigns.models import Campaign, Invitation, JoinRequest, Seat
from campaigns.seats.access import may
from campaigns.seats.invitations import NAME, check_room, usable_links
from campaigns.services import change_links
from rules.core.errors import Refused, Stale
from rules.core.scene import Event
from rules.core.text import _

MOST_WAITING = 12
SESSION = "knocks"  # the nonces of this browser; the key that sessions have had from the first
ANSWERS = ("in", "all", "refuse")


def find_request(session: Any, link: Invitation) -> JoinRequest | None:
    nonce = _read_session(session).get(link.nonce, "")
    return JoinRequest.objects.select_related("seat").filter(nonce=nonce, invitation=link).first()


def ask(session: Any, link: Invitation, name: str, language: str, sent: Sent) -> JoinRequest:
    """Ask to be let in under a name; a refused person may ask again. Raises a refusal that names the field."""
    clean = NAME.read(name)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=link.campaign_id)
        row = find_request(session, link)
        if row is not None and row.let_in is not False:
            return row
        if waiting_requests(link.campaign).filter(invitation=link).count() >= MOST_WAITING:
            raise Refused(_("Too many people are already waiting. Ask the game master."), "name")
        table = link.campaign
        seat = row.seat if row is not None else Seat.objects.create(campaign=table, token=table.new_seat_token())

        def work(pen: Pen) -> None:
            check_room(pen, link.role, clean)
            pen.record(Event("knocked", "", "", (), "gm"))

        journal.run(seat=seat, sent=sent, work=work)
        values = {"name": clean, "language": language, "let_in": None}
        made, _new = JoinRequest.objects.update_or_create(seat=seat, defaults={"invitation": link, **values})
    session[SESSION] = {**_read_session(session), link.nonce: made.nonce}
    return made


def answer(*, seat: Seat, sent: Sent, join_request: JoinRequest, how: str) -> journal.Receipt:
    """Let a person in, let in everybody with the same link, or refuse. Raises ``Stale`` if nobody waits any more."""

    def work() -> None:
        if not waiting_requests(seat.campaign).filter(pk=join_request.pk).exists():
            raise Stale(_("Nobody is waiting here any more."))
        if how == "all":
            Invitation.objects.filter(pk=join_request.invitation_id).update(asks=False)
            JoinRequest.objects.filter(invitation=join_request.invitation_id, let_in=None).update(let_in=True)
        else:
            JoinRequest.objects.filter(pk=join_request.pk).update(let_in=how == "in")

    if how not in ANSWERS:
        raise Refused(_("This choice is not offered."))
    return change_links(seat=seat, sent=sent, work=work)


def waiting_requests(campaign: Campaign) -> QuerySet[JoinRequest]:
    return JoinRequest.objects.filter(invitation__in=usable_links().filter(campaign=campaign), let_in=None).order_by(
        "pk"
    )


def waiting_rows(view: View) -> Mapping[str, Any] | None:
    rows = [
        {
            "name": row.name,
            "role": Seat.Role(row.invitation.role).label,
            "answer": reverse("join-request", args=[view.seat, row.nonce]),
        }
        for row in waiting_requests(view.campaign).select_related("invitation")
    ]
    return {"requests": rows} if rows else None


READS = subjects("event:knocked", "event:link_changed")
JOIN_REQUESTS = Region(
    "join_requests", waiting_rows, audience=Audience.GM, reads=READS, everywhere=lambda seat: may(seat, "invite")
)


def _read_session(session: Any) -> dict[str, str]:
    values = session.get(SESSION, {})
    return values if isinstance(values, dict) else {}
