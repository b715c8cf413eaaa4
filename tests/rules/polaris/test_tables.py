"""Every row of the printed tables, at both of its ends."""

import pytest

from rules.core.dice import Dice, Formula, parse
from rules.games.polaris import tables


@pytest.mark.rules("POL-SHEET-02")
@pytest.mark.parametrize(
    ("first", "last", "value"),
    [
        (1, 3, -4),
        (4, 4, -3),
        (5, 5, -2),
        (6, 7, -1),
        (8, 9, 0),
        (10, 12, 1),
        (13, 15, 2),
        (16, 18, 3),
        (19, 21, 4),
        (22, 24, 5),
        (25, 40, 6),
    ],
)
def test_natural_aptitude_of_each_row(first, last, value):
    assert {tables.natural_aptitude(level) for level in range(first, last + 1)} == {value}


@pytest.mark.rules("POL-SHEET-02/clamp")
@pytest.mark.parametrize(("level", "value"), [(1, -6), (2, -5), (3, -4), (25, 6), (27, 6), (28, 7), (30, 7), (31, 8)])
def test_natural_aptitude_goes_on_beyond_its_ends_without_the_clamp(level, value):
    assert tables.natural_aptitude(level, clamp=False) == value


@pytest.mark.rules("POL-SHEET-05")
@pytest.mark.parametrize(
    ("first", "last", "value"),
    [
        (1, 2, -6),
        (3, 4, -4),
        (5, 6, -2),
        (7, 8, -1),
        (9, 11, 0),
        (12, 13, 1),
        (14, 15, 2),
        (16, 17, 3),
        (18, 19, 4),
        (20, 21, 5),
        (22, 23, 6),
        (24, 25, 7),
    ],
)
def test_melee_damage_modifier_of_each_row(first, last, value):
    assert {tables.melee_damage_modifier(level) for level in range(first, last + 1)} == {value}


@pytest.mark.rules("POL-SHEET-06")
@pytest.mark.parametrize(
    ("first", "last", "value"),
    [
        (2, 5, 6),
        (6, 9, 4),
        (10, 13, 2),
        (14, 17, 1),
        (18, 21, 0),
        (22, 25, -1),
        (26, 29, -2),
        (30, 33, -3),
        (34, 37, -4),
        (38, 41, -5),
        (42, 45, -6),
        (46, 49, -7),
    ],
)
def test_damage_resistance_of_each_row(first, last, value):
    assert {tables.damage_resistance(both) for both in range(first, last + 1)} == {value}


@pytest.mark.rules("POL-TEST-06/row")
def test_the_twelve_degrees_of_difficulty():
    assert {key: value for key, (_label, value) in tables.DIFFICULTIES.items()} == {
        "extremely_easy": 10,
        "very_easy": 7,
        "easy": 5,
        "fairly_easy": 3,
        "average": 0,
        "fairly_hard": -3,
        "hard": -5,
        "very_hard": -7,
        "extremely_hard": -10,
        "almost_impossible": -13,
        "superhuman": -15,
        "heroic": -20,
    }
    values = [value for _label, value in tables.DIFFICULTIES.values()]
    assert values == sorted(values, reverse=True)


@pytest.mark.rules("POL-TEST-17")
@pytest.mark.parametrize(
    ("first", "last", "success", "failure", "modifier"),
    [
        (1, 2, "barely", "barely", 0),
        (3, 4, "fair", "mediocre", 1),
        (5, 6, "fairly_good", "fairly_bad", 2),
        (7, 9, "good", "bad", 3),
        (10, 12, "very_good", "very_bad", 4),
        (13, 14, "excellent", "appalling", 5),
        (15, 19, "perfect", "catastrophic", 6),
        (20, 24, "extraordinary", "catastrophic", 7),
        (25, 34, "heroic", "catastrophic", 8),
        (35, 60, "legendary", "catastrophic", 9),
    ],
)
def test_degree_and_modifier_of_each_row_of_margins(first, last, success, failure, modifier):
    for margin in (first, last):
        good, bad = tables.degree(True, margin), tables.degree(False, margin)
        assert (good.key, good.modifier) == (success, modifier)
        assert (bad.key, bad.modifier) == (failure, -modifier)


@pytest.mark.rules("POL-TEST-17/least")
def test_a_margin_of_nothing_counts_as_the_least():
    assert (tables.degree(True, 0).modifier, tables.degree(False, 0).modifier) == (0, 0)
    assert tables.degree(False, 0).key == "barely"


@pytest.mark.rules("POL-TEST-19", "POL-TEST-20")
def test_a_degree_explains_its_margin():
    assert "side effect" in str(tables.degree(True, 1).hint)
    assert tables.degree(True, 3).hint is None
    assert "sooner" in str(tables.degree(True, 9).hint)
    assert "superbly" in str(tables.degree(True, 15).hint)
    assert tables.degree(False, 1).hint is None
    assert str(tables.degree(False, 7).hint) == "Time is lost."
    assert "worse" in str(tables.degree(False, 13).hint)


@pytest.mark.rules("POL-WOUND-01")
def test_the_counter_has_the_printed_boxes():
    tickable = {place: sum(rows.values()) - rows["fatal"] for place, rows in tables.CAPACITY.items()}
    assert tickable["head"] == 11
    assert tickable["body"] == 14
    assert {tickable[limb] + 1 for limb in tables.LIMBS} == {12}
    assert list(tables.CAPACITY["body"].values()) == [4, 3, 3, 2, 2, 1]
    assert list(tables.CAPACITY["head"].values()) == [3, 3, 2, 2, 1, 1]
    assert list(tables.SEVERITY_THRESHOLDS.values()) == [5, 10, 15, 20, 25, 30]


@pytest.mark.rules("POL-GEN-04/mode")
@pytest.mark.parametrize(
    ("of", "by", "floor", "nearest"),
    [(27, 2, 13, 13), (28, 2, 14, 14), (44, 3, 14, 15), (43, 3, 14, 14), (-3, 2, -2, -2), (-4, 3, -2, -1)],
)
def test_the_rounding_of_halves_and_thirds_is_a_house_setting(of, by, floor, nearest):
    assert tables.round_quotient(of, by, "floor") == floor
    assert tables.round_quotient(of, by, "nearest") == nearest


@pytest.mark.rules("POL-GEN-03")
def test_dice_of_any_size_are_read_and_typed_faces_are_taken_in_order():
    assert [str(parse(text)) for text in ("1d6", "2d10+2", "1d20", "1d4")] == ["1d6", "2d10+2", "1d20", "1d4"]
    assert parse("2d10+2").total((3, 8)) == 13


@pytest.mark.rules("POL-DMG-08")
def test_bare_hands_are_one_six_sided_die():
    assert parse(tables.BARE_HANDS) == Formula(Dice(1, 6))
