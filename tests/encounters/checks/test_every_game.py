"""Requests of a game master go by the tests of each game: openly, in secret, again, and with its chances."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from encounters import scenes
from encounters.checks import requests
from encounters.models import Encounter
from rules import registry
from rules.core import retries
from rules.engine import exchanges
from sheets.subjects import plain_of
from tests.cast import client_of, gather
from tests.encounters.conftest import join

GAMES = [key for key in registry.GAMES if registry.samples(key)]
pytestmark = pytest.mark.django_db


@pytest.fixture(params=GAMES)
def table(request):
    """A table of a game, Ana's character at it, and something that can be tested."""
    cache.clear()
    cast = gather(request.param)
    Seat.objects.filter(campaign=cast.campaign).update(dice=Seat.Dice.ASK)
    hero = join(cast, "Élowen", "pc", cast.ana, next(iter(registry.samples(request.param))))
    checks = cast.campaign.system.checks(plain_of(hero), cast.campaign.settings)
    yield cast, hero, next(one for one in checks if one.refused is None)
    cache.clear()


def ask(cast, hero, check, args=None, **more):
    request = requests.CheckRequest({hero.token: check.key}, args or {}, **more)
    return requests.ask(seat=cast.gm, sent=Sent.of("", [check.key, more]), request=request)


def asked(seat, hero):
    fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
    page = regions.find_page(fresh, "sheet", hero.token)
    return page.draw(next(one for one in page.regions if one.name == "pending"))


def throw(cast, hero, face):
    """Every die of the next attempt shows the same face."""
    encounter = Encounter.objects.get()
    scene = requests.begin_attempt(cast.campaign.system, scenes.scene_of(encounter), hero.token)
    ((_exchange, roll),) = exchanges.rolls_due(cast.campaign.system, scene)
    faces = [min(face, roll.dice.sides)] * roll.dice.count
    sent = Sent.of("", [encounter.token, retries.tries(scene, hero.token)])
    return requests.throw(seat=cast.ana, sent=sent, encounter=encounter.token, fighter=hero.token, faces=faces)


def test_a_requested_test_is_thrown_by_its_player(table):
    cast, hero, check = table
    ask(cast, hero, check, hint="de loin")
    assert 'name="throw"' in asked(cast.ana, hero)
    done = throw(cast, hero, 3)
    assert done.command is not None
    assert not Encounter.objects.exists() or Encounter.objects.get().state["exchanges"]


def test_a_secret_difficulty_and_its_result_stay_with_the_game_master(table):
    cast, hero, check = table
    fields = {one.key: one for one in cast.campaign.system.test_fields(cast.campaign.settings)}
    assert fields["secret"].gm_only
    ask(cast, hero, check, {"secret": "on"})
    throw(cast, hero, 3)
    told = client_of(cast.ana).get(reverse("journal", args=[cast.ana.token])).text
    for level in ("Réussite", "Échec", "réussite", "échec", "Succès", "succès"):
        assert level not in told


def test_a_test_may_be_tried_again_harder_each_time(table):
    cast, hero, check = table
    again = {"attempts": "3", "shown": "on", "strain": "-2"}
    if "stress" in {one.key for one in cast.campaign.system.retry_fields(cast.campaign.settings)}:
        again["stress"] = "custom"
    ask(cast, hero, check, again=again)
    assert asked(cast.ana, hero).count('class="pip"') == 3
    first = scenes.scene_of(Encounter.objects.get())
    second = first.with_changes([first.mark(hero.token, "tries", 1)])
    totals = []
    for scene in (first, second):
        begun = requests.begin_attempt(cast.campaign.system, scene, hero.token)
        ((_exchange, roll),) = exchanges.rolls_due(cast.campaign.system, begun)
        totals.append(roll.check.target.total)
    assert totals[1] == totals[0] - 2


def test_the_page_names_everything_the_game_can_test_with_its_chances(table):
    cast, hero, check = table
    address = reverse("ask", args=[cast.gm.token])
    text = client_of(cast.gm).get(address, {"who": hero.token, "check": check.key}).text
    assert f'value="{check.key}" checked' in text and "Élowen</dt>" in text
