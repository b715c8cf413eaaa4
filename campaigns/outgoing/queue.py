"""The queue of deliveries: bounded and in order for each recipient, each claimed by one worker at a time.

A claim holds no lock during the sending, but postpones the next try by ``LEASE``. If a process dies
meanwhile, the delivery is sent again, even if it had been sent.
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

LEASE = timedelta(minutes=2)  # longer than any try
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600))  # the last one repeatedly


def enqueue(kind: Kind, campaign: Campaign, to: str, body: str) -> bool:
    """Queue a delivery, to be sent after this transaction's commit; False if too many wait for the recipient."""
    if waiting_for(kind, to).count() >= kind.most:
        return False
    now = timezone.now()
    Delivery.objects.create(
        campaign=campaign, kind=kind.name, to=to, body=body, made=now, next_try=now, until=now + kind.lasts
    )
    return True


def waiting_for(kind: Kind, to: str) -> QuerySet[Delivery]:
    return Delivery.objects.filter(kind=kind.name, to=to)


def forget(kind: Kind, to: str) -> None:
    waiting_for(kind, to).delete()


def forget_table(leaving: Leaving) -> None:
    """Delete all waiting deliveries of a table, because they may name somebody who leaves it for good."""
    Delivery.objects.filter(campaign=leaving.campaign).delete()


def claim(most: int) -> list[Delivery]:
    """Up to ``most`` due deliveries, the oldest of each recipient, reserved for the caller until their lease ends."""
    oldest = Delivery.objects.filter(kind__in=KINDS).values("kind", "to").annotate(first=Min("pk")).values("first")
    due = Delivery.objects.filter(pk__in=oldest, next_try__lte=timezone.now()).order_by("next_try", "pk")
    if not due.exists():  # SQLite is not locked for looking only
        return []
    with transaction.atomic():
        rows = list(due.select_for_update(skip_locked=True)[:most])
        unclaimed = Delivery.objects.filter(pk__in=[row.pk for row in rows])
        unclaimed.update(next_try=timezone.now() + LEASE, attempts=F("attempts") + 1)
        return list(unclaimed.select_related("campaign").order_by("pk"))


def time_to_next_try(most: float) -> float:
    """Seconds until the next try is due, ``most`` at most."""
    now = timezone.now()
    first = Delivery.objects.filter(kind__in=KINDS, next_try__gt=now).aggregate(first=Min("next_try"))["first"]
    return most if first is None else min(most, (first - now).total_seconds())


def settle(delivery: Delivery, answer: Answer | None) -> None:
    """Delete a delivery that arrived, or is no longer wanted (``None``); else set its next try."""
    with transaction.atomic():
        # The campaign is locked first, as by every command, so that there is no deadlock.
        Campaign.objects.select_for_update().filter(pk=delivery.campaign_id).first()
        row = Delivery.objects.filter(pk=delivery.pk)
        if not row.exists():  # its recipient or its table was deleted meanwhile
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
