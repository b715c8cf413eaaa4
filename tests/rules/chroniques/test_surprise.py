"""Ambushes: who may surprise whom, against which difficulty, and what surprise leaves."""

from dataclasses import replace

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.paths import canonical
from rules.games.chroniques import GAME as CHRONIQUES
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques import surprise
from rules.views import journal
from rules.views.viewers import Viewer
from tests.rules.chroniques.play import DRONE, GUARD, SCOUT, SNIPER, Table

LYING = {"role_spy": "ambusher"}


def table(settings=None, **more):
    return Table(("spy", "foe", SNIPER), ("ada", "pc", SCOUT), ("bob", "pc", GUARD), settings=settings, **more)


def caught(settings=None):
    """Bob is surprised by the spy, and the fight is on."""
    here = table(settings, started=False).do("ambush", **LYING, role_bob="ambushed").answer("bob-per-die", 2)
    return here.do("start")


def test_the_surprised_are_marked_in_the_order_before_the_first_round():
    here = table(started=False)
    before = {slot.fighter: slot.note for slot in CHRONIQUES.order(here.scene)}
    assert str(before["bob"]) != "surprised"
    here.do("ambush", **LYING, role_bob="ambushed").answer("bob-per-die", 2)
    assert {slot.fighter: str(slot.note) for slot in CHRONIQUES.order(here.scene)}["bob"] == "surprised"


@pytest.mark.rules("CHO-SURPRISE-01/hidden-only")
def test_without_anybody_concealed_there_is_no_test():
    here = table(started=False)
    assert here.refused(Refused, "ambush", role_ada="ambushed") == str(surprise.NOT_CONCEALED)
    assert here.refused(Refused, "ambush", **LYING) == str(surprise.NOBODY)


@pytest.mark.rules("CHO-SURPRISE-02", "CHO-SURPRISE-03/stealth-added")
def test_the_difficulty_is_ten_the_dex_and_the_stealth_of_those_in_ambush():
    assert surprise.difficulty([SNIPER], "min", None) == 15
    assert surprise.difficulty([{"abilities": {"dex": -1}}], "min", None) == 9
    assert surprise.difficulty([{"stealth_bonus": 4}], "min", None) == 14


@pytest.mark.rules("CHO-SURPRISE-08/lowest")
@pytest.mark.parametrize(("how", "nd"), [("min", 11), ("max", 15), ("mean", 13)])
def test_the_lowest_of_several_ambushers_counts_unless_set_otherwise(how, nd):
    others = [SNIPER, DRONE, {"abilities": {"dex": 2}, "stealth_bonus": 2}]
    assert surprise.difficulty(others, how, None) == nd


@pytest.mark.rules("CHO-SURPRISE-08/named")
def test_the_one_whose_stealth_counts_may_be_named_among_those_in_ambush():
    here = table({"surprise": {"group": "chosen"}}, started=False)
    said = {**LYING, "role_bob": "ambusher", "role_ada": "ambushed"}
    assert here.refused(Refused, "ambush", **said, chosen="ada") == "This fighter is not in ambush."
    here.do("ambush", **said, chosen="bob").answer("ada-per-die", 9)
    (outcome,) = from_json(here.events[-1].payload["outcomes"])
    assert outcome.check.extra == 11


@pytest.mark.rules("CHO-SURPRISE-04", "CHO-SURPRISE-05/each-alone", "CHO-SURPRISE-09")
def test_each_fighter_is_tested_alone_with_the_modifier_of_the_game_master():
    here = table(started=False)
    here.do("ambush", **LYING, role_ada="ambushed", role_bob="ambushed", modifier_bob=4)
    here.answer("ada-per-die", 11).answer("bob-per-die", 11)
    assert (here.at("ada", "states.surprised"), here.at("bob", "states.surprised")) == (True, False)


@pytest.mark.rules("CHO-SURPRISE-07/no-action", "CHO-SURPRISE-07/def-not-dep")
def test_a_surprised_fighter_does_nothing_and_is_easier_to_hit_but_not_in_mind():
    here = caught()
    here.do("finish", "ada")
    assert here.up == ["bob"]
    assert {here.why_not("bob", kind) for kind in ("attack", "movement", "limited", "free")} == {
        "Surprised: no action."
    }
    assert (here.score("bob", "def_"), here.score("bob", "dep")) == (10, 11)
    assert here.why_not("bob", "finish") is None


@pytest.mark.rules("CHO-SURPRISE-07/free-actions")
def test_free_actions_may_be_left_to_the_surprised():
    here = caught({"surprise": {"free_actions": True}}).do("finish", "ada")
    assert here.why_not("bob", "free") is None
    assert here.why_not("bob", "movement") == "Surprised: no action."


@pytest.mark.rules("CHO-SURPRISE-06", "CHO-SURPRISE-07")
def test_surprise_ends_with_the_first_round_or_with_the_first_turn():
    rounds, turns = caught(), caught({"surprise": {"def_until": "end_of_turn"}})
    for here, after in ((rounds, 10), (turns, 15)):
        for who in ("ada", "bob"):
            here.do("finish", who)
        assert here.score("bob", "def_") == after
        here.do("finish", "spy").do("new_round")
        assert here.score("bob", "def_") == 15
        here.do("finish", "ada")
        assert here.why_not("bob", "movement") is None


@pytest.mark.rules("CHO-SURPRISE-06/until-round")
def test_after_the_first_round_nobody_is_surprised_any_more():
    here = table()
    for who in ("ada", "bob", "spy"):
        here.do("finish", who)
    here.do("new_round")
    assert here.why_not("gm", "ambush") == "Surprise comes with the first turn of a fight."


@pytest.mark.rules("CHO-SURPRISE-06/own-first")
@pytest.mark.parametrize(("until", "after"), [("end_of_round", 10), ("end_of_turn", 15)])
def test_a_surprised_latecomer_is_so_at_their_own_first_turn(until, after):
    """Bob was surprised before he came: he is there from the start of round 2, the first of his own."""
    here = Table(("spy", "foe", SNIPER), ("ada", "pc", SCOUT), settings={"surprise": {"def_until": until}})
    here.do("finish", "ada").do("finish", "spy")
    late = here.scene.with_changes(
        (here.scene.change("fighters.bob", {"character": "c-bob", "side": "pc", "order": 2}),)
    )
    surprised = canonical({**GUARD, "name": "Bob", "states": {"surprised": True}})
    here.scene = replace(late, sheets={**late.sheets, "c-bob": surprised}).with_changes(
        (late.change("fighters.bob.marks.done", True),)  # their turn is the next one
    )
    here.do("new_round").do("finish", "ada")
    assert here.up == ["bob"] and here.why_not("bob", "movement") == "Surprised: no action."
    assert here.score("bob", "def_") == 10
    here.do("finish", "bob")
    assert here.score("bob", "def_") == after
    here.do("finish", "spy").do("new_round").do("finish", "ada")
    assert here.score("bob", "def_") == 15 and here.why_not("bob", "movement") is None


@pytest.mark.rules("CHO-SURPRISE-06/own-first")
def test_a_fighter_down_in_the_first_round_is_surprised_at_their_first_turn():
    here = caught().do("damage", fighter="bob", amount=100)
    for who in ("ada", "spy"):
        here.do("finish", who)
    here.do("new_round").do("heal", fighter="bob", amount=5).do("finish", "ada")
    assert here.up == ["bob"] and here.why_not("bob", "attack") == "Surprised: no action."
    here.do("finish", "bob").do("finish", "spy").do("new_round")
    assert not here.at("bob", "states.surprised")


def test_a_fight_that_ends_leaves_nobody_surprised():
    here = caught().do("end")
    assert not here.at("bob", "states.surprised")
    assert here.up == ["gm"]


def test_the_difficulty_is_read_by_all_unless_it_is_kept_secret():
    for said, read in (({}, True), ({"secret": True}, False)):
        here = table(started=False).do("ambush", **LYING, role_bob="ambushed", **said).answer("bob-per-die", 2)
        event = here.events[-1]
        line = journal.tell(event.audience, event.kind, event.payload, Viewer("table"))
        assert [result.text is not None for result in line.results] == [read]


def test_hidden_fighters_are_taken_for_the_ambushers():
    spy, tom = ("spy", "foe", SNIPER, {"hidden": True}), ("tom", "foe", SNIPER)
    here = Table(spy, ("ada", "pc", SCOUT), tom, started=False)
    usual = {field.key: field.default for field in here.offer("gm", "ambush").fields}
    assert (usual["role_spy"], usual["role_ada"], usual["role_tom"]) == ("ambusher", "ambushed", "none")
    bounds = {field.key: (field.least, field.most) for field in here.offer("gm", "ambush").fields}
    assert bounds["modifier_ada"] == (-20, 20)


@pytest.mark.rules("CHO-SURPRISE-05", "CHO-TEST-01")
@pytest.mark.parametrize(("answer", "surprised", "spent"), [("yes", False, 1), ("no", True, 0)])
def test_luck_may_turn_the_test_of_whoever_would_be_surprised(answer, surprised, spent):
    here = table({"luck": {"bonus": 10}}, started=False)
    before = sheets.luck(here.scene.sheet("bob"))
    here.do("ambush", **LYING, role_bob="ambushed", role_ada="ambushed")
    here.answer("ada-per-die", 20).answer("bob-per-die", 8)
    assert here.up == ["bob"]  # nothing is asked about a test that succeeded
    here.answer("bob-luck", answer)
    assert here.scene.exchanges == {}
    assert here.at("bob", "states.surprised") is surprised
    assert before - sheets.luck(here.scene.sheet("bob")) == spent
