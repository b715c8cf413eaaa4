"""Stances and aims, and every movement that ends them (MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM)."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, marked, table

STANCE = {"braced": True, "crouched": True, "aim": "orc"}
LEG_HELD = {"entangled": {"left_leg": {"by": "orc", "weapon": "net"}}}
UNARMED = put(QUIET, "weapons.spear.in_hand", False)


def firm(mine=QUIET, theirs=BANDIT, **state):
    """Ada in a stance, aiming at the orc with whom she is engaged."""
    here = marked(table(mine, theirs), "ada", **STANCE, engaged={"orc": True}, **state)
    return marked(here, "orc", engaged={"ada": True})


def withdraws():
    here = firm(steadied=True, cover={"of": "tree", "hides": "waist"}).do("dither", "ada")
    here.do("attack", "orc", target="ada", weapon="axe").go(99, "parry-spear", 45, "withdraw", "none")
    assert here.mark("ada", "cover") is None
    return here


def ducks_back():
    here = marked(table(GUNNER), "ada", **STANCE)
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, own_cover=True).go(31, "duck_back")
    return here.finish_at("duck-cover", "car").finish()


def pinned_down():
    here = marked(table(QUIET, GUNNER), "ada", **STANCE).do("dither", "ada")
    here.do("shoot", "orc", target="ada", weapon="carbine", metres=20).go(31, "pin_down")
    return here.finish_at("pin_down-resist", 95).finish_at("pin_down-cover", "car").finish()


def picks_up():
    return firm(UNARMED, lying={"spear": 2}).do("ready", "ada", weapon="spear")


def set_in(state):
    return lambda: firm().do("state", fighter="ada", state=state)


@pytest.mark.rules("MYT-ACT-BRACE/until-moved", "MYT-RANGED-AIM", "MYT-CLOSE-PASSIVE/crouched")
@pytest.mark.parametrize(
    "moves",
    [
        pytest.param(withdraws, id="MYT-FX-WITHDRAW"),
        pytest.param(ducks_back, id="MYT-FX-DUCK-BACK"),
        pytest.param(pinned_down, id="MYT-FX-PIN-DOWN"),
        pytest.param(picks_up, id="MYT-ACT-READY"),
        pytest.param(set_in("mounted"), id="MYT-ACT-MOUNT"),
        pytest.param(set_in("swimming"), id="MYT-MOVE-SWIM"),
    ],
)
def test_every_movement_ends_stance_and_aim(moves):
    here = moves()
    assert [here.mark("ada", key) for key in (*STANCE, "steadied")] == [None] * 4


@pytest.mark.rules("MYT-ACT-READY/stuck", "MYT-FX-ENTANGLE", "MYT-FX-GRIP", "MYT-CLOSE-LEAP")
@pytest.mark.parametrize(
    ("state", "lies", "why"),
    [
        ({}, 2, None),
        (LEG_HELD, 2, "A leg is held."),
        ({"gripped": {"orc": True}}, 2, "Is gripped."),
        ({"prone": True, "under": "orc"}, 2, "orc is on top."),
        ({"stunned": {"left_leg": 2}}, 2, "Left leg: cannot be used."),
        ({"stunned": {"left_leg": 2}, "prone": True}, 2, None),
        (LEG_HELD, 1, None),
    ],
)
def test_a_fighter_who_goes_nowhere_does_not_reach_what_lies_nearby(state, lies, why):
    here = firm(UNARMED, lying={"spear": lies}, **state)
    assert here.why_not("ada", "ready", "weapon", "spear") == why


@pytest.mark.rules("MYT-ACT-READY/stuck", "MYT-REACT-INTERRUPT")
def test_a_weapon_is_not_reached_by_somebody_held_meanwhile():
    here = marked(firm(UNARMED, lying={"spear": 2}), "orc", delayed=True)
    marked(here.do("ready", "ada", weapon="spear"), "ada", **LEG_HELD).go("on")
    assert here.told() == ["can no longer do what was declared"] and here.mark("ada", "lying") == {"spear": 2}


@pytest.mark.rules("MYT-ACT-BRACE/leap", "MYT-CLOSE-LEAP", "MYT-CLOSE-SURPRISE")
@pytest.mark.parametrize(
    ("state", "why"), [({"braced": True}, "More than twice as large."), ({"braced": True, "surprised": True}, None)]
)
def test_a_stance_is_of_no_use_against_a_leap_one_is_not_aware_of(state, why):
    here = marked(table(theirs=put(BANDIT, "characteristics.siz", 18)), "orc", **state)
    assert here.why_not("ada", "leap", "target", "orc") == why


@pytest.mark.rules("MYT-RANGED-AIM/hit", "MYT-FX-SELECT-TARGET", "MYT-FX-ACCIDENT")
@pytest.mark.parametrize(("effect", "who"), [("select_target", "bob"), ("accidental_injury", "orc")])
def test_a_blow_that_goes_elsewhere_ends_the_aim_of_whom_it_hits(effect, who):
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET), ("bob", "pc", QUIET)).finish()
    here.do("attack", "orc", target="ada", weapon="axe").go(100, "parry-spear", 20, effect, "none")
    marked(here, who, aim="ada").finish()
    assert here.mark(who, "aim") is None
