"""Rules of the text that meet: hands and holds, the saddle and what is resisted, the still and the held."""

import pytest

from rules.core.paths import put
from rules.games.mythras.combat.injuries import bled
from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, kinds, marked, table, with_all
from tests.rules.mythras.test_rules_that_meet import refusals

BARE = put(QUIET, "armour", {})
SWORD = with_all(QUIET, weapons__spear__in_hand=False, weapons__aspis__in_hand=False, weapons__sword__in_hand=True)


@pytest.mark.rules("MYT-FX-GRIP/arm", "MYT-FX-STUN", "MYT-ACT-STRUGGLE")
@pytest.mark.parametrize(("arm", "held"), [("left_arm", False), ("right_arm", True)])
def test_a_grip_ends_with_the_arm_that_holds(arm, held):
    """Orc has an axe in his right hand, and grips with the left."""
    here = marked(table(theirs=put(BANDIT, "weapons.shield.in_hand", False)), "orc", stunned={arm: 2})
    here = marked(here, "ada", gripped={"orc": True}, engaged={"orc": True})
    assert (refusals(here, "ada", "range")["orc"] == "Is gripped.") is held
    here.do("struggle", "ada", what="gripped-orc")
    assert (here.scene.exchanges != {}) is held


@pytest.mark.rules("MYT-FX-DISARM", "MYT-FX-GRIP")
@pytest.mark.parametrize(("others", "taken"), [({"bob": ("ada",), "orc": ("ada",)}, False), ({"orc": ("ada",)}, True)])
def test_hands_that_grip_take_no_weapon(others, taken):
    bare = put(QUIET, "weapons", {"fist": {"model": "fist"}})
    here = Table(("ada", "pc", bare), ("orc", "npc", BANDIT), ("bob", "npc", BANDIT)).finish()
    for who, grips in others.items():
        marked(here, who, gripped=dict.fromkeys(grips, True))
    here.attack("ada", "orc", "fist", 20, "none", "disarm").finish_at("disarm-resist", 95).finish()
    assert ("axe" in here.scene.sheet("ada")["weapons"] or "shield" in here.scene.sheet("ada")["weapons"]) is taken


@pytest.mark.rules("MYT-ACT-READY/lost-arm", "MYT-WOUND-02")
@pytest.mark.parametrize(
    ("lost", "carried", "why"),
    [
        ("right_arm", {}, {"sword": None, "aspis": None}),
        ("left_arm", {}, {"sword": None}),
        ("right_arm", {"aspis": True}, {"sword": "Both hands are full."}),
        ("left_arm", {"aspis": True}, {"sword": None}),
        ("left_arm", {"sword": True}, {"spear": "Both hands are full."}),
    ],
)
def test_a_lost_arm_holds_nothing_and_the_other_one_does(lost, carried, why):
    sheet = put(QUIET, f"hit_locations.{lost}.useless", True)
    for weapon in ("spear", "sword", "aspis"):
        sheet = put(sheet, f"weapons.{weapon}.in_hand", carried.get(weapon, False))
    here = table(sheet)
    assert {key: refusals(here, "ada")[key] for key in why} == why
    if why.get("sword", "") is None:
        here.do("ready", "ada", weapon="sword").do("dither", "orc")
        assert here.why_not("ada", "attack", "weapon", "sword") is None


@pytest.mark.rules("MYT-CORE-05", "MYT-FX-DISARM", "MYT-FX-BLIND")
@pytest.mark.parametrize(("state", "limit"), [({"mounted": True}, "ride"), ({"swimming": True}, "swim"), ({}, None)])
def test_a_style_that_resists_is_limited_like_one_that_strikes(state, limit):
    here = marked(table(), "orc", **state).attack("ada", "orc", "spear", 20, "none", "disarm")
    here.finish_at("disarm-what", "axe")
    assert here.asked() == ["disarm-resist"]
    causes = {row.rule for row in here.request().check.target.modifiers}
    assert ({rule for rule in causes if "CAP" in rule} != set()) is (limit is not None)


@pytest.mark.rules("MYT-FX-LOCATION/ranged", "MYT-CLOSE-SURPRISE", "MYT-SIT-C01")
@pytest.mark.parametrize(("state", "open_to"), [({"surprised": True}, True), ({"helpless": True}, True), ({}, False)])
def test_a_shot_is_placed_on_the_surprised_and_the_bound(state, open_to):
    archer = put(QUIET, "weapons.bow", {"model": "bow", "style": "phalanx", "in_hand": True})
    here = marked(table(archer), "orc", **state).do("shoot", "ada", target="orc", weapon="bow", metres=5)
    here = here.go(20) if state else here.go(20, "none")
    assert (here.options()["choose_location"] is None) is open_to


@pytest.mark.rules("MYT-STYLE-SKIRMISH", "MYT-MOVE-02", "MYT-FX-GRIP", "MYT-WOUND-02")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"engaged": {"orc": True}}, "Engaged: change range instead."),
        ({"prone": True}, "Lies on the ground."),
        ({"stunned": {"left_leg": 2}}, "Left leg: cannot be used."),
        ({"entangled": {"left_leg": {"by": "orc", "weapon": "net"}}}, "A leg is held."),
        ({}, None),
    ],
)
def test_a_skirmisher_shoots_on_the_move_only_where_one_moves(state, why):
    bow = {"model": "bow", "style": "phalanx", "in_hand": True}
    here = marked(table(with_all(QUIET, weapons__bow=bow, styles__phalanx__skirmishing=True)), "ada", **state)
    assert [here.why_not("ada", "shoot", "gait", gait) for gait in ("still", "walk", "run")] == [None, why, why]


@pytest.mark.rules("MYT-ACT-RELOAD", "MYT-FX-PIN-WEAPON", "MYT-FX-STUN", "MYT-ACT-AIM", "MYT-ACT-STEADY")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"pinned": {"carbine": "orc"}}, "Pinned by the opponent."),
        ({"stunned": {"right_arm": 2}}, "Right arm: cannot be used."),
        ({}, None),
    ],
)
def test_a_weapon_that_cannot_be_used_is_neither_loaded_nor_aimed_nor_steadied(state, why):
    gunner = put(GUNNER, "weapons", {"carbine": {**GUNNER["weapons"]["carbine"], "loaded": 1, "reserve": 9}})
    here = marked(table(gunner), "ada", **state)
    assert here.why_not("ada", "reload", "weapon", "carbine") == why
    assert ({"aim", "steady"} <= kinds(here, "ada")) is (why is None)


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-ACT-MOVE", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize("way", ["range", "leap", "evade"])
def test_a_fighter_going_elsewhere_no_longer_sits_on_anybody(way):
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET), ("bob", "pc", QUIET)).finish()
    here = marked(here, "ada", under="orc", prone=True, engaged={"orc": True})
    here = marked(here, "orc", engaged={"ada": True})
    if way == "range":
        here.do("range", "orc", other="bob").finish()
    elif way == "leap":
        here.do("leap", "orc", target="bob").go(95).finish_at("reaction", "none").finish()
    else:
        here.do("dither", "orc").do("dither", "ada").do("attack", "bob", target="orc", weapon="spear")
        here.finish_at("attack", 20).finish_at("reaction", "evade").finish()
    assert here.mark("ada", "under") is None


@pytest.mark.rules("MYT-FX-WITHDRAW", "MYT-FX-STUN")
def test_nobody_withdraws_on_a_leg_that_does_not_carry():
    here = marked(table(), "ada", stunned={"left_leg": 2}).do("dither", "ada")
    here.attack("orc", "ada", "axe", 95, "parry-aspis", 20)
    assert here.options()["withdraw"] == "Left leg: cannot be used."


@pytest.mark.rules("MYT-FX-IMPALE/pulled", "MYT-ACT-READY")
@pytest.mark.parametrize("near", [True, False])
def test_a_weapon_pulled_out_by_its_victim_far_away_lies_on_the_ground(near):
    stuck = {"chest": {"weapon": "axe", "by": "orc", "grade": "hard"}}
    here = marked(table(put(BARE, "hit_locations.chest.hp", 9)), "ada", impaled=stuck)
    contact = {"engaged": {"ada": True}} if near else {}
    here = marked(here, "orc", **contact).do("pull", "ada", which="ada-chest").go(2).finish()
    assert here.mark("ada", "impaled") is None
    assert (here.mark("orc", "lying") is None) is near
    assert bool(here.scene.sheet("orc")["weapons"]["axe"].get("in_hand")) is near


@pytest.mark.rules("MYT-FX-BLEED", "MYT-WOUND-05", "MYT-ACT-MOUNT")
@pytest.mark.parametrize(("level", "falls"), [("incapacitated", True), ("wearied", None)])
def test_a_faint_of_loss_of_blood_is_a_fall(level, falls):
    bleeding = with_all(QUIET, state__bleeding=True, state__fatigue=level)
    here = marked(table(bleeding), "ada", mounted=True, held=True)
    (loss,) = bled(here.scene, "ada")
    after = here.scene.with_changes(change for change in loss.land(here.scene) if change.before != change.after)
    assert after.fighters["ada"].marks.get("prone") is falls


@pytest.mark.rules("MYT-FX-OVERPENETRATE/armour", "MYT-FX-BYPASS-ARMOUR/layer")
@pytest.mark.parametrize(("layer", "goes_on"), [("worn", False), ("natural", True)])
def test_a_shot_goes_on_where_it_passed_the_layer_that_was_left(layer, goes_on):
    scaly = with_all(BANDIT, armour={"hide": {"points": 3, "chest": True}}, hit_locations__chest__natural=6)
    here = Table(("gun", "npc", GUNNER), ("orc", "pc", scaly), ("ada", "pc", QUIET)).finish()
    here.do("shoot", "gun", target="orc", weapon="carbine", metres=20).go(2, "bypass_armour", "overpenetration")
    here.finish_at("location", 10).go(layer, [2, 3])
    assert (here.scene.exchanges != {} and "behind-other-target" in here.asked()) is goes_on
