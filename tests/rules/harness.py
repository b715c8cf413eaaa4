"""The harness that the tests of each game's rules share: a table for acts one by one, thrown dice, worked examples."""

from __future__ import annotations

from functools import cache

import pytest
import yaml

from rules.core.json_codec import from_json
from rules.core.scene import Action, apply, revert
from rules.core.script import Pending, replay
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers


class Table:
    """A fight of a ``game`` and the hands at it: each call is one action, and the scene moves on."""

    game = None

    def __init__(self, scene):
        self.scene, self.events, self.number = scene, (), 0

    def do(self, kind, actor="gm", **args):
        return self.act(kind, actor, args, by="gm-seat", gm=True)

    def act(self, kind, actor, args, **seat):
        """Do an action from a seat; each of its events can be taken back."""
        self.number += 1
        action = Action(kind, actor, args, id=f"x{self.number}", **seat)
        self.events = decide(self.game, self.scene, action)
        for event in self.events:
            after = apply(self.scene, event)
            assert revert(after, event) == self.scene
            self.scene = after
        return self

    def refused(self, error, *call, **args):
        """The sentence by which an action is refused, which leaves everything as it was."""
        before = self.scene
        with pytest.raises(error) as refusal:
            self.do(*call, **args)
        assert self.scene == before
        return str(refusal.value)

    @property
    def prompts(self):
        return waiting_on(self.game, self.scene)

    @property
    def up(self):
        return [prompt.of for prompt in self.prompts]

    def offers(self, actor):
        return offers(self.game, self.scene, actor)

    def offer(self, actor, kind):
        return next((offer for offer in self.offers(actor) if offer.kind == kind), None)

    def why_not(self, actor, kind, field="", choice=""):
        """The sentence that refuses an offer, or one of its choices."""
        offer = self.offer(actor, kind)
        if not field:
            return offer.refused and str(offer.refused)
        choices = next(row for row in offer.fields if row.key == field).choices
        reason = next(row for row in choices if row.key == choice).refused
        return reason and str(reason)

    def at(self, fighter, path):
        return self.game.value(self.scene.sheet(fighter), path)

    @property
    def outcomes(self):
        return [from_json(row) for event in self.events for row in event.payload.get("outcomes", ())]

    @property
    def title(self):
        """The sentence of the last event."""
        return str(from_json(self.events[-1].payload["told"]["table"]))

    def told(self, text="text"):
        """The effects of the last events as sentences, with their targets."""
        effects = [row for event in self.events for row in event.payload.get("effects", ())]
        return [(row["target"], str(from_json(row[text]))) for row in effects if row[text] is not None]


def throw(start, *faces, **answers):
    """The result of a script whose dice show these faces, a tuple for several; prompts are answered by key."""
    left, given = [face if isinstance(face, tuple) else (face,) for face in faces], {}
    while True:
        state = replay(start, given)
        if not isinstance(state, Pending):
            assert not left, f"dice nobody asked for: {left}"
            return state.value
        request = state.requests[0]
        given[request.key] = answers[request.key] if request.key in answers else left.pop(0)


@cache
def read(path):
    """The examples of a file, by libyaml: every process reads them while it collects its tests."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)


def examples_of(folder, kind):
    """The worked examples in a folder whose ``given`` names this kind, each marked with the rules it proves."""
    paths = sorted((folder / "examples").glob("*.yaml"))
    examples = [example for path in paths for example in read(path)]
    named = [example for example in examples if kind in example["given"]]
    assert named, f"no example of {kind}"
    return [pytest.param(example, id=example["id"], marks=pytest.mark.rules(*example["rules"])) for example in named]
