"""Webhook deliveries: collected from committed events, signed, and switched off if the address keeps failing.

No command waits for them: the server's worker reads the journal after the commit.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Campaign, Seat
from campaigns.outgoing import queue
from campaigns.outgoing.kinds import Answer, Kind, Request
from encounters.models import Webhook
from encounters.webhook import news
from encounters.webhook.signing import sign
from rules.core.json_codec import to_json
from rules.core.scene import Event as SceneEvent
from rules.core.text import Text, _

if TYPE_CHECKING:
    from campaigns.models import Delivery

FAILED = "webhook_failed"
MOST_AT_ONCE = 50  # messages read from the journal at once


def queue_news() -> None:
    """Queue the new messages of all tables with a webhook; without room in the queue, they wait in the journal."""
    behind = Webhook.objects.filter(on=True, campaign__seq__gt=F("seq")).select_related("campaign")
    for hook in behind:
        _queue_news_of(hook)


def _queue_news_of(hook: Webhook) -> None:
    upto, room = hook.campaign.seq, WEBHOOK.most - queue.waiting_for(WEBHOOK, hook.token).count()
    bodies: list[str] = []
    for seq, messages in groupby(news.messages_since(hook, upto), itemgetter(0)):  # one event's stay together
        new = [body for _seq, body in messages]
        if len(bodies) + len(new) > min(room, MOST_AT_ONCE):
            upto = seq - 1
            break
        bodies += new
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=hook.campaign_id)
        # Another process may have queued it first, or the game master may have switched it off.
        if Webhook.objects.filter(pk=hook.pk, on=True, seq=hook.seq).update(seq=upto):
            for body in bodies:
                queue.enqueue(WEBHOOK, campaign, hook.token, body)


def build_request(delivery: Delivery) -> Request | None:
    hook = Webhook.objects.filter(token=delivery.to, on=True).first()
    if hook is None:
        return None
    body = delivery.body.encode()
    headers = {"Content-Type": "application/json", "Tablee-Delivery": delivery.token, **sign(hook, body)}
    return Request(hook.address, settings.TABLEE_WEBHOOK_HOSTS, headers, body)


def note_answer(delivery: Delivery, answer: Answer, final: bool) -> None:
    """Store the outcome of a try; switch the webhook off if the last one failed or the address wants no more."""
    hook = Webhook.objects.filter(token=delivery.to)
    problem = to_json(answer.problem) if answer.problem is not None else {}
    hook.update(tried_at=timezone.now(), status=answer.status, problem=problem)
    if final and not answer.arrived and hook.update(on=False):
        queue.forget(WEBHOOK, delivery.to)
        text = _("The webhook is switched off: its address did not take a message for a day, or wants no more.")
        _tell_gm(delivery.campaign, text)


def _tell_gm(campaign: Campaign, text: Text) -> None:
    master = Seat.objects.filter(campaign=campaign, role=Seat.Role.GM, left_at=None).order_by("pk").first()

    def work(pen: Pen) -> None:
        pen.record(SceneEvent(FAILED, "", "", (), "gm", {"told": {"gm": to_json(text)}}))

    if master is not None:
        journal.run(seat=master, sent=Sent.of("", ""), work=work)


WEBHOOK = Kind("webhook", build_request, note_answer, queue_news)
