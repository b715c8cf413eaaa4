"""States that end with their cause, and rolls on which they weigh (MYT-SIT, MYT-CLOSE)."""

import pytest

from rules.core.errors import Refused
from rules.core.paths import put
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import blows, consequences
from rules.games.mythras.equipment import weapons
from tests.rules.mythras.play import BANDIT, QUIET, SOLDIER, Table, marked, table


def target(here, fighter, key, **more):
    return consequences.skill(here.scene, fighter, key, **more).target.total


@pytest.mark.rules("MYT-SIT-C07", "MYT-SIT-C04", "MYT-FX-BLIND")
@pytest.mark.parametrize("state", [{"prone": True}, {"crouched": True}, {"blind": {"grade": "formidable", "turns": 2}}])
def test_modifiers_of_fighting_do_not_apply_to_resisting(state):
    here, plain = marked(table(), "orc", **state), table()
    for key in ("endurance", "willpower", "perception", "first_aid", "brawn"):
        assert target(here, "orc", key) == target(plain, "orc", key)
    assert target(here, "orc", "evade", fights=True) < target(plain, "orc", "evade", fights=True)


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING", "MYT-SIT-C07")
def test_a_prone_fighter_stands_up_against_an_opponent_with_their_whole_skill():
    here = marked(table(), "ada", prone=True, engaged={"orc": True}).do("stand", "ada")
    here.go("brawn", "brawn")
    assert here.rolled("mine-skill") is not None
    assert here.request().check.target.total == target(table(), "ada", "brawn")


@pytest.mark.rules("MYT-SIT-C04")
def test_a_crouching_shooter_shoots_as_well_as_a_standing_one():
    here = Table(("ada", "pc", SOLDIER), ("orc", "npc", BANDIT))
    shot = {"target": "orc", "weapon": "carbine", "metres": 50}
    standing = here.do("shoot", "ada", **shot).request().check.target.total
    low = marked(Table(("ada", "pc", SOLDIER), ("orc", "npc", BANDIT)), "ada", crouched=True)
    assert low.do("shoot", "ada", **shot).request().check.target.total == standing


@pytest.mark.rules("MYT-CLOSE-SURPRISE/ends")
@pytest.mark.parametrize("passed", [("hold", "orc"), ("dither", "orc"), ("skip", "gm")])
def test_surprise_ends_with_a_turn_however_it_passes(passed):
    here = table(surprised=("orc",)).do("dither", "ada")
    kind, actor = passed
    here.do(kind, actor, **({"fighter": "orc"} if actor == "gm" else {}))
    assert here.mark("orc", "surprised") is None and here.mark("orc", "no_offence")
    here.attack("ada", "orc", "spear", 30)
    assert here.asked() == ["reaction"]


@pytest.mark.rules("MYT-FX-PRESS", "MYT-ACT-DITHER")
def test_a_turn_kept_for_reactions_counts_down_conditions_of_a_turn():
    here = marked(table().do("dither", "ada"), "orc", cannot_attack=1)
    here.do("hold", "orc")
    assert here.mark("orc", "cannot_attack") is None and here.left("orc") == 2


@pytest.mark.rules("MYT-ACT-DITHER")
def test_a_fighter_passed_over_has_dithered():
    here = table().do("skip", fighter="ada")
    assert here.left("ada") == 1 and here.up == ["orc"]


@pytest.mark.rules("MYT-CLOSE-PASSIVE/crouched")
def test_a_shield_guards_twice_as_much_for_as_long_as_one_crouches():
    here = table()
    body = [one.key for one in sheets.locations(here.scene.sheet("ada"))]
    here.do("ward", "ada", weapon="aspis", crouched=True, **{f"place{n}": one for n, one in enumerate(body, 1)})

    def guarded():
        return sum(blows.warding_weapon(here.scene, "ada", one) is not None for one in body)

    assert guarded() == 7
    here.do("move", "ada", how="walk")
    assert here.mark("ada", "crouched") is None and guarded() == 4


@pytest.mark.rules("MYT-CLOSE-PASSIVE/crouched", "MYT-FREE-DROP")
@pytest.mark.parametrize(("other", "low"), [("none", None), ("head", True)])
def test_nobody_crouches_behind_a_shield_that_is_dropped(other, low):
    """A second weapon that guards may be crouched behind."""
    here = table().do("ward", "ada", weapon="spear", crouched=False, place1=other) if other != "none" else table()
    here.do("ward", "ada", weapon="aspis", crouched=True, place1="chest").do("drop", "ada", weapon="aspis")
    assert (here.mark("ada", "crouched"), here.mark("ada", "wards.aspis")) == (low, None)


@pytest.mark.rules("MYT-CLOSE-PASSIVE/ends", "MYT-FREE-WARD", "MYT-SIT-C04")
def test_a_crouch_outlasts_the_guard_of_a_shield_that_strikes_until_one_straightens_up():
    here = table().do("ward", "ada", weapon="aspis", place1="chest", crouched=True)
    assert here.title == "ada takes a guard"
    here.attack("ada", "orc", "aspis").finish()
    assert (here.mark("ada", "wards"), here.mark("ada", "crouched")) == (None, True)
    here.do("ward", "ada", weapon="aspis")
    assert (here.mark("ada", "crouched"), here.title) == (None, "ada ends a guard")


@pytest.mark.rules("MYT-FREE-WARD/changed", "MYT-ACT-TAKE-COVER")
def test_the_guard_and_the_cover_that_one_has_are_not_taken_again():
    said = {"weapon": "aspis", "crouched": True, "place1": "chest", "place2": "head"}
    here = table()
    assert here.refused(Refused, "ward", "ada", **said | {"place1": "none", "place2": "none"}) == "It guards nothing."
    assert here.do("ward", "ada", **said).refused(Refused, "ward", "ada", **said) == "It guards just this already."
    here.do("ward", "ada", **said | {"crouched": False})
    assert here.mark("ada", "crouched") is None
    here.do("cover", "ada", of="tree", hides="all")
    assert here.do("hold", "orc").refused(Refused, "cover", "ada", of="tree", hides="all") == "Is there already."
    assert marked(here, "ada", exposed=True).do("cover", "ada", of="tree", hides="all").mark("ada", "exposed") is None


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-FREE-WARD")
@pytest.mark.parametrize("state", [{"pinned": {"aspis": "orc"}}, {"stunned": {"left_arm": 3}}])
def test_an_unusable_item_guards_nothing(state):
    here = table().do("ward", "ada", weapon="aspis", crouched=False, place1="head")
    assert blows.warding_weapon(here.scene, "ada", "head") is not None
    assert blows.warding_weapon(marked(here, "ada", **state).scene, "ada", "head") is None


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-REACT-COUNTER-CHARGE")
def test_striking_back_at_a_charge_ends_the_guard():
    here = table(BANDIT, QUIET).do("ward", "orc", weapon="spear", crouched=False, place1="head")
    here.do("charge", "ada", target="orc", weapon="axe").go(95, "counter-spear", 95)
    here.finish()
    assert here.mark("orc", "wards") is None


@pytest.mark.rules("MYT-CLOSE-COVER", "MYT-ACT-SNEAK-PEEK")
def test_a_fighter_showing_from_total_cover_has_nothing_before_head_and_arms():
    here = marked(table(), "orc", cover={"of": "wooden_wall", "hides": "all"})
    places = {one.key: one for one in sheets.locations(here.scene.sheet("orc"))}
    assert cover.points(here.scene, "orc", places["head"]) == 4
    marked(here, "orc", exposed=True)
    assert [cover.points(here.scene, "orc", places[one]) for one in ("head", "right_arm", "chest")] == [0, 0, 4]


@pytest.mark.rules("MYT-RANGED-DM")
@pytest.mark.parametrize(("kind", "adds"), [("pistol", False), ("crossbow", False), ("bow", True), ("thrown", True)])
def test_a_ranged_weapon_of_ones_own_adds_the_damage_modifier_as_its_class_does(kind, adds):
    row = {"name": "Mine", "category": "ranged", "kind": kind, "damage": "1d6", "short": 5, "effective": 9, "long": 20}
    found = weapons.find(put(QUIET, "weapons.mine", row), "mine", {})
    assert found.adds_modifier is adds
    assert weapons.find(put(QUIET, "weapons.mine", row | {"adds_modifier": True}), "mine", {}).adds_modifier
