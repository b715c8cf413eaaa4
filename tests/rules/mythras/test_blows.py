"""Blows and their consequences: dice, luck, knockback, resistances and their hindrances."""

import pytest

from rules.core.paths import put
from rules.core.script import Effect
from rules.games.mythras.combat import consequences
from rules.games.mythras.equipment import limbs, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rounds import initiative
from tests.rules.mythras.play import BANDIT, CLUB, GUNNER, HOPLITE, MYTHRAS, QUIET, Table, marked, table, with_all

TUMBLER = put(BANDIT, "professional", {"leap": {"of": "acrobatics", "trained": 40}})
SMALL = with_all(TUMBLER, characteristics__siz=4, characteristics__con=60)


# Dice.


@pytest.mark.rules("MYT-ATTR-02", "MYT-DMG-01")
def test_a_damage_modifier_of_two_dice_is_thrown_die_by_die():
    giant = with_all(QUIET, characteristics__str=30, characteristics__siz=45)  # 75: +1d8+1d6
    here = table(giant).attack("ada", "orc", "spear", 31, "none", "none", 10, 4)
    assert (here.asked(), str(here.request().dice)) == (["modifier"], "1d8")
    here.go(5)
    assert (here.asked(), str(here.request().dice)) == (["modifier2"], "1d6")
    here.go(3).finish(95)
    assert here.hp("orc", "chest") == 7 - (4 + 1 + 5 + 3 - 1)


@pytest.mark.rules("MYT-FX-MAXIMISE/dice")
@pytest.mark.parametrize(
    ("chosen", "dice", "faces", "damage"),
    [
        (("none",), "2d6", [1, 1], 2),
        (("maximise_damage", "none"), "1d6", [1], 7),
        (("maximise_damage",) * 2, "", [], 12),
    ],
)
def test_each_copy_of_maximise_takes_a_die_of_the_weapon_out_of_the_throw(chosen, dice, faces, damage):
    here = table(GUNNER, put(BANDIT, "armour", {})).do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(5, *chosen, 10)
    if dice:
        assert str(here.request().dice) == dice
        here.go(faces)
    here.finish(1)
    assert here.hp("orc", "chest") == 7 - damage


# Luck.


@pytest.mark.rules("MYT-LUCK-01")
@pytest.mark.parametrize(("hp", "die", "asked"), [(0, 4, False), (0, 5, True), (1, 5, True), (2, 5, False)])
def test_luck_is_asked_for_a_bad_wound_and_not_for_a_harmless_blow(hp, die, asked):
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", put(HOPLITE, "hit_locations.chest.hp", hp)))
    here.attack("orc", "ada", "axe", 20, "none", "none", 10, die)  # and 1; the cuirass stops 5
    assert (here.asked() == ["luck"]) == asked


# Footing.


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK", "MYT-FX-BASH")
@pytest.mark.parametrize(("skill", "back", "pushed"), [("acrobatics", 83, 37), ("athletics", 15, 10)])
def test_footing_is_kept_more_easily_after_a_knockback_than_against_an_obstacle(skill, back, pushed):
    # Acrobatics is 4 + 11 + 40 and Athletics 4 + 11: easy the one and standard the other, or both of them hard.
    sheet = with_all(SMALL, characteristics__str=4, characteristics__dex=11, skills__athletics=0)
    here = table(CLUB, sheet).attack("ada", "orc", "spear", 31, "none", "none", 10, 6, 1)
    assert here.asked() == ["knockback-skill"]
    assert here.go(skill).request().check.target.total == back
    wall = table(CLUB, sheet).attack("ada", "orc", "spear", 31, "none", "bash", 10, 1, 2, "obstacle", skill)
    assert wall.asked() == ["bash-roll"] and wall.request().check.target.total == pushed


@pytest.mark.rules("MYT-FX-TRIP")
@pytest.mark.parametrize(
    ("legs", "skill", "target"), [(4, "athletics", 57), (4, "brawn", 38), (4, "evade", 38), (2, "evade", 38)]
)
def test_athletics_on_four_legs_is_a_grade_easier_against_a_trip(legs, skill, target):
    here = table(theirs=with_all(BANDIT, legs=legs)).attack("ada", "orc", "spear", 31, "none", "trip", 10, 1, 1)
    here.go(skill)
    assert here.request().check.target.total == target


@pytest.mark.rules("MYT-FX-BASH/slices", "MYT-CORE-03")
@pytest.mark.parametrize(
    ("weapon", "raw", "down", "up"),
    [("aspis", 2, 1, 1), ("aspis", 3, 1, 2), ("aspis", 4, 2, 2), ("spear", 3, 1, 1), ("spear", 4, 1, 2)],
)
def test_a_bash_pushes_by_full_or_begun_slices_of_damage_by_house_setting(weapon, raw, down, up):
    for rule, metres in (("down", down), ("up", up)):
        here = table(CLUB, settings={"bash_rounding": rule})
        here.attack("ada", "orc", weapon, 31, "none", "bash", 10, raw - 1, 1)
        assert f" {metres} m" in str(here.question())


# Hindrances to a resistance.


@pytest.mark.rules("MYT-WOUND-02", "MYT-WOUND-04")
@pytest.mark.parametrize(
    ("place", "harder"),
    [
        ("chest", {"athletics", "evade", "acrobatics", "brawn", "perception"}),
        ("right_leg", {"athletics", "evade", "acrobatics"}),
        ("left_arm", set()),
    ],
)
def test_a_major_wound_hampers_physical_skills_but_neither_endurance_nor_will(place, harder):
    keys = ("athletics", "evade", "acrobatics", "brawn", "perception", "endurance", "willpower")

    def targets(sheet):
        here = table(theirs=sheet)
        return {key: consequences.skill(here.scene, "orc", key).target.total for key in keys}

    hurt, whole = targets(put(TUMBLER, f"hit_locations.{place}.hp", 0)), targets(TUMBLER)
    assert {key for key in keys if hurt[key] < whole[key]} == harder
    assert all(hurt[key] == -(-whole[key] * 2 // 3) for key in harder)


# Counters that run down.


@pytest.mark.rules("MYT-FX-BLIND/turns", "MYT-UI-15")
def test_blindness_lasts_so_many_turns_of_its_victim():
    here = marked(table(), "orc", blind={"grade": "hard", "turns": 2}).do("dither", "ada").do("dither", "orc")
    assert here.mark("orc", "blind") == {"grade": "hard", "turns": 1}
    here.do("dither", "ada").do("dither", "orc")
    assert here.mark("orc", "blind") is None


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER")
@pytest.mark.parametrize(("kind", "left"), [("prepared", 3), ("sprung", 1)])
def test_counters_are_counted_one_by_one(kind, left):
    here = marked(table(), "orc", counters={"ada": {"trip": 2}})
    (change,) = MYTHRAS.land(here.scene, Effect(kind, "orc", {"against": "ada", "effect": "trip"}))
    assert (change.before, change.after) == (2, left)
    (none,) = MYTHRAS.land(table().scene, Effect("sprung", "orc", {"against": "ada", "effect": "trip"}))
    assert none.after is None


@pytest.mark.rules("MYT-FX-PRESS/next-turn", "MYT-WOUND-02")
@pytest.mark.parametrize(("now", "more", "turns"), [(None, 2, 2), (1, 3, 3), (3, 1, 3)])
def test_the_longest_time_without_attacks_holds(now, more, turns):
    here = marked(table(), "orc", **({"cannot_attack": now} if now else {}))
    (change,) = MYTHRAS.land(here.scene, Effect("cannot_attack", "orc", more))
    assert change.after == turns


@pytest.mark.rules("MYT-WOUND-02")
def test_the_lowest_of_two_bad_wounds_is_named_and_one_step_is_all():
    hurt = with_all(BANDIT, hit_locations={"chest": {"hp": 0}, "head": {"hp": -1}, "abdomen": {"hp": 0}})
    (found,) = limbs.wound_situations(table(theirs=hurt).scene, "orc")
    assert (str(found.label), found.steps) == ("Abdomen", 1)


@pytest.mark.rules("MYT-STYLE-DEFENSIVE/round", "MYT-PARRY-05")
@pytest.mark.parametrize(
    ("trait", "offence", "size"), [(True, False, "large"), (True, True, "medium"), (False, False, "medium")]
)
def test_a_defensive_fighter_parries_one_size_larger_in_a_round_without_attacks(trait, offence, size):
    calm = put(BANDIT, "styles.brigand.defensive_minded", trait)
    here = marked(table(theirs=calm), "orc", offence=offence)
    assert sizes.parrying(here.scene, "orc", arms.find(calm, "axe", {})) == size


@pytest.mark.rules("MYT-FX-IMPALE-TABLE", "MYT-FX-SURRENDER", "MYT-FX-DROP-FOE")
@pytest.mark.parametrize(
    ("marks", "out"),
    [
        ({}, False),
        ({"impaled": {"chest": {"grade": "herculean"}}}, False),
        ({"impaled": {"chest": {"grade": "incapacitated"}}}, True),
        ({"surrendered": True}, True),
        ({"dropped": True}, True),
    ],
)
def test_a_fighter_incapacitated_surrendered_or_dropped_is_out(marks, out):
    assert initiative.is_out(marked(table(), "orc", **marks).scene, "orc") == out


@pytest.mark.rules("MYT-ACT-DELAY")
def test_a_kept_point_that_lapses_is_one_point():
    here = marked(table(), "ada", delayed=True)
    paths = {
        one.path.rpartition(".")[2]: one.after for one in MYTHRAS.land(here.scene, Effect("turn", "ada", {"cost": 1}))
    }
    assert (paths["spent"], paths["delayed"]) == (1, None)
