"""No hidden act queues a message for a webhook or a phone, or changes a byte of the response to a program."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Delivery, Event
from campaigns.outgoing import addresses, worker
from encounters.api import views as api_views
from encounters.api.tokens import token_of
from encounters.dice import source
from encounters.models import PushSubscription
from encounters.push import signals, subscriptions
from encounters.webhook import news
from encounters.webhook import services as webhooks
from tests.cast import client_of
from tests.encounters.push.browser import Browser
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_outlets import HOUR, SERVICE
from tests.secrets.test_playing import ONE

GAMES = ("chroniques", "mythras")
PLAYERS = ("ana", "leo")
OF_A_WEBHOOK = "a webhook and another's phone"  # a table has one alone, to which this listens


class Heard(Moment):
    """A table with a webhook, a phone of each player and a program that reads its screen."""

    def listen(self):
        choice = webhooks.WebhookChoice("https://hooks.example/", True, True)
        webhooks.switch_on(seat=self.fresh(self.gm), sent=Sent.of("", ""), choice=choice)
        for who in PLAYERS:
            seat = self.fresh(self.seats[who])
            sent = Browser(f"{SERVICE}/{seat.token}").sent
            session = self.clients[who].session.session_key
            subscriptions.subscribe(seat, session, **sent, wants=list(signals.KINDS))
        self.put()

    def put(self):
        """The messages put since the last look, each for whom, taken away unsent."""
        worker.gather_all()
        phones = dict(PushSubscription.objects.values_list("token", "seat__name"))
        rows = [(phones.get(to, ""), body) for to, body in Delivery.objects.order_by("pk").values_list("to", "body")]
        Delivery.objects.all().delete()
        return rows

    def answered(self):
        """The answer to a program."""
        cache.clear()
        headers = {"Authorization": f"Bearer {token_of(self.fresh(self.cast.screen))}"}
        answer = client_of().get(reverse("api-screen"), headers=headers)
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def heard(request, db, monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    monkeypatch.setattr(addresses, "resolve", lambda _address: "192.0.2.1")
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Heard(request.param, ONE)
    table.advance(MOMENTS["her turn"])
    table.listen()
    return table


def listened(table):
    """Fail where something hidden is told outside, or changes what is; the names of what happened."""

    def told_of_an_act():
        table.act_once()
        return masked(HOUR.sub("", str(row)) for row in table.put()), table.answered()

    with table.rolled_back("acts"):
        known, screen = told_of_an_act()
    assert known
    happened = []
    for name in [name for name in HIDDEN if name != OF_A_WEBHOOK]:
        with table.rolled_back("acts"):
            before = table.answered()
            try:
                HIDDEN[name](table)
            except NotNow:
                continue
            happened.append(name)
            assert table.put() == [], name
            assert table.answered() == before, name
            found, shown = told_of_an_act()
            assert (found, masked([shown])) == (known, masked([screen])), name
    return happened


@pytest.mark.parametrize("heard", GAMES, indirect=True)
def test_nothing_hidden_is_sent_outside_nor_changes_what_is_sent(heard):
    assert len(listened(heard)) > len(HIDDEN) // 2


def everything(hook, upto):
    events = Event.objects.filter(campaign=hook.campaign, seq__gt=hook.seq, seq__lte=upto)
    return events.select_related("undoes__command", "undoes__undoes__command").order_by("seq")


# A leak for each of the three checks: the attribute and its replacement.
BROKEN = {
    "a phone": (signals, "signals_of", lambda seat: {"turn": [str(seat.campaign.seq)]}),
    "a webhook": (news, "_events", everything),
    "a program": (api_views, "_values", lambda seat: {"seq": seat.campaign.seq}),
}


@pytest.mark.parametrize("heard", GAMES[:1], indirect=True)
@pytest.mark.parametrize("told", BROKEN)
def test_each_of_the_three_checks_catches_a_leak(heard, told, monkeypatch):
    monkeypatch.setattr(*BROKEN[told])
    with pytest.raises(AssertionError):
        listened(heard)
