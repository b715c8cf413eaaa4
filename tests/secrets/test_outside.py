"""Each hidden thing puts no message for a receiver or a phone, and changes no byte of what a program is answered."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Delivery
from campaigns.outgoing import addresses, worker
from encounters.api.tokens import token_of
from encounters.dice import source
from encounters.models import PushSubscription
from encounters.push import signals, subscriptions
from encounters.webhook import services as webhooks
from tests.cast import client_of
from tests.encounters.push.browser import Browser
from tests.secrets.evening import Dice, masked
from tests.secrets.sequences import HIDDEN, MOMENTS, Moment, NotNow
from tests.secrets.test_playing import ONE
from tests.secrets.test_push import SERVICE
from tests.secrets.test_webhook import HOUR

GAMES = ("chroniques", "mythras")
PLAYERS = ("ana", "leo")
OF_A_WEBHOOK = "a webhook and another's phone"  # a table has one alone, to which this listens


class Heard(Moment):
    """A table with a webhook, a phone of each player and a program that reads its screen."""

    def listen(self):
        wish = webhooks.Wish("https://hooks.example/", True, True)
        webhooks.switch_on(seat=self.fresh(self.gm), sent=Sent.of("", ""), wish=wish)
        for who in PLAYERS:
            seat = self.fresh(self.seats[who])
            sent = Browser(f"{SERVICE}/{seat.token}").sent
            session = self.clients[who].session.session_key
            subscriptions.subscribe(seat, session, **sent, wants=list(signals.KINDS))
        self.put()

    def put(self):
        """The messages put since the last look, each for whom, taken away unsent."""
        worker.gather()
        phones = dict(PushSubscription.objects.values_list("token", "seat__name"))
        rows = [(phones.get(to, ""), body) for to, body in Delivery.objects.order_by("pk").values_list("to", "body")]
        Delivery.objects.all().delete()
        return rows

    def answered(self):
        """What a program is answered."""
        cache.clear()
        headers = {"Authorization": f"Bearer {token_of(self.fresh(self.cast.screen))}"}
        answer = client_of().get(reverse("api-screen"), headers=headers)
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def heard(request, db, monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    monkeypatch.setattr(addresses, "resolved", lambda _address: "192.0.2.1")
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Heard(request.param, ONE)
    table.advance(MOMENTS["her turn"])
    table.listen()
    return table


@pytest.mark.parametrize("heard", GAMES, indirect=True)
def test_nothing_hidden_is_told_outside_nor_changes_what_is(heard):
    def told_of_an_act():
        heard.acts()
        return masked(HOUR.sub("", str(row)) for row in heard.put()), heard.answered()

    with heard.forgotten("acts"):
        known, screen = told_of_an_act()
    assert known
    happened = []
    for name in [name for name in HIDDEN if name != OF_A_WEBHOOK]:
        with heard.forgotten("acts"):
            before = heard.answered()
            try:
                HIDDEN[name](heard)
            except NotNow:
                continue
            happened.append(name)
            assert heard.put() == [], name
            assert heard.answered() == before, name
            found, shown = told_of_an_act()
            assert (found, masked([shown])) == (known, masked([screen])), name
    assert len(happened) > len(HIDDEN) // 2
