"""The order at its bounds: nothing left, complete equals, turns that are over."""

import pytest

from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.ladder import order
from tests.rules.polaris.table import Table, fight, sheet


@pytest.mark.rules("POL-INIT-19")
def test_an_initiative_of_exactly_nothing_waits_too():
    table = fight(a=10, b=12).declare("a", preparation="orders", slower=7).declare("b")
    assert [str(slot.at) for slot in order(table.scene) if slot.fighter == "a"] == ["turn +1"]
    assert table.do("act", "b", check="none").up == ["gm"]


@pytest.mark.rules("POL-INIT-19")
def test_a_last_point_of_initiative_acts_in_the_last_phase():
    table = fight(a=11, b=12).declare("a", preparation="orders", slower=7).declare("b").do("act", "b", check="none")
    assert (table.initiative("a"), table.up) == (1, ["a"])


@pytest.mark.rules("POL-INIT-09")
def test_a_prepared_act_waits_for_slower_but_not_for_equal_fighters():
    table = fight("a", "c", b=14).do("prepare", "a", preparation="observe").do("initiative", fighter="c", by=-5)
    assert (table.initiative("a"), table.initiative("c"), table.up) == (5, 5, ["c", "a"])
    table.do("initiative", fighter="c", by=-1)
    assert table.up == ["c"], "now they are slower"


def test_a_fighter_passed_over_is_no_longer_called_and_the_others_are():
    table = fight(a=9, b=12)
    table.scene = table.scene.with_changes([table.scene.change("called", ["a", "b"])])
    assert list(table.do("skip", fighter="a").scene.called) == ["b"]


@pytest.mark.rules("POL-INIT-05", "POL-INIT-21")
def test_a_fighter_with_all_attacks_made_stands_at_the_phase_of_the_last():
    table = Table(a=sheet(reaction=14), b=sheet(reaction=10)).start().declare("b").declare("a", "b", attacks="2")
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("pass", "b")
    table.do("attack", "a").answers(attack_die_2=19, defence_die_2=19)
    found = [(slot.at, slot.state, slot.further) for slot in order(table.scene) if slot.fighter == "a"]
    assert found == [("14", "done", True), ("9", "done", False)]


@pytest.mark.rules("POL-INIT-21", "POL-INIT-17")
def test_attacks_delayed_to_the_end_follow_from_the_phase_the_turn_has_come_to():
    table = Table(a=sheet(reaction=14), b=sheet(reaction=10)).start().declare("b")
    table.declare("a", "b", attacks="2", delayed=True).do("act", "b", check="none")
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    found = [(slot.at, slot.state) for slot in order(table.scene) if slot.fighter == "a"]
    assert (found, table.up) == ([("10", "done"), ("5", "now")], ["a"])


LATE, DONE = {"declared": {"kind": "melee", "target": "", "delayed": True}}, {"done": True}


@pytest.mark.rules("POL-MARTIAL-04", "POL-INIT-12", "POL-INIT-13", "POL-INIT-17")
@pytest.mark.parametrize(
    ("reaction", "mine", "theirs", "first", "at_once"),
    [
        (12, {}, {}, True, True),
        (8, {}, {}, False, False),
        (10, {}, {}, False, True),  # at the same moment, which the house may take for the initiative
        (10, LATE, LATE, False, True),
        (12, LATE, LATE, True, True),
        (8, LATE, LATE, True, True),  # they say so before the other does
        (12, LATE, {}, True, True),
        (10, LATE, {}, True, True),
        (10, LATE, DONE, False, False),
        (10, {}, LATE, True, True),
    ],
)
def test_acting_before_an_opponent_gives_the_initiative_over_them(reaction, mine, theirs, first, at_once):
    for house, expected in ((False, first), (True, at_once)):
        table = fight("b", a=reaction, settings={"simultaneous_has_initiative": house})
        marks = (table.scene.change(f"fighters.{who}.marks", row) for who, row in (("a", mine), ("b", theirs)))
        assert initiative.has_initiative(table.scene.with_changes(marks), "a", "b") is expected


@pytest.mark.rules("POL-TURN-03")
@pytest.mark.parametrize(("a", "b", "now"), [(9, 4, 4), (9, 1, 1), (9, -2, 1)])
def test_a_finished_turn_stays_at_the_last_phase_and_at_least_one(a, b, now):
    scene = fight("a", "b").declare("a").declare("b").scene
    marks = [scene.mark(who, "initiative", at) for who, at in (("a", a), ("b", b))]
    scene = scene.with_changes([*marks, scene.mark("a", "done", True), scene.mark("b", "done", True)])
    assert initiative.now(scene, "a") == now
