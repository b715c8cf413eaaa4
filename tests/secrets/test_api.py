"""Three worlds that differ in nothing but what is hidden answer a program the same, byte by byte, at every step."""

import pytest
from django.urls import reverse

from encounters.api import views
from encounters.api.tokens import token_of
from encounters.dice import source
from tests.cast import client_of
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.test_twins import GAMES, ONE, OTHER, differing

THIRD = Secret(names=(), sample=0, note="trois", rolls=0, seed=3, faces=())
STEPS = 8


@pytest.mark.slow("three evenings of each game")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_no_byte_of_an_answer(game, monkeypatch):
    class Free:
        def take(self, _who):
            return True

    monkeypatch.setattr(views, "READS", Free())
    worlds = []
    for secret in (ONE, OTHER, THIRD):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        evening = Evening(game, secret)
        before, heard = body(evening), []
        for what, known in evening.happening(STEPS):
            now = body(evening)
            assert known or now == before, f"{what}: {differing(before, now)}"
            heard += [now] if known else []
            before = now
        worlds.append(masked(heard))
    for other in worlds[1:]:
        assert len(other) == len(worlds[0])
        for one, two in zip(worlds[0], other, strict=True):
            assert one == two, differing(one, two)


def body(evening):
    token = token_of(evening.fresh(evening.cast.screen))
    answer = client_of().get(reverse("api-screen"), headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    return answer.text
