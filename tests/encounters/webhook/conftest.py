import pytest
from django.core.cache import cache

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.outgoing import worker
from encounters.models import Webhook
from encounters.webhook import services
from encounters.webhook.services import WebhookChoice
from tests.campaigns.outgoing.receiver import HOST, Receiver


@pytest.fixture
def receiver(monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = [f"http://{HOST}"]
    cache.clear()
    with Receiver() as here:
        here.be_known(monkeypatch)
        yield here


@pytest.fixture
def hook(cast, receiver):
    """A webhook of the table, whose first test has arrived."""
    switch_on(cast.gm)
    worker.deliver_all()
    receiver.came.clear()
    return Webhook.objects.get()


def switch_on(gm: Seat, address: str = f"http://{HOST}/table", *, rolls: bool = True, story: bool = True):
    fresh = Seat.objects.select_related("campaign").get(pk=gm.pk)
    return services.switch_on(seat=fresh, sent=Sent.of("", address), choice=WebhookChoice(address, rolls, story))
