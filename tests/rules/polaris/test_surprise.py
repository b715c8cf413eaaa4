"""Surprise: who tests, what a success is worth, and what a failure costs."""

import pytest

from rules.core.check import Level
from rules.core.errors import Refused
from rules.games.polaris.turn import initiative
from tests.rules.polaris.table import POLARIS, Table, fight, sheet


def ambush(settings=None, **at_risk):
    return Table(settings, a=sheet(reaction=14), b=sheet(reaction=12), c=sheet(reaction=11)).start(**at_risk)


@pytest.mark.rules("POL-SURP-01", "POL-SURP-06", "POL-TURN-05")
def test_those_at_risk_test_first_each_alone_and_the_aware_wait():
    table = ambush(a=0, b=0)
    assert table.up == ["a", "b"]
    assert table.offer("declare_other", "c") is None
    table.do("react", "b").answers(surprise_die=3)
    assert table.up == ["a"], "the others test meanwhile"
    table.do("react", "a").answers(surprise_die=6)
    assert table.up == ["b"], "declarations, the slowest first"


@pytest.mark.rules("POL-SURP-02/first-turn")
def test_the_margin_of_a_success_is_the_initiative_of_the_first_turn_only():
    table = ambush(a=-3).do("react", "a").answers(surprise_die=6)
    assert table.outcome("a").check.target.total == 11
    assert (table.initiative("a"), initiative.base(table.scene, "a")) == (6, 6)
    assert table.told("a") == ["not surprised: initiative 6"]
    for name in ("a", "c", "b"):
        table.declare(name)
    for name in ("b", "c", "a"):
        table.do("act", name, check="none")
    table.do("new_round")
    assert [table.initiative(name) for name in "abc"] == [14, 12, 11]


@pytest.mark.rules("POL-SURP-02/critical")
@pytest.mark.parametrize(("raised", "start"), [(True, 21), (False, 14)])
def test_a_critical_success_raises_the_initiative_unless_set_otherwise(raised, start):
    table = ambush({"surprise_initiative_includes_critical_bonus": raised}, a=0)
    table.do("react", "a").answers(surprise_die=14)
    assert table.outcome("a").level is Level.CRITICAL
    assert table.initiative("a") == start


@pytest.mark.rules("POL-SURP-03/next")
def test_a_failure_loses_the_turn_and_nothing_of_the_next():
    table = ambush(b=0).do("react", "b").answers(surprise_die=19)
    assert table.told("b") == ["surprised: this turn is lost"]
    assert table.offer("declare_other", "b") is None
    table.declare("c").declare("a").do("act", "a", check="none").do("act", "c", check="none")
    assert table.up == ["gm"]
    table.do("new_round")
    assert table.initiative("b") == 12
    assert table.up == ["c"]


@pytest.mark.rules("POL-SURP-04")
@pytest.mark.parametrize("modifier", [-7, 0, 5])
def test_the_game_master_gives_each_their_own_modifier(modifier):
    table = ambush(a=modifier, b=0).do("react", "a")
    table.answers(of="a", surprise_die=1)
    table.do("react", "b").answers(of="b", surprise_die=1)
    assert table.outcome("a").check.target.total == 14 + modifier
    assert table.outcome("b").check.target.total == 12


@pytest.mark.rules("POL-SURP-05/once")
def test_wounds_count_once_in_the_test():
    table = Table(a=sheet(reaction=14, wounds__body__serious=1), b=sheet()).start(a=0)
    table.do("react", "a").answers(surprise_die=1)
    assert table.outcome("a").check.target.total == 9


@pytest.mark.rules("POL-SURP-07")
def test_if_all_fail_all_lose_the_turn_and_nobody_tests_again():
    table = Table(a=sheet(reaction=14), b=sheet()).start(a=0, b=0)
    table.do("react", "a").do("react", "b")
    table.answers(of="a", surprise_die=19).answers(of="b", surprise_die=19)
    assert table.up == ["gm"]
    assert "stunned" not in table.scene.sheet("a").get("conditions", {})
    table.do("new_round")
    assert table.up == ["b"]
    assert initiative.at_risk(table.scene) == ()


@pytest.mark.rules("POL-SURP-08/seen")
@pytest.mark.parametrize(
    ("mode", "unseen", "defends"),
    [("visible", False, True), ("visible", True, False), ("always", True, True), ("never", False, False)],
)
def test_a_surprised_fighter_defends_against_those_they_see(mode, unseen, defends):
    table = Table({"surprised_can_defend": mode}, a=sheet(reaction=14), b=sheet()).start(b=0)
    table.do("react", "b").answers(surprise_die=15).declare("a", "b").do("attack", "a", unseen=unseen)
    assert (("b", "defence-die") in table.asked()) == defends
    if not defends:
        table.answers(attack_die=16)
        assert table.outcome("a").check.target.total == 15


@pytest.mark.rules("POL-SURP-08")
def test_a_hidden_attacker_is_not_seen():
    table = Table(a=sheet(reaction=14), b=sheet())
    table.scene = table.scene.with_changes((table.scene.change("fighters.a.hidden", True),))
    table.start(b=0).do("react", "b").answers(surprise_die=15).declare("a", "b").do("attack", "a")
    assert table.asked() == [("a", "attack-die")]


@pytest.mark.rules("POL-TURN-05/no-surprise")
def test_surprise_may_be_called_for_until_somebody_has_declared():
    table = fight(a=9, b=12).do("surprise", fighter="b", modifier=-2)
    assert table.up == ["b"]
    table.do("react", "b").answers(surprise_die=9).declare("a")
    with pytest.raises(Refused, match="declared already"):
        table.do("surprise", fighter="b", modifier=0)


def test_a_test_of_surprise_is_not_offered_to_the_aware():
    table = ambush(a=0)
    assert {one.kind for one in POLARIS.offers(table.scene, "c")} == {"boost"}, "luck alone, for the tests to come"
    with pytest.raises(Refused):
        table.do("react", "c")
