"""Edges of the medieval game: nothing said, nothing left, two doublings at once, and who can be cared for."""

import pytest

from rules.medieval import chain, checks, damage, movement, weapons
from rules.medieval.chain import Chain
from rules.medieval.damage import Manner
from rules.medieval.dying import curable
from tests.rules.medieval.play import MEDIEVAL, Table, check, sheet

HERO = {**sheet(), "weapons": {"sword": {"name": "Épée", "family": "lames", "dice": "1d10", "in_hand": True}}}
SWORD, FISTS = (weapons.find(HERO, key) for key in ("sword", "pugilat"))


def blow(faces=5, settings=None, **manner):
    return damage.dealt(HERO, settings or {}, SWORD, faces, Manner(**manner)).total


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL")
def test_a_fatal_blow_adds_two_dice_of_six_and_nothing_where_none_were_thrown():
    assert str(damage.MORE) == "2d6"
    assert blow(fatal="plus_2d6") == blow() == 5


@pytest.mark.rules("MED-PUG-02")
def test_fists_have_no_highest_die():
    assert (damage.best_of(SWORD), damage.best_of(FISTS)) == (10, 0)


@pytest.mark.rules("MED-SNEAK-04", "MED-SNEAK-05", "MED-MANOEUVRE-COUP-FATAL")
@pytest.mark.parametrize(
    ("manner", "times", "stacked"),
    [
        ({"sneak": "double"}, 2, 2),
        ({"fatal": "double"}, 2, 2),
        ({"sneak": "double", "fatal": "double"}, 2, 4),
        ({}, 1, 1),
    ],
)
def test_a_critical_of_both_kinds_is_doubled_once_unless_the_house_says_otherwise(manner, times, stacked):
    whole = 3 * 5
    assert blow(critical=True, **manner) == times * whole
    both = {"sneak": {"stacks_with_coup_fatal": True}}
    assert blow(critical=True, settings=both, **manner) == stacked * whole


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
@pytest.mark.parametrize(("breaks", "left"), [(False, 2), (True, 0)])
def test_an_own_miss_leaves_a_chain_or_ends_it_at_nothing(breaks, left):
    house = {"chain": {"own_miss_breaks": breaks}}
    assert chain.after(Chain(count=2), "own_miss", house).count == left


@pytest.mark.rules("MED-DEATH-07")
def test_care_is_for_the_hurt_and_the_dying_and_neither_for_the_whole_nor_for_the_dead():
    states = {"whole": 20, "hurt": 19, "dying": 0, "low": -5, "dead": -200}
    table = Table(*((name, "pc", {**sheet(), "hp": {"max": 20, "current": hp}}) for name, hp in states.items()))
    assert curable(table.scene) == ("hurt", "dying", "low")


@pytest.mark.rules("MED-MOVEACT-01")
def test_the_movement_beside_a_shot_is_half_a_walk():
    table = Table(("ada", "pc", sheet()), ("orc", "foe", sheet()))
    walk, half = (movement.speed(table.scene, "ada", halved=halved) for halved in (False, True))
    rows = movement.beside_field(table.scene, "ada").choices
    assert walk > half
    assert [str(row.hint) for row in rows if row.hint] == [f"{half} m"] * 2


@pytest.mark.rules("MED-TEST-01", "MED-ATT-01")
def test_every_check_of_a_sheet_adds_to_its_dice_and_stands_at_its_own_level():
    learned = {**HERO, "others": {"ride": {"name": "Équitation", "level": 4}, "sing": {"name": "Chant"}}}
    found = {one.key: one for one in MEDIEVAL.checks(learned, {})}
    assert {one.adds for one in found.values()} == {True}
    assert [found[f"other_{key}"].target.total for key in ("ride", "sing")] == [4, 0]


@pytest.mark.rules("MED-TEST-01")
def test_a_test_of_which_nothing_is_said_is_as_on_the_sheet_and_says_its_difficulty():
    plain = check(HERO, "force")
    assert checks.adjusted(plain, {}) == plain
    assert checks.adjusted(plain, {"modifier": 3}).target.total == plain.target.total + 3
    test, attack = (checks.judged(check(HERO, key), (5, 6), {}) for key in ("force", "attack_sword"))
    assert test.label.msgid != attack.label.msgid
    assert "against" in str(test.label)
