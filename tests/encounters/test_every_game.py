"""The pages know no game: a fight of each game is prepared, started and drawn for everybody."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import Sent
from encounters import people, preparing, scenes, services
from encounters.models import Encounter
from rules import board, registry
from tests.cast import client_of, gather
from tests.encounters.conftest import join

GAMES = [key for key in registry.GAMES if registry.samples(key)]
COUNT = iter(range(10_000))


def sent():
    return Sent.of("", next(COUNT))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_of_every_game_is_drawn_for_everybody(game):
    cache.clear()
    cast = gather(game)
    first, *_rest = registry.samples(game)
    hero = join(cast, "Élowen", "pc", cast.ana, first)
    token = preparing.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    preparing.recruit(seat=cast.gm, sent=sent(), encounter=token, sample=first, count=2, hidden=False)
    preparing.turn_to(seat=cast.gm, sent=sent(), encounter=token, status="running")
    for _step in range(3):
        carry_on(cast, token)
        for seat, name, *args in [
            (cast.gm, "fight", token),
            (cast.gm, "table"),
            (cast.ana, "fight", token),
            (cast.ana, "sheet", hero.token),
            (cast.screen, "screen"),
        ]:
            response = client_of(seat).get(reverse(name, args=[seat.token, *args]))
            assert response.status_code == 200
            assert "Élowen" in response.content.decode()


def carry_on(cast, token):
    """The game master calls who is up, or does the first thing he is offered."""
    scene = scenes.of(Encounter.objects.get(token=token))
    viewer, system = people.viewer_of(cast.gm), cast.campaign.system
    kind = "next"
    if not board.view(system, scene, viewer).uncalled:
        ready = [one for one in board.offers(system, scene, viewer, "gm") if one.refused is None and not one.fields]
        ready += [one for one in board.offers(system, scene, viewer, "gm") if one.kind == "start"]
        if not ready:
            return
        kind = ready[0].kind
    services.act(seat=cast.gm, sent=sent(), encounter=token, kind=kind, actor="gm", args={})
