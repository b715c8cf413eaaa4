import itertools
import json
from contextlib import suppress

import pytest
from cryptography.exceptions import InvalidTag

from campaigns.journal.journal import Sent
from campaigns.models import Delivery, Seat
from campaigns.outgoing import worker
from encounters.push import deliveries, subscriptions
from tests.campaigns.outgoing.receiver import HOST, Receiver
from tests.cast import client_of
from tests.encounters.push.browser import Browser

EVERYTHING = ("turn", "asked", "next", "message", "handout")


class Pocket:
    """A table whose players have their phones in their pockets, and the push service that reaches them."""

    def __init__(self, table, receiver):
        self.table, self.cast, self.receiver = table, table.cast, receiver
        self.browsers, self.numbers = {}, itertools.count()

    def wants(self, name, *kinds):
        """The phone of a player wants to be told these kinds."""
        browser = self.browsers.setdefault(name, Browser(f"http://{HOST}/{name}"))
        self.subscribe(name, **browser.sent, wants=kinds)
        return browser

    def subscribe(self, name, **sent):
        """Subscribe a browser, in the session that holds the seat there."""
        seat = self.seat(name)
        subscriptions.subscribe(seat, client_of(seat).session.session_key, **sent)

    def seat(self, name):
        return Seat.objects.select_related("campaign").get(pk=self.cast.seats[name].pk)

    def do(self, service, name="gm", **said):
        return service(seat=self.seat(name), sent=Sent.of("", f"pocket {next(self.numbers)}"), **said)

    def looked(self):
        """Take the pending deliveries off the queue: the name of each seat, and the message."""
        worker.gather_all()
        rows = list(Delivery.objects.order_by("pk").values_list("to", "body"))
        Delivery.objects.all().delete()
        names = dict(deliveries.PushSubscription.objects.values_list("token", "seat__name"))
        return sorted((names[to], body) for to, body in rows)

    def told(self):
        """Deliver what is pending; return each player's name and the words their phone shows."""
        self.receiver.came.clear()
        worker.deliver_all()
        return [self.opened(body) for _headers, body in self.receiver.came]

    def opened(self, body):
        """A message as the one phone that can open it shows it: its player, and the words."""
        for name, browser in self.browsers.items():
            with suppress(InvalidTag):
                return name, json.loads(browser.opened(body)[0])
        raise AssertionError("Nobody opens it.")


@pytest.fixture
def receiver(monkeypatch, settings):
    settings.TABLEE_PUSH_HOSTS = [f"http://{HOST}"]
    with Receiver() as here:
        here.be_known(monkeypatch)
        yield here


@pytest.fixture
def pocket(table, receiver, settings, tmp_path):
    settings.VAR = tmp_path
    return Pocket(table, receiver)
