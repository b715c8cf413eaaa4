"""Stabilising: once done it stays done, whatever the wound becomes (POL-WOUND-11, 15)."""

import pytest

from tests.rules.polaris.bedside import patient


@pytest.mark.rules("POL-WOUND-15", "POL-WOUND-16", "POL-LUCK-04")
@pytest.mark.parametrize(("cause", "open_again"), [("blade", False), ("blow", False)])
def test_a_stabilised_wound_that_luck_makes_lighter_stays_so(cause, open_again):
    row = {"place": "body", "severity": "mortal", "cause": cause, "stabilized": True}
    bed = patient(wounds={"body": {"mortal": 1}}, wound_details={"w1": row})
    bed.do("lessen", wound="body-mortal", points="1")
    assert bed.line("body", "critical")["stabilized"] is True
    assert (bed.offer("stabilise") is not None) is open_again


@pytest.mark.rules("POL-WOUND-15", "POL-WOUND-21")
def test_the_game_masters_word_on_bleeding_holds_when_the_wound_heals_a_step():
    row = {"place": "left_arm", "severity": "mortal", "cause": "blade", "bleeding": False, "days": 35}
    bed = patient(wounds={"left_arm": {"mortal": 1}}, wound_details={"w1": row}, healer=18)
    bed.do("heal", 3, 3, wound="left_arm-mortal", skill="surgery", healer="tom", level=18)
    assert bed.line("left_arm", "critical")["bleeding"] is False
    assert bed.offer("stabilise") is None
