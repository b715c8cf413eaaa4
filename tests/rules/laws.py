"""Laws of any fight of any game, however it is played."""

import json

import pytest

from rules import registry
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action, apply, revert, scene_from_json, scene_to_json
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from tests.rules.play import moves, play


def last(system, scene, pick, steps):
    """The scene after some steps."""
    return [scene, *(after for _before, _event, after in play(system, scene, pick, steps))][-1]


def assert_obeyed(system, start, pick, steps, also=lambda scene: None):
    """Each event can be taken back, each scene survives JSON and leaves somebody something to do."""
    now, seen = start, []
    for before, event, after in play(system, start, pick, steps):
        assert revert(after, event) == before
        stored = scene_from_json(json.loads(json.dumps(scene_to_json(after))))
        assert stored == after
        assert waiting_on(system, stored) == waiting_on(system, after)
        json.dumps([event.payload, [(c.subject, c.path, c.before, c.after) for c in event.changes]])
        for prompt in waiting_on(system, after):
            if prompt.kind == "act":
                assert_named_by_its_form(system, after, prompt.of)
                assert any(offer.refused is None for offer in offers(system, after, prompt.of))
        also(after)
        now, seen = after, [*seen, event]
    for event in reversed(seen):
        now = revert(now, event)
    assert now == start


def assert_named_by_its_form(system, scene, actor):
    """An act is said to aim at a foe if its form names a target, and only then."""
    for offer in offers(system, scene, actor):
        assert system.act(offer.kind).aims == any(field.key == "target" for field in offer.fields), offer.kind


def assert_names_exist(system, sheet):
    """A game is known by its key; what changes in a fight is on the sheet, what is at hand is computed from it."""
    assert registry.system(system.key) is system
    paths = [path for path, _field in system.schema.walk()]
    for state in system.state_paths:
        assert any(path == state or path.startswith(f"{state}.") for path in paths), state
    assert {*system.at_hand} <= {one.key for one in system.derive(sheet, {})}


def assert_refused_unless_offered(system, scene):
    """What somebody is not offered, or is offered as refused, is refused."""
    kinds = {offer.kind for actor in ("gm", *scene.fighters) for offer in offers(system, scene, actor)}
    for actor in ("gm", *scene.fighters):
        for kind in {*kinds, "dance"} - {offer.kind for offer in moves(system, scene) if offer.actor == actor}:
            with pytest.raises(Refused):
                decide(system, scene, Action(kind, actor, {}, by="gm-seat", gm=True, id="fresh"))


def assert_done_or_refused(system, scene, source, junk):
    """Whatever is sent for a field is done, or refused with a sentence."""
    values = [None, "x", -1, 10**9, [], {}, "f0", True, junk]
    for offer in moves(system, scene):
        args = {field.key: source.choice(values) for field in offer.fields}
        try:
            events = decide(system, scene, Action(offer.kind, offer.actor, args, by="gm", gm=True, id="fresh"))
        except RulesError as refusal:
            assert str(refusal)
        else:
            apply(scene, events[0])
