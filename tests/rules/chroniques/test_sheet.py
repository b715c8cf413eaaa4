"""The sheet: scores and their terms, states included, and the ready-made characters."""

import pytest

from rules.character.sheet import problems
from rules.core.dice import parse
from rules.core.errors import Refused
from rules.engine.decide import check_odds
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques import states
from rules.games.chroniques.sheet import FAMILIES
from rules.games.chroniques.states import STATES
from rules.testing import laws
from tests.rules.chroniques.play import CHRONIQUES, GUARD, SCOUT, SHEETS, check


def scores(sheet, settings=None):
    return {one.key: one.value.total for one in CHRONIQUES.derive(sheet, settings or {})}


@pytest.mark.rules("CHO-INIT-05")
def test_initiative_is_ten_dex_and_per_less_the_encumbrance():
    sheet = {"abilities": {"dex": 2, "per": 3}, "armour": {"penalty": 4}}
    assert sheets.initiative(sheet).total == 11
    assert [(str(term.label), term.value) for term in sheets.initiative(sheet).lines] == [
        ("Base", 10),
        ("DEX", 2),
        ("PER", 3),
        ("Encumbrance", -4),
    ]


def test_the_scores_of_the_scout_are_computed():
    found = scores(SCOUT)
    assert [found[key] for key in ("init", "def_", "dep", "atc", "atd", "atp")] == [15, 14, 10, 1, 4, 3]
    assert [found[key] for key in ("wound_threshold", "hp_max", "luck_max")] == [11, 14, 4]


@pytest.mark.rules("CHO-INIT-05/override")
def test_states_lower_a_typed_score_too():
    assert sheets.initiative(GUARD).total == 15
    assert sheets.initiative({**GUARD, "typed": {}}).total == 10
    assert sheets.initiative({**GUARD, "states": {"blinded": True}}).total == 10


@pytest.mark.rules("CHO-ATK-01")
def test_encumbrance_lowers_shots_but_not_blows():
    found = scores(GUARD)
    assert (found["atc"], found["atd"], found["atp"]) == (5, 1, 0)


@pytest.mark.parametrize(("family", "luck"), [("other", 3), ("adventure", 5)])
def test_adventurers_have_two_points_of_luck_more(family, luck):
    assert family in FAMILIES
    assert sheets.luck({"family": family, "abilities": {"cha": 1}}) == luck


@pytest.mark.parametrize(("die", "most"), [("d6", 8), ("d8", 10), ("d10", 12)])
def test_hit_points_start_at_the_hit_die_and_con_and_all_of_them(die, most):
    sheet = {"hit_die": die, "abilities": {"con": 2}}
    assert (sheets.hp_max(sheet).total, sheets.hp(sheet)) == (most, most)
    assert CHRONIQUES.value(sheet, "hp.current") == most


def test_counters_step_between_nothing_and_their_maximum():
    assert CHRONIQUES.step(SCOUT, {}, "hp.current", -3).writes == {"hp.current": 11}
    assert CHRONIQUES.step(SCOUT, {}, "hp.current", 3).writes == {"hp.current": 14}
    assert CHRONIQUES.step(SCOUT, {}, "luck.current", -9).writes == {"luck.current": 0}
    assert CHRONIQUES.step(SCOUT, {}, "abilities.dex", 1).writes == {"abilities.dex": 3}
    hurt = {**SCOUT, "hp": {**SCOUT["hp"], "current": 5}, "luck": {**SCOUT.get("luck", {}), "current": 1}}
    assert [CHRONIQUES.most(hurt, {}, path) for path in ("hp.current", "luck.current", "level")] == [14, 4, 20]


@pytest.mark.parametrize(("by", "left"), [(1, 12), (0, 12), (-1, 11), (-3, 9)])
def test_more_hit_points_than_the_maximum_are_kept_but_grow_no_more(by, left):
    above = {"hp": {"max": 10, "current": 12}}
    assert CHRONIQUES.step(above, {}, "hp.current", by).writes == {"hp.current": left}


@pytest.mark.parametrize("key", SHEETS)
def test_values_that_change_in_a_fight_are_at_hand_on_the_sheet(key):
    laws.names_exist(CHRONIQUES, SHEETS[key]["data"])


def test_a_computed_score_is_typed_not_stepped():
    with pytest.raises(Refused) as refusal:
        CHRONIQUES.step(SCOUT, {}, "typed.init", 1)
    assert str(refusal.value) == "This score is computed: type another one in its place."
    assert CHRONIQUES.step(GUARD, {}, "typed.init", 1).writes == {"typed.init": 16}


@pytest.mark.parametrize(
    ("sheet", "rank", "word"),
    [
        ({"hp": {"max": 20}}, 0, "Unhurt"),
        ({"hp": {"max": 20, "current": 19}}, 1, "Scratched"),
        ({"hp": {"max": 20, "current": 11}}, 1, "Scratched"),
        ({"hp": {"max": 20, "current": 10}}, 2, "Hurt"),
        ({"hp": {"max": 20, "current": 6}}, 2, "Hurt"),
        ({"hp": {"max": 20, "current": 5}}, 3, "Badly hurt"),
        ({"hp": {"max": 20, "current": 19}, "severe_wound": True}, 4, "Severely wounded"),
        ({"hp": {"max": 20, "current": 0}}, 5, "Unconscious"),
        ({"hp": {"max": 20, "current": 9}, "dead": True}, 5, "Dead"),
    ],
)
def test_health_is_a_word_for_the_points_left(sheet, rank, word):
    found = CHRONIQUES.health(sheet, {})
    assert (found.rank, str(found.label)) == (rank, word)


def test_the_states_are_listed_and_their_numbers_are_in_the_scores():
    sheet = {"states": {"prone": True, "panicked": True}, "severe_wound": True}
    (shown,) = [one.shown for one in CHRONIQUES.derive(sheet, {}) if one.key == "states"]
    assert str(shown.params[0][1][0]) == "Prone"
    assert scores(sheet)["def_"] == 10 - 5 - 2
    assert states.of(sheet) == ("prone", "panicked", "severe_wound")
    with pytest.raises(KeyError):
        states.path("sleepy")


BOUNDS = {
    "level": (1, 1, 20),
    **{f"abilities.{key}": (0, -4, 6) for key in ("for_", "dex", "con", "int_", "per", "cha")},
    **{f"{key}_base": (0, 0, 20) for key in ("atc", "atd", "atp")},
    **{f"armour.{key}": (0, 0, 10) for key in ("def_bonus", "rd", "penalty")},
    "shield.def_bonus": (0, 0, 10),
    "stealth_bonus": (0, 0, 10),
    "movement_m": (20, 0, 100),
    **{f"typed.{key}": ("", -20, 60) for key in ("init", "atc", "atd", "atp")},
    **{f"typed.{key}": ("", 0, 60) for key in ("def_", "dep")},
    "typed.wound_threshold": ("", 1, 99),
    "down": (0, 0, 40),
    "hp.max": ("", 1, 500),
    "hp.current": ("", 0, 500),
    "luck.max": ("", 0, 20),
    "luck.current": ("", 0, 20),
}


def test_every_number_of_the_sheet_has_these_bounds():
    numbers = {path: field for path, field in CHRONIQUES.schema.walk() if field.kind == "number"}
    assert {path: (field.blank, field.least, field.most) for path, field in numbers.items()} == BOUNDS


# The ready-made characters.


def test_there_are_two_characters_and_four_opponents_without_problems():
    kinds = [row["kind"] for row in SHEETS.values()]
    assert (kinds.count("pc"), kinds.count("npc")) == (2, 4)
    assert [problems(CHRONIQUES.schema, row["data"]) for row in SHEETS.values()] == [()] * 6


@pytest.mark.parametrize("key", SHEETS)
def test_everybody_has_weapons_with_dice_and_everything_has_odds(key):
    data = SHEETS[key]["data"]
    assert all(parse(row["dice"]).dice.count for row in data["weapons"].values())
    for one in CHRONIQUES.checks(data, {}):
        odds = check_odds(CHRONIQUES, one, {})
        assert odds.total == sum(odds.weights.values()) == 20


def test_every_state_but_the_severe_wound_is_a_box_of_the_sheet():
    boxes = {path.removeprefix("states.") for path, _field in CHRONIQUES.schema.walk() if path.startswith("states.")}
    assert boxes == set(STATES) - {"severe_wound"}
    assert check(SCOUT, "stealth").target.total == 4
