"""Attacks and damage: which defence, equality, criticals, reduction, severe wounds and death."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.check import Level
from rules.core.dice import parse
from rules.core.json_codec import from_json
from rules.core.scene import Action
from rules.games.chroniques import attacks
from rules.games.chroniques import damage as damages
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.attacks import Weapon
from rules.odds.distribution import distribution
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, GUARD, SCOUT, WITCH, Table, fight

FIRST = {"typed": {"init": 30}}
SIMPLE = {"critical": {"advantage": False}}


def table(mine=SCOUT, theirs=CORSAIR, settings=None):
    return Table(("ada", "pc", {**mine, **FIRST}), ("orc", "foe", theirs), settings=settings or SIMPLE)


def outcome(here):
    (found,) = from_json(here.events[-1].payload["outcomes"])
    return found


@pytest.mark.rules("CHO-ATK-01")
@pytest.mark.parametrize(("weapon", "bonus"), [("laser", 4), ("knife", 1)])
def test_an_attack_adds_the_score_of_its_weapon(weapon, bonus):
    here = table().attack("ada", "orc", weapon, 2)
    assert outcome(here).check.target.total == bonus
    assert outcome(here).margin == 2 + bonus - 15


@pytest.mark.rules("CHO-ATK-02/nature", "CHO-ATK-02/unless")
@pytest.mark.parametrize(
    ("weapon", "said", "number"),
    [
        ("spike", "nature", 10),
        ("shove", "nature", 15),
        ("dagger", "nature", 15),
        ("dagger", "dep", 10),
        ("spike", "def_", 15),
    ],
)
def test_def_or_dep_by_the_nature_of_the_attack_unless_set_otherwise(weapon, said, number):
    here = table(WITCH).attack("ada", "orc", weapon, 1, versus=said)
    assert outcome(here).check.extra == number


@pytest.mark.rules("CHO-ATK-03/equal", "CHO-ATK-04")
@pytest.mark.parametrize(("die", "hit"), [(10, False), (11, True), (12, True)])
def test_equality_hits_and_one_less_misses(die, hit):
    here = table().attack("ada", "orc", "laser", die)
    assert bool(here.scene.exchanges) == hit
    if not hit:
        assert outcome(here).level is Level.FAILURE


@pytest.mark.rules("CHO-ATK-05/twenty", "CHO-ATK-05/one")
def test_a_natural_twenty_hits_and_a_natural_one_misses():
    far = {**CORSAIR, "typed": {"def_": 60}}
    assert outcome(table(theirs=far).attack("ada", "orc", "laser", 20, damage=(3,))).level is Level.CRITICAL
    near = {**CORSAIR, "typed": {"def_": 0}}
    assert outcome(table(theirs=near).attack("ada", "orc", "laser", 1)).level is Level.FUMBLE


WEAPON = Weapon("w", "Arme", "contact", parse("1d6+2"), True, "nature")
BARE = Weapon("w", "Arme", "distance", parse("1d6"), False, "nature")


def dealt(weapon, dice, critical=False, strength=0, rd=0, settings=None):
    mine, theirs = {"abilities": {"for_": strength}}, {"armour": {"rd": rd}}
    return attacks.damage(mine, theirs, settings or {}, weapon, dice, critical).total


@pytest.mark.rules("CHO-DMG-01/for-contact")
def test_damage_is_the_dice_of_the_weapon_and_for_at_contact():
    assert dealt(WEAPON, 4, strength=3) == 9
    assert dealt(BARE, 4, strength=3) == 4


@pytest.mark.rules("CHO-DMG-01/at-least-one")
def test_a_hit_does_one_point_at_least_before_the_reduction():
    assert dealt(WEAPON, 1, strength=-4) == 1
    assert dealt(WEAPON, 1, strength=-4, rd=1) == 0


@pytest.mark.rules("CHO-DMG-02/bonuses", "CHO-DMG-03")
def test_a_critical_doubles_everything_before_the_reduction():
    assert dealt(WEAPON, 4, critical=True, strength=3, rd=5) == 13
    assert dealt(WEAPON, 4, critical=True, strength=3, settings={"critical": {"factor": 3}}) == 27


@pytest.mark.rules("CHO-DMG-03/not-below")
def test_the_reduction_leaves_nothing_below_nothing():
    assert dealt(BARE, 2, rd=9) == 0
    assert dealt(BARE, 6, rd=2) == 4


@pytest.mark.rules("CHO-DMG-02/instead")
def test_a_critical_may_give_an_advantage_instead():
    doubled = table(settings={"critical": {"advantage": True}})
    doubled.attack("ada", "orc", "laser", 20, critical="damage", damage=(3,))
    assert doubled.at("orc", "hp.current") == 12 - 5
    clever = table(settings={"critical": {"advantage": True}})
    clever.attack("ada", "orc", "laser", 20, critical="advantage", damage=(3,))
    assert clever.at("orc", "hp.current") == 12 - 2
    assert ("ada", "gains a tactical advantage, to be agreed on") in clever.told()


@pytest.mark.rules("CHO-DMG-04/one-blow")
@pytest.mark.parametrize(("damage", "severe"), [(12, False), (13, True), (30, True), (0, False)])
def test_the_threshold_lost_in_one_blow_makes_a_severe_wound(damage, severe):
    sheet = {"hp": {"max": 30}, "abilities": {"con": 1, "for_": 2}}
    assert damages.severe(sheet, {}, damage) == severe
    assert not damages.severe(sheet, {"damage": {"severe_wounds": False}}, damage)
    assert sheets.wound_threshold(sheet, {"damage": {"threshold": 4}}).total == 7


@pytest.mark.rules("CHO-DMG-04", "CHO-DMG-05")
def test_at_zero_a_character_is_severely_wounded_and_out():
    frail = {**CORSAIR, "hp": {"max": 12, "current": 2}}
    here = table(theirs=frail).attack("ada", "orc", "laser", 15, damage=(7,))
    assert (here.at("orc", "hp.current"), here.at("orc", "severe_wound")) == (0, True)
    assert here.told() == [("orc", "loses 6 hp (Dice 7, Damage reduction −1): severe wound, falls unconscious")]
    assert here.do("finish", "ada").up == ["gm"]


@pytest.mark.rules("CHO-DMG-05/rounds")
@pytest.mark.parametrize(("con", "more", "rounds"), [(1, 3, 4), (-4, 3, 1), (0, 0, 1), (2, 1, 3)])
def test_without_first_aid_death_comes_after_some_rounds(con, more, rounds):
    frail = {"abilities": {"con": con}, "hp": {"max": 9, "current": 0}}
    here = table(theirs=frail, settings={"dying": {"rounds": more}})
    for number in range(rounds):
        assert not here.at("orc", "dead"), number
        here.do("finish", "ada").do("new_round")
    assert here.at("orc", "dead")


@pytest.mark.rules("CHO-DMG-05/unless-aid")
def test_first_aid_keeps_from_death_until_the_next_wound():
    frail = {"abilities": {"con": -2}, "hp": {"max": 9, "current": 0}}
    here = table(theirs=frail).do("first_aid", fighter="orc").do("finish", "ada").do("new_round")
    assert (here.at("orc", "dead"), here.at("orc", "stable")) == (False, True)
    assert here.why_not("gm", "first_aid") == "No valid target."
    here.do("adjust", character="c-orc", path="hp.current", value=8)
    here.attack("ada", "orc", "laser", 12, damage=(8,))
    assert (here.at("orc", "hp.current"), here.at("orc", "stable")) == (0, False)


@pytest.mark.rules("CHO-DMG-05")
def test_a_dying_character_helped_up_is_saved_and_counts_again_from_nothing():
    frail = {"abilities": {"con": -1}, "hp": {"max": 9, "current": 0}}
    here = table(theirs=frail).do("finish", "ada").do("new_round")
    assert here.told()[-1] == ("orc", "dying, 1 round left without first aid")
    here.do("adjust", character="c-orc", path="hp.current", value=3)
    here.do("finish", "ada").do("finish", "orc").do("new_round")
    assert here.at("orc", "down") == 0
    assert not here.at("orc", "dead")


@pytest.mark.rules("CHO-DMG-05")
def test_the_rounds_of_dying_go_on_in_the_next_fight():
    frail = {"abilities": {"con": -1}, "hp": {"max": 9, "current": 0}}
    here = table(theirs=frail).do("finish", "ada").do("new_round")
    here.do("end").do("start")
    assert not here.at("orc", "dead")
    here.do("finish", "ada").do("new_round")
    assert here.at("orc", "dead")


@pytest.mark.rules("CHO-DMG-05")
def test_a_character_helped_up_by_hand_who_falls_again_has_all_rounds():
    frail = {"abilities": {"con": -1}, "hp": {"max": 9, "current": 0}}
    here = table(theirs=frail).do("finish", "ada").do("new_round")
    here.do("adjust", character="c-orc", path="hp.current", value=8)
    here.attack("ada", "orc", "laser", 12, damage=(8,))
    assert (here.at("orc", "hp.current"), here.at("orc", "down")) == (0, 0)


@pytest.mark.rules("CHO-DMG-02")
def test_the_terms_of_the_damage_are_told_to_those_who_may_know():
    here = table(GUARD).attack("ada", "orc", "maul", 15, damage=(5,))
    assert here.told() == [("orc", "loses 7 hp (Dice 5, FOR +3, Damage reduction −1)")]
    (row,) = [row for event in here.events for row in event.payload.get("effects", ())]
    assert str(from_json(row["public"])) == "is hit"


@pytest.mark.rules("CHO-ATK-04")
def test_luck_may_turn_a_miss_into_a_hit():
    here = table(settings={"luck": {"bonus": 10}, **SIMPLE}).attack("ada", "orc", "laser", 5)
    here.answer("attack-luck", "yes").answer("damage", 4)
    assert (here.at("orc", "hp.current"), here.at("ada", "luck.current")) == (9, 3)


def brute(bonus, defence, dice, plus, rd):
    """Every die of an attack and of its damage, one by one."""
    tally = Counter()
    for die, *faces in product(range(1, 21), *(range(1, 7) for _die in range(dice))):
        beyond = die + bonus - defence
        hit = die != 1 and (die == 20 or beyond >= 0)
        critical = die == 20 or (hit and beyond >= 10)
        tally[max(0, max(1, sum(faces) + plus) * (2 if critical else 1) - rd) if hit else None] += 1
    return {value: Fraction(ways, tally.total()) for value, ways in tally.items()}


@settings(max_examples=30, deadline=None)
@given(st.integers(-3, 9), st.integers(5, 25), st.integers(1, 2), st.integers(0, 3), st.integers(0, 6))
def test_the_odds_of_a_whole_attack_are_those_of_brute_force(bonus, defence, dice, plus, rd):
    weapon = {"name": "Arme", "kind": "distance", "dice": f"{dice}d6+{plus}"}
    mine = {"typed": {"atd": bonus}, "weapons": {"w": weapon}}
    theirs = {"typed": {"def_": defence}, "armour": {"rd": rd}, "hp": {"max": 99}}
    scene = fight(("ada", "pc", mine), ("orc", "foe", theirs), settings=SIMPLE)
    args = {"target": "orc", "weapon": "w", "versus": "nature", "modifier": 0}

    def harm(effects):
        return next((effect.value["damage"] for effect in effects if effect.kind == "damage"), None)

    def start():
        return _summed(CHRONIQUES.script(scene, Action("attack", "ada", args)), harm)

    odds = distribution(start)
    expected = brute(bonus, defence, dice, plus, rd)
    assert {value: odds.chance(lambda found, value=value: found == value) for value in expected} == expected
    assert set(odds.weights) == set(expected)


def _summed(script, read):
    effects = yield from script
    return read(effects)
