"""Values that a game master writes on a sheet by hand, where the rules go on from them."""

import pytest

from rules.games.polaris.close_combat import holds
from rules.games.polaris.harm.conditions import Condition
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet


def written(table, fighter, path, value):
    table.scene = table.scene.with_changes([table.scene.write(fighter, path, value)])
    return table


def to_turn(table, number):
    while table.scene.round < number:
        table.do("new_round") if "gm" in table.up else table.do("declare_nothing", table.up[0])
    return table


def under(table, key, turns):
    table.scene = table.scene.with_changes(Condition("a", key, turns).land(table.scene))
    return table


@pytest.mark.rules("POL-SHOCK-04", "POL-SHOCK-05")
@pytest.mark.parametrize(("revived", "stunned"), [(True, None), (False, True)])
def test_a_fighter_whom_a_hand_has_woken_does_not_wake_again(revived, stunned):
    table = under(fight("b", a=14), "unconscious", 1)
    if revived:
        written(table, "a", "conditions.unconscious", None)
    assert to_turn(table, 3).scene.sheet("a").get("conditions", {}).get("stunned") is stunned
    assert table.mark("a", "until") is None


@pytest.mark.rules("POL-SHOCK-05/endless")
def test_the_time_of_a_stupor_that_a_hand_has_ended_does_not_end_the_next_one():
    old = {"conditions__unconscious_until": "5 s"}
    table = under(Table(a=sheet("a", 14, **old), b=sheet("b", 8)).start(), "unconscious", 0)
    assert to_turn(table, 4).scene.sheet("a")["conditions"] == {"unconscious": True}


@pytest.mark.rules("POL-TURN-06", "POL-WOUND-19", "POL-RANGED-04")
@pytest.mark.parametrize(
    ("path", "pace"), [("wounds.left_leg.critical", "still"), ("wounds.body.serious", "medium"), ("money_sols", "fast")]
)
def test_a_runner_is_slowed_by_a_wound_marked_by_hand(path, pace):
    table = fight("b", a=14).declare("b", pace="fast")
    assert holds.pace(written(table, "b", path, 1).scene, "b") == pace
    assert holds.pace(written(table, "b", path, None).scene, "b") == "fast"


@pytest.mark.rules("POL-WOUND-22", "POL-WOUND-17/untended", "POL-WOUND-03")
@pytest.mark.parametrize(
    ("data", "path", "writes"),
    [
        (
            {"minor": True, "wounds": {"head": {"light": 1}}},
            "wounds.body.serious",
            {"wounds.head.light": None, "wounds.body.serious": 1},
        ),
        (
            {
                "wounds": {"left_arm": {"moderate": 1}},
                "wound_details": {"w1": {"place": "left_arm", "severity": "moderate", "treated": True}},
            },
            "wounds.left_arm.moderate",
            {"wounds.left_arm.moderate": 2, "wound_details.w1.treated": None},
        ),
    ],
)
def test_a_box_ticked_by_hand_is_a_wound_like_another(data, path, writes):
    assert POLARIS.step(data, {"simplified_npc_wounds": True}, path, 1).writes == writes
