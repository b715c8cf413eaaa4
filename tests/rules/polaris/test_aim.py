"""Aiming at a place: a harder test, and no location die."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.turn.ladder import open_declaration
from tests.rules.polaris.table import fight

PLACES = [("head", -7), ("body", -3), ("right_arm", -7), ("left_arm", -7), ("right_leg", -5), ("left_leg", -5)]


def aimed(weapon, **said):
    table = fight(a=14, b=10).declare("b").declare("a", "b", weapon, **said)
    return table.do("attack" if weapon == "dagger" else "shoot", "a", modifier=10)


@pytest.mark.rules("POL-DMG-06/lands")
@pytest.mark.parametrize(("place", "malus"), PLACES)
def test_a_blow_aimed_at_a_place_is_harder_and_lands_there(place, malus):
    table = aimed("dagger", aim=place).answers(attack_die=2, defence_die=19, damage=5)
    assert table.outcome("a").check.target.total == 20 + malus
    assert table.wounds("b") == {place: {"light": 1}}


@pytest.mark.rules("POL-DMG-06")
@pytest.mark.parametrize(("place", "malus"), PLACES)
def test_a_shot_aimed_at_a_place_is_harder_and_lands_there(place, malus):
    table = aimed("pistol", aim=place).answers(attack_die=2, damage=[2, 3])
    assert table.outcome("a").check.target.total == 20 + malus
    assert table.wounds("b") == {place: {"light": 1}}


@pytest.mark.rules("POL-DMG-06")
@pytest.mark.parametrize("by", [7, 8, 9, 10])
@pytest.mark.parametrize("place", ["body", "head"])
def test_a_very_precise_spot_costs_the_same_anywhere(place, by):
    table = aimed("dagger", aim=place, spot=str(by)).answers(attack_die=19, defence_die=19)
    assert table.outcome("a").check.target.total == 20 - by


@pytest.mark.rules("POL-DMG-06")
def test_a_spot_belongs_to_a_place():
    table = fight(a=14, b=10).declare("b")
    with pytest.raises(Refused, match="location the precise spot belongs to") as refusal:
        table.declare("a", "b", spot="7")
    assert refusal.value.field == "spot"
    assert table.up == ["a"]


@pytest.mark.rules("POL-DMG-06")
def test_a_declaration_names_the_aimed_place_and_the_game_master_may_change_it():
    table = fight(a=14, b=10).declare("b").declare("a", "b", aim="head")
    assert str(open_declaration(table.scene, "a")) == "attacks b: Dagger (aims at: head)"
    table.do("attack", "a", place="body", result="hit").answers(attack_die=19, defence_die=19, damage=5)
    assert table.wounds("b") == {"body": {"light": 1}}


@pytest.mark.rules("POL-DMG-05", "POL-DMG-06")
def test_an_attack_at_no_particular_place_throws_for_it():
    table = aimed("dagger").answers(attack_die=2, defence_die=19)
    assert table.asked() == [("a", "location")]
    table.answers(location=7, damage=5)
    assert table.outcome("a").check.target.total == 20
