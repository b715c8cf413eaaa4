"""Fatigue: its six levels, the test of an effort, and how it goes together with wounds."""

import pytest

from rules.games.polaris.character import burdens, derived
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import sheet

ON = {"fatigue_rules": True}


def tired(level, box=0, settings=ON, **more):
    return patient(settings, fatigue={"level": level, **({"box": box} if box else {})}, **more)


@pytest.mark.rules("POL-FAT-01")
@pytest.mark.parametrize(("level", "malus"), list(enumerate((0, -3, -5, -7, -10, -10))))
def test_each_level_of_fatigue_is_a_malus_on_every_test(level, malus):
    bed = tired(level)
    terms = derived.health_terms(bed.sheet(), ON)
    assert sum(term.value for term in terms) == malus
    assert derived.effective_reaction(bed.sheet(), ON).total == 10 + malus


@pytest.mark.rules("POL-FAT-01", "POL-GEN-02")
def test_without_the_rule_nobody_is_tired():
    assert derived.health_terms(tired(5).sheet(), {}) == ()
    assert patient().offer("fatigue") is None


@pytest.mark.rules("POL-FAT-01/level")
@pytest.mark.parametrize(
    ("level", "box", "die", "after"),
    [
        (0, 0, 3, {"box": 1}),
        (0, 1, 3, {"box": 2}),
        (0, 2, 1, {"box": 2}),
        (0, 0, 17, {"level": 1}),
        (2, 1, 15, {"level": 3}),
        (3, 1, 15, {"level": 4}),
    ],
)
def test_a_success_is_the_next_box_and_a_failure_the_next_level(level, box, die, after):
    start = {"settings": ON, "attributes__CON": 16}
    bed = patient(**start, fatigue={"level": level, "box": box})
    bed.do("fatigue", die, effort="CON")
    assert bed.sheet()["fatigue"] == ({"level": level} if level else {}) | after


@pytest.mark.rules("POL-FAT-01")
@pytest.mark.parametrize(("box", "malus"), list(enumerate((0, -5, -10))))
def test_a_box_makes_the_next_test_of_fatigue_harder(box, malus):
    bed = patient(ON, attributes__VOL=18, fatigue={"box": box}).do("fatigue", 2, effort="VOL", modifier=-1)
    assert bed.outcome().check.target.total == 18 + malus - 1


@pytest.mark.rules("POL-FAT-02")
@pytest.mark.parametrize(("effort", "chances"), [("endurance", 2), ("CON", 10), ("VOL", 10)])
def test_an_effort_names_its_test(effort, chances):
    bed = patient(ON).do("fatigue", 2, effort=effort)
    assert bed.outcome().check.target.total == chances


@pytest.mark.rules("POL-FAT-01")
@pytest.mark.parametrize(
    ("level", "die", "state"), [(4, 18, {"stunned": True, "stunned_until": "5 s"}), (5, 9, {}), (3, None, {})]
)
def test_an_exhausted_fighter_tests_for_shock(level, die, state):
    bed = tired(level, attributes__CON=20).do("fatigue", 19, *([die] if die else []), effort="CON")
    assert bed.sheet()["fatigue"]["level"] == min(5, level + 1)
    assert bed.sheet().get("conditions", {}) == state


@pytest.mark.rules("POL-FAT-03", "POL-WOUND-14/sources")
@pytest.mark.parametrize(
    ("level", "wound", "total", "mode"),
    [
        (1, "light", -3, "worst_only"),
        (1, "moderate", -3, "worst_only"),
        (1, "serious", -5, "worst_only"),
        (4, "serious", -10, "worst_only"),
        (1, "serious", -8, "sum"),
    ],
)
def test_only_the_worse_of_fatigue_and_wounds_counts(level, wound, total, mode):
    settings = {**ON, "health_penalty_sources": mode}
    bed = tired(level, settings=settings, wounds={"left_arm": {wound: 1}})
    counted = [term for term in burdens.penalty(bed.sheet(), settings) if term.ignored is None]
    assert sum(term.value for term in counted) == total
    assert len(burdens.penalty(bed.sheet(), settings)) == 2  # what does not count is said


@pytest.mark.rules("POL-FAT-03", "POL-WOUND-14")
@pytest.mark.parametrize(
    ("level", "wound", "ignored"),
    [
        (1, "light", ["Fatigue is worse.", None]),
        (1, "moderate", [None, "The wounds are worse."]),  # as bad, and counted once
        (1, "serious", [None, "The wounds are worse."]),
    ],
)
def test_the_ignored_one_of_fatigue_and_wounds_says_why(level, wound, ignored):
    bed = tired(level, wounds={"left_arm": {wound: 1}})
    assert [term.ignored and str(term.ignored) for term in burdens.penalty(bed.sheet(), ON)] == ignored


@pytest.mark.rules("POL-FAT-01")
def test_rest_removes_a_level_if_the_game_master_rules_so():
    bed = tired(3, 2)
    assert bed.refused("rest") == "Only the game master may say this."
    assert bed.do("rest").sheet()["fatigue"] == {"level": 2}
    assert patient(ON).offer("rest") is None


@pytest.mark.rules("POL-FAT-01")
def test_the_journal_names_the_level():
    assert tired(0).do("fatigue", 17, effort="CON").told() == ["fatigue: slightly tired, box 1"]


def test_a_sheet_without_fatigue_is_as_it_was():
    assert burdens.penalty(sheet("ada"), ON) == ()
    assert "fatigue" in POLARIS.state_paths
