"""The exact odds of an attack: equal to the procedure walked face by face, and silent on a defence nobody told."""

import pytest

from rules.board import Viewer
from rules.chroniques import attacks, combat
from rules.chroniques import sheet as sheets
from rules.forecast import odds
from rules.odds import distribution
from rules.outcome import Level
from rules.scene import Action
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
    """Whether the attack hits, how well, and what the target loses, for every face of every die."""
    scene, args = here.scene, {"versus": "nature", "modifier": 0, **ARGS, **more}

    def start():
        effects = yield from combat.script(scene, Action("attack", "ada", args))
        lost = next((one.value["damage"] for one in effects if one.kind == "damage"), 0)
        return effects[0].value.level, lost

    return distribution(start, lambda ask: ("no",) if ask.key.endswith("luck") else ("damage",))


@pytest.mark.parametrize("settings", [{}, {"critical": {"advantage": False, "factor": 3}}, {"critical": {"margin": 5}}])
@pytest.mark.parametrize("theirs", [CORSAIR, GUARD, {**GUARD, "hp": {"current": 3}}])
def test_an_attack_agrees_with_its_procedure_walked_face_by_face(theirs, settings):
    here = table(theirs, settings)
    slow, quick = walked(here), chances(said(here))
    foe = here.scene.sheet("orc")
    assert quick["Hit"] == slow.chance(lambda one: one[0].succeeded)
    assert quick["Critical hit"] == slow.chance(lambda one: one[0] is Level.CRITICAL)
    severe = slow.chance(lambda one: attacks.severe(foe, settings, one[1]))
    assert quick.get("Severe wound", 0) == severe
    assert quick.get("Down to 0 HP", 0) == slow.chance(lambda one: one[1] >= sheets.hp(foe) and one[1] > 0)


def test_a_modifier_and_another_defence_are_in_it():
    here = table()
    assert chances(said(here, modifier=5))["Hit"] > chances(said(here))["Hit"] > chances(said(here, modifier=-5))["Hit"]
    assert said(here, versus="dep").check.extra != said(here).check.extra


def test_the_damage_of_a_hit_is_told():
    assert str(said(table()).notes[0]).startswith("A hit takes ")


@pytest.mark.parametrize("mode", ["own", "full"])
def test_a_player_who_does_not_know_the_defence_reads_nothing(mode):
    here = table(settings={"odds": mode})
    mine = Viewer("seat", frozenset({here.scene.fighters["ada"].character}))
    assert said(here, mine) is None
    both = Viewer("seat", frozenset(one.character for one in here.scene.fighters.values()))
    assert said(here, both) is None, "the defence is a secret term of the test"
