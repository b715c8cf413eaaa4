"""Deliveries to phones: queued for each new signal, sent if it is still valid and no page of the seat is open."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from campaigns.live import presence
from campaigns.live.cache import Cache
from campaigns.models import Delivery
from campaigns.outgoing import queue
from campaigns.outgoing.kinds import Answer, Kind, Request
from campaigns.web.language import say, speaking
from encounters.models import PushSubscription
from encounters.push import keys, signals
from encounters.push.encryption import decode, encrypt, sign
from encounters.push.holders import ended_subscriptions

# The push services of Chromium, Firefox, Safari and Edge: users cannot make this site call any other address.
HOSTS = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
LASTS = timedelta(minutes=5)  # a later message would concern another turn
TOKEN_LASTS = 3600  # seconds
GONE = (404, 410)
CHECKED: Cache[bool] = Cache(50)  # by subscription, with the number of the table when this process checked it


def allowed_hosts() -> tuple[str, ...]:
    return (*HOSTS, *settings.TABLEE_PUSH_HOSTS)


def queue_news() -> None:
    """Queue the signals that are new since the last check; signals that an open page shows do not count."""
    rows = list(PushSubscription.objects.select_related("seat__campaign").order_by("pk"))
    news = [row for row in rows if not CHECKED.get(row.token, row.seat.campaign.seq)]
    ended_rows = ended_subscriptions(news)
    for row in news:
        if row in ended_rows:
            forget(row)
        else:
            _queue_news(row)
    for row in news:
        CHECKED.put(row.token, row.seat.campaign.seq, True)


def _queue_news(row: PushSubscription) -> None:
    present = signals.signals_of(row.seat)
    if present == row.shown:
        return
    with transaction.atomic():
        locked = PushSubscription.objects.select_for_update().filter(pk=row.pk).first()
        if locked is None or locked.shown != row.shown:  # deleted, or another process queued it first
            return
        PushSubscription.objects.filter(pk=row.pk).update(shown=present)
        if presence.is_here(row.seat.campaign_id, row.seat_id):
            return
        for kind in signals.KINDS:
            if kind in row.wants and set(present.get(kind, ())) - set(row.shown.get(kind, ())):
                queue.enqueue(PUSH, row.seat.campaign, row.token, kind)


def build_request(delivery: Delivery) -> Request | None:
    """The request of one notification, worded at sending; ``None`` if it is no longer wanted or the signal is over."""
    row = PushSubscription.objects.select_related("seat__campaign").filter(token=delivery.to).first()
    if row is None or ended_subscriptions([row]) or delivery.body not in row.wants:
        return None
    if not signals.signals_of(row.seat).get(delivery.body):  # the signal is over
        return None
    address, expires = urlsplit(row.endpoint), int(time.time()) + TOKEN_LASTS
    audience = f"{address.scheme}://{address.netloc}"
    headers = {
        "Authorization": sign(keys.private_key(), audience, settings.TABLEE_URL, expires),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(LASTS.total_seconds())),
        "Urgency": "high",
    }
    body = encrypt(notification(row, delivery.body), decode(row.point), decode(row.secret))
    return Request(row.endpoint, allowed_hosts(), headers, body)


def notification(row: PushSubscription, kind: str) -> str:
    """A notification as JSON: a text that a locked phone may show to anybody, and the address it opens."""
    with speaking(row.seat.language):
        sentence = say(signals.KINDS[kind])
    address = reverse("messages" if kind == "message" else "seat", args=[row.seat.token])
    return json.dumps(
        {"title": row.seat.campaign.name, "body": sentence, "to": address, "tag": f"{kind}-{row.seat.token}"}
    )


def note_answer(delivery: Delivery, answer: Answer, final: bool) -> None:
    """Delete the subscription of a browser that its push service reports as gone."""
    if answer.status in GONE:
        row = PushSubscription.objects.filter(token=delivery.to).first()
        if row is not None:
            forget(row)


def forget(row: PushSubscription) -> None:
    queue.forget(PUSH, row.token)
    row.delete()


PUSH = Kind("push", build_request, note_answer, gather=queue_news, lasts=LASTS, most=20)
