"""Turned effects, against their author or away from their target: counters, other targets, bullets that go on, luck."""

import pytest

from rules.core.paths import put
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import (
    BANDIT,
    CLUB,
    GUNNER,
    HOPLITE,
    QUIET,
    SHEETS,
    SOLDIER,
    Table,
    marked,
    table,
    with_all,
)

LATE = put(BANDIT, "characteristics.dex", 9)
FULL = "enhance_parry"
THROWER = with_all(
    QUIET, weapons__javelin={"model": "javelin", "style": "phalanx", "in_hand": True}, weapons__spear__in_hand=False
)


def three(mine=QUIET, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("bob", "npc", LATE), **more)


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER", "MYT-FX-ENHANCE-PARRY")
def test_a_full_parry_answers_a_landing_blow_at_a_waiting_fighter():
    struck = marked(table(), "orc", counters={"ada": {"trip": 1}}).attack("ada", "orc", "spear", 31, "none", "trip")
    assert struck.asked() == ["sprung-0"] and struck.options()[FULL] is None
    struck.go(FULL).finish()
    assert struck.hp("orc", "chest") == 7
    missed = marked(table(), "ada", counters={"orc": {"trip": 1}})
    missed.attack("ada", "orc", "spear", 95, "parry-axe", 30, "trip")
    assert missed.asked() == ["sprung-0"] and missed.options()[FULL] == "This blow is one’s own."


OWN = [
    ("trip", {"prone": True}, {}, {}, "Lies on the ground."),
    ("trip", {}, {}, {}, None),
    ("arise", {}, {}, {}, "Already standing."),
    ("arise", {}, {"prone": True}, {}, None),
    ("press_advantage", {}, {}, {"heedless": True}, "This opponent does not care for its defence."),
    ("disarm", {}, {}, {"characteristics.str": 60}, "The opponent is more than twice as strong."),
    ("compel_surrender", {}, {}, {}, "The opponent is neither helpless nor at a disadvantage."),
    ("compel_surrender", {"disadvantaged": True}, {}, {}, "Player characters do not surrender at this table."),
]


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER", "MYT-FX-TRIP", "MYT-FX-ARISE", "MYT-FX-SURRENDER/players")
@pytest.mark.parametrize(("effect", "theirs", "mine", "sheet", "why"), OWN)
def test_the_effect_of_a_counter_succeeds_where_it_can_be_used_at_all(effect, theirs, mine, sheet, why):
    attacker = QUIET
    for path, value in sheet.items():
        attacker = put(attacker, path, value)
    here = marked(table(attacker, settings={"surrender_npc_only": bool(theirs)}), "ada", **theirs)
    marked(here, "orc", counters={"ada": {"scar": 1}}, **mine).attack("ada", "orc", "spear", 20, "none", "scar")
    assert here.asked() == ["sprung-0"] and here.options()[effect] == why


@pytest.mark.rules("MYT-FX-SELECT-TARGET", "MYT-FX-OVERPENETRATE")
def test_another_target_is_somebody_and_behind_one_there_may_be_nobody():
    turned = three().attack("ada", "orc", "spear", 100, "parry-axe", 30, "select_target", "none")
    assert turned.request().key == "other-target" and list(turned.options()) == ["bob"]
    through = three(GUNNER).do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    through.go(5, "overpenetration", "none", 10, [4, 3])
    through.finish_at("behind-other-target", "none")
    assert through.hp("bob", "chest") == 7


@pytest.mark.rules("MYT-FX-OVERPENETRATE/armour")
@pytest.mark.parametrize(("faces", "behind"), [([3, 4], False), ([4, 4], True)])
def test_a_bullet_goes_on_when_its_damage_is_more_than_the_armour_it_met(faces, behind):
    here = three(GUNNER, SOLDIER).do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(5, "overpenetration", "none", 10, faces)  # a vest of 7
    here.finish()
    assert here.hp("bob", "right_leg") == 5 - (4 - 1 if behind else 0)


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-UI-10")
def test_the_damage_a_guard_stops_is_a_term_of_its_own():
    here = table(HOPLITE, put(BANDIT, "armour", {})).do("dither", "ada")
    here.do("ward", "orc", weapon="axe", place1="chest").do("dither", "orc")
    here.attack("ada", "orc", "aspis", 31, "none", "none", 10, 4, 1)  # a large shield against a medium axe: half of 5
    assert any("takes 3 damage (chest)" in one and "Guard −2" in one for one in here.told())


@pytest.mark.rules("MYT-LUCK-01")
@pytest.mark.parametrize("real", [True, False])
def test_a_real_die_rerolled_by_luck_is_real_no_more(real):
    here = table(HOPLITE).do("attack", "ada", target="orc", weapon="spear")
    (exchange,) = here.scene.exchanges
    here.do("answer", exchange=exchange, key="attack", values=[93], real=real)
    assert ("attack" in here.scene.exchanges[exchange].real) == real
    here.do("luck", "ada", roll=f"again/{exchange}/attack")
    assert here.asked() == ["attack"] and here.scene.exchanges[exchange].real == {}


@pytest.mark.rules("MYT-FX-IMPALE", "MYT-RANGED-IMPALE-SIZE")
@pytest.mark.parametrize(
    ("sheet", "weapon", "why"),
    [
        (SHEETS["archer"], "bow", None),
        (THROWER, "javelin", "It still sticks in somebody."),
        (put(THROWER, "weapons.javelin.reserve", 1), "javelin", None),
    ],
)
def test_a_weapon_stuck_in_somebody_cannot_be_used_but_other_arrows_and_javelins_can(sheet, weapon, why):
    here = table(sheet, put(BANDIT, "armour", {}))
    here.do("shoot", "ada", target="orc", weapon=weapon, metres=10).go(31, "none", "impale", 10, 2, 3).finish()
    assert here.mark("orc", "impaled.chest.weapon") == weapon
    again = with_all(here.scene.sheet("ada"), **{f"weapons__{weapon}__in_hand": True})
    found = limbs.why_unusable(here.scene, "ada", arms.find(again, weapon, {}))
    assert (found and str(found)) == why


@pytest.mark.rules("MYT-FX-PREPARE-COUNTER", "MYT-FX-00d")
def test_turning_two_effects_picks_no_unstackable_answer_twice():
    here = marked(table(), "orc", counters={"ada": {"trip": 1, "bypass_armour": 1}})
    here.attack("ada", "orc", "spear", 5, "none", "trip", "bypass_armour")
    assert here.asked() == ["sprung-0"] and here.options()["overextend"] is None
    here.go("withdraw")
    again = "Chosen already, and it does not stack."
    assert here.asked() == ["sprung-1"]
    assert (here.options()["withdraw"], here.options()["overextend"]) == (again, None)
    here.go("overextend").finish()
    assert here.mark("ada", "cannot_attack") == 1 and here.mark("orc", "engaged") is None


@pytest.mark.rules("MYT-FX-SURRENDER", "MYT-FX-BASH")
def test_a_blow_that_is_only_a_threat_pushes_nobody():
    here = table(CLUB).do("state", fighter="orc", state="prone")
    here.attack("ada", "orc", "spear", 3, "none", "compel_surrender", "bash", 15)
    assert here.scene.exchanges == {} and not any("pushed" in one for one in here.told())


@pytest.mark.rules("MYT-CLOSE-PASSIVE")
@pytest.mark.parametrize(("hp", "damage"), [(8, 3), (0, 5)])
def test_a_broken_item_guards_nothing(hp, damage):
    here = table(HOPLITE, with_all(BANDIT, armour={})).do("dither", "ada")
    here.do("ward", "orc", weapon="axe", place1="chest").do("dither", "orc")
    here.scene = here.scene.with_changes([here.scene.write("orc", "weapons.axe.hp", hp)])
    here.attack("ada", "orc", "aspis", 31, "none", "none", 10, 4, 1).finish(95)
    assert here.hp("orc", "chest") == 7 - damage
