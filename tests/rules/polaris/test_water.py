"""Fights under water, by house settings: fewer attacks, a capping skill, blows that lose force."""

import pytest

from rules.games.polaris.close_combat import water
from tests.rules.polaris.table import PISTOL, Table, sheet

HOUSE = {"underwater_limits": True, "underwater_damage": -4}
SLOW = {"attributes__FOR": 6, "attributes__COO": 6}  # natural aptitudes of −1 and −1: moves under water at −2 + 5
MOVES = {"skills__underwater_moves": {"mastery": 5}}


def met(under, settings, weapon="dagger", **more):
    """Ada has struck Bo with the weapon, under water or not; the dice of the blow are 7 and 10."""
    people = {"ada": sheet("ada", 12, **SLOW, **MOVES, **more), "bo": sheet("bo", 8)}
    table = Table(settings, **people).start().do("place", underwater=under, confined=False)
    table.declare("bo").declare("ada", "bo", weapon=weapon).do("attack" if weapon == "dagger" else "shoot", "ada")
    return table


def capped(table):
    outcome = table.answers(attack_die=1, defence_die=19, location=10, damage=10).outcome("ada")
    return [term.value for term in outcome.check.target.modifiers if term.rule == "POL-SHEET-14"]


@pytest.mark.rules("POL-SHEET-14")
@pytest.mark.parametrize(
    ("under", "settings", "caps"), [(True, HOUSE, [-7]), (False, HOUSE, []), (True, {}, []), (False, {}, [])]
)
def test_moving_under_water_caps_melee_skills_by_house_setting(under, settings, caps):
    assert capped(met(under, settings)) == caps


@pytest.mark.rules("POL-DMG-03")
@pytest.mark.parametrize(("under", "settings", "lost"), [(True, HOUSE, -4), (False, HOUSE, 0), (True, {}, 0)])
def test_a_blow_loses_force_in_the_water_by_house_setting(under, settings, lost):
    table = met(under, settings).answers(attack_die=1, defence_die=19, location=10, damage=10)
    assert ("Under water −4" in table.told("bo")[-1]) is (lost != 0)


@pytest.mark.rules("POL-DMG-03")
@pytest.mark.parametrize(("skill", "lost"), [("handguns", -4), ("underwater_weapons", 0)])
def test_a_weapon_made_for_the_water_loses_nothing_there(skill, lost):
    gun = {**PISTOL, "skill": skill}
    table = met(True, HOUSE, weapon="pistol", weapons__pistol=gun, skills__underwater_weapons={"mastery": 12})
    table.answers(attack_die=1, location=10, damage=[9, 9])
    assert ("Under water −4" in table.told("bo")[-1]) is (lost != 0)


@pytest.mark.rules("POL-INIT-21")
@pytest.mark.parametrize(
    ("under", "kind", "most"),
    [(False, "human", 9), (True, "human", 1), (True, "", 1), (True, "geno_hybrid", 2), (True, "techno_hybrid", 2)],
)
def test_the_water_leaves_a_human_one_attack_and_a_hybrid_two(under, kind, most):
    more = {"genetic_type": kind} if kind else {}
    scene = met(under, {}, **more).scene
    assert sum(water.why_too_many(scene, "ada", count) is None for count in range(1, 10)) == most
