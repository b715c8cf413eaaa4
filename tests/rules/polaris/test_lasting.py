"""Lasting changes of a sheet: boxes that find no room, days that are told once, and complete undoing."""

import pytest

from rules.games.polaris.harm import wounds
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import sheet


@pytest.mark.rules("POL-WOUND-21")
@pytest.mark.parametrize(("before", "after"), [(2, 3), (3, 3)])
def test_a_wound_that_heals_into_a_full_row_is_gone(before, after):
    row = {"place": "body", "severity": "serious", "days": 7}
    bed = patient(wounds={"body": {"serious": 1, "moderate": before}}, wound_details={"w1": row})
    bed.do("heal", 2, wound="body-serious", skill="first_aid", healer="tom")
    assert bed.wounds() == {"body": {"moderate": after}}


@pytest.mark.rules("POL-WOUND-21")
def test_the_day_that_heals_the_last_wound_is_told_once():
    bed = patient(wounds={"head": {"light": 1}}).do("days", days=1)
    assert (bed.told(), bed.wounds()) == (["1 day passes", "healed: light wound, head"], {})


HARM = {
    "wounds": {"body": {"critical": 1}},
    "wound_details": {"w1": {"place": "body", "severity": "critical", "bleeding": True, "minutes": 3}},
    "hurt_days": 5,
    "conditions": {"stunned": True, "stunned_until": "dawn"},
    "fatigue": {"level": 2, "box": 1},
}


@pytest.mark.parametrize("what", HARM)
def test_full_healing_ends_every_condition(what):
    assert POLARIS.healed(sheet("ada", **{what: HARM[what]}), {}) == sheet("ada")


@pytest.mark.parametrize(("taken", "key"), [((), "w1"), (("w1",), "w2"), (("w2",), "w1"), (("w1", "w2", "w4"), "w3")])
def test_a_line_about_a_wound_has_the_first_number_that_is_free(taken, key):
    assert wounds.new_line(dict.fromkeys(taken, {})) == key
