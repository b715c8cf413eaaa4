"""The game master's page of the webhook."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.journal.journal import Receipt
from campaigns.models import Seat
from campaigns.outgoing import queue
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from encounters.webhook import services
from encounters.webhook.delivering import WEBHOOK
from encounters.webhook.services import WebhookChoice
from encounters.webhook.signing import secret_of
from rules.core.errors import Unreadable
from rules.core.json_codec import from_json
from rules.core.text import _

SECRET = "webhook_secret"  # in a session: the token of the webhook whose secret is shown once


def _show(request: HttpRequest, seat: Seat) -> HttpResponse:
    hook = services.find_webhook(may_or_404(seat, "invite"))
    context: dict[str, Any] = {"seat": seat, "title": gettext("Webhook"), "hook": hook}
    context["hosts"] = settings.TABLEE_WEBHOOK_HOSTS
    if hook is not None:
        context["problem"] = say(from_json(hook.problem)) if hook.problem else ""
        context["waits"] = queue.waiting_for(WEBHOOK, hook.token).count()
        if "outcome" not in request.GET and request.session.pop(SECRET, "") == hook.token:
            context["secret"] = secret_of(hook)
    return render(request, "encounters/webhook.html", context)


def _change(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "invite")
    posted, sent = request.POST, commands.read(request)
    match posted.get("do", ""):
        case "on":
            choice = WebhookChoice(
                posted.get("address", "").strip(), bool(posted.get("rolls")), bool(posted.get("story"))
            )
            done = services.switch_on(seat=seat, sent=sent, choice=choice)
            return _respond(request, seat, done, gettext("The webhook is on: a test is on its way."))
        case "secret":
            return _respond(
                request, seat, services.renew_secret(seat=seat, sent=sent), gettext("The webhook has a new secret.")
            )
        case "test":
            return _respond(request, seat, services.send_test(seat=seat, sent=sent), gettext("A test is on its way."))
        case "off":
            done = services.switch_off(seat=seat, sent=sent)
            return _respond(request, seat, done, gettext("The webhook is switched off."))
    raise Unreadable(_("This cannot be done now."))


def _respond(request: HttpRequest, seat: Seat, done: Receipt, toast: str) -> HttpResponse:
    hook = services.find_webhook(seat)
    if done.value and hook is not None:
        request.session[SECRET] = hook.token
    final = Receipt(None, done.value, done.again)
    return commands.respond(request, seat, final, toast=toast, to=reverse("webhook", args=[seat.token]))


webhook = commands.form_view(_change)(_show)
