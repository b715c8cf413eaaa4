"""The game's answers to the engine about a fight: the beaten, the turn, harmful effects."""

import pytest

from rules.core.script import Effect
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet


@pytest.mark.rules("POL-TEST-21")
@pytest.mark.parametrize(("level", "beaten"), [(1, False), (0, True), (-3, True)])
def test_a_fighter_without_a_chance_with_any_weapon_is_beaten(level, beaten):
    table = Table(ada=sheet("ada", melee=level, shot=-5), bo=sheet("bo"))
    assert POLARIS.is_beaten(table.scene, "ada") is beaten


def test_fighters_take_turns_once_everybody_has_declared():
    table = fight(a=14, b=10)
    assert not POLARIS.takes_turns(table.scene)
    assert POLARIS.takes_turns(table.declare("b").declare("a").scene)


@pytest.mark.parametrize(
    ("kind", "hurts"), [("wound", True), ("condition", True), ("unhurt", False), ("declare", False), ("luck", False)]
)
def test_wounds_and_conditions_hurt(kind, hurts):
    assert POLARIS.hurts(Effect(kind, "ada")) is hurts


@pytest.mark.rules("POL-OPP-04")
@pytest.mark.parametrize(("names", "offered"), [("a", False), ("ab", True)])
def test_an_opposed_test_takes_two(names, offered):
    assert (fight(*names).offer("oppose") is not None) is offered
