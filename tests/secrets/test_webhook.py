"""Three worlds that differ in nothing but what is hidden tell a receiver the same: bytes, number, order and moment."""

import re

import pytest

from campaigns.journal.journal import Sent
from campaigns.models import Delivery
from campaigns.outgoing import addresses
from encounters import services as fights
from encounters.dice import source
from encounters.webhook import delivering, services
from encounters.webhook.services import Wish
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.test_twins import GAMES, ONE, OTHER, differing

THIRD = Secret(names=(), sample=0, note="trois", rolls=0, seed=3, faces=())
STEPS = 24
HOUR = re.compile(r'"at": "[^"]*"')


@pytest.mark.slow("three evenings of each game")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_no_byte_of_a_delivery(game, monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    monkeypatch.setattr(addresses, "resolve", lambda _address: "192.0.2.1")
    worlds = []
    for secret in (ONE, OTHER, THIRD):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        evening = Evening(game, secret)
        wish = Wish("https://hooks.example/", True, True)
        services.switch_on(seat=evening.gm, sent=Sent.of("", ""), wish=wish)
        heard = sent(evening)
        for what, known in evening.happening(STEPS):
            now = sent(evening)
            assert known or now == [], f"{what} sent {now}"
            heard += now
        roll_openly(evening)
        heard += sent(evening)
        worlds.append(masked(HOUR.sub("", text) for text in heard))
    kinds = [kind for text in worlds[0] for kind in re.findall(r'"kind": "(\w+)"', text)]
    assert {"roll", "line"} <= set(kinds), kinds
    for other in worlds[1:]:
        for one, two in zip(worlds[0], other, strict=False):
            assert one == two, differing(one, two)
        assert len(other) == len(worlds[0])


def roll_openly(evening):
    """A test that everybody sees, for chance may have let nobody throw so far."""
    evening.step += 1
    hero = evening.heroes["ana"]
    check = evening.system.checks(hero.data, {})[0].key
    fights.roll_test(seat=evening.gm, sent=evening.sent(), character=hero, args={"check": check})


def sent(evening):
    """All of each request that would go out now, but what is of its hour alone."""
    delivering.queue_news()
    texts = []
    for delivery in Delivery.objects.order_by("pk"):
        request = delivering.build_request(delivery)
        names = [name for name in request.headers if name not in ("Tablee-Signature", "Tablee-Timestamp")]
        kept = {name: request.headers[name] for name in names}
        texts.append(f"{request.address} {kept} {len(request.headers)} {request.body.decode()}")
    Delivery.objects.all().delete()
    return texts
