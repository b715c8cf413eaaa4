"""Every house setting away from its default: an act still announces the numbers it then throws."""

from dataclasses import replace

import pytest

from rules.core.errors import RulesError
from rules.core.paths import put as nested
from rules.core.scene import Action, apply
from rules.core.script import Roll
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.odds.for_viewer import odds
from rules.registry import GAMES, system
from rules.views.viewers import Viewer
from tests.rules.house import away
from tests.rules.play import fillable
from tests.rules.routes import STATES, WHO, moments, put
from tests.rules.test_routes import first

pytestmark = pytest.mark.fights

NEAR = {
    "chroniques": "plain",
    "arpenteurs": "in melee",
    "medieval": "in melee",
    "mythras": "in melee",
    "polaris": "plain",
}
ROUTES = ("plain", "in melee", "prone", "in contact", "on the ground", "badly hurt", "aimed", "far")

DECLINED = frozenset({"nothing", "none", "no"})
ASKED, ENOUGH = 8, 3  # choices before a die, and acts compared under each setting


CASES = [(game, path, value) for game in GAMES for path, value in away(game)]


def scenes(game, settings):
    """The moments of a game's fights under some settings, from the states that change a throw."""
    for route, state in STATES[game].items():
        if route in ROUTES:
            yield from (put(replace(scene, settings=settings), WHO, state) for scene in moments(game))


def foretold(rules, scene):
    """The acts of a fighter whose odds may be asked, as their forms stand."""
    for offer in offers(rules, scene, WHO):
        if offer.kind in rules.kinds_with_odds and offer.refused is None and fillable(offer):
            args = {field.key: first(field) for field in offer.fields}
            yield Action(offer.kind, WHO, args, by="gm-seat", gm=True, id="x")


def thrown(rules, scene, action):
    """The first roll that an act asks of its fighter, once whoever is asked before has declined."""
    for event in decide(rules, scene, action):
        scene = apply(scene, event)
    for _turn in range(ASKED):
        waiting = [prompt for prompt in waiting_on(rules, scene) if prompt.kind == "answer"]
        for prompt in waiting:
            if isinstance(prompt.request, Roll) and prompt.of == WHO and prompt.request.check is not None:
                return prompt.request
        choices = [prompt for prompt in waiting if not isinstance(prompt.request, Roll)]
        if not choices:
            return None
        keys = [option.key for option in choices[0].request.options if option.refused is None]
        answer = sorted(keys, key=lambda key: key not in DECLINED)[: max(1, choices[0].request.least)]
        args = {"exchange": choices[0].exchange, "key": choices[0].request.key, "values": answer}
        for event in decide(rules, scene, Action("answer", choices[0].of, args, by="gm-seat", gm=True)):
            scene = apply(scene, event)
    return None


@pytest.mark.slow("all moments of the fights of a game")
@pytest.mark.parametrize(("game", "path", "value"), CASES)
def test_the_odds_are_those_of_the_throw_under_every_house_setting(game, path, value):
    rules, told = system(game), 0
    for scene in scenes(game, nested({}, path, value)):
        for action in foretold(rules, scene):
            try:
                before, roll = odds(rules, scene, Viewer("gm"), action), thrown(rules, scene, action)
            except RulesError as refusal:
                assert str(refusal)
                continue
            if before is not None and roll is not None:
                told += 1
                assert roll.check.target.total == before.check.target.total, (action.kind, action.args)
                assert roll.dice == before.dice, (action.kind, action.args)
        if told >= ENOUGH:
            break
    assert told or not rules.kinds_with_odds
