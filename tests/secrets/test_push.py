"""Three worlds that differ in nothing but what is hidden: the same is put for the same phones, at the same moments."""

import pytest

from campaigns.models import Delivery, Seat
from campaigns.outgoing import worker
from encounters.dice import source
from encounters.models import PushSubscription
from encounters.push import subscriptions
from tests.cast import client_of
from tests.encounters.push.browser import Browser
from tests.secrets.evening import Dice, Evening
from tests.secrets.test_api import THIRD
from tests.secrets.test_twins import GAMES, ONE, OTHER

STEPS = 10
SERVICE = "https://fcm.googleapis.com"


def outbox(evening):
    """The messages put since the last look, each for a player, taken away unsent."""
    worker.gather_all()
    names = dict(PushSubscription.objects.values_list("token", "seat__name"))
    rows = [(names[to], body) for to, body in Delivery.objects.order_by("pk").values_list("to", "body")]
    Delivery.objects.all().delete()
    return rows


@pytest.mark.slow("three evenings of each game")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_acts_send_no_message_and_change_none(game, monkeypatch):
    worlds = []
    for secret in (ONE, OTHER, THIRD):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        evening = Evening(game, secret)
        for seat in Seat.objects.filter(campaign=evening.gm.campaign, role="player", left_at=None).exclude(
            pk=evening.away.pk
        ):
            sent = Browser(f"{SERVICE}/{seat.token}").sent
            session = client_of(seat).session.session_key
            subscriptions.subscribe(evening.fresh(seat), session, **sent, wants=list(subscriptions.signals.KINDS))
        told = []
        for what, known in evening.happening(STEPS):
            rows = outbox(evening)
            assert known or rows == [], what
            told += [rows] if known else []
        worlds.append(told)
    assert worlds[0] == worlds[1] == worlds[2] and any(worlds[0])
