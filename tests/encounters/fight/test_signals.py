"""Signals of a device: one's own turn and being next, nothing hidden."""

import re

import pytest

from campaigns.models import Seat
from tests.encounters.fight.test_pages import Fight

OWN = {"ana": "Élowen", "leo": "Tibor"}


@pytest.fixture
def fight(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    return fight


def signals(fight, name):
    shown = fight.shown(fight.table.cast.seats[name], "fight", fight.token)
    return re.findall(r'data-signal="(\w+)"', "".join(shown.values()))


@pytest.mark.parametrize("called", ["Élowen", "a guard", "somebody hidden"])
@pytest.mark.slow("a round is declared until somebody is called")
def test_signals_announce_the_own_and_the_next_turn_and_nobody_hidden(fight, called):
    foes = {"a guard": False, "somebody hidden": True}
    fighters = fight.scene.fighters.values()
    who = next((one.name for one in fighters if one.side == "foe" and one.hidden == foes.get(called)), called)
    fight.declare_nothing_until(who)
    heard = {name: signals(fight, name) for name in (*OWN, "gm")}
    turns = {name for name in OWN if "turn" in heard[name]}
    assert heard["gm"] == [] and turns == {name for name in OWN if fight.id(OWN[name]) in fight.scene.called}
    assert turns or called != "Élowen"
    if called == "somebody hidden":
        assert heard["ana"] == heard["leo"] == []
