"""Deliveries to phones: put where a signal is news, sent while it still stands and no page of its seat is open."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from campaigns.live import presence
from campaigns.models import Delivery
from campaigns.outgoing import queue
from campaigns.outgoing.kinds import Answer, Kind, Request
from campaigns.web.language import say, speaking
from encounters.models import PushSubscription
from encounters.push import keys, signals
from encounters.push.encryption import decoded, encrypted, signed
from encounters.push.holders import ended

# The push services of Chromium, Firefox, Safari and Edge: nobody makes this site call any other address.
HOSTS = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
LASTS = timedelta(minutes=5)  # what came later would be about another turn
TOKEN_LASTS = 3600  # seconds
GONE = (404, 410)
_seen: dict[str, int] = {}  # by subscription, the event up to which this process has looked


def allowed() -> tuple[str, ...]:
    return (*HOSTS, *settings.TABLEE_PUSH_HOSTS)


def gather() -> None:
    """Put what is news since each table was looked at; what a page that is open shows is none."""
    rows = list(PushSubscription.objects.select_related("seat__campaign").order_by("pk"))
    news = [row for row in rows if _seen.get(row.token, -1) < row.seat.campaign.seq]
    gone = ended(news)
    for row in news:
        if row in gone:
            forget(row)
        else:
            _look(row)
    _seen.clear()
    _seen.update({row.token: row.seat.campaign.seq for row in rows})


def _look(row: PushSubscription) -> None:
    now = signals.of(row.seat)
    if now == row.shown:
        return
    with transaction.atomic():
        locked = PushSubscription.objects.select_for_update().filter(pk=row.pk).first()
        if locked is None or locked.shown != row.shown:  # gone, or another process was first
            return
        PushSubscription.objects.filter(pk=row.pk).update(shown=now)
        if presence.is_here(row.seat.campaign_id, row.seat_id):
            return
        for kind in signals.KINDS:
            if kind in row.wants and set(now.get(kind, ())) - set(row.shown.get(kind, ())):
                queue.put(PUSH, row.seat.campaign, row.token, kind)


def request(delivery: Delivery) -> Request | None:
    """One message, worded when it is sent; none where it is no longer wanted, or no longer so."""
    row = PushSubscription.objects.select_related("seat__campaign").filter(token=delivery.to).first()
    if row is None or ended([row]) or delivery.body not in row.wants:
        return None
    if not signals.of(row.seat).get(delivery.body):  # what was so is over
        return None
    address, expires = urlsplit(row.endpoint), int(time.time()) + TOKEN_LASTS
    audience = f"{address.scheme}://{address.netloc}"
    headers = {
        "Authorization": signed(keys.private(), audience, settings.TABLEE_URL, expires),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(LASTS.total_seconds())),
        "Urgency": "high",
    }
    body = encrypted(words(row, delivery.body), decoded(row.point), decoded(row.secret))
    return Request(row.endpoint, allowed(), headers, body)


def words(row: PushSubscription, kind: str) -> str:
    """The words of a notification: what a locked phone may show on a table, and where it leads."""
    with speaking(row.seat.language):
        sentence = say(signals.KINDS[kind])
    address = reverse("messages" if kind == "message" else "seat", args=[row.seat.token])
    return json.dumps(
        {"title": row.seat.campaign.name, "body": sentence, "to": address, "tag": f"{kind}-{row.seat.token}"}
    )


def answered(delivery: Delivery, answer: Answer, final: bool) -> None:
    """Forget a browser that its service no longer knows."""
    if answer.status in GONE:
        row = PushSubscription.objects.filter(token=delivery.to).first()
        if row is not None:
            forget(row)


def forget(row: PushSubscription) -> None:
    queue.forget(PUSH, row.token)
    row.delete()


PUSH = Kind("push", request, answered, gather=gather, lasts=LASTS, most=20)
