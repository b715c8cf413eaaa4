"""Minutes and days outside of a fight: the times that a sheet keeps run out, and infection comes (POL-SHOCK-05)."""

import pytest

from tests.rules.polaris.bedside import Bedside, patient
from tests.rules.polaris.table import sheet

DYING = {"body": {"mortal": 1}}
STUPOR = {"stunned": True, "stunned_until": "1d6 min"}


def asleep(until):
    return {"unconscious": True, "unconscious_until": until}


@pytest.mark.rules("POL-SHOCK-04", "POL-SHOCK-05/outside", "POL-WOUND-16")
@pytest.mark.parametrize(
    ("before", "minutes", "then"),
    [
        (asleep("6 min"), 4, asleep("2 min")),
        (asleep("6 min"), 6, STUPOR),
        (asleep("6 min"), 11, STUPOR),
        (asleep("6 min"), 12, None),
        (asleep("90 s"), 1, asleep("30 s")),
        (asleep("6 min") | {"stunned": True, "stunned_until": "9 min"}, 8, {"stunned": True, "stunned_until": "1 min"}),
        (STUPOR, 5, STUPOR),
        (STUPOR, 6, None),
        (asleep("until noon"), 600, asleep("until noon")),
        (asleep("6 min") | {"light_coma": True}, 9, asleep("6 min") | {"light_coma": True}),
    ],
)
def test_minutes_run_for_the_times_of_a_sheet(before, minutes, then):
    bed = Bedside(ada=sheet("ada", conditions=before))
    if bed.offer("minutes") is None:
        bed = patient(wounds=DYING, conditions=before, attributes__CON=1200)
    bed.do("minutes", minutes=minutes)
    assert bed.sheet().get("conditions") == then


@pytest.mark.rules("POL-SHOCK-05/outside", "POL-WOUND-21")
@pytest.mark.parametrize("wounds", [{}, {"left_arm": {"light": 2}}])
def test_days_end_every_time_that_is_counted_in_minutes(wounds):
    bed = Bedside(ada=sheet("ada", conditions=asleep("36 min") | STUPOR, wounds=wounds))
    bed.do("days", days=1, tended=True)
    assert "conditions" not in bed.sheet() or not bed.sheet()["conditions"]


@pytest.mark.rules("POL-WOUND-16", "POL-SHOCK-05/outside")
def test_first_aid_takes_its_minutes_of_the_time_unconscious():
    bed = patient(wounds=DYING, conditions=asleep("20 min"))
    bed.do("stabilise", 9, wound="body-mortal", healer="other", level=20, kit=True)
    assert "it takes 7 minutes" in bed.told() and bed.sheet()["conditions"] == asleep("13 min")


@pytest.mark.rules("POL-SHOCK-05/stabilised", "POL-WOUND-16")
@pytest.mark.parametrize(
    ("more", "says", "state"),
    [
        ({}, {"wakes": "yes"}, STUPOR),
        ({}, {"wakes": "no"}, {"unconscious": True}),
        ({"left_leg": {"mortal": 1}}, {}, {"unconscious": True}),
    ],
)
def test_somebody_unconscious_until_stabilised_may_wake_then(more, says, state):
    bed = patient(wounds=DYING | more)
    bed.do("shock", 20, wound="body-mortal", says={"shock-catastrophe": "yes"})
    bed.do("stabilise", 9, wound="body-mortal", healer="other", level=20, kit=True, says=says)
    assert bed.sheet()["conditions"] == state


@pytest.mark.rules("POL-WOUND-17/untended")
@pytest.mark.parametrize(
    ("severities", "treated", "asked"),
    [
        (("serious", "moderate"), ("serious",), ["infection-2-body-die"]),
        (("serious", "moderate"), ("serious", "moderate"), []),
        (("moderate", "light"), ("moderate",), []),
        (("serious", "moderate"), ("moderate",), ["infection-2-body-die"]),
    ],
)
def test_a_tended_wound_hides_no_untended_one_of_its_place(severities, treated, asked):
    lines = {f"w{n}": {"place": "body", "severity": row, "treated": True} for n, row in enumerate(treated)}
    bed = patient(wounds={"body": dict.fromkeys(severities, 1)}, wound_details=lines)
    bed.do("days", *([2] * len(asked)), days=2)
    assert [key for _who, key in bed.asked] == asked
