"""Set-up of a webhook: its address and contents, a new secret, a test message, and switching it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.models import Seat
from campaigns.outgoing import addresses, queue
from campaigns.seats.access import may
from encounters.models import Webhook
from encounters.webhook import news
from encounters.webhook.delivering import WEBHOOK
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Event as SceneEvent
from rules.core.text import Text, _

CHANGED = "webhook_changed"


@dataclass(frozen=True)
class WebhookChoice:
    """The webhook settings that a game master asks for."""

    address: str
    rolls: bool
    story: bool


def find_webhook(seat: Seat) -> Webhook | None:
    return Webhook.objects.filter(campaign=seat.campaign_id).select_related("campaign").first()


def check_address(address: str) -> None:
    """Raise ``Refused`` for an address to which the site may not send, with the reason."""
    addresses.resolve(addresses.read_address(address, settings.TABLEE_WEBHOOK_HOSTS))


def switch_on(*, seat: Seat, sent: Sent, choice: WebhookChoice) -> Receipt:
    """Send events from now on to an address; the receipt's value is true if a new secret was made."""
    check_address(choice.address)  # before the table is locked, because a name server may be slow
    if not (choice.rolls or choice.story):
        raise Refused(_("Choose what the webhook sends."), "rolls")

    def work(pen: Pen) -> bool:
        _check_gm(pen)
        hook = find_webhook(pen.seat)
        new = hook is None
        hook = hook or Webhook(campaign=pen.campaign)
        if not hook.on or new:
            hook.seq = pen.campaign.seq
        hook.address, hook.rolls, hook.story = choice.address, choice.rolls, choice.story
        hook.on, hook.language, hook.problem = True, pen.seat.language, {}
        hook.save()
        queue.enqueue(WEBHOOK, pen.campaign, hook.token, news.ping_body(hook))
        _record(pen, _("The webhook tells an address outside what the shared screen shows."))
        return new

    return journal.run(seat=seat, sent=sent, work=work)


@journal.command
def renew_secret(pen: Pen) -> bool:
    """Replace the secret of the webhook; signatures with the former one are no longer valid."""
    hook = _find_for_gm(pen)
    hook.renewed += 1
    hook.save(update_fields=["renewed"])
    _record(pen, _("The webhook has a new secret."))
    return True


@journal.command
def switch_off(pen: Pen) -> None:
    hook = _find_for_gm(pen)
    queue.forget(WEBHOOK, hook.token)
    if hook.on:
        Webhook.objects.filter(pk=hook.pk).update(on=False, problem={})
        _record(pen, _("The webhook is switched off."))


@journal.command
def send_test(pen: Pen) -> None:
    hook = _find_for_gm(pen)
    if not hook.on:
        raise Refused(_("The webhook is switched off."))
    if not queue.enqueue(WEBHOOK, pen.campaign, hook.token, news.ping_body(hook)):
        raise Refused(_("Too many messages are already waiting for this address."))
    _record(pen, None)


def _find_for_gm(pen: Pen) -> Webhook:
    _check_gm(pen)
    hook = find_webhook(pen.seat)
    if hook is None:
        raise Refused(_("There is no webhook at this table."))
    return hook


def _check_gm(pen: Pen) -> None:
    if not may(pen.seat, "invite"):
        raise Refused(_("Only the game master sets the webhook."))


def _record(pen: Pen, text: Text | None) -> None:
    payload: dict[str, Any] = {"told": {"gm": to_json(text)}} if text is not None else {}
    pen.record(SceneEvent(CHANGED, pen.seat.token, "", (), "gm", payload))
