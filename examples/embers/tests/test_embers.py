"""The rules of Embers, each proved."""

from pathlib import Path
from random import Random

import pytest
from embers import GAME
from embers.blows import Burnt, Hurt, Rested
from embers.sheet import breath_left, is_out

from rules.autoplay.skirmish import skirmish
from rules.core.scene import Action
from rules.core.script import Done, replay
from rules.odds.distribution import distribution
from rules.testing import golden, laws

HERO = {"name": "Alba", "wits": 4, "weapon": "knife", "embers": 1}
FOE = {"name": "Wolf", "wits": 2, "poise": 1, "hide": 1}


def fight(**foe):
    return skirmish({"pc": [HERO], "npc": [{**FOE, **foe}]})


def blow(face, answer, **foe):
    """The effects of a blow of the hero."""
    strike = Action("strike", "pc1", {"target": "npc1"})
    state = replay(lambda: GAME.script(fight(**foe), strike), {"blow": [face], "answer": [answer]})
    assert isinstance(state, Done)
    return [(effect.kind, effect.value) for effect in (*state.pledged, *state.value)]


def chance(**sheet):
    check = GAME.check({**HERO, **sheet}, {}, "brawn")
    return distribution(lambda: GAME.resolve(check, {})).chance(lambda outcome: outcome.level.succeeded)


@pytest.mark.rules("EMB-TEST-01")
@pytest.mark.parametrize(("brawn", "sixths"), [(1, 1), (3, 3), (5, 5)])
def test_a_die_at_or_under_an_attribute_succeeds(brawn, sixths):
    assert chance(brawn=brawn) * 6 == sixths


@pytest.mark.rules("EMB-TEST-02")
@pytest.mark.parametrize(("wounds", "sixths"), [(1, 3), (2, 2), (5, 1), (9, 1)])
def test_two_wounds_take_one_and_a_1_still_succeeds(wounds, sixths):
    assert chance(brawn=3, wounds=wounds) * 6 == sixths


@pytest.mark.rules("EMB-ORDER-01")
def test_wits_decide_the_order_and_a_wolf_comes_last():
    assert [slot.fighter for slot in GAME.order(fight())] == ["pc1", "npc1"]
    assert [slot.fighter for slot in GAME.order(fight(wits=5))] == ["npc1", "pc1"]


@pytest.mark.rules("EMB-BLOW-01")
@pytest.mark.parametrize(("face", "dealt"), [(6, [("hurt", {"damage": 5})]), (1, [])])
def test_a_blow_lands_less_thick_clothes(face, dealt):
    assert blow(face, "bear") == dealt


@pytest.mark.rules("EMB-BLOW-02")
def test_an_ember_burnt_halves_the_blow_before_the_clothes():
    assert blow(5, "burn") == [("burnt", None), ("hurt", {"damage": 1})]
    after = fight().with_changes(Burnt("npc1").land(fight()))
    assert after.sheet("npc1")["embers"] == 1


@pytest.mark.rules("EMB-HARM-01")
def test_breath_is_lost_before_wounds():
    after = fight().with_changes(Hurt("npc1", 5).land(fight()))
    assert (after.sheet("npc1")["winded"], after.sheet("npc1")["wounds"]) == (3, 2)


@pytest.mark.rules("EMB-HARM-02")
def test_more_wounds_than_brawn_is_down():
    assert not is_out({"brawn": 3, "wounds": 3}) and is_out({"brawn": 3, "wounds": 4})


@pytest.mark.rules("EMB-REST-01")
def test_a_turn_of_rest_gives_all_breath_back():
    tired = fight(winded=3)
    assert breath_left(tired.with_changes(Rested("npc1", 0).land(tired)).sheet("npc1")) == 3


@pytest.mark.parametrize("seed", range(10))
def test_the_laws_of_every_game_hold(seed):
    random = Random(seed)
    assert laws.obeyed(GAME, fight(), lambda rows: random.choice(list(rows)), 40, laws.aimed)


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "fights").glob("*.json")), ids=lambda path: path.stem)
def test_a_fight_that_was_played_comes_to_the_same(path):
    assert golden.replayed(GAME, path.read_text("utf-8"))
