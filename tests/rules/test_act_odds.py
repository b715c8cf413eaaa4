"""Odds before an act, in every game: they add up, whoever asks, and nothing veiled is read."""

from fractions import Fraction
from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.engine.offers import offers
from rules.odds.act import Unknown, Veil, value_if_known
from rules.odds.for_viewer import odds, veil_scene
from rules.registry import GAMES, samples, system
from rules.views.viewers import Viewer
from tests.rules.play import fillable, legal_value, play
from tests.rules.test_random_play import going_on

pytestmark = pytest.mark.fights

FORETOLD = [game for game in GAMES if system(game).kinds_with_odds]
SEEDS, STEPS = 4, 40


def fight(game, seed):
    """A fight of two against two, one of them hidden, in which players see everything they may know."""
    random = Random(f"{game}/{seed}")
    sheets = [sample["data"] for sample in samples(game).values()]
    sides = {"pc": random.choices(sheets, k=2), "npc": random.choices(sheets, k=2)}
    scene = skirmish(sides, {"odds": "full"})
    scene.state["fighters"]["npc2"]["hidden"] = True
    return system(game), scene, random


def asked(rules, scene, random):
    """Every act whose odds may be asked now, with legal arguments that a player may give."""
    for actor in scene.fighters:
        for offer in offers(rules, scene, actor):
            if offer.refused is None and offer.kind in rules.kinds_with_odds and fillable(offer):
                mine = [field for field in offer.fields if field.key not in offer.gm_only]
                yield Action(offer.kind, actor, {field.key: legal_value(field, random.choice) for field in mine})


def told(rules, scene, viewer, action):
    try:
        return odds(rules, scene, viewer, action)
    except RulesError as refusal:
        assert str(refusal)
        return None


@pytest.mark.slow("every act whose odds may be asked in four fights, asked twice")
@pytest.mark.parametrize("game", FORETOLD)
def test_odds_add_up_for_the_game_master_and_for_the_actor(game):
    found = 0
    for rules, start, random in (fight(game, seed) for seed in range(SEEDS)):
        for scene, action in acts(rules, start, random):
            whole = told(rules, scene, Viewer("gm"), action)
            assert_adds_up(whole)
            owner = scene.fighters[action.actor].character
            viewer = Viewer("seat", frozenset({owner}))
            mine = told(rules, scene, viewer, action)
            assert_adds_up(mine)
            found += whole is not None
    assert found, "no odds were ever asked"


def acts(rules, start, random):
    """Every act that could be priced in a fight, with the scene it is offered in."""
    for _before, _event, scene in play(rules, start, going_on(random), STEPS):
        for action in asked(rules, scene, random):
            yield scene, action


def assert_adds_up(found):
    if found is None:
        return
    assert 0 <= found.success <= 1 if found.success is not None else found.reach
    assert all(one.value is None or 0 <= one.value <= 1 for one in (*found.chances, *found.reach))
    if found.grid:
        shares = [share for _row, row in found.grid.rows for share in row]
        assert min(shares) >= 0 and sum(shares, Fraction()) <= 1


@pytest.mark.parametrize("game", FORETOLD)
def test_the_odds_of_a_veiled_sheet_are_unknown(game):
    rules, scene, _random = fight(game, 0)
    seen = veil_scene(rules, scene, Viewer("seat", frozenset({scene.fighters["pc1"].character})))
    assert "npc2" not in seen.fighters
    assert seen.sheet("pc1") == scene.sheet("pc1")
    assert seen.fighters["npc1"].name == scene.fighters["npc1"].shown_name
    with pytest.raises(Unknown):
        seen.sheet("npc1").get("skills")
    with pytest.raises(Unknown):
        list(seen.sheet("npc1"))


def test_a_veil_shows_the_name_alone():
    veil = Veil("Guard")
    assert veil["name"] == "Guard"
    assert value_if_known(lambda: veil["attributes"]) is None
    assert value_if_known(lambda: len(veil)) is None
    assert value_if_known(lambda: 7) == 7
