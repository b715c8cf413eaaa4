"""The exact odds of an attack: equal to the procedure walked face by face, and silent on a defence nobody told."""

from fractions import Fraction

import pytest

from rules.core.check import Level
from rules.core.scene import Action
from rules.games.chroniques import damage
from rules.games.chroniques import sheet as sheets
from rules.odds.distribution import distribution
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, GUARD, SCOUT, Table

GM = Viewer("gm")
ARGS = {"target": "orc", "weapon": "laser", "how": "usual"}


def table(theirs=CORSAIR, settings=None, **mine):
    sheet = {**SCOUT, "typed": {"init": 30}, **mine}
    return Table(("ada", "pc", sheet), ("orc", "foe", theirs), settings=settings)


def said(here, viewer=GM, **more):
    return odds(CHRONIQUES, here.scene, viewer, Action("attack", "ada", {**ARGS, **more}, gm=viewer.gm))


def chances(found):
    return {str(one.label): one.value for one in found.chances}


def walked(here, **more):
    """For every face of every die: a hit or a miss, its degree, and the target's loss."""
    scene, args = here.scene, {"versus": "nature", "modifier": 0, **ARGS, **more}

    def start():
        effects = yield from CHRONIQUES.script(scene, Action("attack", "ada", args))
        lost = next((one.value["damage"] for one in effects if one.kind == "damage"), 0)
        return effects[0].value.level, lost

    return distribution(start, lambda ask: ("no",) if ask.key.endswith("luck") else ("damage",))


@pytest.mark.parametrize("settings", [{}, {"critical": {"advantage": False, "factor": 3}}, {"critical": {"margin": 5}}])
@pytest.mark.parametrize(
    "theirs", [CORSAIR, GUARD, {**GUARD, "hp": {"current": 3}}, {**GUARD, "states": {"paralysed": True}}]
)
def test_an_attack_agrees_with_its_procedure_walked_face_by_face(theirs, settings):
    here = table(theirs, settings)
    slow, quick = walked(here), chances(said(here))
    foe = here.scene.sheet("orc")
    assert quick["Hit"] == slow.chance(lambda one: one[0].succeeded)
    assert quick["Critical hit"] == slow.chance(lambda one: one[0] is Level.CRITICAL)
    severe = slow.chance(lambda one: damage.severe(foe, settings, one[1]))
    assert quick.get("Severe wound", 0) == severe
    assert quick.get("Down to 0 HP", 0) == slow.chance(lambda one: one[1] >= sheets.hp(foe) and one[1] > 0)


def test_a_modifier_and_another_defence_are_in_it():
    here = table()
    assert chances(said(here, modifier=5))["Hit"] > chances(said(here))["Hit"] > chances(said(here, modifier=-5))["Hit"]
    assert said(here, versus="dep").check.extra != said(here).check.extra


def test_the_damage_of_a_hit_is_shown():
    here = table()
    defence, hit, *_more = map(str, said(here).notes)
    assert defence == f"Against DEF {sheets.defence(here.scene.sheet('orc'), 'def_').total}."
    assert hit.startswith("A hit takes ")


@pytest.mark.parametrize("more", [0, 1, 2])
@pytest.mark.parametrize("mode", ["own", "full"])
def test_a_player_who_does_not_know_the_defence_reads_the_chance_of_each_total(mode, more):
    here = table(settings={"odds": mode, "attack": {"gm_says": False}}, atd_base=SCOUT["atd_base"] + more)
    mine = Viewer("seat", frozenset({here.scene.fighters["ada"].character}))
    found, bonus = said(here, mine), said(here).check.target.total
    assert found.success is None and found.chances == found.notes == ()
    told = {str(one.label): one.value for one in found.reach}
    numbers = [one for one in range(bonus, bonus + 21) if one % 3 == 0]
    assert told == {
        f"DEF {number}": Fraction(sum(die + bonus >= number or die == 20 for die in range(2, 21)), 20)
        for number in numbers
    }
    assert all(str(one.label).startswith("DEP") for one in said(here, mine, versus="dep").reach)


def test_a_player_who_knows_both_sheets_reads_full_odds():
    here = table(settings={"odds": "full"})
    both = Viewer("seat", frozenset(one.character for one in here.scene.fighters.values()))
    assert said(here, both) == said(here)


@pytest.mark.rules("CHO-DMG-01", "CHO-DMG-04", "CHO-DMG-05")
@pytest.mark.parametrize("left", [1, 4, 7, 12])
def test_a_hit_of_several_dice_is_as_severe_as_each_of_their_throws(left):
    two = {"x": {"name": "Deux dés", "kind": "distance", "dice": "2d4-1"}}
    here = table({**CORSAIR, "armour": {"rd": 1}, "hp": {"max": 30, "current": left}}, weapons=two)
    slow, quick = walked(here, weapon="x"), chances(said(here, weapon="x"))
    foe = here.scene.sheet("orc")
    assert quick.get("Severe wound", 0) == slow.chance(lambda one: damage.severe(foe, {}, one[1]))
    assert quick.get("Down to 0 HP", 0) == slow.chance(lambda one: one[1] >= left)


@pytest.mark.rules("CHO-DMG-02", "CHO-STATE-01/paralysed")
@pytest.mark.parametrize("theirs", [{"states": {"paralysed": True}}, {"typed": {"def_": 60}}])
def test_where_every_hit_is_critical_the_damage_shown_is_that_of_criticals(theirs):
    assert str(said(table({**CORSAIR, "armour": {"rd": 1}, **theirs})).notes[1]) == "A hit takes 1 to 15 HP."


@pytest.mark.rules("CHO-DMG-02")
@pytest.mark.parametrize("advantage", [True, False])
def test_a_hit_tells_its_damage_and_a_critical_hit_the_chosen_reading(advantage):
    here = table({**CORSAIR, "armour": {"rd": 1}}, {"critical": {"advantage": advantage}})
    _defence, *notes = map(str, said(here).notes)
    choice = "A critical hit is counted as more damage, not as an advantage."
    assert notes == ["A hit takes 0 to 7 HP.", *([choice] if advantage else [])]


@pytest.mark.parametrize("gone", ["weapon", "target"])
def test_an_act_whose_means_have_left_the_fight_or_the_sheet_has_no_odds(gone):
    args = {"versus": "nature", "modifier": 0, **ARGS, gone: "gone"}
    assert CHRONIQUES.odds(table().scene, Action("attack", "ada", args)) is None
