"""The deliveries of webhooks: gathered from committed events, signed, and switched off where nobody listens.

No act waits for it: an act ends with its commit, and the worker of the server reads the journal afterwards.
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
from encounters.webhook.signing import signed
from rules.core.json_codec import to_json
from rules.core.scene import Event as Told
from rules.core.text import Text, _

if TYPE_CHECKING:
    from campaigns.models import Delivery

FAILED = "webhook_failed"
MOST_AT_ONCE = 50  # messages that are read from the journal in one go


def gather() -> None:
    """Put into the queue what tables with a webhook have learnt since; what has no room there waits in the journal."""
    behind = Webhook.objects.filter(on=True, campaign__seq__gt=F("seq")).select_related("campaign")
    for hook in behind:
        _gather(hook)


def _gather(hook: Webhook) -> None:
    upto, room = hook.campaign.seq, WEBHOOK.most - queue.waiting(WEBHOOK, hook.token).count()
    bodies: list[str] = []
    for seq, messages in groupby(news.of(hook, upto), itemgetter(0)):  # those of an event go together
        new = [body for _seq, body in messages]
        if len(bodies) + len(new) > min(room, MOST_AT_ONCE):
            upto = seq - 1
            break
        bodies += new
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=hook.campaign_id)
        # Another process may have been as quick, or the game master may have switched it off.
        if Webhook.objects.filter(pk=hook.pk, on=True, seq=hook.seq).update(seq=upto):
            for body in bodies:
                queue.put(WEBHOOK, campaign, hook.token, body)


def request(delivery: Delivery) -> Request | None:
    hook = Webhook.objects.filter(token=delivery.to, on=True).first()
    if hook is None:
        return None
    body = delivery.body.encode()
    headers = {"Content-Type": "application/json", "Tablee-Delivery": delivery.token, **signed(hook, body)}
    return Request(hook.address, settings.TABLEE_WEBHOOK_HOSTS, headers, body)


def answered(delivery: Delivery, answer: Answer, final: bool) -> None:
    """Note the outcome, and switch the webhook off where it was the last try of a day, or where nothing is wanted."""
    hook = Webhook.objects.filter(token=delivery.to)
    problem = to_json(answer.problem) if answer.problem is not None else {}
    hook.update(tried_at=timezone.now(), status=answer.status, problem=problem)
    if final and not answer.arrived and hook.update(on=False):
        queue.forget(WEBHOOK, delivery.to)
        text = _("The webhook is switched off: its address did not take a message for a day, or wants no more.")
        _tell(delivery.campaign, text)


def _tell(campaign: Campaign, text: Text) -> None:
    master = Seat.objects.filter(campaign=campaign, role=Seat.Role.GM, left_at=None).order_by("pk").first()

    def work(pen: Pen) -> None:
        pen.record(Told(FAILED, "", "", (), "gm", {"told": {"gm": to_json(text)}}))

    if master is not None:
        journal.run(seat=master, sent=Sent.of("", ""), work=work)


WEBHOOK = Kind("webhook", request, answered, gather)
