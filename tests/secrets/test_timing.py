"""The time of a hidden act: whether it was hours or days ago, no page that others may open differs."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import Count, F, Q
from django.urls import reverse

from campaigns.models import Campaign, Command, Event
from campaigns.services import add_seat, create_campaign
from encounters.dice import source
from encounters.party import calendar
from tests.cast import client_of
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.playing import GOT, QUERIES
from tests.secrets.test_playing import ONE
from tests.test_permissions import PARAMETER, ROUTES

OTHERS = ("ana", "leo", "spectator", "screen")
# Pages of a browser that has seats at two tables, at no address of one of them.
OF_NOW = re.compile(r'"exported_at": "[^"]*"')
OF_A_BROWSER = ("home", "code", "account-data")


def heard_by_nobody():
    """The commands all of whose events game masters alone hear."""
    loud = Count("events", filter=~Q(events__audience="gm"))
    return Command.objects.annotate(loud=loud).filter(loud=0)


def shift(hours):
    events = Event.objects.filter(command__in=heard_by_nobody())
    assert events.update(created=F("created") + timedelta(hours=hours)) > len(HIDDEN) // 2


class Late(Moment):
    """A table whose players sit at another one too, in the same browsers."""

    def __init__(self, *args):
        super().__init__(*args)
        master = create_campaign(name="Ailleurs", game=self.game, gm="MJ")
        seats = {who: add_seat(seat=master, role=self.seats[who].role, name=who) for who in OTHERS}
        self.browsers = {who: client_of(self.seats[who], seat) for who, seat in seats.items()}
        Event.objects.filter(campaign=master.campaign).update(created=F("created") + timedelta(minutes=1))

    def answers(self, seats):
        """The answer of each address to each of these seats."""
        found = {}
        for who in seats:
            arguments = self.arguments_now(who)
            for name in GOT:
                known = arguments(name)
                address = PARAMETER.sub(lambda match, known=known: known.get(match[1], "a" * 16), ROUTES[name])
                for query in QUERIES.get(name, ("",)):
                    found[who, address + query] = self.read(self.clients[who], address + query)
            for name in OF_A_BROWSER:
                found[who, name] = self.read(self.browsers[who], reverse(name))
        return found

    def read(self, client, address):
        cache.clear()
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        (text,) = masked([OF_NOW.sub("", body.decode("utf-8", "replace"))])
        return f"{answer.status_code} {text}"


@pytest.mark.slow("every page of two seats, three times")
@pytest.mark.django_db
@pytest.mark.parametrize("seats", [OTHERS[:2], OTHERS[2:]], ids="-".join)
def test_hidden_acts_may_happen_at_any_hour(seats, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Late("chroniques", ONE)
    calendar.let_pass(seat=table.gm, sent=table.unseen_sent(), days=1)
    table.roll()
    for row in HIDDEN.values():
        try:
            row(table)
        except NotNow:
            continue
    known = table.answers(seats)
    for hours in (7, -24 * 9):  # another evening, and long before all that is seen
        shift(hours)
        Campaign.objects.update(amended=F("amended") + 1)  # nothing is kept of what was read before
        for address, page in table.answers(seats).items():
            assert page == known[address], (hours, address)
