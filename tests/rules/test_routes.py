"""Every act by every route: whoever may do it, from whatever state, in a copy as in the fight, and undone."""

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action, apply, revert
from rules.engine.decide import decide
from rules.engine.offers import offers
from rules.registry import GAMES, system
from tests.rules.play import fillable
from tests.rules.routes import STATES, WHO, copied, moments, put

pytestmark = pytest.mark.fights

DEEDS = "done on a sheet, outside of a fight: its own tests do it there"
STAGE = "of a stage that these fights have not come to: its own tests do"
MAGIC = "of who knows magic, and no ready-made fighter does: its own tests do it"
PLACES = "of a fight with places: the test of moving lays them"
ELSEWHERE = {
    "chroniques": {"joined": STAGE, "let_pass": STAGE, "new_round": STAGE},
    "arpenteurs": {"tie": STAGE, "new_round": STAGE},
    "medieval": {
        "nights": DEEDS,
        **dict.fromkeys(
            [
                *("declare_feinte", "declare_esquive", "declare_blocage_force", "declare_defense_habile"),
                *("declare_feinte_desesperee", "declare_contre_attaque", "declare_destabilisation", "declare_oeil"),
                *("order", "new_round"),
            ],
            STAGE,
        ),
    },
    "mythras": {
        **dict.fromkeys(["aid_after", "days"], DEEDS),
        **dict.fromkeys(["prepare", "cast", "hold_spell", "unleash"], MAGIC),
        **dict.fromkeys(
            ["burst", "mode", "outmanoeuvre", "reload", "release", "counters", "late", "new_round", "haul"], STAGE
        ),
    },
    "polaris": {
        **dict.fromkeys(["stabilise", "minutes", "days", "heal", "strain", "lessen", "favour", "gain", "year"], DEEDS),
        **dict.fromkeys(["bleeding", "shock", "fatigue", "rest"], DEEDS),
        "go": PLACES,
        **dict.fromkeys(
            ["act", "declare_hold", "declare_break", "hold", "break", "reload", "carry", "delay", "react"], STAGE
        ),
        **dict.fromkeys(["catastrophe", "gift", "notice", "watch", "cut_in", "new_round"], STAGE),
    },
}


def ways(game):
    """Each act with each route by which it is open, once: the route, the scene, and the offer."""
    rules, seen = system(game), set()
    for route, state in STATES[game].items():
        for base in moments(game):
            scene = put(base, WHO, state)
            for offer in (offer for who in (WHO, "gm") for offer in offers(rules, scene, who)):
                if offer.refused is None and fillable(offer) and (offer.kind, route) not in seen:
                    seen.add((offer.kind, route))
                    yield route, scene, offer


def first(field):
    """The default of a form's field, or the first open choice in it."""
    if field.kind != "choice":
        return "a" if field.required and not field.blank else field.blank
    rows = [choice.key for choice in field.choices if choice.refused is None]
    return field.default if field.default in rows else rows[0]


def done(rules, scene, action):
    """The outcome of an act: its events, or the sentence that refuses it."""
    try:
        return decide(rules, scene, action), ""
    except Refused as refusal:
        return (), str(refusal)


@pytest.mark.slow("fights of every ready-made fighter, and each of their acts from every state")
@pytest.mark.parametrize("game", GAMES)
def test_every_act_is_done_and_undone_by_every_route(game):
    rules, routes = system(game), {}
    for route, scene, offer in ways(game):
        routes.setdefault(offer.kind, set()).add(route)
        args = {field.key: first(field) for field in offer.fields}
        action = Action(offer.kind, offer.actor, args, by="gm-seat", gm=True, id="x")
        events, refused = done(rules, scene, action)
        assert (events, refused) == done(rules, copied(scene), action), (offer.kind, route)
        assert events or refused, (offer.kind, route)
        for event in events:
            after = apply(scene, event)
            assert revert(after, event) == scene, (offer.kind, route)
            assert copied(after) == after, (offer.kind, route)
            scene = after
    never = {act.kind for act in rules.acts} - routes.keys()
    assert sorted(never - ELSEWHERE[game].keys()) == [], "an act that no route comes to needs a row that says why"


@pytest.mark.parametrize("game", GAMES)
def test_a_row_names_an_act_that_the_game_has(game):
    assert ELSEWHERE[game].keys() <= {act.kind for act in system(game).acts}
