"""Worlds that differ only in what is hidden send the same bytes, in the same number and order, at the same times.

An evening of each is played for a program that reads the table, for the receiver of a webhook, and for phones.
"""

import re

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Delivery, Seat
from campaigns.outgoing import addresses, worker
from encounters import services as fights
from encounters.api import views
from encounters.api.tokens import token_of
from encounters.dice import source
from encounters.models import PushSubscription
from encounters.push import subscriptions
from encounters.webhook import delivering, services
from encounters.webhook.services import WebhookChoice
from tests.cast import client_of
from tests.encounters.push.browser import Browser
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.test_playing import SOAK
from tests.secrets.test_twins import GAMES, ONE, OTHER, differing

NOTHING = Secret(names=(), sample=0, note="trois", rolls=0, seed=3, faces=())
STEPS = 24
HOUR = re.compile(r'"at": "[^"]*"')
SERVICE = "https://fcm.googleapis.com"


class Free:
    """A limit of nothing."""

    def take(self, _who):
        return True


@pytest.mark.slow("two evenings of each game, for three outlets")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_no_byte_of_any_outlet(game, monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    monkeypatch.setattr(addresses, "resolve", lambda _address: "192.0.2.1")
    monkeypatch.setattr(views, "READS", Free())
    worlds = []
    for secret in (NOTHING, ONE, OTHER) if SOAK else (NOTHING, (ONE, OTHER)[GAMES.index(game) % 2]):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        worlds.append(heard(Evening(game, secret)))
    answers, deliveries, messages = worlds[0]
    assert answers and {"roll", "line"} <= {
        kind for text in deliveries for kind in re.findall(r'"kind": "(\w+)"', text)
    }
    assert any(messages)
    for world in worlds[1:]:
        for outlet, other in zip(worlds[0], world, strict=True):
            for one, two in zip(outlet, other, strict=False):
                assert one == two, differing(str(one), str(two))
            assert len(outlet) == len(other)


def heard(evening):
    """All that a program, a webhook and the phones are sent in an evening; nothing of it by what nobody may know."""
    choice = WebhookChoice("https://hooks.example/", True, True)
    services.switch_on(seat=evening.gm, sent=Sent.of("", ""), choice=choice)
    subscribe(evening)
    before, answers, (deliveries, _none), messages = body(evening), [], outbox(), []
    for what, known in evening.run_steps(STEPS):
        now, (delivered, phoned) = body(evening), outbox()
        assert known or now == before, f"{what}: {differing(before, now)}"
        assert known or (delivered, phoned) == ([], []), f"{what} sent {delivered} {phoned}"
        before = now
        deliveries += delivered
        if known:
            answers.append(now)
            messages.append(phoned)
    roll_openly(evening)
    deliveries += outbox()[0]
    return masked(answers), masked(HOUR.sub("", text) for text in deliveries), messages


def body(evening):
    """The table as a program reads it."""
    token = token_of(evening.fresh(evening.cast.screen))
    answer = client_of().get(reverse("api-screen"), headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    return answer.text


def subscribe(evening):
    """Every player but the one who is away asks for all messages on their phone."""
    players = Seat.objects.filter(campaign=evening.gm.campaign, role="player", left_at=None)
    for seat in players.exclude(pk=evening.away.pk):
        sent = Browser(f"{SERVICE}/{seat.token}").sent
        session = client_of(seat).session.session_key
        subscriptions.subscribe(evening.fresh(seat), session, **sent, wants=list(subscriptions.signals.KINDS))


def outbox():
    """Requests that would go out now, without their hours, and messages by player; both are taken away unsent."""
    worker.gather_all()
    names = dict(PushSubscription.objects.values_list("token", "seat__name"))
    requests, messages = [], []
    for delivery in Delivery.objects.order_by("pk"):
        if delivery.to in names:
            messages.append((names[delivery.to], delivery.body))
        else:
            requests.append(read(delivering.build_request(delivery)))
    Delivery.objects.all().delete()
    return requests, messages


def read(request):
    """All of a request but what is of its hour alone."""
    names = [name for name in request.headers if name not in ("Tablee-Signature", "Tablee-Timestamp")]
    kept = {name: request.headers[name] for name in names}
    return f"{request.address} {kept} {len(request.headers)} {request.body.decode()}"


def roll_openly(evening):
    """A test that everybody sees, for chance may have let nobody throw so far."""
    evening.step += 1
    hero = evening.heroes["ana"]
    check = evening.system.checks(hero.data, {})[0].key
    fights.roll_test(seat=evening.gm, sent=evening.sent(), character=hero, args={"check": check})
