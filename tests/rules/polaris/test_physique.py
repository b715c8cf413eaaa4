"""Paces, natural resistances and breath; and what years teach."""

import pytest

from rules.core.paths import put
from rules.games.polaris.character import physique
from tests.rules.polaris.bedside import patient
from tests.rules.polaris.play import MERCENARY, POLARIS
from tests.rules.polaris.table import sheet


def numbers(data, settings=None):
    return {one.key: one for one in POLARIS.derive(data, settings or {})}


@pytest.mark.rules("POL-SHEET-19")
@pytest.mark.parametrize(
    ("level", "paces"),
    [
        (1, (3, 6, 12, 24)),
        (3, (3, 6, 12, 24)),
        (5, (3, 6, 12, 24)),
        (6, (4, 8, 16, 32)),
        (10, (4, 8, 16, 32)),
        (11, (5, 10, 20, 40)),
        (15, (5, 10, 20, 40)),
        (16, (6, 12, 24, 48)),
        (20, (6, 12, 24, 48)),
        (21, (7, 14, 28, 56)),
        (25, (7, 14, 28, 56)),
        (26, (8, 16, 32, 64)),
        (30, (8, 16, 32, 64)),
        (31, (9, 18, 36, 72)),
    ],
)
def test_a_level_gives_four_paces(level, paces):
    assert tuple(physique.pace(level, name) for name in physique.PACE_NAMES) == paces


@pytest.mark.rules("POL-SHEET-19")
def test_the_first_three_come_from_coordination_and_the_last_from_athletics():
    found = numbers(MERCENARY)  # COO 16, Athletics 9
    assert [found[f"pace_{name}"].value.total for name in physique.PACE_NAMES] == [6, 12, 24, 32]
    told = [str(found[f"pace_{name}"].value.base.label) for name in physique.PACE_NAMES]
    assert told == ["Coordination 16", "Coordination 16", "Coordination 16", "Athletics 9"]


@pytest.mark.rules("POL-SHEET-19", "POL-WOUND-19")
@pytest.mark.parametrize(
    ("wound", "told"),
    [
        ({}, ["4", "8", "16", "24"]),
        ({"body": {"serious": 1}}, ["4", "8", "16 (now: medium)", "24 (now: medium)"]),
        ({"body": {"critical": 1}}, ["4", "8 (now: slow)", "16 (now: slow)", "24 (now: slow)"]),
        (
            {"left_leg": {"critical": 1}},
            ["4 (now: cannot move)", "8 (now: cannot move)", "16 (now: cannot move)", "24 (now: cannot move)"],
        ),
    ],
)
def test_acts_forbidden_by_wounds_are_listed_beside_the_pace(wound, told):
    found = numbers(sheet("ada", wounds=wound))
    assert [str(found[f"pace_{name}"].shown) for name in physique.PACE_NAMES] == told


@pytest.mark.rules("POL-SHEET-08")
@pytest.mark.parametrize(
    ("level", "value"),
    [
        (1, 6),
        (2, 6),
        (3, 4),
        (4, 4),
        (5, 2),
        (6, 2),
        (7, 1),
        (8, 1),
        (9, 0),
        (11, 0),
        (12, -1),
        (13, -1),
        (14, -2),
        (15, -2),
        (16, -3),
        (17, -3),
        (18, -4),
        (19, -4),
        (20, -5),
        (21, -5),
        (22, -6),
        (24, -7),
    ],
)
def test_each_level_has_its_resistance(level, value):
    assert physique.resistance(level) == value


@pytest.mark.rules("POL-SHEET-08")
def test_drugs_and_breath_read_half_of_constitution_and_willpower():
    found = numbers(MERCENARY)  # CON 14, VOL 17: 15.5
    names = ("poison", "disease", "radiation", "drugs")
    assert [found[f"resistance_{name}"].value.total for name in names] == [-2, -2, -2, -2]
    assert (found["breath"].value.total, str(found["breath"].shown)) == (15, "15 turns (75 s)")
    weak = numbers(put(MERCENARY, "attributes.VOL", 3))  # half of 17 is 8
    assert (weak["resistance_drugs"].value.total, weak["breath"].value.total) == (1, 8)


@pytest.mark.rules("POL-TURN-02", "POL-SHEET-08")
@pytest.mark.parametrize(("seconds", "told"), [(5, "10 turns (50 s)"), (6, "10 turns (60 s)")])
def test_the_length_of_a_turn_gives_that_of_a_breath(seconds, told):
    assert str(numbers(sheet("ada"), {"turn_seconds": seconds})["breath"].shown) == told


@pytest.mark.rules("POL-SHEET-08", "POL-GEN-02")
def test_without_the_rule_there_is_neither_resistance_nor_breath():
    found = numbers(sheet("ada"), {"natural_resistances": False})
    assert not any(key.startswith("resistance_") or key == "breath" for key in found)
    assert "pace_slow" in found


@pytest.mark.rules("POL-GEN-01", "POL-SHEET-08", "POL-SHEET-19")
@pytest.mark.parametrize("key", ["breath", "pace_fast", "resistance_poison"])
def test_the_game_master_sets_any_of_them_with_a_reason(key):
    data = sheet("ada", overrides={key: {"value": 7, "reason": "A mutation"}})
    found = numbers(data)[key].value
    assert (found.total, str(found.lines[-1].label)) == (7, "Set by the game master: A mutation")


@pytest.mark.rules("POL-SHEET-12")
def test_a_hard_skill_starts_at_minus_three_and_levels_make_it_good():
    tests = {one.key: one for one in POLARIS.checks(sheet("ada"), {})}
    assert [term.value for term in tests["concealment"].target.lines] == [1, -3]
    data = sheet("ada")
    seen = []
    for _level in range(4):
        step = POLARIS.step(data, {}, "skills.concealment.mastery", 1)
        for path, value in step.writes.items():
            data = put(data, path, value)
        seen.append(POLARIS.value(data, "skills.concealment.mastery"))
    assert seen == [-2, -1, 0, 1]


@pytest.mark.rules("POL-SHEET-13/at-most")
def test_a_year_somewhere_teaches_a_level_up_to_five():
    line = {"of": "nation_org_lore", "specialty": "Equinox", "mastery": 2}
    bed = patient(skills__equinox=line)
    seen = []
    for _year in range(5):
        bed.do("year", skill="equinox")
        seen.append((bed.sheet()["skills"]["equinox"]["mastery"], bed.sheet()["skills"]["equinox"]["lived"]))
    assert seen == [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5)]
    (choice,) = bed.field("year", "skill").choices
    assert str(choice.refused) == "Five years have taught all that living there can."


@pytest.mark.rules("POL-SHEET-13", "POL-SHEET-11")
def test_the_first_year_among_strangers_makes_a_language_known():
    bed = patient(skills__foreign_language={"specialty": "Océane", "mastery": "X"})
    assert bed.do("year", skill="foreign_language").sheet()["skills"]["foreign_language"]["mastery"] == -3


@pytest.mark.rules("POL-SHEET-13")
def test_a_year_is_offered_only_for_skills_that_grow_by_themselves():
    bed = patient(skills__mother_tongue={"specialty": "Océane", "mastery": "Spé"}, skills__stealth={"mastery": 4})
    assert bed.offer("year") is None
