"""The odds of an act are those of the die that is then thrown: in every state, for every value of its form."""

import pytest

from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.engine.offers import offers
from rules.odds.for_viewer import odds
from rules.registry import GAMES, system
from rules.views.viewers import Viewer
from tests.rules.play import fillable
from tests.rules.routes import STATES, WHO, moments, put
from tests.rules.test_every_setting import thrown
from tests.rules.test_routes import first

pytestmark = pytest.mark.fights

# Their odds are of the attack; the die of the approach, or of finding the opponent, falls first.
TESTED_BEFORE, IN_THE_DARK = {"sneak"}, {"in the dark": {"attack"}}
ROUTES = [(game, route) for game in GAMES if system(game).kinds_with_odds for route in STATES[game]]


def forms(offer):
    """The arguments of an act: as its form stands, then each of its fields at each other value."""
    usual = {field.key: first(field) for field in offer.fields}
    yield usual
    for field in offer.fields:
        yield from ({**usual, field.key: value} for value in values(field) if value != usual[field.key])


def values(field):
    if field.kind == "choice":
        return [choice.key for choice in field.choices if choice.refused is None]
    if field.kind == "flag":
        return [False, True]
    return [value for value in (field.least, field.most) if field.kind == "number" and value is not None]


def acts(rules, game, route):
    """Each act with odds that a fighter in this state is offered, once, with every value of its form."""
    seen = TESTED_BEFORE | IN_THE_DARK.get(route, set())
    for base in moments(game):
        scene = put(base, WHO, STATES[game][route])
        for offer in offers(rules, scene, WHO):
            if offer.kind in rules.kinds_with_odds - seen and offer.refused is None and fillable(offer):
                seen.add(offer.kind)
                yield from (
                    (scene, Action(offer.kind, WHO, args, by="gm-seat", gm=True, id="x")) for args in forms(offer)
                )


def answer(call, *args):
    """The result of a call, or the sentence against it."""
    try:
        return call(*args)
    except RulesError as refusal:
        return str(refusal)


@pytest.mark.slow("the moments of the fights of a game")
@pytest.mark.parametrize(("game", "route"), ROUTES)
def test_the_odds_of_an_act_are_those_of_its_die(game, route):
    rules = system(game)
    for scene, action in acts(rules, game, route):
        shown, roll = answer(odds, rules, scene, Viewer("gm"), action), answer(thrown, rules, scene, action)
        if isinstance(shown, str) or isinstance(roll, str):
            assert shown == roll, (action.kind, action.args)
        elif shown is not None and roll is not None:
            assert (roll.check.target.total, roll.dice) == (shown.check.target.total, shown.dice), action
