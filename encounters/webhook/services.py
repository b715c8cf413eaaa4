"""Setting up the webhook of a table: its address, what it tells, a new secret, a test, and off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings

from campaigns.journal import journal
from campaigns.journal.journal import Done, Pen, Sent
from campaigns.models import Seat
from campaigns.outgoing import addresses, queue
from campaigns.seats.access import may
from encounters.models import Webhook
from encounters.webhook import news
from encounters.webhook.delivering import WEBHOOK
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Event as Told
from rules.core.text import Text, _

CHANGED = "webhook_changed"


@dataclass(frozen=True)
class Wish:
    """A webhook as a game master wants it."""

    address: str
    rolls: bool
    story: bool


def of(seat: Seat) -> Webhook | None:
    return Webhook.objects.filter(campaign=seat.campaign_id).select_related("campaign").first()


def check(address: str) -> None:
    """Raise ``Refused`` with the sentence for an address that nothing would ever be sent to."""
    addresses.resolved(addresses.read(address, settings.TABLEE_WEBHOOK_HOSTS))


def switch_on(*, seat: Seat, sent: Sent, wish: Wish) -> Done:
    """Tell an address what happens from now on; nothing of before. Its value says if a secret was made."""
    check(wish.address)  # before the table is locked: a name server may take its time
    if not (wish.rolls or wish.story):
        raise Refused(_("Choose what the webhook tells."), "rolls")

    def work(pen: Pen) -> bool:
        _check(pen)
        hook = of(pen.seat)
        new = hook is None
        hook = hook or Webhook(campaign=pen.campaign)
        if not hook.on or new:
            hook.seq = pen.campaign.seq
        hook.address, hook.rolls, hook.story = wish.address, wish.rolls, wish.story
        hook.on, hook.language, hook.problem = True, pen.seat.language, {}
        hook.save()
        queue.put(WEBHOOK, pen.campaign, hook.token, news.ping(hook))
        _record(pen, _("The webhook tells an address outside what the shared screen shows."))
        return new

    return journal.run(seat=seat, sent=sent, work=work)


@journal.command
def renew(pen: Pen) -> bool:
    """Give it another secret: what was signed with the one before is ours no longer."""
    hook = _present(pen)
    hook.renewed += 1
    hook.save(update_fields=["renewed"])
    _record(pen, _("The webhook has a new secret."))
    return True


@journal.command
def switch_off(pen: Pen) -> None:
    hook = _present(pen)
    queue.forget(WEBHOOK, hook.token)
    if hook.on:
        Webhook.objects.filter(pk=hook.pk).update(on=False, problem={})
        _record(pen, _("The webhook is switched off."))


@journal.command
def test(pen: Pen) -> None:
    hook = _present(pen)
    if not hook.on:
        raise Refused(_("The webhook is switched off."))
    if not queue.put(WEBHOOK, pen.campaign, hook.token, news.ping(hook)):
        raise Refused(_("Too much waits for this address already."))
    _record(pen, None)


def _present(pen: Pen) -> Webhook:
    _check(pen)
    hook = of(pen.seat)
    if hook is None:
        raise Refused(_("There is no webhook at this table."))
    return hook


def _check(pen: Pen) -> None:
    if not may(pen.seat, "invite"):
        raise Refused(_("Only the game master sets the webhook."))


def _record(pen: Pen, text: Text | None) -> None:
    payload: dict[str, Any] = {"told": {"gm": to_json(text)}} if text is not None else {}
    pen.record(Told(CHANGED, pen.seat.token, "", (), "gm", payload))
