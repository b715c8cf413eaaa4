"""Simulated fights end by themselves in every game, with later joiners."""

import gc
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from rules import registry
from rules.autoplay.duel import attack_the_weakest, first_options, play, standing
from rules.autoplay.simulation import FOES, NOBODY, PARTY, Bout, Tally, bout, copy_scene
from rules.autoplay.skirmish import skirmish
from rules.core.errors import Unreadable
from rules.core.paths import canonical
from rules.core.scene import Action, Scene, apply, scene_to_json
from rules.core.script import Roll
from rules.engine.decide import advance, decide
from rules.engine.exchanges import waiting_on

ROOT = Path(__file__).resolve().parent.parent.parent
TALLY = Tally(
    (Bout(PARTY, 3, ("foe1",)), Bout(PARTY, 1, ()), Bout(FOES, 9, ("pc1", "pc2")), Bout(NOBODY, 20, ("pc1", "foe1")))
)


def sheets(game):
    """A player character and an opponent of a game."""
    rows = registry.samples(game).values()
    return (next(row["data"] for row in rows if row["kind"] == kind) for kind in ("pc", "npc"))


def dice(seed):
    source = Random(seed)
    return lambda roll: [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]


def test_shares_are_of_all_bouts():
    assert (TALLY.won(PARTY), TALLY.won(FOES), TALLY.won(NOBODY)) == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    assert TALLY.fell(["pc1", "pc2"]) == Fraction(1, 2)
    assert TALLY.fell([]) == 0
    assert dict(TALLY.falls) == {"foe1": Fraction(1, 2), "pc1": Fraction(1, 2), "pc2": Fraction(1, 4)}


@pytest.mark.parametrize(("rounds", "median"), [([5], 5), ([1, 9], 1), ([9, 1, 4], 4), ([2, 8, 1, 3], 2)])
def test_half_of_the_bouts_last_no_longer_than_the_median(rounds, median):
    assert Tally(tuple(Bout(PARTY, number, ()) for number in rounds)).median == median


def test_allies_stand_with_the_party_and_nobody_hides():
    rows = {"a": {"side": "ally", "hidden": True, "character": "a"}, "u": {"side": "unknown", "character": "u"}}
    scene = copy_scene(Scene("x", "fight", {}, {"fighters": rows, "round": 2}, {"a": {}, "u": {}}))
    assert {one.id: (one.side, one.hidden) for one in scene.fighters.values()} == {
        "a": (PARTY, False),
        "u": (FOES, False),
    }
    assert scene.round == 2


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_same_dice_give_the_same_bout_and_leave_the_scene_alone(game):
    hero, foe = sheets(game)
    scene = skirmish({"pc": (hero,), "foe": (foe,)})
    before = json.dumps(scene_to_json(scene), default=dict)
    first, again = (bout(registry.system(game), scene, {}, dice(7), most_rounds=6) for _time in range(2))
    assert first == again and 1 <= first.rounds <= 6
    assert json.dumps(scene_to_json(scene), default=dict) == before


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_fight_that_plays_itself_is_the_one_decided_step_by_step(game):
    system, source = registry.system(game), dice(11)
    pair = tuple(sheets(game))
    here = there = skirmish({"pc": pair, "foe": pair})
    for number in range(120):
        prompts = waiting_on(system, here)
        assert prompts == waiting_on(system, there)
        action = next_action(system, here, prompts[0], source, number)
        here = advance(system, here, action)
        for event in decide(system, replace(there), action):
            there = apply(there, event)
        assert here == there
        if len(standing(system, here)) < 2:
            break
    assert number > 20


@pytest.mark.parametrize("game", registry.GAMES)
def test_playing_an_exchange_to_its_end_equals_answering_one_by_one(game):
    system, pair = registry.system(game), tuple(sheets(game))
    scene = skirmish({"pc": pair, "foe": pair})
    whole, source = play(system, scene, dice(13), most_rounds=3), dice(13)
    for number in range(500):
        if len(standing(system, scene)) < 2 or scene.round > 3:
            break
        scene = advance(system, scene, next_action(system, scene, waiting_on(system, scene)[0], source, number))
    assert scene == whole.scene


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_fight_that_plays_itself_leaves_nothing_to_the_collector(game):
    system, pair = registry.system(game), tuple(sheets(game))
    play(system, skirmish({"pc": pair, "foe": pair}), dice(2), most_rounds=2)
    gc.collect()
    gc.disable()
    gc.freeze()  # whatever other tests keep is not looked at again
    try:
        play(system, skirmish({"pc": pair, "foe": pair}), dice(3), most_rounds=2)
        assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_data_of_a_fighter_do_not_depend_on_the_round_or_on_others(game):
    system, pair = registry.system(game), tuple(sheets(game))
    kept = {}

    def move(system, scene, actor):
        for who, fighter in scene.fighters.items():
            kept[id(fighter)] = scene, who
        return attack_the_weakest(system, scene, actor)

    play(system, skirmish({"pc": pair, "foe": pair}), dice(5), move=move, most_rounds=3)
    for scene, who in kept.values():
        fighter, row = scene.fighters[who], scene.state["fighters"][who]
        sheet = {fighter.character: scene.sheet(who)}
        alone = Scene("alone", scene.kind, scene.settings, {"fighters": {who: row}, "round": 99}, sheet)
        for work, answer in fighter.memo.items():
            assert work(alone, who) == answer, work


def test_an_answer_that_does_not_fit_is_refused():
    hero, foe = sheets("chroniques")
    with pytest.raises(Unreadable):
        play(registry.system("chroniques"), skirmish({"pc": (hero,), "foe": (foe,)}), lambda _roll: [99])


def next_action(system, scene, prompt, throw, number):
    """The next answer, or the act of the usual policy."""
    request = prompt.request
    if request is None:
        return replace(attack_the_weakest(system, scene, prompt.of), id=f"x{number}")
    values = throw(request) if isinstance(request, Roll) else first_options(scene, request)
    args = {"exchange": prompt.exchange, "key": request.key, "values": list(values)}
    return Action("answer", prompt.of, args, by="gm", gm=True)


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_fighter_who_joins_in_a_round_fights_from_then_on(game):
    """Alone they have nobody to fight: that the bout lasts tells that those in reserve were met."""
    hero, foe = (canonical(sheet) for sheet in sheets(game))
    scene = skirmish({"pc": (hero,)})
    scene = Scene(scene.token, scene.kind, {}, scene.state, {**scene.sheets, "foe1": foe, "foe2": foe})
    rows = {number: {f"foe{number}": {"character": f"foe{number}", "side": "foe", "hidden": True}} for number in (1, 2)}
    system = registry.system(game)
    assert bout(system, scene, {}, dice(3), most_rounds=4) == Bout(PARTY, 0, ())
    found = bout(system, scene, {2: rows[1], 3: rows[2]}, dice(3), most_rounds=8)
    assert found.rounds > 0
    if found.winner == PARTY:
        assert {"foe1", "foe2"} <= set(found.fallen)


def simulated(game, **said):
    hero, foe = sheets(game)
    scene = scene_to_json(skirmish({"pc": (hero,), "foe": (foe,)}))
    asked = {
        "game": game,
        "scene": scene,
        "joining": {},
        "first": 0,
        "end": 3,
        "every": 1,
        "seconds": 60,
        "rounds": 5,
        **said,
    }
    command = [sys.executable, "-m", "rules.management.simulate"]
    text = json.dumps(asked, default=dict)
    run = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=120, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_simulated_bouts_in_another_process_do_not_depend_on_earlier_ones():
    whole = simulated("chroniques")
    assert len(whole) == 3 and all(set(one) == {"winner", "rounds", "fallen"} for one in whole)
    assert simulated("chroniques", first=1) == whole[1:]
    assert simulated("chroniques", every=2) == whole[::2]


def test_a_simulation_without_time_reports_nothing():
    assert simulated("chroniques", seconds=0) == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_policy_reads_no_note_of_a_menu(game, monkeypatch):
    system, pair = registry.system(game), tuple(sheets(game))
    for act in {type(system.act(kind)) for kind in system.fight_kinds}:
        monkeypatch.setattr(act, "notes", lambda *_asked: pytest.fail("nobody reads it"))
    play(system, skirmish({"pc": pair, "foe": pair}), dice(4), most_rounds=2)


def test_no_attack_is_offered_after_one_that_is_taken(monkeypatch):
    system, pair = registry.system("medieval"), tuple(sheets("medieval"))
    wrestle = type(system.act("wrestle"))
    monkeypatch.setattr(wrestle, "fields", lambda *_asked: pytest.fail("an attack with a weapon is as promising"))
    play(system, skirmish({"pc": pair, "foe": pair}), dice(4), most_rounds=2)
