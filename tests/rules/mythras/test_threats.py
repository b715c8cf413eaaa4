"""An attack before it is answered: its hands, its force and its situations, and what becomes of it meanwhile."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.mythras.combat import threat
from rules.games.mythras.equipment import limbs, ranged
from rules.games.mythras.equipment import weapons as arms
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    Table,
    derived,
    kinds,
    marked,
    table,
    throw,
    with_all,
)

LATE = put(BANDIT, "characteristics.dex", 9)


# Hands and force.


@pytest.mark.rules("MYT-WOUND-02", "MYT-ATK-03")
@pytest.mark.parametrize(("arms_of", "holding"), [(0, []), (1, []), (2, ["arm1"]), (3, ["arm1"])])
def test_the_first_arm_of_a_body_that_has_several_holds_the_first_weapon(arms_of, holding):
    body = {f"arm{number}": {"kind": "arm", "low": number, "high": number} for number in range(1, arms_of + 1)}
    beast = with_all(BEAR, hit_locations={"trunk": {"kind": "chest", "low": 10, "high": 20}, **body})
    beast = put(beast, "weapons", {"club": {"model": "club", "in_hand": True}})
    found = limbs.holding(table(beast).scene, "ada", arms.find(beast, "club", {}))
    assert list(found) == holding


@pytest.mark.rules("MYT-CLOSE-CHARGE")
@pytest.mark.parametrize(("legs", "dice"), [(2, "+1d4"), (3, "+1d4"), (4, "+1d6"), (6, "+1d6")])
def test_four_legs_charge_with_two_steps_more_of_the_damage_modifier(legs, dice):
    here = table(put(QUIET, "legs", legs))  # 27 of STR and SIZ: +1d2
    found = threat.charge(here.scene, "ada", "orc", arms.find(QUIET, "spear", {}), {})
    assert str(found.modifier) == dice


@pytest.mark.rules("MYT-ATTR-02")
def test_the_damage_modifier_stands_with_the_sum_it_comes_from():
    found = derived(HOPLITE, "damage_modifier")
    assert (found.value.total, str(found.shown)) == (14 + 13, "+1d2")


# Situations of who shoots.


@pytest.mark.rules("MYT-SIT-C04", "MYT-SIT-R13", "MYT-FX-BLIND", "MYT-FX-ENTANGLE", "MYT-CORE-04")
@pytest.mark.parametrize(
    ("marks", "target"),
    [
        ({}, 66),
        ({"crouched": True}, 66),
        ({"blind": {"grade": "formidable", "turns": 1}}, 33),
        ({"entangled": {"chest": "orc"}}, 44),
        ({"prone": True}, 14),
        ({"prone": True, "entangled": {"chest": "orc"}}, 0),  # herculean and a step: hopeless
    ],
)
def test_a_hindrance_of_the_bearer_hinders_the_shot(marks, target):
    here = marked(table(GUNNER), "ada", **marks)
    carbine = arms.find(GUNNER, "carbine", {})
    found = threat.shot(here.scene, "ada", "orc", carbine, {"metres": 20})
    assert found.check.target.total == target and bool(found.check.refused) == (target == 0)


@pytest.mark.rules("MYT-RANGED-CROWD")
def test_a_stray_shot_is_told_once_and_so_is_the_answer_of_its_victim():
    here = Table(("ada", "pc", GUNNER), ("orc", "npc", BANDIT), ("bob", "npc", LATE))
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, crowd="edge", cover_near=True)
    here.go(60, "bob", "evade", 3, "car")
    assert here.scene.exchanges == {} and here.mark("bob", "prone") is True
    told = [from_json(one) for one in here.events[-1].payload["outcomes"]]
    assert [(one.check.actor, one.faces, one.level.name) for one in told] == [
        ("ada", (60,), "FAILURE"),
        ("bob", (3,), "CRITICAL"),
    ]


@pytest.mark.rules("MYT-RANGED-CROWD")
def test_one_bullet_of_a_burst_strays():
    burst = put(GUNNER, "weapons.carbine.mode", "short_burst")
    here = Table(("ada", "pc", burst), ("orc", "npc", BANDIT), ("bob", "npc", LATE))
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20, crowd="inside")
    here.go(40, "bob", 10, [1, 1])  # 44 for the burst alone, 33 for who stands inside a crowd
    assert here.scene.exchanges == {}


@pytest.mark.rules("MYT-RANGED-CROWD")
@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("edge", ("target on the edge of a crowd", "hard")),
        ("inside", ("target inside a crowd or behind it", "formidable")),
        ("none", None),
    ],
)
def test_a_crowd_is_a_situation_with_its_words(where, said):
    assert [(str(one.label), one.grade) for one in ranged.crowd({"crowd": where})] == ([said] if said else [])


@pytest.mark.rules("MYT-SIT-C01")
def test_nobody_throws_a_die_against_the_helpless():
    here = table()
    danger = threat.blow(here.scene, "ada", "orc", arms.find(QUIET, "spear", {}), {"situation": "helpless"})
    found = throw(lambda: threat.roll(danger))
    assert (found.level.name, found.faces, found.margin) == ("SUCCESS", (), 0)


@pytest.mark.rules("MYT-CLOSE-SURPRISE/first", "MYT-FX-00a")
def test_a_surprise_gives_one_effect_more():
    here = table(surprised=("orc",)).do("attack", "ada", target="orc", weapon="spear").go(31)
    assert str(here.question()).startswith("Special effect 1 of 2")


@pytest.mark.rules("MYT-STYLE-THROW", "MYT-RANGED-BANDS")
def test_the_form_of_a_throw_goes_as_far_as_a_weapon_flies():
    sheet = with_all(QUIET, styles__phalanx__throw_weapons=True, weapons__javelin=None)
    fields = table(sheet).offer("ada", "shoot").fields
    assert [one.most for one in fields if one.key == "metres"] == [20]


# Changes before a declared act is carried out.


@pytest.mark.rules("MYT-REACT-INTERRUPT", "MYT-ACT-DELAY")
def test_the_last_point_may_be_delayed_and_broken_in_with():
    here = table().do("dither", "ada").do("dither", "orc").do("delay", "ada")
    assert here.left("ada") == 1
    assert here.up == ["orc"]
    over = table().do("dither", "ada").do("dither", "orc").do("delay", "ada").do("dither", "orc")
    assert over.up == ["gm"]  # a point that is kept buys no turn
    here.do("attack", "orc", target="ada", weapon="axe")
    assert "attack" in kinds(here, "ada")


@pytest.mark.rules("MYT-REACT-INTERRUPT")
def test_an_attacker_disarmed_in_the_middle_of_a_blow_strikes_no_more():
    here = table().do("delay", "ada").do("attack", "orc", target="ada", weapon="axe")
    here.do("attack", "ada", target="orc", weapon="spear")
    inner = max(here.scene.exchanges.values(), key=lambda one: one.level)
    answers = {"reaction": "parry-axe", "defence": 90, "effect-1": "disarm", "disarm-resist": 95}
    here.settle(inner.id, attack=31, **answers)
    assert "in_hand" not in here.scene.sheet("orc")["weapons"]["axe"]
    assert here.scene.exchanges == {} and "can no longer do what was declared" in here.told()
    assert here.left("orc") == 0


@pytest.mark.rules("MYT-MOVE-06", "MYT-REACT-INTERRUPT")
def test_a_waiting_fighter_rolls_their_blow_at_those_who_pass():
    here = table().do("delay", "ada").do("move", "orc", how="run").go("on", "ada", "strike-spear")
    assert here.asked() == ["attack"] and here.request().by == "ada"
    here.go(31, "none", "none", 10, 5, 1)
    assert "moves 18 m (run)" in here.told()
    assert here.hp("orc", "chest") == 7 - (5 + 1 + 1 - 1) and here.mark("orc", "engaged") is None


@pytest.mark.rules("MYT-CLOSE-PASSIVE", "MYT-FREE-WARD")
def test_a_guard_of_too_many_places_is_refused_at_the_first_one_too_many():
    here = table()
    body = ("head", "chest", "abdomen", "right_leg", "left_leg")
    places = {f"place{number}": key for number, key in enumerate(body, 1)}
    with pytest.raises(Refused) as found:
        here.do("ward", "ada", weapon="aspis", **places)
    assert found.value.field == "place5"


@pytest.mark.rules("MYT-REACT-INTERRUPT/thwarted", "MYT-WOUND-03")
@pytest.mark.parametrize(
    ("script", "marks"),
    [(one, {"dropped": True}) for one in ("attack", "shoot", "burst", "charge", "sweep", "leap")]
    + [(one, {"shaken": True}) for one in ("attack", "shoot", "burst", "charge", "sweep")],
)
def test_a_fighter_out_or_shaken_by_now_drops_the_declaration(script, marks):
    gunner = with_all(GUNNER, weapons__carbine__mode="long_burst", weapons__pistol__in_hand=True)
    here = marked(table(gunner), "ada", engaged={"orc": True}, **marks)
    weapon = "carbine" if script in ("shoot", "burst") else "fist"
    args = {"target": "orc", "at_orc": True, "weapon": weapon, "metres": 9, "rounds": 5}
    found = throw(lambda: MYTHRAS.script(here.scene, Action(script, "ada", args)))
    assert [one.kind for one in found] == ["thwarted"]


# Loading.


@pytest.mark.rules("MYT-FX-RAPID-RELOAD/none-at-least", "MYT-RANGED-LOAD", "MYT-ACT-RELOAD")
@pytest.mark.parametrize(("copies", "turns", "points"), [(0, 2, 2), (1, 1, 1), (2, 0, 0), (3, 0, 0)])
def test_the_next_magazine_takes_a_turn_less_for_each_copy_down_to_none(copies, turns, points):
    here = table(put(GUNNER, "weapons.carbine.loaded", 7))
    if copies:
        for change in MYTHRAS.land(here.scene, Effect("quick", "ada", {"weapon": "carbine", "turns": copies})):
            here.scene = here.scene.with_changes([change])
        assert here.mark("ada", "quick") == {"carbine": min(copies, 2)}
    choices = here.offer("ada", "reload").fields[0].choices
    assert [str(one.hint) for one in choices if one.key == "carbine"] == [
        "takes 1 turn" if turns == 1 else f"takes {turns} turns"
    ]
    for number in range(max(1, turns)):
        here.do("dither", "orc") if number else None
        here.do("reload", "ada", weapon="carbine")
    assert here.scene.sheet("ada")["weapons"]["carbine"]["loaded"] == 30
    assert here.left("ada") == 2 - points and here.mark("ada", "quick") is None


@pytest.mark.rules("MYT-FX-RAPID-RELOAD", "MYT-RANGED-LOAD", "MYT-AUTO-06")
def test_partial_and_quick_reloading_add_up_and_no_magazine_is_negative():
    here = table(put(GUNNER, "weapons.carbine.loaded", 7))
    for done, quick, turns in ((0, 0, 2), (1, 0, 1), (1, 1, 0), (1, 2, 0)):
        marked(here, "ada", loading={"carbine": done}, quick={"carbine": quick})
        assert ranged.turns_to_load(here.scene, "ada", arms.find(GUNNER, "carbine", {})) == turns
    (change,) = MYTHRAS.land(here.scene, Effect("fire", "ada", {"weapon": "carbine", "rounds": 9}))
    assert change.after == 0
    javelin = arms.find(QUIET, "javelin", {})
    assert (javelin.load, ranged.turns_to_load(table().scene, "ada", javelin)) == (0, 1)
    assert [
        one.after for one in MYTHRAS.land(table().scene, Effect("quick", "ada", {"weapon": "javelin", "turns": 2}))
    ] == [None]


# Rest.


@pytest.mark.rules("MYT-FATIGUE-01", "MYT-HEAL-01")
@pytest.mark.parametrize(("days", "level"), [(1, "semi_conscious"), (2, "tired"), (3, "fresh")])
def test_days_of_rest_are_days_of_twenty_four_hours(days, level):
    # At a healing rate of 3 each level from comatose to winded takes 16, 12, 8, 6, 4, 2, 1 hours and 5 minutes.
    here = table(put(QUIET, "state.fatigue", "comatose")).do("rest", fighter="ada", days=days)
    assert here.scene.sheet("ada")["state"].get("fatigue", "fresh") == level


@pytest.mark.rules("MYT-WOUND-02/again", "MYT-HEAL-01")
@pytest.mark.parametrize(("hp", "useless"), [(-3, True), (-2, None)])
def test_rest_gives_a_location_back_once_it_is_above_nothing(hp, useless):
    limb = {"right_arm": {"hp": hp, "useless": True}}
    here = table(put(QUIET, "hit_locations", limb))
    changes = {one.path.rpartition(".")[2]: one.after for one in MYTHRAS.land(here.scene, Effect("rest", "ada", 7))}
    assert changes.get("hp") == hp + 3 and changes.get("useless", True) == useless
