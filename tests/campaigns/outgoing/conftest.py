from threading import Event

import pytest

from campaigns.outgoing import kinds
from campaigns.outgoing.kinds import Answer, Kind, Request
from tests.campaigns.outgoing.receiver import HOST, Receiver


@pytest.fixture
def receiver(monkeypatch):
    """A machine of the world outside: the one address it is known by is this machine's."""
    with Receiver() as here:
        here.be_known(monkeypatch)
        yield here


@pytest.fixture
def postcards(monkeypatch):
    """A kind of delivery that goes to the receiver of a test, and what it heard of each try."""
    return Postcards(monkeypatch)


class Postcards:
    def __init__(self, monkeypatch):
        self.address, self.heard, self.was_heard = f"http://{HOST}/", [], Event()
        self.wanted, self.broken = True, False
        self.kind = Kind("postcard", self.request, self.answered, most=3)
        monkeypatch.setitem(kinds.KINDS, "postcard", self.kind)

    def request(self, delivery):
        if self.broken:
            self.broken = False
            raise ValueError("once")
        if not self.wanted:
            return None
        return Request(self.address, (f"http://{HOST}",), {"Name": delivery.to}, delivery.body.encode())

    def answered(self, delivery, answer: Answer, final: bool):
        self.heard.append((delivery.body, answer.status, final))
        self.was_heard.set()
