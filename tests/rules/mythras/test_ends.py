"""Boundaries of counters: at zero, at the last point, at the first that is enough."""

from dataclasses import replace

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.paths import put
from rules.core.script import Effect
from rules.core.text import Text
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.mythras.character import healing
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import blows, threat
from rules.games.mythras.equipment import sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rolls.grades import Situation, apply_grade
from rules.games.mythras.rounds import initiative
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.mythras.play import (
    BANDIT,
    BEAR,
    GUNNER,
    HOPLITE,
    MYTHRAS,
    QUIET,
    SHEETS,
    Table,
    marked,
    table,
    throw,
    with_all,
)

CHEST = "hit_locations.chest.hp"


# Weapons and armour.


@pytest.mark.rules("MYT-FX-SUNDER/all-worth")
@pytest.mark.parametrize(("die", "lost", "hp"), [(1, 0, 7), (2, 0, 7), (3, 1, 7), (4, 2, 7), (5, 3, 7), (6, 3, 6)])
def test_armour_loses_the_excess_up_to_all_its_points(die, lost, hp):
    axe = put(QUIET, "weapons.spear", {"damage": "1d6", "sundering": True, "style": "phalanx", "in_hand": True})
    here = table(axe, put(BANDIT, "armour", {"brass": {"points": 3, "chest": True}}))
    here.attack("ada", "orc", "spear", 31, "none", "sunder", 10, die, 1).finish(95)  # and 1 of the damage modifier
    assert here.scene.sheet("orc")["armour"]["brass"].get("sundered", 0) == lost and here.hp("orc", "chest") == hp


@pytest.mark.rules("MYT-FX-DAMAGE-WEAPON/breaks")
@pytest.mark.parametrize(
    ("weapon", "hp", "faces", "left"), [("aspis", 8, (1, 1), 8), ("spear", 8, (8, 1), 2), ("spear", 1, (8, 2), 0)]
)
def test_a_weapon_loses_the_damage_its_points_do_not_stop_and_breaks_at_zero(weapon, hp, faces, left):
    theirs = put(BANDIT, "weapons.axe.hp", hp)  # four points of armour
    here = table(QUIET, theirs).attack("ada", "orc", weapon, 31, "parry-axe", 90, "damage_weapon", *faces)
    found = arms.find(here.scene.sheet("orc"), "axe", {})
    assert (found.hp, found.broken) == (left, left == 0)


@pytest.mark.rules("MYT-PARRY-05", "MYT-RANGED-FORCE")
@pytest.mark.parametrize(
    ("stopped", "damage", "passes"),
    [("all", 9, 0), ("half", 9, 5), ("none", 9, 9), ("points", 3, 0), ("points", 4, 0), ("points", 5, 1)],
)
def test_a_shield_of_four_points_lets_the_excess_pass(stopped, damage, passes):
    here = table()
    assert sizes.damage_past_parry(here.scene, damage, stopped, arms.find(QUIET, "aspis", {})) == passes


@pytest.mark.rules("MYT-AUTO-04", "MYT-AUTO-06")
@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({}, None),
        ({"in_hand": False}, "Not in hand."),
        ({"hp_max": 5, "hp": 0}, "Broken."),
        ({"loaded": 0}, "Nothing is loaded."),
    ],
)
def test_a_long_burst_is_fired_with_a_whole_and_loaded_gun_in_hand(written, why):
    gunner = put(GUNNER, "weapons.carbine.mode", "long_burst")
    here = table(with_all(gunner, **{f"weapons__carbine__{key}": value for key, value in written.items()}))
    assert here.why_not("ada", "burst") == why


@pytest.mark.rules("MYT-FX-ENHANCE-PARRY", "MYT-FX-SUNDER", "MYT-FX-PREPARE-COUNTER")
def test_a_blow_that_was_waited_for_and_parried_in_full_ruins_no_armour():
    axe = with_all(QUIET, weapons__spear__sundering=True)
    here = marked(table(axe), "orc", counters={"ada": {"trip": 1}})
    here.attack("ada", "orc", "spear", 5, "none", "trip", "sunder", "enhance_parry").finish(8)
    assert here.hp("orc", "chest") == 7 and "sundered" not in here.scene.sheet("orc")["armour"]["furs"]


# Bodies.


@pytest.mark.rules("MYT-FX-SCAR")
def test_one_more_scar_is_counted_with_those_of_old():
    for before, after in ((None, 1), (2, 3)):
        scarred = BANDIT if before is None else put(BANDIT, "hit_locations.chest.scars", before)
        here = table(theirs=scarred).attack("ada", "orc", "spear", 31, "none", "scar", 10, 1, 1)
        assert here.scene.sheet("orc")["hit_locations"]["chest"]["scars"] == after


@pytest.mark.rules("MYT-WOUND-01", "MYT-WOUND-03")
@pytest.mark.parametrize(
    ("path", "value"), [("state.dead", True), ("state.unconscious", True), ("state.fatigue", "dead"), (CHEST, -8)]
)
def test_nothing_is_worse_than_dead_unconscious_or_a_major_wound(path, value):
    assert MYTHRAS.health(put(HOPLITE, path, value), {}).rank == 5


@pytest.mark.rules("MYT-LUCK-01/lessened")
def test_a_major_wound_may_be_lessened_to_no_damage_at_all():
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", with_all(HOPLITE, armour={}, hit_locations__chest__hp=-7)))
    here.attack("orc", "ada", "axe", 20, "none", "none", 10, 1, "lessen").finish()
    assert here.hp("ada", "chest") == -7  # one short of major


@pytest.mark.rules("MYT-LUCK-01/lessened")
def test_luck_lessens_no_wound_of_a_location_that_was_major_before():
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", with_all(HOPLITE, armour={}, hit_locations__chest__hp=-9)))
    here.attack("orc", "ada", "axe", "none", 10, 3)
    (lessen,) = (row for row in here.request().options if row.key == "lessen")
    assert str(lessen.refused) == "The wound was major before."


# Points.


@pytest.mark.rules("MYT-LUCK-01", "MYT-ATTR-01")
@pytest.mark.parametrize(("fatigue", "turns"), [("exhausted", 1), ("debilitated", 0)])
def test_a_last_effort_gives_a_point_even_to_a_fighter_without_one(fatigue, turns):
    here = table(put(HOPLITE, "state.fatigue", fatigue))
    for _turn in range(turns):
        here.do("dither", "ada").do("dither", "orc")
    assert here.left("ada") == 0
    assert here.do("effort", "ada").left("ada") == 1


@pytest.mark.rules("MYT-FX-FLURRY/point")
def test_an_attacker_whose_foe_is_down_strikes_on_no_more_and_keeps_the_point():
    blows = ("claws", 31, "none", "flurry", 10, 1, 2)
    stands = table(BEAR, BANDIT).attack("ada", "orc", *blows)
    assert stands.asked() == ["flurry1-attack"] and stands.finish(95).left("ada") == 0
    falls = table(BEAR, put(BANDIT, CHEST, -6)).attack("ada", "orc", *blows, 90)
    assert falls.scene.exchanges == {} and falls.left("ada") == 1


@pytest.mark.rules("MYT-LUCK-01", "MYT-FREE-LUCK")
def test_damage_that_luck_may_throw_again_is_named_by_its_sum():
    here = Table(("orc", "npc", GUNNER), ("ada", "pc", HOPLITE))
    here.do("shoot", "orc", target="ada", weapon="carbine", metres=20).go(31, "pin_down", 10, [3, 5])
    labels = [str(one.label) for one in here.offer("ada", "luck").fields[0].choices]
    assert any(one.endswith(", 8: they throw again") for one in labels)


@pytest.mark.rules("MYT-LUCK-01/least")
def test_the_last_point_of_luck_is_spent_and_no_other():
    here = table(put(HOPLITE, "state.luck", 1)).do("dither", "ada").do("dither", "orc").do("dither", "ada")
    assert here.do("effort", "ada").scene.sheet("ada")["state"]["luck"] == 0
    assert [one.kind for one in offers(MYTHRAS, here.scene, "ada") if one.kind == "effort"] == []


@pytest.mark.rules("MYT-LUCK-01")
def test_luck_changes_no_die_that_is_not_there_any_more():
    here = table(HOPLITE).do("attack", "ada", target="orc", weapon="spear")
    (exchange,) = here.scene.exchanges
    for gone in ({"exchange": "gone", "key": "attack"}, {"exchange": exchange, "key": "attack"}):
        assert MYTHRAS.land(here.scene, Effect("dice", "ada", {**gone, "how": "swap"})) == ()


@pytest.mark.rules("MYT-FX-BYPASS-ARMOUR/layer")
@pytest.mark.parametrize(("copies", "armour"), [(0, 5), (1, 2), (2, 0), (3, 0)])
def test_each_bypass_takes_the_better_remaining_layer(copies, armour):
    here = table(theirs=with_all(BANDIT, armour={"a": {"points": 3, "chest": True}}, hit_locations__chest__natural=2))
    danger = threat.blow(here.scene, "ada", "orc", arms.find(QUIET, "spear", {}), {})
    blow = blows.Blow(danger, "orc", chosen=("bypass_armour",) * copies)
    assert blows.armour_left(blow, sheets.location(here.scene.sheet("orc"), "chest")) == armour


@pytest.mark.rules("MYT-DMG-01/not-below")
@pytest.mark.parametrize(("damage", "faces", "total"), [("1d4", (2, 8), 0), ("1d4+9", (2, 8), 3), ("1d4", (4, 4), 0)])
def test_damage_is_never_less_than_nothing(damage, faces, total):
    weak = with_all(QUIET, characteristics__str=2, characteristics__siz=2, weapons__spear__damage=damage)  # −1d8
    danger = threat.blow(table(weak).scene, "ada", "orc", arms.find(weak, "spear", {}), {})
    assert throw(lambda: blows.roll_damage(blows.Blow(danger, "orc")), *faces)[0] == total


@pytest.mark.rules("MYT-INIT-02/until-apart")
def test_equals_throw_five_times_at_most():
    here = Table(("ada", "pc", BANDIT), ("orc", "npc", BANDIT), started=False).do("start")
    here.answer("initiative-ada", 5).answer("initiative-orc", 5)
    for number in range(1, 6):
        assert set(here.asked()) == {f"tie{number}-ada", f"tie{number}-orc"}
        here.answer(f"tie{number}-ada", 4).answer(f"tie{number}-orc", 4)
    assert here.up == ["ada"]


@pytest.mark.rules("MYT-ATTR-01/not-below", "MYT-STYLE-FORMATION")
def test_a_formation_takes_no_point_that_is_not_there():
    here = marked(table(put(HOPLITE, "state.fatigue", "debilitated")), "ada", formation=True)
    assert initiative.points(here.scene, "ada").most == 0


@pytest.mark.rules("MYT-FATIGUE-01")
@pytest.mark.parametrize(("hours", "level"), [(143, "wearied"), (144, "tired"), (146, "tired"), (147, "winded")])
def test_hours_of_rest_add_up_from_level_to_level(hours, level):
    # At a healing rate of 1: 48, 36, 24, 18, 12, 6 and 3 hours from comatose to winded.
    slow = with_all({}, characteristics__con=6, state__fatigue="comatose")
    assert healing.rested_level(slow, hours) == level


@pytest.mark.rules("MYT-FX-ENTANGLE")
@pytest.mark.parametrize(
    ("sheet", "weapon", "limb"), [(SHEETS["warlord"], "great_axe", "right_arm"), (BEAR, "claws", "right_hind")]
)
def test_a_two_handed_weapon_is_held_by_the_first_arm_and_by_beasts_from_the_feet(sheet, weapon, limb):
    net = put(BANDIT, "weapons.shield", {"model": "net", "style": "brigand", "in_hand": True})
    here = table(sheet, net).attack("ada", "orc", weapon, 95, "parry-shield", 30, "entangle").finish()
    assert here.mark("ada", "entangled") == {limb: {"by": "orc", "weapon": "shield"}}


@pytest.mark.rules("MYT-RANGED-LOAD", "MYT-ACT-RELOAD")
@pytest.mark.parametrize(("empty", "why"), [({}, "Loaded already."), ({"bow": True}, None)])
def test_a_bow_whose_arrows_nobody_counts_is_loaded_once_it_was_shot(empty, why):
    plain = with_all(SHEETS["archer"], weapons__bow__magazine=0, weapons__bow__reserve=0)
    assert marked(table(plain), "ada", empty=empty).why_not("ada", "reload") == why


@pytest.mark.rules("MYT-CORE-04")
def test_the_term_cites_the_rule_of_the_worst_situation_or_of_the_first_step():
    hard, worse = Situation(Text("a"), "hard", rule="A"), Situation(Text("b"), "formidable", rule="B")
    steps = tuple(Situation(Text("c"), steps=1, rule=rule) for rule in "CD")
    for rows, rule in (((hard, worse), "B"), ((worse, hard, *steps), "B"), (steps, "C")):
        assert apply_grade(Breakdown(Modifier(Text("Skill"), 60)), rows, {}).modifiers[0].rule == rule


@pytest.mark.rules("MYT-DMG-01")
def test_damage_that_cannot_be_read_is_none():
    blunt = put(QUIET, "weapons.spear.damage", "two")
    danger = threat.blow(table(blunt).scene, "ada", "orc", arms.find(blunt, "spear", {}), {})
    total, lines = throw(lambda: blows.roll_damage(blows.Blow(danger, "orc")))
    assert (total, lines.total) == (0, 0)


@pytest.mark.rules("MYT-RANGED-LOAD", "MYT-AUTO-06")
def test_a_bow_whose_arrows_nobody_counts_is_empty_after_its_shot():
    plain = with_all(SHEETS["archer"], weapons__bow__magazine=0, weapons__bow__reserve=0)
    here = table(plain).do("shoot", "ada", target="orc", weapon="bow", metres=10).go(95, "none").do("dither", "orc")
    assert here.mark("ada", "empty") == {"bow": True} and here.why_not("ada", "shoot") == "Nothing is loaded."


@pytest.mark.rules("MYT-INIT-02")
@pytest.mark.parametrize(
    ("dice", "secret"),
    [
        ({"ada": 5, "orc": 5}, {"ada"}),
        ({"ada": 5, "orc": 5, "bob": 5}, set()),
        ({"ada": 5, "orc": 5, "bob": 7, "cid": 7}, {"ada"}),
        ({"ada": 5, "orc": 7, "bob": 5, "cid": 7}, {"cid"}),
    ],
)
def test_a_tie_with_only_a_hidden_fighter_is_thrown_by_the_game_master(dice, secret):
    names = tuple(dice)
    here = Table(*((name, "npc", BANDIT) for name in names), started=False)
    here.scene.state["fighters"]["orc"]["hidden"] = True
    here.scene = replace(here.scene)
    here.do("start")
    for name, die in dice.items():
        here.answer(f"initiative-{name}", die)
    rolls = [prompt.request for prompt in waiting_on(MYTHRAS, here.scene)]
    assert {one.key.removeprefix("tie1-") for one in rolls if one.secret and one.by == "gm"} == secret
    assert {one.key for one in rolls} == {f"tie1-{name}" for name in names}


@pytest.mark.parametrize("unseen", [set(), {"orc"}])
def test_the_game_master_reads_every_die_of_a_tie_and_players_none_of_a_hidden_one(unseen):
    here = Table(("ada", "pc", HOPLITE), ("orc", "npc", HOPLITE), started=False)
    here.scene.state["fighters"]["orc"]["hidden"] = bool(unseen)
    here.scene = replace(here.scene)
    here.do("start").answer("initiative-ada", 5).answer("initiative-orc", 5)
    here.answer("tie1-ada", 7).answer("tie1-orc", 3)
    event = here.events[-1]
    read = [tell(event.audience, event.kind, event.payload, viewer) for viewer in (Viewer("gm"), Viewer("table"))]
    dice = [{faces for _who, label, faces in line.thrown if str(label) == "Tie"} for line in read]
    assert dice == [{(7,), (3,)}, set() if unseen else {(7,)}]
