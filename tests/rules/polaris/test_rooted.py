"""Movement after a wound: who cannot move is offered nothing that takes a step (POL-WOUND-11, 19, POL-TURN-06)."""

import pytest

from rules.core.script import Effect
from rules.games.polaris.close_combat import holds
from rules.games.polaris.shooting import ranged
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet

LEG = {"wounds": {"right_leg": {"critical": 1}}}
REASON = "Wounds allow no movement."


def lame(**settings):
    """``a`` has a critical wound on a leg and is to declare."""
    return Table(settings, a=sheet(reaction=20, **LEG), b=sheet()).start().declare("b")


@pytest.mark.rules("POL-WOUND-11", "POL-WOUND-19", "POL-MELEE-10")
@pytest.mark.parametrize(
    ("offer", "field", "key"),
    [
        ("declare_melee", "mode", "charge"),
        ("declare_defend", "mode", "retreat"),
        *(
            (offer, "preparation", key)
            for offer in ("declare_other", "declare_defend", "prepare")
            for key in ("grab_far", "close_in", "short_move", "dive", "cover")
        ),
    ],
)
def test_a_rooted_fighter_is_offered_no_step(offer, field, key):
    assert str(lame().choice(offer, "a", field, key).refused) == REASON
    assert fight("a", "b").choice(offer, "a", field, key).refused is None


@pytest.mark.rules("POL-WOUND-11")
@pytest.mark.parametrize("key", ["grab", "orders", "crouch"])
def test_preparations_without_a_step_remain(key):
    assert lame().choice("declare_other", "a", "preparation", key).refused is None


def wounded(table, **wounds):
    """The scene after ``a`` has got these wounds from somebody."""
    for place, severity in wounds.items():
        wound = {"place": place, "severity": severity, "damage": 1}
        table.scene = table.scene.with_changes(_landed(table.scene, "wound", wound))
    return table


def _landed(scene, kind, value):
    return POLARIS.land(scene, Effect(kind, "a", value))


@pytest.mark.rules("POL-TURN-06", "POL-WOUND-07", "POL-RANGED-04")
@pytest.mark.parametrize(
    ("wounds", "pace", "malus"),
    [
        ({}, "fast", -5),
        ({"right_arm": "serious"}, "fast", -5),
        ({"right_leg": "serious"}, "medium", -3),
        ({"body": "critical"}, "slow", 0),
        ({"right_leg": "critical"}, "still", 0),
    ],
)
def test_a_wound_slows_the_pace_that_was_declared(wounds, pace, malus):
    table = Table(a=sheet(reaction=4), b=sheet(reaction=6)).start().declare("a", pace="fast")
    table.declare("b", "a", "pistol")
    scene = wounded(table, **wounds).scene
    assert holds.pace(scene, "a") == pace
    gun = next(arm for arm in ranged.weapons.carried(scene.sheet("b"), "ranged"))
    pace_of_target = next(term for term in ranged.situation(scene, "b", "a", gun) if "Target" in term.label.msgid)
    assert pace_of_target.value == malus


@pytest.mark.rules("POL-TURN-06", "POL-SHOCK-03")
def test_a_stunned_runner_goes_on_at_medium_pace():
    table = Table(a=sheet(reaction=4), b=sheet(reaction=6)).start().declare("a", pace="maximum").declare("b")
    table.scene = table.scene.with_changes(_landed(table.scene, "condition", {"key": "stunned", "turns": 1}))
    assert holds.pace(table.scene, "a") == "medium"


@pytest.mark.rules("POL-TURN-06", "POL-WOUND-11")
def test_a_fighter_who_can_move_no_more_does_not_run_as_declared():
    table = Table(a=sheet(reaction=20), b=sheet()).start().declare("b").declare("a", pace="fast")
    assert table.offer("act", "a").refused is None
    assert str(wounded(table, right_leg="critical").offer("act", "a").refused) == REASON
    assert table.offer("pass", "a").refused is None


@pytest.mark.rules("POL-TURN-06", "POL-MELEE-10")
def test_a_charge_ends_where_the_legs_do():
    table = Table(a=sheet(reaction=20), b=sheet()).start().declare("b").declare("a", "b", mode="charge")
    assert table.offer("attack", "a").refused is None
    assert str(wounded(table, left_leg="critical").offer("attack", "a").refused) == REASON


@pytest.mark.rules("POL-MELEE-10", "POL-WOUND-11")
def test_a_retreat_without_legs_is_a_defence():
    def chances(**more):
        table = Table(a=sheet(reaction=20), b=sheet()).start()
        table.do("declare_defend", "b", mode="retreat").declare("a", "b")
        table.scene = table.scene.with_changes(table.scene.write("b", path, 1) for path in more.values())
        table.do("attack", "a").answers(attack_die=19, defence_die=19)
        return table.outcome("b").check.target.total

    assert chances() == 10 + 5
    assert chances(hurt="wounds.right_leg.critical") == 10 + 3 - 10
