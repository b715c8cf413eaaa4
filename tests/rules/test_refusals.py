"""Requests that are refused: a sentence that names the field, and nothing of the scene has changed."""

import json
from random import Random

import pytest

from rules.core.errors import RulesError
from rules.core.scene import Action, scene_to_json
from rules.engine.decide import decide
from rules.registry import GAMES
from tests.rules.play import fillable, legal_value, moves, play
from tests.rules.test_random_play import fight, going_on

pytestmark = pytest.mark.fights

FIGHTS, STEPS = 5, 30


def wrong_values(field):
    """Values outside what a form shows: a choice refused or unknown, a number out of bounds, a text too long."""
    if field.kind == "choice":
        yield from (choice.key for choice in field.choices if choice.refused is not None)
        yield "no-such-choice"
    if field.kind == "number":
        yield from ([field.least - 1] if field.least is not None else [])
        yield from ([field.most + 1] if field.most is not None else [])
        yield "many"
    if field.kind == "text" and field.most:
        yield "a" * (field.most + 1)


def requests(scene, system, pick):
    """For everything that is offered now: one field that is wrong, the others as a form would send them."""
    for offer in filter(fillable, moves(system, scene)):
        fitting = {field.key: legal_value(field, pick) for field in offer.fields}
        for field in offer.fields:
            for value in wrong_values(field):
                yield field.key, Action(offer.kind, offer.actor, {**fitting, field.key: value}, gm=True, id="new")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_a_refused_request_names_field_and_reason_and_consumes_nothing(game, seed):
    system, start, random = fight(game, seed)
    tried = 0
    for _before, _event, scene in play(system, start, going_on(random), STEPS):
        stored = json.dumps(scene_to_json(scene), sort_keys=True)
        found = list(requests(scene, system, random.choice))
        for field, action in Random(seed).sample(found, min(6, len(found))):
            with pytest.raises(RulesError) as refusal:
                decide(system, scene, action)
            assert refusal.value.field == field
            assert str(refusal.value)
            tried += 1
        assert json.dumps(scene_to_json(scene), sort_keys=True) == stored
    assert tried
