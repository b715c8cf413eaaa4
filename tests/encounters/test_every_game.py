"""The pages know no game: a fight of each game is prepared, started and drawn for everybody."""

from html import unescape
from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.web.language import say
from encounters import roster, scenes, services
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused
from rules.core.text import shorten
from rules.views import board
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.cast import client_of, gather
from tests.encounters.conftest import begun, join
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

GAMES = [key for key in registry.GAMES if registry.samples(key)]
COUNT = iter(range(10_000))


def sent():
    return Sent.of("", next(COUNT))


@pytest.mark.slow("every page of a whole fight, drawn after each step")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_of_every_game_is_drawn_for_everybody(game):
    cache.clear()
    cast = gather(game)
    first, *_rest = registry.samples(game)
    hero = join(cast, "Élowen", "pc", cast.ana, first)
    token = prepare_services.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    prepare_services.recruit(seat=cast.gm, sent=sent(), encounter=token, sample=first, count=2, hidden=False)
    prepare_services.turn_to(seat=cast.gm, sent=sent(), encounter=token, status="running")
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
    """The game master calls who is up, or does the first thing they are offered."""
    scene = scenes.scene_of(Encounter.objects.get(token=token))
    viewer, system = roster.viewer_of(cast.gm), cast.campaign.system
    kind = "next"
    if not board.view(system, scene, viewer).uncalled:
        ready = [one for one in board.offers(system, scene, viewer, "gm") if one.refused is None and not one.fields]
        ready += [one for one in board.offers(system, scene, viewer, "gm") if one.kind == "start"]
        if not ready:
            return
        kind = ready[0].kind
    services.act(seat=cast.gm, sent=sent(), encounter=token, kind=kind, actor="gm", args={})


@pytest.mark.slow("every page of a whole fight, drawn at each question")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_in_a_fight_of_every_game_is_drawn(game):
    cache.clear()
    cast, random = gather(game), Random(game)
    gm, token = begun(cast, Seat.Dice.ASK)
    drawn = []
    for number in range(STEPS):
        action = next_action(cast.campaign.system, scene_of(token), going_on(random), number)
        args = dict(action.args)
        try:
            services.act(seat=gm, sent=sent(), encounter=token, kind=action.kind, actor=action.actor, args=args)
        except Refused:
            continue
        asked = {type(need.request) for need in board.view(gm.campaign.system, scene_of(token), GM).needs}
        if asked - {type(None)} and drawn.count(asked) < 2:
            drawn.append(asked)
            pages = [(gm, "fight", token), (cast.ana, "fight", token), (cast.screen, "screen", "")]
            assert all("Élowen" in draw(*page) for page in pages)
    assert drawn


@pytest.mark.slow("a whole fight, and the screen after each roll")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_shared_screen_names_thrower_and_result_in_every_game(game):
    cache.clear()
    cast, random = gather(game), Random(f"band/{game}")
    gm, token = begun(cast, Seat.Dice.ASK)
    sides, came = [], []
    for number in range(2 * STEPS):
        action = next_action(cast.campaign.system, scene_of(token), going_on(random), number)
        args = dict(action.args)
        try:
            done = services.act(seat=gm, sent=sent(), encounter=token, kind=action.kind, actor=action.actor, args=args)
        except Refused:
            continue
        told = [(one, tell(one.audience, one.kind, one.payload, Viewer("table"))) for one in done.events]
        event, line = next(((one, line) for one, line in reversed(told) if line and line.results), (None, None))
        if line is not None:
            band = unescape(live_part(cast.screen, "screen", "result_band"))
            # An initiative, which a game master has everybody throw, stands as an order above.
            act = event.payload["action"]
            alone = act["actor"] == "gm" and not cast.campaign.system.act(act["kind"]).opposes
            first = [] if alone and len(line.results) > 1 else line.results[:2]
            wanted = [f"<b>{say(one.who)}</b>, {say(one.what)}" for one in first]
            assert [words for words in wanted if words not in band] == [], band
            assert not line.repeats or "band-verdict" in band, band
            news = [text for who, text in line.effects if (who, text) not in line.repeats]
            shown = [text for text in news if say(shorten(text)) in band]
            assert len(shown) >= min(3, len(news)), band
            sides.append(len(line.results))
            came += line.effects
    assert sides and came


def live_part(seat, page, name):
    found = regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), page, "")
    return found.draw(next(one for one in found.regions if one.name == name))


GM = Viewer("gm")
STEPS = 60


def scene_of(token):
    return scenes.scene_of(Encounter.objects.get(token=token))


def draw(seat, page, key):
    """Every region of a page as its seat sees it now."""
    found = regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), page, key)
    return "".join(found.draw(placed) for placed in found.regions)
