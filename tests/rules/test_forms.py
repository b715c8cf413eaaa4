"""Every open value of a form can be chosen, alone or with a few others."""

from itertools import combinations, product

import pytest

from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.engine.decide import decide
from rules.registry import GAMES, system
from tests.rules.test_routes import first, ways

pytestmark = pytest.mark.fights

MOST = 2  # values of a form that may have to be changed besides

# Choices that no other value of the form makes possible, and the reason why they stay open.
HOPELESS = "a difficulty that leaves no chance"
BETWEEN = "a distance between the least and the most: within the reach of an opponent"
OPEN = {
    "chroniques": {},
    "arpenteurs": {("move", "target=npc1"): BETWEEN, ("move", "metres=5000"): BETWEEN},
    "medieval": {},
    "mythras": {(kind, "steps=4"): HOPELESS for kind in ("attack", "shoot", "charge", "sweep")},
    "polaris": {},
}


def values(field):
    """The values of a field that are open, its own first."""
    if field.kind == "choice":
        usual = first(field)
        return sorted((one.key for one in field.choices if one.refused is None), key=lambda key: key != usual)
    if field.kind == "flag":
        return [field.blank, not field.blank]
    if field.kind == "number":
        return dict.fromkeys(one for one in (field.blank, field.least, field.most) if one is not None)
    return [first(field)]


def changed(form, open_values, most):
    """The form as it stands, then with one of its values changed, then with two."""
    for count in range(most + 1):
        for keys in combinations(open_values, count):
            for several in product(*(open_values[key][1:] for key in keys)):
                yield {**form, **dict(zip(keys, several, strict=True))}


def is_done(rules, scene, offer, args):
    try:
        return bool(decide(rules, scene, Action(offer.kind, offer.actor, args, by="gm-seat", gm=True, id="x")))
    except RulesError:
        return False


def in_vain(rules, scene, offer, known):
    """The open values of a form with which nothing can be done, of those ``known`` after a shorter search."""
    open_values = {field.key: list(values(field)) for field in offer.fields}
    usual = {key: several[0] for key, several in open_values.items()}
    form = next((args for args in changed(usual, open_values, MOST) if is_done(rules, scene, offer, args)), None)
    if form is None:
        yield ""
        return
    for key, several in open_values.items():
        rest = {other: more for other, more in open_values.items() if other != key}
        for value in several:
            most = 1 if f"{key}={value}" in known else MOST
            if not any(is_done(rules, scene, offer, args) for args in changed({**form, key: value}, rest, most)):
                yield f"{key}={value}"


@pytest.mark.slow("every value of every form of every state")
@pytest.mark.parametrize("game", GAMES)
def test_every_open_value_of_a_form_can_be_done(game):
    rules, vain = system(game), {}
    for route, scene, offer in ways(game):
        for value in in_vain(rules, scene, offer, {said for kind, said in OPEN[game] if kind == offer.kind}):
            vain.setdefault((offer.kind, value), []).append(route)
    assert {key: routes for key, routes in vain.items() if key not in OPEN[game]} == {}
    assert OPEN[game].keys() <= vain.keys(), "a row that names nothing any more"
