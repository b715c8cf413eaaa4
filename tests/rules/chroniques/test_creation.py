"""Character creation of Chroniques Oubliées: its stages in order, and the points each of them spends."""

from tests.rules.chroniques.play import CHRONIQUES

TWO = {"abilities": {"dex": 3, "cha": -1}, "atc_base": 2, "stealth_bonus": 1, "abilities_list": {"a": {}, "b": {}}}


def test_the_stages_follow_the_sheet_and_three_of_them_have_points():
    stages = [(one.key, one.budgets) for one in CHRONIQUES.creation({}, {})]
    points = [(key, (key,)) for key in ("abilities", "attack", "special")]
    assert stages == [("concept", ()), *points, ("arms", ())]


def test_points_count_values_above_zero_and_special_abilities():
    spent = {one.key: (one.spent, one.total) for one in CHRONIQUES.budgets(TWO, {"creation": {"attack": 7}})}
    assert spent == {"abilities": (2, 8), "attack": (3, 7), "special": (2, 2)}
    assert [one.spent for one in CHRONIQUES.budgets({}, {})] == [0, 0, 0]
