"""An unharmed defender is told so in every game, and nobody else."""

from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.registry import GAMES, samples, system
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import play_blows

pytestmark = pytest.mark.fights

SEEDS, STEPS = range(8), 60
OPPOSED = ("arpenteurs", "mythras", "polaris")  # elsewhere the attacker alone throws dice
SAID = "takes no harm"


def told(event, viewer):
    """Of whom a viewer reads that no harm was done."""
    line = tell(event.audience, event.kind, event.payload, viewer)
    return [str(who) for who, text in line.effects if str(text) == SAID] if line else []


def closed(game, by_fighter=True):
    """The exchanges that ended without harm in fights of two against two, with the scenes before and after each.

    ``by_fighter``: what a fighter did, so a blow; else the fight's own, such as its order.
    """
    rules = system(game)
    for seed in SEEDS:
        random = Random(f"{game}/{seed}")
        sheets = [sample["data"] for sample in samples(game).values()]
        scene = skirmish({side: random.choices(sheets, k=2) for side in ("pc", "npc")})
        for before, event, after in play_blows(rules, scene, random.choice, STEPS):
            is_blow = event.payload.get("action", {}).get("actor", "") in scene.fighters
            if event.payload.get("unharmed") and is_blow is by_fighter:
                yield rules, before, event, after


@pytest.mark.slow("eight random fights of sixty steps")
@pytest.mark.parametrize("game", GAMES)
def test_a_fighter_told_as_unharmed_is_as_well_as_before_and_did_not_attack(game):
    blows = list(closed(game))
    assert blows or game not in OPPOSED
    for rules, before, event, after in blows:
        for fighter in event.payload["unharmed"]:
            assert fighter != event.payload["action"]["actor"]
            healths = [rules.health(scene.sheet(fighter), scene.settings) for scene in (before, after)]
            assert healths[0] == healths[1]
        assert len(told(event, Viewer("table"))) == len(event.payload["unharmed"])


@pytest.mark.parametrize("game", OPPOSED)
def test_nothing_is_told_of_hidden_fighters(game):
    _rules, _before, event, _after = next(iter(closed(game)))
    for fighter in event.payload["unharmed"]:
        event.payload["who"][fighter]["hidden"] = True
    assert told(event, Viewer("gm"))
    assert told(event, Viewer("table")) == []


def test_an_order_of_the_fight_has_no_unharmed():
    assert list(closed("medieval", by_fighter=False)) == []
