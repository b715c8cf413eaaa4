"""The sheet: attributes, skills, locations and armour, as the sample characters have them."""

import pytest

from rules.character.sheet import problems
from rules.core.paths import put
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import DamageModifier, ladder_index
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import BANDIT, BEAR, HOPLITE, MYTHRAS, SHEETS, SOLDIER, check, derived


@pytest.mark.parametrize("name", SHEETS)
def test_a_ready_made_sheet_has_no_problem_and_everything_on_it_can_be_shown(name):
    sheet = SHEETS[name]
    assert problems(MYTHRAS.schema, sheet) == ()
    assert MYTHRAS.derive(sheet, {}) and MYTHRAS.checks(sheet, {}) and MYTHRAS.health(sheet, {}).rank == 0
    assert all(one.damage for one in arms.weapons(sheet, {}))


@pytest.mark.rules("MYT-ATTR-01", "MYT-FATIGUE-01")
@pytest.mark.parametrize(("fatigue", "points"), [("fresh", 2), ("exhausted", 1), ("debilitated", 0), ("comatose", 0)])
def test_everybody_has_two_action_points_less_fatigue(fatigue, points):
    assert derived(put(HOPLITE, "state.fatigue", fatigue), "action_points").value.total == points


@pytest.mark.rules("MYT-ATTR-01/mode")
@pytest.mark.parametrize(("dex", "points"), [(2, 1), (3, 2), (14, 2), (15, 3), (26, 3), (27, 4)])
def test_action_points_may_come_from_int_and_dex(dex, points):
    sheet = {"characteristics": {"int": 10, "dex": dex}}
    assert sheets.action_points(sheet, {"action_points_mode": "core_banding"}).total == points


@pytest.mark.rules("MYT-ATTR-02")
@pytest.mark.parametrize(
    ("total", "dice"),
    [(5, "−1d8"), (6, "−1d6"), (20, "−1d2"), (21, "0"), (25, "0"), (26, "+1d2"), (27, "+1d2"), (45, "+1d8")]
    + [(60, "+1d12"), (61, "+2d6"), (80, "+1d8+1d6"), (110, "+2d10"), (120, "+2d10+1d2")],
)
def test_str_and_siz_give_the_damage_modifier(total, dice):
    assert str(DamageModifier(ladder_index(total))) == dice


@pytest.mark.rules("MYT-ATTR-03")
@pytest.mark.parametrize(("value", "sixth"), [(6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4)])
def test_experience_healing_and_luck_are_sixths(value, sixth):
    sheet = {"characteristics": {"con": value, "pow": value, "cha": value}}
    found = [derived(sheet, key).value.total for key in ("experience_modifier", "healing_rate", "luck_max")]
    assert found == [sixth - 2, sixth, sixth]


@pytest.mark.rules("MYT-ATTR-04")
def test_con_and_siz_give_the_hit_points_of_every_location():
    found = {one.key: one.hp_max for one in sheets.locations(HOPLITE)}
    assert found == {
        "right_leg": 6, "left_leg": 6, "abdomen": 7, "chest": 8, "right_arm": 5, "left_arm": 5, "head": 6
    }  # fmt: skip
    tiny = {"characteristics": {"con": 2, "siz": 3}}
    assert [one.hp_max for one in sheets.locations(tiny) if one.kind == "arm"] == [1, 1]


@pytest.mark.rules("MYT-ATTR-05", "MYT-INIT-03/heaviest", "MYT-ARM-02")
def test_initiative_is_the_mean_of_dex_and_int_less_the_heaviest_piece_worn():
    assert derived(HOPLITE, "initiative_bonus").value.total == 13 - 5
    assert derived(SOLDIER, "initiative_bonus").value.total == 15 - 7
    assert derived(BEAR, "initiative_bonus").value.total == 9  # natural armour does not weigh
    unworn = put(HOPLITE, "armour", {"a": {"model": "gothic_plate", "worn": False}})
    assert derived(unworn, "initiative_bonus").value.total == 13


@pytest.mark.rules("MYT-ATTR-06/gaits", "MYT-FATIGUE-01")
@pytest.mark.parametrize(
    ("fatigue", "paces"),
    [("fresh", "6 / 18 / 30"), ("tired", "5 / 15 / 25"), ("exhausted", "3 / 9 / 15"), ("incapacitated", "0 / 0 / 0")],
)
def test_one_walks_runs_and_sprints_as_fatigue_allows(fatigue, paces):
    assert str(derived(put(HOPLITE, "state.fatigue", fatigue), "pace").shown) == paces


@pytest.mark.parametrize(
    ("sheet", "key", "value"),
    [(HOPLITE, "endurance", 50), (HOPLITE, "customs", 64), (HOPLITE, "professional_lore", 45)]
    + [(HOPLITE, "style_phalanx", 68), (SOLDIER, "style_infantry", 66), (SOLDIER, "native_tongue", 65)],
)
def test_a_skill_is_its_characteristics_plus_training(sheet, key, value):
    assert check(sheet, key).target.total == value


@pytest.mark.rules("MYT-FATIGUE-01")
@pytest.mark.parametrize(("fatigue", "value"), [("winded", 34), ("wearied", 25), ("debilitated", 10)])
def test_fatigue_gives_every_skill_a_grade(fatigue, value):
    assert check(put(HOPLITE, "state.fatigue", fatigue), "endurance").target.total == value


@pytest.mark.rules("MYT-FATIGUE-01")
def test_a_character_too_tired_cannot_try_anything():
    assert check(put(HOPLITE, "state.fatigue", "comatose"), "endurance").refused


@pytest.mark.rules("MYT-ATK-02/outside", "MYT-STYLE-COVERAGE")
def test_a_style_covers_all_its_weapons_and_another_weapon_is_one_step_harder():
    assert check(HOPLITE, "weapon_spear").target.total == check(HOPLITE, "weapon_aspis").target.total == 68
    strange = put(HOPLITE, "weapons.found", {"model": "mace", "style": "outside"})
    best = put(SOLDIER, "weapons.found", {"model": "mace"})  # of two styles, 66 and 50
    assert check(best, "weapon_found").target.total == 44
    assert check(strange, "weapon_found").target.total == 46


@pytest.mark.rules("MYT-STYLE-COVERAGE/typed")
@pytest.mark.parametrize(
    ("sheet", "row", "target"),
    [(HOPLITE, {}, 68), (HOPLITE, {"style": "pHaLaNx"}, 68), (SOLDIER, {"style": "Infantry"}, 66)],
    ids=["the only style", "by its name", "one of two"],
)
def test_a_weapon_typed_on_a_sheet_is_used_with_its_style(sheet, row, target):
    assert check(put(sheet, "weapons.own", {"name": "Hook", **row}), "weapon_own").target.total == target
    assert check(put(HOPLITE, "weapons.kick", {"model": "fist"}), "weapon_kick").target.total != 68


@pytest.mark.rules("MYT-ATK-03")
def test_natural_weapons_are_used_with_unarmed_and_everybody_has_fists():
    assert check(BEAR, "weapon_claws").target.total == check(BEAR, "unarmed").target.total
    assert check({}, "weapon_fist").target.total == 20


@pytest.mark.rules("MYT-STYLE-LIMIT")
def test_a_trait_belongs_to_its_style_alone():
    assert sheets.traits(SOLDIER, "infantry") == {"ranged_marksman"}
    assert sheets.traits(SOLDIER, "pistols") == sheets.traits(SOLDIER, "none") == frozenset()


@pytest.mark.rules("MYT-DMG-02")
@pytest.mark.parametrize(
    ("sheet", "die", "key"),
    [(HOPLITE, 3, "right_leg"), (HOPLITE, 4, "left_leg"), (HOPLITE, 12, "chest"), (HOPLITE, 20, "head")]
    + [(BEAR, 2, "right_hind"), (BEAR, 10, "forequarters"), (BEAR, 17, "skull")],
)
def test_a_d20_finds_a_location_on_the_table_of_that_body(sheet, die, key):
    assert sheets.struck_location(sheet, die).key == key


@pytest.mark.rules("MYT-ARM-01/best")
def test_natural_and_worn_armour_add_up_and_the_best_of_two_pieces_counts():
    armoured = put(BEAR, "armour.barding", {"points": 4, "elsewhere": "skull, forequarters"})
    assert sheets.armour(armoured, "skull", {}).total == 7
    assert sheets.armour(armoured, "right_hind", {}).total == 2
    assert sheets.armour(armoured, "tail", {}).total == 0
    double = put(HOPLITE, "armour.under", {"model": "gambeson", "chest": True})
    assert sheets.armour(double, "chest", {}).total == 5
    assert sheets.armour(double, "chest", {"worn_layers": "sum"}).total == 7


@pytest.mark.rules("MYT-WOUND-01")
@pytest.mark.parametrize(
    ("hp", "wound", "rank"), [(8, "none", 0), (7, "minor", 2), (1, "minor", 2), (0, "serious", 4), (-7, "serious", 4)]
    + [(-8, "major", 5)],
)  # fmt: skip
def test_hit_points_left_tell_the_wound(hp, wound, rank):
    hurt = put(HOPLITE, "hit_locations.chest.hp", hp)
    assert sheets.location(hurt, "chest").wound == wound
    assert MYTHRAS.health(hurt, {}).rank == rank
    assert sheets.is_out(hurt) == (wound == "major")


def test_stepping_hit_points_starts_from_the_present_value_and_stops_at_the_most():
    assert MYTHRAS.value(BANDIT, "hit_locations.head.hp") == 5
    assert MYTHRAS.step(BANDIT, {}, "hit_locations.head.hp", -2).writes == {"hit_locations.head.hp": 3}
    assert MYTHRAS.step(BANDIT, {}, "hit_locations.head.hp", 4).writes == {"hit_locations.head.hp": 5}
    assert MYTHRAS.step(HOPLITE, {}, "state.luck", -1).writes == {"state.luck": 1}


def test_a_body_place_shows_points_and_armour_and_counters_their_maximum():
    chest = next(one for one in MYTHRAS.body(put(HOPLITE, "hit_locations.chest.hp", 3), {}) if one.key == "chest")
    assert (chest.points, chest.armour, chest.path) == ((3, 8), 5, "hit_locations.chest.hp")
    mosts = [MYTHRAS.most(HOPLITE, {}, path) for path in ("hit_locations.chest.hp", "state.luck", "state.magic")]
    assert mosts == [8, 2, 10] and MYTHRAS.most(HOPLITE, {}, "skills.evade") == 300
