"""A game of one file, and one that is a package, play through every page: table, sheet, fight, undo, archive."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from django.core.cache import cache as pages
from django.urls import reverse

from campaigns import archive
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Seat
from encounters import scenes, services
from encounters.models import Encounter
from rules import packs, registry
from rules.core.errors import Refused
from rules.written import reader
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.rules.examples import embers as embers
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/lanterns.toml"
STEPS, MOST_STEPS = 12, 40


@pytest.fixture
def lanterns(monkeypatch, embers):
    """The examples stand among the games."""
    text = EXAMPLE.read_text("utf-8")
    thrown = text.replace('key = "lanterns"', 'key = "thrown"').replace('kind = "static"', 'kind = "rolled"')
    games = {
        key: reader.read(source.encode(), registry.GAMES) for key, source in (("lanterns", text), ("thrown", thrown))
    }
    written = packs.Packs({**games, "embers": embers})
    monkeypatch.setattr(registry, "outside_packs", cache(lambda: written))
    registry.forget()
    pages.clear()
    yield
    registry.forget()


def scene_of(token):
    return scenes.scene_of(Encounter.objects.get(token=token))


@pytest.mark.slow("every page of a whole fight, drawn after each step")
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "attribute"), [("lanterns", "Force"), ("thrown", "Force"), ("embers", "Vigueur")])
def test_a_game_from_outside_is_played_through_every_page(lanterns, game, attribute):
    cast = gather(game)
    gm, token = begun(cast, Seat.Dice.ASK)
    system, random = cast.campaign.system, Random(3)
    hero = scene_of(token).fighters
    sheet = next(row.character for row in hero.values() if row.name == "Élowen")
    for number in range(MOST_STEPS):
        if number >= STEPS and not scene_of(token).exchanges:
            break
        action = next_action(system, scene_of(token), going_on(random), number)
        try:
            sent = Sent.of("", number)
            services.act(
                seat=gm, sent=sent, encounter=token, kind=action.kind, actor=action.actor, args=dict(action.args)
            )
        except Refused:
            continue
    before, blow = scene_of(token).state, {"fighter": next(iter(hero)), "amount": 3}
    services.act(seat=gm, sent=Sent.of("", "last"), encounter=token, kind="damage", actor="gm", args=blow)
    undo.undo(seat=gm, sent=Sent.of("", "undo"), command=Command.objects.latest("pk"))
    assert scene_of(token).state == before
    assert archive.read(archive.write(cast.campaign)).head["game"] == game
    for seat, name, *args in [
        (cast.gm, "fight", token),
        (cast.ana, "fight", token),
        (cast.ana, "sheet", sheet),
        (cast.screen, "screen"),
    ]:
        response = client_of(seat).get(reverse(name, args=[seat.token, *args]))
        assert response.status_code == 200
        assert "Élowen" in response.content.decode()
    assert attribute in client_of(cast.ana).get(reverse("sheet", args=[cast.ana.token, sheet])).content.decode()


@pytest.mark.django_db
def test_a_written_game_is_offered_for_a_new_table_in_both_languages(lanterns, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("ada", password="x"))
    for language, *names in (("en", "Lanterns of the Low Road", "Embers"), ("fr", "Les Lanternes", "Braises")):
        page = client.get(reverse("new-campaign"), headers={"accept-language": language})
        assert all(name in page.content.decode() for name in names)
