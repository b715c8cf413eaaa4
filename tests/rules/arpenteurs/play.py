"""The harness of Arpenteurs: a table where acts are done one by one, and thrown dice."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.core.json_codec import from_json
from rules.core.paths import canonical
from rules.core.scene import Action, Scene, apply, revert
from rules.core.script import Effect, Pending, replay
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.arpenteurs import GAME as ARPENTEURS
from rules.registry import samples

HERE = Path(__file__).parent
SHEETS = samples("arpenteurs")
SCOUT, VETERAN, RAIDER, HUNTER, HOUND, WARDEN = (
    SHEETS[name]["data"]
    for name in ("lune_orsini", "tobias_grell", "road_raider", "bow_hunter", "feral_hound", "iron_warden")
)


def throw(start, *faces, **answers):
    """Return the result of a script when its dice show these faces, one tuple a roll; prompts are answered by key."""
    left, given = list(faces), {}
    while True:
        state = replay(start, given)
        if not isinstance(state, Pending):
            assert not left, f"dice nobody asked for: {left}"
            return state.value
        request = state.requests[0]
        given[request.key] = answers[request.key] if request.key in answers else left.pop(0)


def fight(*fighters, settings=None):
    """A fight: ``("ada", "pc", sheet)`` or with more of the row; the identifiers are the names.

    Nobody is asked to thwart anything unless a test wants it, so that each asks of its own rule alone.
    """
    rows = {
        name: {"character": f"c-{name}", "side": side, "order": order, **(more[0] if more else {})}
        for order, (name, side, _sheet, *more) in enumerate(fighters)
    }
    sheets = {f"c-{name}": {**canonical(sheet), "name": name.title()} for name, _side, sheet, *_more in fighters}
    house = {"reaction": {"asked": "watching"}, **(settings or {})}
    return Scene("t", "fight", house, {"fighters": rows}, sheets)


class Table:
    """A fight and the hands at it: each call is one action, and the scene moves on.

    Initiative is rolled at once, so that the fighters act in the order given.
    """

    def __init__(self, *fighters, settings=None, metres=2, dice=None, started=True):
        self.scene = fight(*fighters, settings=settings)
        self.events, self.number = (), 0
        if started:
            self.do("start", metres=metres)
            names = list(self.scene.fighters)
            for name in names:
                self.do("initiative", name)
            for place, name in enumerate(names):
                self.answer_of(name, "initiative", dice[place] if dice else 1)
            if dice is None:
                ranks = [self.scene.mark(name, "init", 20 - place) for place, name in enumerate(names)]
                self.scene = self.scene.with_changes(ranks)

    def do(self, kind, actor="gm", **args):
        self.number += 1
        action = Action(kind, actor, args, by="gm-seat", gm=True, id=f"x{self.number}")
        self.events = decide(ARPENTEURS, self.scene, action)
        for event in self.events:
            after = apply(self.scene, event)
            assert revert(after, event) == self.scene
            self.scene = after
        return self

    def answer(self, key, *values):
        """Answer the open request of this key."""
        assert key in [asked for _whom, asked in self.asked], f"{key} is not asked, but {self.asked}"
        whom = next(whom for whom, asked in self.asked if asked == key)
        return self.answer_of(whom, key, *values)

    def answer_of(self, whom, key, *values):
        """Answer what this fighter is asked under this key."""
        prompts = waiting_on(ARPENTEURS, self.scene)
        mine = (one for one in prompts if one.request is not None and (one.of, one.request.key) == (whom, key))
        return self.do("answer", exchange=next(mine).exchange, key=key, values=list(values))

    def attack(self, actor, target, weapon, *answers, **more):
        """An attack with the answers to what it asks, as pairs of key and values."""
        self.do("attack", actor, target=target, weapon=weapon, **more)
        return self.answers(*answers)

    def answers(self, *answers):
        for key, *values in answers:
            self.answer(key, *values)
        return self

    def refused(self, error, *call, **args):
        before = self.scene
        with pytest.raises(error) as found:
            self.do(*call, **args)
        assert self.scene == before
        return str(found.value)

    def offers(self, actor):
        return offers(ARPENTEURS, self.scene, actor)

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

    def options(self, key):
        """The options of an open choice with the reasons against them."""
        (found,) = [
            prompt.request
            for prompt in waiting_on(ARPENTEURS, self.scene)
            if prompt.request is not None and prompt.request.key == key
        ]
        return {option.key: option.refused and str(option.refused) for option in found.options}

    @property
    def asked(self):
        prompts = waiting_on(ARPENTEURS, self.scene)
        return [(prompt.of, prompt.request.key) for prompt in prompts if prompt.request is not None]

    @property
    def up(self):
        return [prompt.of for prompt in waiting_on(ARPENTEURS, self.scene)]

    def at(self, fighter, path):
        return ARPENTEURS.value(self.scene.sheet(fighter), path)

    def marks(self, fighter):
        return self.scene.fighters[fighter].marks

    @property
    def outcomes(self):
        return [from_json(row) for event in self.events for row in event.payload.get("outcomes", ())]

    @property
    def title(self):
        """The sentence of the last event."""
        return str(from_json(self.events[-1].payload["told"]["table"]))

    @property
    def told(self):
        """The effects of the last events as sentences, with their targets."""
        rows = [row for event in self.events for row in event.payload.get("effects", ())]
        return [(row["target"], str(from_json(row["text"]))) for row in rows]


def duel(*more, mine=VETERAN, theirs=RAIDER, **options):
    """Ada against Orc, and whoever else is there."""
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, **options)


def landed(here, kind, target, value=None):
    """The table once an effect has landed alone."""
    here.scene = here.scene.with_changes(ARPENTEURS.land(here.scene, Effect(kind, target, value)))
    return here


def lines(check):
    """The terms of a check besides its base, by label."""
    return {str(term.label): term.value for term in check.target.modifiers if term.ignored is None}


def examples(kind):
    """The worked examples whose ``given`` names this kind, each marked with the rules it proves."""
    paths = sorted((HERE / "examples").glob("*.yaml"))
    found = [one for path in paths for one in yaml.safe_load(path.read_text(encoding="utf-8"))]
    named = [one for one in found if kind in one["given"]]
    assert named, f"no example of {kind}"
    return [pytest.param(one, id=one["id"], marks=pytest.mark.rules(*one["rules"])) for one in named]
