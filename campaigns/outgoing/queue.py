"""The table of deliveries: bounded for each recipient, in order, each claimed by one worker at a time.

A claim is no lock that is held while something is sent: it moves the next try on by ``LEASE``. A process that dies
meanwhile has sent it or not, and it is sent once more.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Delivery
from campaigns.outgoing.kinds import KINDS, Answer, Kind

if TYPE_CHECKING:
    from campaigns.accounts.deletion import Leaving

LEASE = timedelta(minutes=2)  # longer than a try lasts
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600))  # the last one again and again


def put(kind: Kind, campaign: Campaign, to: str, body: str) -> bool:
    """Let something be sent once this transaction is committed; false where too much waits for that recipient."""
    if waiting(kind, to).count() >= kind.most:
        return False
    now = timezone.now()
    Delivery.objects.create(
        campaign=campaign, kind=kind.name, to=to, body=body, made=now, next_try=now, until=now + kind.lasts
    )
    return True


def waiting(kind: Kind, to: str) -> QuerySet[Delivery]:
    return Delivery.objects.filter(kind=kind.name, to=to)


def forget(kind: Kind, to: str) -> None:
    """Send nothing more of what waits for a recipient."""
    waiting(kind, to).delete()


def forget_table(leaving: Leaving) -> None:
    """Send nothing more of what waits at a table: it may name somebody who has left it for good."""
    Delivery.objects.filter(campaign=leaving.campaign).delete()


def claim(most: int) -> list[Delivery]:
    """Up to so many that are due, the oldest of each recipient; nobody else gets them until their lease is over."""
    oldest = Delivery.objects.filter(kind__in=KINDS).values("kind", "to").annotate(first=Min("pk")).values("first")
    due = Delivery.objects.filter(pk__in=oldest, next_try__lte=timezone.now()).order_by("next_try", "pk")
    if not due.exists():  # an embedded database is not locked to look
        return []
    with transaction.atomic():
        rows = list(due.select_for_update(skip_locked=True)[:most])
        ours = Delivery.objects.filter(pk__in=[row.pk for row in rows])
        ours.update(next_try=timezone.now() + LEASE, attempts=F("attempts") + 1)
        return list(ours.select_related("campaign").order_by("pk"))


def settle(delivery: Delivery, answer: Answer | None) -> None:
    """Take what arrived off the table, or set its next try; ``None`` where nobody wants it any more."""
    with transaction.atomic():
        # The table first, as every act does: nobody waits for somebody who waits for them.
        Campaign.objects.select_for_update().filter(pk=delivery.campaign_id).first()
        row = Delivery.objects.filter(pk=delivery.pk)
        if not row.exists():  # its recipient, or its table, has gone meanwhile
            return
        if answer is None:
            row.delete()
            return
        pause = PAUSES[min(delivery.attempts, len(PAUSES)) - 1]
        late = timezone.now() + pause
        final = answer.arrived or answer.gone or late > delivery.until
        if final:
            row.delete()
        else:
            row.update(next_try=late)
        KINDS[delivery.kind].answered(delivery, answer, final)
