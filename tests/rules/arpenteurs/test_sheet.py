"""The sheet: allowance, status, weapons, skills, and the ready-made characters."""

import pytest

from rules.character.sheet import problems
from rules.engine.decide import check_odds
from rules.games.arpenteurs import GAME
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import CHARACTERISTICS, LOCATIONS
from rules.testing import laws
from tests.rules.arpenteurs.play import ARPENTEURS, RAIDER, SCOUT, SHEETS, VETERAN, WARDEN


@pytest.mark.rules("ARP-ACT-01")
@pytest.mark.parametrize(("sheet", "actions"), [(SCOUT, 2), (VETERAN, 3), ({}, 2)])
def test_everybody_has_two_actions_and_those_of_talents(sheet, actions):
    assert sheets.allowance(sheet).total == actions


@pytest.mark.rules("ARP-ECG-01")
@pytest.mark.parametrize(
    ("current", "more", "status", "rank"),
    [
        (12, {}, "ok", 0),
        (11, {}, "ok", 1),
        (7, {}, "ok", 1),
        (6, {}, "wounded", 3),
        (4, {}, "wounded", 3),
        (3, {}, "critical", 4),
        (3, {"saved": True}, "saved", 4),
        (7, {"saved": True}, "ok", 1),
        (0, {}, "flatline", 5),
        (0, {"dead": True}, "dead", 5),
    ],
)
def test_the_status_follows_the_track(current, more, status, rank):
    sheet = {"ecg": {"current": current, "max": 12}, **more}
    assert sheets.status(sheet) == status
    assert ARPENTEURS.health(sheet, {}).rank == rank
    assert sheets.is_out(sheet) == (status in ("flatline", "dead"))


@pytest.mark.rules("ARP-ECG-01")
@pytest.mark.parametrize(("current", "malus"), [(10, 0), (5, -1), (2, -2), (6, 0)])
def test_wounds_cost_nothing_unless_the_table_wishes(current, malus):
    sheet = {"ecg": {"current": current}}
    assert sheets.wound_malus(sheet, {}).value == 0
    assert sheets.wound_malus(sheet, {"ecg": {"wound_malus": "by_status"}}).value == malus


def test_a_new_sheet_has_the_points_of_this_table():
    assert ARPENTEURS.blank({}) == {}
    found = ARPENTEURS.blank({"ecg": {"max": 8}, "sang_froid": {"max": 1}})
    assert found == {"ecg": {"current": 8, "max": 8}, "sang_froid": {"current": 1, "max": 1}}


def test_points_step_between_nothing_and_their_maximum():
    assert [ARPENTEURS.most(VETERAN, {}, path) for path in ("ecg.current", "sang_froid.current", "ecg.max")] == [
        12,
        3,
        99,
    ]
    assert ARPENTEURS.step(VETERAN, {}, "ecg.current", 3).writes == {"ecg.current": 12}
    assert ARPENTEURS.step(VETERAN, {}, "sang_froid.current", -9).writes == {"sang_froid.current": 0}
    assert ARPENTEURS.step(VETERAN, {}, "characteristics.force", 1).writes == {"characteristics.force": 6}


@pytest.mark.parametrize(("by", "left"), [(1, 12), (0, 12), (-1, 11), (-3, 9)])
def test_more_ecg_than_the_maximum_is_kept_but_grows_no_more(by, left):
    above = {"ecg": {"max": 10, "current": 12}}
    assert ARPENTEURS.step(above, {}, "ecg.current", by).writes == {"ecg.current": left}


def test_bare_hands_are_always_there_once():
    assert [weapon.key for weapon in sheets.weapons(RAIDER)] == ["shotgun", "machete", "unarmed"]
    assert [weapon.key for weapon in sheets.weapons(WARDEN)] == ["gun", "fist"]
    assert sheets.weapon(RAIDER, "unarmed").skill == "arts_martiaux"


def test_a_weapon_without_a_skill_uses_that_of_its_category():
    sheet = {"weapons": {"x": {"name": "Pavé", "category": "thrown"}}}
    assert sheets.weapon(sheet, "x").skill == "athletisme"


def test_a_skill_of_ones_own_has_a_name_and_a_pair():
    sheet = {"skills": {"k1": {"name": "Mécanique", "first": "intellect", "second": "adresse", "level": 2}}}
    line = sheets.line(sheet, "k1")
    assert (str(line.label.params[0][1]), line.pair, line.level) == ("Mécanique", ("intellect", "adresse"), 2)


@pytest.mark.rules("ARP-TEST-05")
def test_a_skill_of_ones_own_without_a_pair_is_tested_with_dexterity_and_will():
    sheet = {"skills": {"k1": {"name": "Mécanique", "level": 2}}, "characteristics": {"adresse": 1, "volonte": 6}}
    assert [str(one.target.base.label) for one in ARPENTEURS.checks(sheet, {})][-1] == "Dexterity and will"
    assert ARPENTEURS.checks(sheet, {})[-1].target.total == 1 + 6 + 2


@pytest.mark.parametrize(("row", "favourite"), [({"level": 2}, False), ({"level": 2, "favourite": True}, True)])
def test_a_skill_is_a_favourite_where_it_is_marked_so(row, favourite):
    assert sheets.line({"skills": {"esquive": row}}, "esquive").favourite == favourite


@pytest.mark.rules("ARP-ACT-01/talents")
def test_a_talent_gives_as_many_actions_as_it_says():
    talents = {"one": {"name": "Keen"}, "two": {"name": "Quick", "extra_actions": 1}}
    found = sheets.allowance({"talents": talents})
    assert ([str(term.label) for term in found.modifiers], found.total) == (["Quick"], 3)


DEFAULTS = {
    "actions.two_weapons": True,
    "actions.dodge_bars_attack": "round",
    "actions.dodge_bars_reaction_attack": False,
    "burst.cap_counts_first": True,
    "cover.aim_lifts_malus": False,
    "creation.characteristics": 2,
    "creation.skills": 20,
    "creation.talents": 1,
    "cover.light": "legs",
    "cover.medium": "legs_torso",
    "cover.heavy": "all_but_head",
    "init.boss_before_adresse": False,
    "init.every_round": False,
    "test.formula": "pair_skill",
    "test.degrees": "margin_plus_one",
    "test.double_one_always_succeeds": True,
    "test.double_six_always_fails": True,
    "actions.drawing": True,
    "reaction.asked": "reach",
    "reaction.weapons": "any",
    "opportunity.opposed": True,
    "opportunity.who": "engaged",
    "range.melee_counts": "target",
    "aim.lapses": "soon",
    "mod.moves_count": True,
    "sang_froid.of": "pc",
    "engage.mutual": True,
    "opportunity.costs_action": True,
    "opportunity.before_shot": True,
    "opportunity.short_weapons_provoke": False,
    "range.overlap": "cumulative",
    "aim.lost_when_wounded": True,
    "ammo.track": True,
    "ecg.max": 10,
    "ecg.wound_malus": "none",
    "damage.per_degree": 0,
    "damage.head_multiplier": 1,
    "sang_froid.max": 3,
    "sang_froid.ecg_after_save": 1,
    "sang_froid.any_death": True,
}


LIMITS = {
    "creation.characteristics": (0, 30),
    "creation.skills": (0, 200),
    "creation.talents": (0, 20),
    "ecg.max": (1, 99),
    "damage.per_degree": (0, 5),
    "damage.head_multiplier": (1, 5),
    "sang_froid.max": (0, 20),
    "sang_froid.ecg_after_save": (1, 20),
}


def test_the_numbers_of_the_house_settings_have_these_bounds():
    fields = dict(ARPENTEURS.settings().walk())
    numbers = {path: field for path, field in fields.items() if field.kind == "number"}
    assert {path: (field.least, field.most) for path, field in numbers.items()} == LIMITS


def test_the_house_settings_have_these_defaults_and_no_others():
    paths = {path for section in ARPENTEURS.house for path in (f"{section.key}.{one.key}" for one in section.fields)}
    assert {path: setting({}, path) for path in paths} == DEFAULTS


BOUNDS = {
    **{f"characteristics.{key}": (3, 1, 6) for key in CHARACTERISTICS},
    "ecg.current": (10, 0, 99),
    "ecg.max": (10, 1, 99),
    "sang_froid.current": (3, 0, 20),
    "sang_froid.max": (3, 0, 20),
    **{f"armour.{key}": (0, 0, 10) for key in LOCATIONS},
}
ROWS = {
    "skills.level": (0, 0, 6),
    "talents.extra_actions": (0, 0, 5),
    "weapons.range_m": (0, 0, 5000),
    "weapons.damage": (1, 0, 20),
    "weapons.short_burst": (0, 0, 100),
    "weapons.long_burst": (0, 0, 100),
    "weapons.magazine": (0, 0, 999),
    "weapons.ammo": (0, 0, 999),
    "gear.qty": (1, 0, 9999),
}


def test_every_number_of_the_sheet_has_these_bounds():
    fields = dict(ARPENTEURS.schema.walk())
    leaves = {f"{path}.{leaf.key}": leaf for path, field in fields.items() for leaf in field.row}
    for expected, found in ((BOUNDS, fields), (ROWS, leaves)):
        numbers = {path: field for path, field in found.items() if field.kind == "number"}
        assert {path: (field.blank, field.least, field.most) for path, field in numbers.items()} == expected


def test_the_skill_of_a_weapon_is_chosen_by_the_name_of_a_test():
    leaves = [f"{path}.{leaf.key}" for path, field in ARPENTEURS.schema.walk() for leaf in field.row if leaf.names_test]
    assert leaves == ["weapons.skill"]


def test_a_bare_weapon_has_nothing_but_its_damage():
    weapon = sheets.weapon({"weapons": {"x": {"name": "Bâton"}}}, "x")
    assert (weapon.category, weapon.damage, weapon.range_m, weapon.rounds("single")) == ("melee", 1, 0, 1)
    assert [weapon.rounds(mode) for mode in ("short_burst", "long_burst")] == [0, 0]
    assert (weapon.short, weapon.magazine, weapon.ammo) == (False, 0, 0)


@pytest.mark.rules("ARP-DMG-01")
def test_bare_hands_do_one_point_within_reach_and_hold_no_rounds():
    hands = sheets.weapon({}, "unarmed")
    assert (hands.damage, hands.range_m, hands.short, hands.magazine, hands.ammo) == (1, 0, False, 0, 0)
    assert [hands.rounds(mode) for mode in ("single", "short_burst", "long_burst")] == [1, 0, 0]


# The ready-made characters.


def test_there_are_two_characters_and_four_opponents_without_problems():
    kinds = [row["kind"] for row in SHEETS.values()]
    assert (kinds.count("pc"), kinds.count("npc")) == (2, 4)
    assert [problems(ARPENTEURS.schema, row["data"]) for row in SHEETS.values()] == [()] * 6


@pytest.mark.parametrize("key", SHEETS)
def test_values_that_change_in_a_fight_are_at_hand_on_the_sheet(key):
    laws.names_exist(ARPENTEURS, SHEETS[key]["data"])


@pytest.mark.parametrize("key", SHEETS)
def test_every_weapon_has_a_skill_and_rounds_that_fit_and_everything_has_odds(key):
    data = SHEETS[key]["data"]
    known = {line.key for line in sheets.lines(data)}
    for weapon in sheets.weapons(data):
        assert weapon.skill in known
        assert weapon.ammo <= weapon.magazine
        assert weapon.is_melee == (weapon.range_m == 0)
    for one in ARPENTEURS.checks(data, {}):
        assert check_odds(ARPENTEURS, one, {}).total == 36


def test_the_numbers_at_hand_and_those_computed():
    assert GAME.vitals(VETERAN, {}) == ("ecg.current", "sang_froid.current")
    found = {one.key: (one.value.total, one.shown and str(one.shown)) for one in GAME.derive(VETERAN, {})}
    assert found == {"initiative": (3, None), "actions": (3, None), "status": (12, "Unhurt")}
