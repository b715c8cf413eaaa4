"""Rounds: the order everybody sees, the ledger, and when a turn is over."""

import pytest

from rules.games.arpenteurs import GAME, initiative
from tests.rules.arpenteurs.play import RAIDER, SCOUT, duel, landed


@pytest.mark.rules("ARP-ACT-01")
def test_a_fighter_who_has_finished_is_no_longer_called_and_the_others_are():
    here = duel()
    here.scene = here.scene.with_changes([here.scene.change("called", ["ada", "orc"])])
    landed(here, "done", "ada")
    assert here.scene.called == ("orc",)


@pytest.mark.rules("ARP-TIME-02")
def test_the_headline_stays_with_whose_attack_is_open():
    here = duel(mine=SCOUT)
    here.scene = here.scene.with_changes([here.scene.mark("ada", "ledger", [{"kind": "move"}])])
    here.do("attack", "ada", target="orc", weapon="knife")
    assert initiative.acting(here.scene) == ("orc",), "nothing is left to her but what is open"
    assert str(GAME.headline(here.scene).part) == "ada’s turn: 0 actions left"


@pytest.mark.rules("ARP-ACT-01", "ARP-ACT-05")
@pytest.mark.parametrize(("spent", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_nobody_has_fewer_actions_left_than_none(spent, left):
    """Three of two: who has lost the talent of a third one meanwhile."""
    here = duel()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    assert initiative.left(here.scene, "orc") == left


@pytest.mark.rules("ARP-ACT-05", "ARP-AIM-01")
@pytest.mark.parametrize(("spent", "whole", "lines"), [(0, False, 1), (0, True, 2), (1, True, 2), (1, False, 2)])
def test_full_round_acts_take_all_remaining_actions_and_others_one(spent, whole, lines):
    here = duel()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    landed(here, "spend", "orc", {"kind": "aim", "whole": whole})
    assert len(initiative.ledger(here.scene, "orc")) == lines


@pytest.mark.rules("ARP-TIME-02")
def test_a_new_round_is_the_next_one():
    here = duel().do("finish", "ada").do("finish", "orc")
    assert [here.scene.round, here.do("new_round").scene.round] == [1, 2]


def marked(here, **marks):
    """Marks of the foe, by name."""
    here.scene = here.scene.with_changes([here.scene.mark("orc", key, value) for key, value in marks.items()])
    return here


@pytest.mark.rules("ARP-INIT-01", "ARP-DIST-02", "ARP-COVER-01", "ARP-ACT-05")
def test_the_order_marks_fighters_up_and_out_and_visible_states():
    here = marked(duel(("bob", "foe", RAIDER)), engaged={"ada": True}, cover={"level": "light"}, init=20)
    here.scene = here.scene.with_changes([here.scene.mark("bob", "init", 3), here.scene.write("bob", "dead", True)])
    shown = [
        (one.fighter, one.at, one.state, one.note and str(one.note), one.tie and str(one.tie))
        for one in GAME.order(here.scene)
    ]
    assert shown == [
        ("ada", "20", "now", None, "tie: PC before NPC"),
        ("orc", "20", "next", "engaged, cover: light (mound, trunk)", "tie: PC before NPC"),
        ("bob", "3", "out", None, None),
    ]
    here.do("end")
    assert [(one.at, one.state) for one in GAME.order(here.scene)] == [("", "next")] * 3


@pytest.mark.rules("ARP-ACT-05")
def test_the_acts_of_a_round_are_listed_once_each():
    ledger = [
        {"kind": "attack", "weapon": "machete", "as": "action"},
        {"kind": "move", "as": "action"},
        {"kind": "move", "as": "action"},
        {"kind": "dodge", "as": "reaction"},
        {"kind": "other:climb", "as": "action"},
        {"kind": "attack", "weapon": "gone", "as": "reaction"},
    ]
    here = marked(duel(), ledger=ledger)
    told = "attack (Machette), move, dodge as a reaction, climb, attack as a reaction"
    assert str(GAME.intent(here.scene, "orc")) == str(GAME.intent(here.scene, "orc")) == told
    assert GAME.intent(here.scene, "ada") is None
