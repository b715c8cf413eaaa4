"""The harness of Chroniques Oubliées: a table where acts are done one by one, and thrown dice."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.core.json_codec import from_json
from rules.core.paths import canonical
from rules.core.scene import Action, Scene, apply, revert
from rules.core.script import Pending, replay
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.chroniques import GAME as CHRONIQUES
from rules.games.chroniques import actions
from rules.registry import samples

HERE = Path(__file__).parent
SHEETS = samples("chroniques")
SCOUT, GUARD, DRONE, CORSAIR, SNIPER, WITCH = (
    SHEETS[name]["data"]
    for name in ("ysaline_morvane", "gaspard_tulane", "sentry_drone", "corsair", "sniper", "mind_witch")
)


def throw(start, *faces, **answers):
    """Return the result of a script when its dice show these faces in order; prompts are answered by key."""
    left, given = list(faces), {}
    while True:
        state = replay(start, given)
        if not isinstance(state, Pending):
            assert not left, f"dice nobody asked for: {left}"
            return state.value
        request = state.requests[0]
        given[request.key] = answers[request.key] if request.key in answers else (left.pop(0),)


def check(sheet, key, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in CHRONIQUES.checks(sheet, settings or {})}[key]


def fight(*fighters, settings=None):
    """A fight: ``("ada", "pc", sheet)`` or with more of the row; the identifiers are the names."""
    rows = {
        name: {"character": f"c-{name}", "side": side, "order": order, **(more[0] if more else {})}
        for order, (name, side, _sheet, *more) in enumerate(fighters)
    }
    sheets = {f"c-{name}": {**canonical(sheet), "name": name.title()} for name, _side, sheet, *_more in fighters}
    return Scene("t", "fight", settings or {}, {"fighters": rows}, sheets)


class Table:
    """A fight and the hands at it: each call is one action, and the scene moves on."""

    def __init__(self, *fighters, settings=None, started=True):
        self.scene = fight(*fighters, settings=settings)
        self.events, self.number = (), 0
        if started:
            self.do("start")

    def do(self, kind, actor="gm", **args):
        self.number += 1
        action = Action(kind, actor, args, by="gm-seat", gm=True, id=f"x{self.number}")
        self.events = decide(CHRONIQUES, self.scene, action)
        for event in self.events:
            after = apply(self.scene, event)
            assert revert(after, event) == self.scene
            self.scene = after
        return self

    def answer(self, key, *values):
        (exchange,) = [one.id for one in self.scene.exchanges.values()]
        return self.do("answer", exchange=exchange, key=key, values=list(values))

    def attack(self, actor, target, weapon, *faces, damage=(), how="usual", critical=None, **more):
        """An attack with its dice: of the test, then of the damage."""
        self.do("attack", actor, target=target, weapon=weapon, how=how, **more)
        if faces:
            self.answer("attack-die", *faces)
        if critical:
            self.answer("critical", critical)
        if damage:
            self.answer("damage", *damage)
        return self

    def refused(self, error, *call, **args):
        before = self.scene
        with pytest.raises(error) as found:
            self.do(*call, **args)
        assert self.scene == before
        return str(found.value)

    def offers(self, actor):
        return offers(CHRONIQUES, self.scene, actor)

    def offer(self, actor, kind):
        return next(one for one in self.offers(actor) if one.kind == kind)

    def why_not(self, actor, kind, field="", choice=""):
        """The sentence that refuses an offer, or one of its choices."""
        offer = self.offer(actor, kind)
        if not field:
            return offer.refused and str(offer.refused)
        choices = next(one for one in offer.fields if one.key == field).choices
        reason = next(one for one in choices if one.key == choice).refused
        return reason and str(reason)

    @property
    def up(self):
        return [prompt.of for prompt in waiting_on(CHRONIQUES, self.scene)]

    def at(self, fighter, path):
        return CHRONIQUES.value(self.scene.sheet(fighter), path)

    def score(self, fighter, key):
        found = CHRONIQUES.derive(self.scene.sheet(fighter), self.scene.settings)
        return next(one.value.total for one in found if one.key == key)

    @property
    def title(self):
        """The sentence of the last event."""
        return str(from_json(self.events[-1].payload["told"]["table"]))

    def told(self, kind="effects"):
        """The effects of the last events as sentences, with their targets."""
        return [
            (row["target"], str(from_json(row["text"]))) for one in self.events for row in one.payload.get(kind, ())
        ]


def examples(kind):
    """The worked examples whose ``given`` names this kind, each marked with the rules it proves."""
    paths = sorted((HERE / "examples").glob("*.yaml"))
    found = [one for path in paths for one in yaml.safe_load(path.read_text(encoding="utf-8"))]
    named = [one for one in found if kind in one["given"]]
    assert named, f"no example of {kind}"
    return [pytest.param(one, id=one["id"], marks=pytest.mark.rules(*one["rules"])) for one in named]


def refused_at(turn):
    """The first action of a turn that finds no room, by its place, and why; ``None`` for a turn that is allowed."""
    taken = []
    for place, action in enumerate(turn):
        if reason := actions.over_budget(taken, action):
            return place, reason
        taken += [action] if action != "F" else []
    return None
